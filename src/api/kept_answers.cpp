#include "api/kept_answers.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <variant>

namespace spoils::api {

namespace {

bool has(const KeptAnswer& kept, const std::string& question, const std::vector<QuerySource::Value>& inputs) {
  return kept.question == question && kept.inputs == inputs;
}

/// Writes texts one after the other, each with its length before it, so that no two sequences read the same.
class Key {
 public:
  void add(std::string_view text) { text_ += fmt::format("{}:{};", text.size(), text); }
  template <class Number>
  void add_number(Number number) {
    text_ += fmt::format("{};", number);
  }
  void add(const std::vector<std::string>& texts) {
    add_number(texts.size());
    for (const auto& text : texts) { add(text); }
  }
  void add(const Values& values) {
    add_number(values.size());
    for (const auto& [name, value] : values) {
      add(name);
      add(value);
    }
  }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  std::string text_;
};

std::size_t bytes_of(const Cells& values) {
  std::size_t out = 0;
  for (const auto& value : values) { out += sizeof(value) + (value ? value->text.size() : 0); }
  return out;
}

std::size_t bytes_of(const OddsTable& table) {
  std::size_t out = sizeof(CountTable);
  for (const auto& row : table.rows) {
    out += sizeof(row) + bytes_of(row.values) + (row.fraction ? row.fraction->text().size() : 0);
  }
  return out;
}

std::size_t bytes_of(const ExpectedTable& table) {
  std::size_t out = sizeof(table);
  for (const auto& row : table.rows) { out += sizeof(row) + bytes_of(row.values); }
  return out;
}

}  // namespace

std::string question_key(const Query& query, const QuerySource& source, bool is_strict) {
  const auto& limits = settings_of(query.question);
  Key out;
  out.add_number(query.question.index());
  out.add(source.rule);
  out.add_number(source.arguments.size());
  for (const auto& [name, text, is_symbol] : source.arguments) {
    out.add(name);
    out.add(text);
    out.add_number(is_symbol);
  }
  out.add(source.by);
  out.add(source.where);
  out.add(source.count);
  out.add(source.pick);
  out.add_number(std::visit(
      [](const auto& question) {
        if constexpr (requires { question.fractions; }) { return question.fractions; }
        return false;
      },
      query.question));
  if (const auto* const counts = std::get_if<ExpectedCounts>(&query.question)) { out.add(counts->by); }
  out.add(limits.states);
  out.add_number(limits.max_states);
  out.add_number(limits.max_paths);
  out.add_number(limits.max_memory);
  out.add_number(limits.stop_seconds);
  out.add_number(limits.tighten);
  out.add_number(limits.threads);
  out.add_number(limits.sweep_seconds);
  out.add(query.sweep.input);
  out.add_number(query.sweep.range.has_value());
  if (query.sweep.range) {
    out.add_number(query.sweep.range->first);
    out.add_number(query.sweep.range->second);
  }
  out.add(query.sweep.values);
  out.add_number(is_strict);
  return out.take();
}

std::size_t bytes_to_keep(const SweptAnswers& answers) {
  std::size_t out = 0;
  for (const auto& [value, answer] : answers) {
    if (!std::visit([](const auto& table) { return table.exact; }, answer)) { return 0; }
    out += value.size() + std::visit([](const auto& table) { return bytes_of(table); }, answer);
  }
  return out;
}

std::vector<KeptAnswer> KeptAnswers::all() const {
  const program::LockGuard<program::Mutex> lock(mutex_);
  return kept_;
}

std::vector<KeptAnswer> KeptAnswers::find(const std::string& question) const {
  const program::LockGuard<program::Mutex> lock(mutex_);
  std::vector<KeptAnswer> out;
  std::copy_if(kept_.begin(), kept_.end(), std::back_inserter(out),
               [&](const KeptAnswer& kept) { return kept.question == question; });
  return out;
}

std::shared_ptr<const SweptAnswers> KeptAnswers::find(const std::string& question,
                                                      const std::vector<QuerySource::Value>& inputs) {
  const program::LockGuard<program::Mutex> lock(mutex_);
  const auto found =
      std::find_if(kept_.begin(), kept_.end(), [&](const KeptAnswer& kept) { return has(kept, question, inputs); });
  if (found == kept_.end()) { return nullptr; }
  std::rotate(found, found + 1, kept_.end());
  return kept_.back().answers;
}

void KeptAnswers::keep(KeptAnswer answer) {
  if (answer.bytes > kMostBytesOfAnswer) { return; }
  const program::LockGuard<program::Mutex> lock(mutex_);
  // Another thread may have answered the same.
  const bool is_there = std::any_of(kept_.begin(), kept_.end(),
                                    [&](const KeptAnswer& kept) { return has(kept, answer.question, answer.inputs); });
  if (is_there) { return; }
  bytes_ += answer.bytes;
  kept_.push_back(std::move(answer));
  auto last = kept_.begin();
  for (; bytes_ > kMostBytes; ++last) { bytes_ -= last->bytes; }
  kept_.erase(kept_.begin(), last);
}

std::shared_ptr<const PackData> KeptAnswers::before() const {
  const program::LockGuard<program::Mutex> lock(mutex_);
  return before_;
}

void KeptAnswers::set_before(std::shared_ptr<const PackData> before) {
  const program::LockGuard<program::Mutex> lock(mutex_);
  before_ = std::move(before);
}

}  // namespace spoils::api
