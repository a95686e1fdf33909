// check/lower/def_block.cpp
//
// Lowers the block of a def to one expression (Op::Block): its statements set slots of their own, and `give` sets the
// slot of the result and ends the block. Checks that each path gives a value, and that nothing else is done. Tests:
// tests/odds/def_block_test.cpp, tests/golden/diagnostics (E0339 to E0341).
#include <fmt/format.h>

#include <algorithm>

#include "check/lower/lowering.h"
#include "program/walk.h"

namespace spoils::check {

using program::kNone;
using text::Code;

Lowered Lowering::def_block(const lang::Declaration& declaration) {
  const DefBlock here{&declaration, add_local("", types_.of(&declaration).type, declaration.name_span)};
  def_block_ = &here;
  if (!surely_gives(declaration.block)) {
    auto finding = report_.add(Code::NoGive, declaration.name_span, declaration.name);
    const auto& statements = declaration.block.statements;
    if (!statements.empty()) { finding.label(statements.back().span, "after this it may end without one"); }
    finding.help("end each path through it with `give VALUE`");
  }
  const auto body = block(declaration.block);
  def_block_ = nullptr;
  if (is_full_) { return poison(declaration.name_span); }
  // Everything else goes down into blocks by recursion.
  if (program::depth_of_block(out_, body) > program::kMaxDepth) {
    report_.add(Code::TooDeep, declaration.name_span, program::kMaxDepth)
        .note("the cases of a `match` and the blocks in each other count together");
    return poison(declaration.name_span);
  }
  const auto type = out_.slots[here.result].type;
  const auto result = node(Op::Slot, type, declaration.name_span, here.result);
  return node(Op::Block, type, declaration.name_span, body, result.id);
}

// Reports on the way what follows a statement that surely gives.
bool Lowering::surely_gives(const lang::Block& block) {
  for (std::size_t i = 0; i < block.statements.size(); ++i) {
    if (!surely_gives(block.statements[i])) { continue; }
    if (i + 1 < block.statements.size()) {
      report_.add(Code::AfterGive, block.statements[i + 1].span)
          .label(block.statements[i].span, "the value is given here");
    }
    return true;
  }
  return false;
}

bool Lowering::surely_gives(const lang::Statement& s) {
  using Do = lang::Statement::Kind;
  std::size_t given = 0;
  for (const auto& block : s.blocks) { given += surely_gives(block) ? 1U : 0U; }
  bool has_else = false;
  for (const auto& arm : s.arms) {
    given += surely_gives(arm.block) ? 1U : 0U;
    has_else = has_else || arm.patterns.empty();
  }
  switch (s.kind) {
    case Do::Give: return true;
    case Do::If: return given == 2;
    case Do::Match: return has_else && given == s.arms.size();
    default: return false;  // a loop may have no turn
  }
}

bool Lowering::may_stand_in_def(const lang::Statement& s) {
  using Do = lang::Statement::Kind;
  const auto refuse = [&](std::string_view what) {
    report_.add(Code::DefActs, s.span, what)
        .label(def_block_->declaration->name_span, "this def")
        .note("it has `let`, `if`, `match`, `for`, `repeat` and `give`, and sets its own lets");
    return false;
  };
  if (s.supposes != lang::Statement::Supposes::Nothing) { return refuse("run a rule"); }
  switch (s.kind) {
    case Do::Assign: return may_set_in_def(s);
    case Do::Let:
    case Do::If:
    case Do::Match:
    case Do::Repeat:
    case Do::For:
    case Do::Give: return true;
    case Do::Retry: return refuse("try again");
    case Do::Try: return refuse("undo a step");
    case Do::Call:
    case Do::Do: return refuse("run a rule");
    case Do::Apply: return refuse("run the block of a record");
    case Do::Drop: return refuse("drop a thing");
    case Do::Hold: return refuse("hold a thing");
    case Do::Stop: return refuse("stop a rule");
    case Do::Discard: return refuse("discard a thing");
    case Do::WithInput: return refuse("change an input");
    case Do::WithStream: return refuse("draw from another stream");
  }
  return true;
}

bool Lowering::may_set_in_def(const lang::Statement& s) {
  const auto& declaration = *def_block_->declaration;
  const auto* const found = local(s.text);
  const bool is_parameter =
      found != nullptr && std::any_of(declaration.parameters.begin(), declaration.parameters.end(),
                                      [&](const auto& parameter) { return found->key == &parameter; });
  if (found != nullptr && !is_parameter) { return true; }
  if (is_parameter) {
    report_.add(Code::CannotAssign, s.name_span, s.text, "a parameter of a def")
        .help(fmt::format("`let own = {}` gives it a value that may change", s.text));
  } else {
    report_.add(Code::DefActs, s.name_span, fmt::format("set `{}`", s.text))
        .label(declaration.name_span, "this def")
        .help(fmt::format("`let {} = VALUE` declares a value of its own", s.text));
  }
  return false;
}

void Lowering::give(const lang::Statement& s, std::vector<std::uint32_t>& out) {
  const auto& written = s.expressions[0];
  const auto value = expression(written);
  types_.learn(def_block_->declaration, value.type, written.span);
  const auto& type = out_.slots[def_block_->result].type;
  if (!fits(value.type, type)) {
    const auto& known = types_.of(def_block_->declaration);
    auto finding = report_.add(Code::BranchTypes, written.span, to_text(type), found_for(type, value.type));
    if (known.first != Span{} && known.first != written.span) { finding.label(known.first, "as here"); }
  }
  program::Statement set;
  set.kind = program::Statement::Kind::Assign;
  set.a = def_block_->result;
  set.b = value.id;
  out.push_back(add(set, s.span));
  program::Statement stop;
  stop.kind = program::Statement::Kind::Stop;
  out.push_back(add(stop, s.span));
}

}  // namespace spoils::check
