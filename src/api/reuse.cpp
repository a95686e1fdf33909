#include "api/reuse.h"

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

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

Reuse::Reuse(const Pack& pack, const spoils::Query& query, const QuerySource& source, bool is_strict)
    : pack_(pack), query_(query), source_(source), key_(question_key(query, source, is_strict)) {}

std::shared_ptr<const SweptAnswers> Reuse::known() const {
  return pack_.data().kept_answers().find(key_, source_.settings);
}

std::shared_ptr<const SweptAnswers> Reuse::same(const CompiledQueries& asked, std::uint32_t number,
                                                const std::vector<Setting>& swept) const {
  std::optional<std::vector<program::SlotId>> read;
  const auto is_read = [&](const std::string& name) {
    // An engine for this alone: what it does would change the last digits of an answer.
    if (!read) { read = Answers(asked, query_.question, number).reads_if_open(); }
    const auto slot = asked.program.find_input(name);
    return !slot || std::binary_search(read->begin(), read->end(), *slot);
  };
  const auto is_same = [&](const KeptAnswer& kept) {
    const auto names = different(kept.inputs, source_.settings);
    // The slot of a sweep may be none that is reached, so that its values are compared here.
    const bool has_values = std::equal(kept.answers->begin(), kept.answers->end(), swept.begin(), swept.end(),
                                       [](const auto& a, const auto& b) { return a.value == b.first; });
    return has_values && std::none_of(names.begin(), names.end(), is_read);
  };
  auto& own = pack_.data().kept_answers();
  const auto look = [&](std::vector<KeptAnswer> kept) -> std::shared_ptr<const SweptAnswers> {
    std::reverse(kept.begin(), kept.end());
    for (auto& one : kept) {
      if (!is_same(one)) { continue; }
      one.inputs = source_.settings;
      auto answers = one.answers;
      own.keep(std::move(one));
      return answers;
    }
    return nullptr;
  };
  if (auto found = look(own.find(key_))) { return found; }
  const auto before = own.before();
  if (before == nullptr) { return nullptr; }
  auto kept = before->kept_answers().find(key_);
  if (kept.empty() || !is_same_before(before, asked, number)) { return nullptr; }
  return look(std::move(kept));
}

void Reuse::keep(const SweptAnswers& answers) const {
  const auto bytes = bytes_to_keep(answers);
  if (bytes == 0 || bytes > KeptAnswers::kMostBytesOfAnswer) { return; }
  pack_.data().kept_answers().keep({key_, source_.settings, std::make_shared<const SweptAnswers>(answers), bytes});
}

bool Reuse::is_same_before(const std::shared_ptr<const PackData>& before, const CompiledQueries& asked,
                           std::uint32_t number) const {
  const auto there = PackMaker::pack(before);
  const auto was_asked =
      compile_queries(there, {query_source(there, query_.question, query_.sweep.input)}, Written::ForOdds);
  const auto& was_number = was_asked.query_of.front();
  if (!was_number) { return false; }
  return diff::SameParts(was_asked.program, asked.program)
      .queries(was_asked.program.queries[*was_number], asked.program.queries[number]);
}

}  // namespace spoils::api
