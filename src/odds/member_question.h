// odds/member_question.h
//
// Questions about the members of a list: `k in hand`, and folds over it whose value does not depend on the order of its
// members. Such a question sees facts of a member, expressions that read the variable of the fold alone: of
// `any(s in suits: all(x in hand: x.suit == s))` the suit of each card, whatever s is. A permutation of members with
// equal facts leaves the answer alone. tests/odds/member_question_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "program/facts/magnitude.h"
#include "program/program.h"

namespace spoils::odds {

struct MemberQuestion {
  program::SlotId list = 0;
  program::ExpressionId member = program::kNone;  // of `member in list`
  std::uint32_t fold = 0;                         // of a fold over the list, else
  /// Slots that it reads besides, each with a constant that it can hold, to be set before it is evaluated.
  std::vector<std::pair<program::SlotId, program::Word>> constants = {};
  /// Whether what it sees of a member depends on nothing but that member.
  bool is_closed = false;
  /// The facts that a closed fold sees of a member by its condition, and by its value.
  std::vector<program::ExpressionId> in_condition = {};
  std::vector<program::ExpressionId> in_value = {};
};

/// Whether a fold adds up values such as this one in any order, as many as a list may have. If not, the order shows in
/// whether a part of the sum leaves 64 bits, and the engine keeps it (Interpreter::keep_order_of_sums).
[[nodiscard]] constexpr bool adds_up(program::Word value) {
  constexpr auto kMost = program::Magnitudes::kMost;
  return value == program::kUnset || (-kMost <= value && value <= kMost);
}

/// Returns what a fold over a list, which draws nothing, asks of the members; none if their order may show, other than
/// in what leaves 64 bits. Cost: linear in what it evaluates, for each expression in it.
[[nodiscard]] std::optional<MemberQuestion> question_by_fold(const program::Program& program, program::SlotId list,
                                                             program::ExpressionId id);
/// Returns what `member in list` asks of them.
[[nodiscard]] MemberQuestion question_by_member(const program::Program& program, program::SlotId list,
                                                program::ExpressionId member);

/// Whether the answer tells all members: `set(x in s: x)`, `sum(n in s: n)`. Then none looks like another one.
[[nodiscard]] bool tells_members(const program::Program& program, const MemberQuestion& question);

/// Whether nothing but the sum of one amount of each member is asked.
[[nodiscard]] inline bool is_total(const program::Program& program, const MemberQuestion& question) {
  if (question.member != program::kNone) { return false; }
  const auto& fold = program.folds[question.fold];
  return fold.kind == program::FoldKind::Sum && fold.condition == program::kNone && question.constants.empty() &&
         question.in_value.size() == 1 && question.in_value.front() == fold.value;
}

/// Whether what a fold sees of a member by its condition is whether that holds.
[[nodiscard]] inline bool tells_condition(const program::Fold& fold, const MemberQuestion& question) {
  return question.in_condition.size() == 1 && question.in_condition.front() == fold.condition;
}

/// Appends words that tell the value of an expression from others, lists by their members; false if it goes wrong.
template <class Evaluator>
bool append_answer(const program::Program& program, const program::Heap& heap, Evaluator& of, program::ExpressionId id,
                   std::vector<program::Word>& out) {
  const auto kind = program.expressions[id].type.kind;
  if (kind == program::ValueKind::Number) {
    const auto value = of.number_or_unset(id);
    out.insert(out.end(), {value.numerator(), value.denominator()});
  } else if (const auto value = of.word(id); program::holds_words(kind) && value != program::kUnset && !of.failed()) {
    const auto view = program.list(value, heap);
    out.push_back(static_cast<program::Word>(view.count));
    out.insert(out.end(), view.begin(), view.end());
  } else {
    out.push_back(value);
  }
  return !of.failed();
}

/// Gives append_seen() all that it needs of an evaluator with these slots.
template <class Evaluator>
struct ReadingBy {
  Evaluator& of;
  const program::Program& program;
  const program::Heap& heap;
  program::Word* slots;

  program::Word word(program::ExpressionId id) const { return of.word(id); }
  bool append(program::ExpressionId id, std::vector<program::Word>& out) const {
    return append_answer(program, heap, of, id, out);
  }
  [[nodiscard]] bool failed() const { return of.failed(); }
  program::Word set(program::SlotId slot, program::Word word) const { return std::exchange(slots[slot], word); }
};
template <class Evaluator>
ReadingBy(Evaluator&, const program::Program&, const program::Heap&, program::Word*) -> ReadingBy<Evaluator>;

/// Appends all that a closed question sees of a member; false if something goes wrong. Requires: `reading` evaluates,
/// by `word(id)`, `append(id, out)` (false if that goes wrong), `failed()` and `set(slot, word)`, which returns what
/// was there.
template <class Reading>
bool append_seen(const program::Program& program, const MemberQuestion& question, program::Word member,
                 Reading&& reading, std::vector<program::Word>& out) {
  using program::FoldKind;
  // The slots belong to a state, so each gets its word back.
  auto before = question.constants;
  for (std::size_t i = 0; i < before.size(); ++i) { before[i].second = reading.set(before[i].first, before[i].second); }
  const auto put_back = [&] {
    for (auto i = before.size(); i-- > 0;) { reading.set(before[i].first, before[i].second); }
  };
  if (question.member != program::kNone) {
    out.push_back(reading.word(question.member) == member ? 1 : 0);
    put_back();
    return !reading.failed();
  }
  const auto& fold = program.folds[question.fold];
  const auto append_all = [&](const std::vector<program::ExpressionId>& facts) {
    return std::all_of(facts.begin(), facts.end(), [&](auto id) { return reading.append(id, out); });
  };
  const auto append_value = [&] {
    if (fold.value == program::kNone && fold.kind != FoldKind::Count) { out.push_back(member); }
    return append_all(question.in_value);
  };
  before.emplace_back(fold.variable, reading.set(fold.variable, member));
  bool is_seen = append_all(question.in_condition);
  // Nothing else is seen of a member that does not count.
  const bool is_told = tells_condition(fold, question);
  const bool counts = !is_seen || !is_told || out.back() == 1;
  is_seen = is_seen && (!counts || append_value());
  put_back();
  return is_seen;
}

}  // namespace spoils::odds
