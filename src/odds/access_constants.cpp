// odds/access_constants.cpp
//
// The words that a slot can hold, where these are constants: of calls of a def, of lists and ranges that are written,
// of lets that nothing else changes. A question about members has one answer for each combination of them, which tells
// fewer members apart than facts do. tests/odds/distinct_classes_test.cpp, tests/odds/member_question_test.cpp.
#include <algorithm>

#include "odds/access_analysis.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

// Combinations of constants for which a question is asked.
constexpr std::size_t kMostCombinations = 64;

}  // namespace

// All words that a slot can hold, if these are constants: a parameter of a def, the variable of a loop or fold, a let.
// None if they are not known.
std::vector<Word> AccessAnalysis::constants_of(SlotId slot) const {
  std::vector<Word> out;
  if (const auto fold = sources_.find(slot); fold != sources_.end()) { return members_of(fold->second); }
  const bool is_parameter = parameters_of_defs_.contains(slot);
  if (is_parameter && assigned_.contains(slot)) { return {}; }
  const auto* const values = is_parameter ? arguments(slot) : values_assigned(slot);
  if (values == nullptr) { return loop_members(slot); }
  for (const auto id : *values) {
    const auto word = constant(id);
    if (!word) { return {}; }
    if (std::find(out.begin(), out.end(), *word) == out.end()) { out.push_back(*word); }
  }
  return out;
}

// Whether anything but assignments and loops sets a slot.
bool AccessAnalysis::is_set_otherwise(SlotId slot) const {
  return set_otherwise_.contains(slot) || parameters_of_defs_.contains(slot) ||
         std::any_of(program_.rules.begin(), program_.rules.end(), [&](const Rule& rule) {
           return std::any_of(rule.parameters.begin(), rule.parameters.end(),
                              [&](const RuleParameter& parameter) { return parameter.slot == slot; });
         });
}

// The values that assignments give to a local slot; null if it gets any in another way.
const std::vector<ExpressionId>* AccessAnalysis::values_assigned(SlotId slot) const {
  const auto found = values_.find(slot);
  const bool is_local = program_.slots[slot].kind == Slot::Kind::Local;
  return is_local && found != values_.end() && !is_set_otherwise(slot) ? &found->second : nullptr;
}

// The words of the variable of loops over constants.
std::vector<Word> AccessAnalysis::loop_members(SlotId slot) const {
  const auto found = loops_.find(slot);
  const bool is_only_looped = found != loops_.end() && !values_.contains(slot) && !is_set_otherwise(slot);
  std::vector<Word> out;
  for (std::size_t i = 0; is_only_looped && i < found->second.size(); ++i) {
    const auto& loop = *found->second[i];
    const bool is_range = loop.kind == Statement::Kind::ForRange;
    const auto members = is_range ? words_between(loop.b, loop.value) : members_of(loop.b);
    if (members.empty()) { return {}; }
    out.insert(out.end(), members.begin(), members.end());
  }
  return out;
}

// The expression that gives the value: the body of a def without parameters.
const Expression& AccessAnalysis::value_of(ExpressionId id) const {
  const auto* e = &program_.expressions[id];
  while ((e->op == Op::Invoke || e->op == Op::ConstantDef) && e->b == 0) {
    e = &program_.expressions[program_.defs[static_cast<std::size_t>(e->value)].body];
  }
  return *e;
}

// A word that an expression always gives.
std::optional<Word> AccessAnalysis::constant(ExpressionId id) const {
  const auto& e = value_of(id);
  const bool is_word = e.op == Op::Constant && e.type.kind != ValueKind::Number;
  return is_word ? std::optional(e.value) : std::nullopt;
}

// The integers between two constants; none if they are not known, or too many.
std::vector<Word> AccessAnalysis::words_between(ExpressionId first, ExpressionId last) const {
  const auto from = constant(first);
  const auto to = constant(last);
  std::vector<Word> out;
  if (!from || !to || *from == kUnset || *to == kUnset) { return out; }
  if (static_cast<std::uint64_t>(*to) - static_cast<std::uint64_t>(*from) >= kMostCombinations) { return out; }
  for (auto word = *from; word <= *to; ++word) { out.push_back(word); }
  return out;
}

