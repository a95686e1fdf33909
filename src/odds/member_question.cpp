// odds/member_question.cpp
//
// Finds the facts by which a fold sees the members of its list: the largest expressions in it that read its variable
// and nothing else. tests/odds/member_question_test.cpp.
#include "odds/member_question.h"

#include <algorithm>
#include <map>
#include <set>

#include "odds/access_analysis.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

class FactFinder {
 public:
  FactFinder(const Program& program, SlotId variable) : program_(program), variable_(variable) {}

  /// Appends the facts in an expression; false if something else of the variable shows in it.
  bool find(ExpressionId id, std::vector<ExpressionId>& out) {
    if (!reads_variable(id) || !seen_.insert(id).second) { return true; }
    if (is_fact(id)) {
      out.push_back(id);
      return true;
    }
    const auto& e = program_.expressions[id];
    if (slot_read_by(e) == variable_) { return false; }
    bool is_found = true;
    for_each_operand(program_, e, [&](ExpressionId operand) { is_found = is_found && find(operand, out); });
    return is_found;
  }

 private:
  [[nodiscard]] const std::vector<SlotId>& reads_of(ExpressionId id) {
    const auto [found, is_new] = reads_.try_emplace(id);
    if (is_new) { found->second = slots_read(program_, {id}); }
    return found->second;
  }
  [[nodiscard]] bool reads_variable(ExpressionId id) {
    if (id == kNone) { return false; }
    const auto& reads = reads_of(id);
    return std::find(reads.begin(), reads.end(), variable_) != reads.end();
  }
  // Whether an expression reads the variable alone. Composed texts differ by their characters, which a
  // word does not show.
  [[nodiscard]] bool is_fact(ExpressionId id) {
    const auto& type = program_.expressions[id].type;
    return reads_variable(id) && reads_of(id).size() == 1 && type.kind != ValueKind::Text &&
           type.element != ValueKind::Text;
  }

  const Program& program_;
  SlotId variable_;
  std::map<ExpressionId, std::vector<SlotId>> reads_;
  std::set<ExpressionId> seen_;
};

bool is_in_any_order(FoldKind kind, const ValueType& type) {
  switch (kind) {
    case FoldKind::Count:
    case FoldKind::Any:
    case FoldKind::All:
    case FoldKind::Maximum:
    case FoldKind::Minimum:
    case FoldKind::Set: return true;
    case FoldKind::Sum: return type.kind == ValueKind::Int;
    case FoldKind::Product:
    case FoldKind::First:
    case FoldKind::Last:
    case FoldKind::List:
    case FoldKind::MostCommon: return false;
  }
  return false;
}

}  // namespace

std::optional<MemberQuestion> question_by_fold(const Program& program, SlotId list, ExpressionId id) {
  const auto& e = program.expressions[id];
  const auto& fold = program.folds[e.a];
  if (!is_in_any_order(fold.kind, e.type)) { return std::nullopt; }
  FactFinder finder(program, fold.variable);
  MemberQuestion out{.list = list, .fold = e.a};
  // A fold evaluates its condition and value for every member, so it fails for the same members in any order.
  out.is_closed = finder.find(fold.condition, out.in_condition) && finder.find(fold.value, out.in_value);
  return out;
}

bool tells_members(const Program& program, const MemberQuestion& question) {
  if (question.member != kNone) { return false; }
  const auto& fold = program.folds[question.fold];
  if (fold.kind != FoldKind::Set && fold.kind != FoldKind::Sum) { return false; }
  return fold.value == kNone || slot_handed_on(program, fold.value) == fold.variable;
}

MemberQuestion question_by_member(const Program& program, SlotId list, ExpressionId member) {
  return {.list = list, .member = member, .is_closed = slots_read(program, {member}).empty()};
}

}  // namespace spoils::odds
