#include "api/reuse.h"

#include <algorithm>
#include <utility>

#include "api/answers.h"
#include "api/pack_data.h"
#include "diff/same_parts.h"

namespace spoils::api {

namespace {

using InputValues = std::vector<QuerySource::Value>;

/// The names of inputs that have a value in only one of two settings, or another one.
std::vector<std::string> different(const InputValues& some, const InputValues& others) {
  std::vector<std::string> out;
  const auto add = [&](const InputValues& values, const InputValues& there) {
    for (const auto& value : values) {
      if (std::find(there.begin(), there.end(), value) == there.end()) { out.push_back(value.name); }
    }
  };
  add(some, others);
  add(others, some);
  return out;
}

}  // namespace

Reuse::Reuse(const Pack& pack, const Query& query, const QuerySource& source, bool is_strict)
    : pack_(pack), query_(query), source_(source), key_(question_key(query, source, is_strict)) {}

std::shared_ptr<const SweptAnswers> Reuse::known() const {
  return pack_.data().kept_answers().find(key_, source_.settings);
}

std::shared_ptr<const SweptAnswers> Reuse::same(const CompiledQueries& asked, std::uint32_t number,
                                                const std::vector<Setting>& swept) const {
  auto& own = pack_.data().kept_answers();
  const auto look = [&](std::vector<KeptAnswer> kept, auto&& fits) -> std::shared_ptr<const SweptAnswers> {
    std::reverse(kept.begin(), kept.end());
    for (auto& one : kept) {
      if (!fits(one)) { continue; }
      one.inputs = source_.settings;
      auto answers = one.answers;
      own.keep(std::move(one));
      return answers;
    }
    return nullptr;
  };
  const auto is_same = [&](const KeptAnswer& kept) {
    // The slot of a sweep may be none that is reached, so that its values are compared here.
    return std::equal(kept.answers->begin(), kept.answers->end(), swept.begin(), swept.end(),
                      [](const auto& a, const auto& b) { return a.value == b.first; }) &&
           reads_the_same(kept, asked, number);
  };
  if (auto found = look(own.find(key_), is_same)) { return found; }
  const auto before = own.before();
  if (before == nullptr) { return nullptr; }
  auto kept = before->kept_answers().find(key_);
  if (kept.empty() || !is_same_before(before, asked, number)) { return nullptr; }
  return look(std::move(kept), is_same);
}

void Reuse::keep(const SweptAnswers& answers) const {
  const auto bytes = bytes_to_keep(answers);
  if (bytes == 0 || bytes > KeptAnswers::kMostBytesOfAnswer) { return; }
  pack_.data().kept_answers().keep({key_, source_.settings, std::make_shared<const SweptAnswers>(answers), bytes});
}

// Whether all values in which two questions differ are those of inputs that are not read.
bool Reuse::reads_the_same(const KeptAnswer& kept, const CompiledQueries& asked, std::uint32_t number) const {
  const auto names = different(kept.inputs, source_.settings);
  if (names.empty()) { return true; }
  // An engine for this alone: what it does would change the last digits of an answer.
  const auto read = Answers(asked, query_.question, number).reads_if_open();
  return std::all_of(names.begin(), names.end(), [&](const std::string& name) {
    const auto slot = asked.program.find_input(name);
    return slot && !std::binary_search(read.begin(), read.end(), *slot);
  });
}

bool Reuse::is_same_before(const std::shared_ptr<const PackData>& before, const CompiledQueries& asked,
                           std::uint32_t number) const {
  const auto there = PackMaker::pack(before);
  const auto was_asked = compile_queries(there, {query_source(there, query_.question, query_.sweep.input)});
  const auto& was_number = was_asked.query_of.front();
  if (!was_number) { return false; }
  return diff::SameParts(was_asked.program, asked.program)
      .queries(was_asked.program.queries[*was_number], asked.program.queries[number]);
}

}  // namespace spoils::api