// The members of a list that is constant, or that a slot holds which has but constants; none if they are not known.
std::vector<Word> AccessAnalysis::members_of(ExpressionId list) const {
  const auto& e = value_of(list);
  std::vector<Word> out;
  if (e.op == Op::Constant && holds_words(e.type.kind) && e.value != kUnset) {
    return program_.lists[static_cast<std::size_t>(e.value)];
  }
  if (e.op == Op::MakeList || e.op == Op::MakeSet) {
    for (std::uint32_t i = 0; i < e.b; ++i) {
      const auto member = constant(program_.operands[e.a + i]);
      if (!member) { return {}; }
      out.push_back(*member);
    }
  }
  if (e.op == Op::Sequence) { return words_between(e.a, e.b); }
  const auto* const values = e.op == Op::Slot ? values_assigned(e.a) : nullptr;
  for (std::size_t i = 0; values != nullptr && i < values->size(); ++i) {
    if (program_.expressions[(*values)[i]].op == Op::Slot) { return {}; }
    const auto members = members_of((*values)[i]);
    if (members.empty()) { return {}; }
    out.insert(out.end(), members.begin(), members.end());
  }
  return out;
}

// The members of the list that a fold goes over, if that is written, wherever the fold is looked at; else none.
std::vector<Word> AccessAnalysis::written_members(SlotId variable) const {
  const auto fold = sources_.find(variable);
  const bool is_written = fold != sources_.end() && value_of(fold->second).op != Op::Slot;
  return is_written ? members_of(fold->second) : std::vector<Word>();
}

// Returns a question for each combination of the constants of the slots that it reads besides the member: once, if
// there are none; none if they are not known, or too many.
std::vector<MemberQuestion> AccessAnalysis::for_each_constant(const MemberQuestion& question,
                                                              const std::vector<ExpressionId>& roots,
                                                              bool are_written) const {
  const auto variable = question.member == kNone ? program_.folds[question.fold].variable : kNone;
  std::vector<MemberQuestion> out{question};
  for (const auto slot : slots_read(program_, roots)) {
    if (slot == variable) { continue; }
    const auto constants = are_written ? written_members(slot) : constants_of(slot);
    if (constants.empty() || constants.size() * out.size() > kMostCombinations) { return {}; }
    std::vector<MemberQuestion> more;
    for (const auto& one : out) {
      for (const auto word : constants) {
        more.push_back(one);
        more.back().constants.emplace_back(slot, word);
      }
    }
    out = std::move(more);
  }
  return out;
}

// In a fold over a list that is written, the words that `k` of `k in list` can be are known wherever it is looked at.
void AccessAnalysis::ask_by_member(SlotId list, ExpressionId member) {
  const auto question = question_by_member(program_, list, member);
  auto closed = for_each_constant(question, {member}, true);
  if (closed.empty()) { member_questions_.push_back(question); }
  for (auto& one : closed) {
    one.is_closed = true;
    member_questions_.push_back(std::move(one));
  }
}

std::vector<MemberQuestion> AccessAnalysis::closed(const MemberQuestion& question) const {
  if (!question.constants.empty()) { return {question}; }
  std::vector<ExpressionId> roots{question.member};
  auto whole = question;
  if (question.member == kNone) {
    const auto& fold = program_.folds[question.fold];
    roots = {fold.condition, fold.value};
    // With all that they read besides known, the condition and the value are what is seen.
    whole.in_condition.assign(fold.condition == kNone ? 0 : 1, fold.condition);
    whole.in_value.assign(fold.value == kNone ? 0 : 1, fold.value);
  }
  std::erase(roots, kNone);
  auto out = for_each_constant(whole, roots, false);
  return out.empty() && question.is_closed ? std::vector{question} : out;
}

}  // namespace spoils::odds
