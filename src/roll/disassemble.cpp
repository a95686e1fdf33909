// roll/disassemble.cpp
//
// Writes instructions as text: number, name, destination, operands, and the place that a jump leads to.
#include "roll/disassemble.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <memory>
#include <string_view>

#include "number/rational.h"
#include "program/dump.h"
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;

std::string_view name_of(Opcode opcode) {
  switch (opcode) {
    case Opcode::Steps: return "steps";
    case Opcode::Spend: return "spend";
    case Opcode::Move: return "move";
    case Opcode::OrZero: return "or-zero";
    case Opcode::Negate: return "negate";
    case Opcode::Absolute: return "abs";
    case Opcode::Add: return "add";
    case Opcode::Subtract: return "subtract";
    case Opcode::Multiply: return "multiply";
    case Opcode::FloorDivide: return "floor-divide";
    case Opcode::Modulo: return "modulo";
    case Opcode::Minimum: return "min";
    case Opcode::Maximum: return "max";
    case Opcode::Contains: return "contains";
    case Opcode::Size: return "size";
    case Opcode::Cell: return "cell";
    case Opcode::RowWord: return "row-word";
    case Opcode::Hoisted: return "hoisted";
    case Opcode::Memoised: return "memoised";
    case Opcode::Arguments: return "arguments";
    case Opcode::Evaluate: return "evaluate";
    case Opcode::Store: return "store";
    case Opcode::Chance: return "chance";
    case Opcode::ChanceOf: return "chance-of";
    case Opcode::Range: return "range";
    case Opcode::Dice: return "dice";
    case Opcode::Member: return "member";
    case Opcode::Pick: return "pick";
    case Opcode::Row: return "row";
    case Opcode::Jump: return "jump";
    case Opcode::JumpIf: return "jump-if";
    case Opcode::JumpIfNot: return "jump-if-not";
    case Opcode::JumpIfEqual: return "jump-if-equal";
    case Opcode::JumpIfNotEqual: return "jump-if-not-equal";
    case Opcode::JumpIfLess: return "jump-if-less";
    case Opcode::JumpIfLessOrEqual: return "jump-if-less-or-equal";
    case Opcode::JumpIfRowWord: return "jump-if-row-word";
    case Opcode::JumpIfNotRowWord: return "jump-if-not-row-word";
    case Opcode::JumpIfContains: return "jump-if-contains";
    case Opcode::JumpIfNotContains: return "jump-if-not-contains";
    case Opcode::JumpIfChance: return "jump-if-chance";
    case Opcode::JumpIfNoChance: return "jump-if-no-chance";
    case Opcode::Switch: return "switch";
    case Opcode::BeginFold: return "begin-fold";
    case Opcode::NextOfFold: return "next-of-fold";
    case Opcode::Count: return "count";
    case Opcode::AddNumber: return "add-number";
    case Opcode::CountMatches: return "count-matches";
    case Opcode::CheckState: return "check-state";
    case Opcode::BeginRepeat: return "begin-repeat";
    case Opcode::NextRepeat: return "next-repeat";
    case Opcode::BeginRange: return "begin-range";
    case Opcode::NextInRange: return "next-in-range";
    case Opcode::BeginMembers: return "begin-members";
    case Opcode::NextMember: return "next-member";
    case Opcode::EndLoop: return "end-loop";
    case Opcode::Bind: return "bind";
    case Opcode::Call: return "call";
    case Opcode::MakeThing: return "make-thing";
    case Opcode::Run: return "run";
    case Opcode::Dispatch: return "dispatch";
    case Opcode::Stop: return "stop";
    case Opcode::Discard: return "discard";
    case Opcode::End: return "end";
  }
  return "";
}

namespace {

class Disassembler {
 public:
  explicit Disassembler(const Program& program)
      : program_(program), interpreter_(std::make_unique<Interpreter>(program)) {}

  std::string run() {
    auto& bytecode = interpreter_->bytecode();
    for (const auto& rule : program_.rules) {
      fmt::format_to(std::back_inserter(out_), "rule {}\n", rule.name);
      lines(bytecode.block(rule.body));
    }
    for (std::uint32_t i = 0; i < program_.choices.size(); ++i) { filter(i); }
    // The other folds are among the instructions of what contains them.
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      const auto& e = program_.expressions[id];
      if (e.op == Op::Fold && e.type.kind == ValueKind::Number) {
        fragment(dump(program_, id), bytecode.fold(e.a, id));
      }
    }
    return std::move(out_);
  }

 private:
  void filter(std::uint32_t index) {
    auto& bytecode = interpreter_->bytecode();
    const auto& choice = program_.choices[index];
    const auto name = fmt::format("filter {}", table_name(choice.table));
    bool has_guarded = false;
    bool has_dynamic = false;
    for (std::size_t step = 0; step < choice.steps.size(); ++step) {
      const auto kind = choice.steps[step].kind;
      if (kind == ConditionStep::Kind::Static) { fragment(name + " static", bytecode.static_step(index, step)); }
      has_guarded = has_guarded || kind == ConditionStep::Kind::Guarded;
      has_dynamic = has_dynamic || kind == ConditionStep::Kind::Dynamic;
    }
    if (has_guarded) { fragment(name + " guarded", bytecode.steps(index, ConditionStep::Kind::Guarded)); }
    if (has_dynamic) { fragment(name + " dynamic", bytecode.steps(index, ConditionStep::Kind::Dynamic)); }
  }

  void fragment(std::string_view name, const Fragment& fragment) {
    if (fragment.is_tree()) { return; }
    fmt::format_to(std::back_inserter(out_), "{}\n", name);
    lines(fragment.instructions.data());
  }

  void lines(const Instruction* first) {
    for (const auto* i = first;; ++i) {
      line(first, i);
      if (i->opcode == Opcode::End) { break; }
    }
  }

  void line(const Instruction* first, const Instruction* i) {
    const auto text = operands(first, *i);
    fmt::format_to(std::back_inserter(out_), "  {:3} {}{}{}\n", i - first, name_of(i->opcode), text.empty() ? "" : " ",
                   text);
  }

  // The place of the instruction that runs after `at`, if it passes over `count`.
  static std::string place(const Instruction* first, const Instruction& at, std::int32_t count) {
    return fmt::format("-> {}", &at - first + 1 + count);
  }

  [[nodiscard]] std::string operands(const Instruction* first, const Instruction& i) const {
    const auto to = [&] { return name(i.to); };
    const auto a = [&] { return name(i.a); };
    const auto b = [&] { return name(i.b); };
    const auto target = [&] { return place(first, i, i.offset); };
    switch (i.opcode) {
      case Opcode::Steps: return fmt::format("{}", i.a);
      case Opcode::Move:
      case Opcode::OrZero:
      case Opcode::Negate:
      case Opcode::Absolute:
      case Opcode::Size:
      case Opcode::RowWord:
      case Opcode::Member: return fmt::format("{} = {}", to(), a());
      case Opcode::Add:
      case Opcode::Subtract:
      case Opcode::Multiply:
      case Opcode::FloorDivide:
      case Opcode::Modulo:
      case Opcode::Minimum:
      case Opcode::Maximum:
      case Opcode::Contains:
      case Opcode::Range:
      case Opcode::Dice: return fmt::format("{} = {} {}", to(), a(), b());
      case Opcode::Cell: return fmt::format("{} = {} {}", to(), i.column->table->name, a());
      case Opcode::Hoisted:
      case Opcode::Memoised:
      case Opcode::Evaluate:
      case Opcode::Store:
      case Opcode::ChanceOf:
      case Opcode::Pick: return fmt::format("{} = {}", to(), dump(program_, i.id));
      case Opcode::Chance: return fmt::format("{} = {}", to(), number::to_text(*i.fraction));
      case Opcode::Row: return fmt::format("{} = {}", to(), table_name(i.a));
      case Opcode::Jump: return target();
      case Opcode::JumpIf:
      case Opcode::JumpIfNot: return fmt::format("{} {}", a(), target());
      case Opcode::JumpIfEqual:
      case Opcode::JumpIfNotEqual:
      case Opcode::JumpIfLess:
      case Opcode::JumpIfLessOrEqual:
      case Opcode::JumpIfRowWord:
      case Opcode::JumpIfNotRowWord:
      case Opcode::JumpIfContains:
      case Opcode::JumpIfNotContains: return fmt::format("{} {} {}", a(), b(), target());
      case Opcode::JumpIfChance:
      case Opcode::JumpIfNoChance: return fmt::format("{} {}", number::to_text(*i.fraction), target());
      case Opcode::Arguments: return dump(program_, i.id);
      case Opcode::BeginFold: return fmt::format("{} {}", a(), target());
      case Opcode::NextOfFold: return fmt::format("{} {}", to(), target());
      case Opcode::Count: return to();
      case Opcode::AddNumber: return dump(program_, i.a);
      case Opcode::CountMatches: return fmt::format("{} = {} {} {}", to(), a(), b(), target());
      case Opcode::Switch: return a();
      case Opcode::CheckState: return a();
      case Opcode::BeginRepeat:
      case Opcode::BeginMembers: return a();
      case Opcode::BeginRange: return fmt::format("{} {}", a(), b());
      case Opcode::NextRepeat: return target();
      case Opcode::NextInRange:
      case Opcode::NextMember: return fmt::format("{} {}", to(), target());
      case Opcode::Call: return program_.rules[i.a].name;
      case Opcode::Bind:
      case Opcode::MakeThing:
      case Opcode::Run: return fmt::format("statement {}", i.a);
      case Opcode::Dispatch: return a();
      case Opcode::Spend:
      case Opcode::EndLoop:
      case Opcode::Stop:
      case Opcode::Discard:
      case Opcode::End: return "";
    }
    return "";
  }

  // A slot by its name, a constant by its word, and another register by its number from the last one down.
  [[nodiscard]] std::string name(std::uint32_t at) const {
    if (at < program_.slots.size()) {
      const auto& slot = program_.slots[at];
      const bool is_named = !slot.name.empty() && slot.kind != Slot::Kind::Local;
      return is_named ? slot.name : fmt::format("{}#{}", slot.name, at);
    }
    const auto& bytecode = interpreter_->bytecode();
    const auto value = bytecode.constant(at);
    if (!value) { return fmt::format("%{}", bytecode.end_of_registers() - 1 - at); }
    return *value == kUnset ? "none" : fmt::format("{}", *value);
  }

  [[nodiscard]] std::string table_name(std::uint32_t index) const {
    const auto& name = program_.tables[index].name;
    return name.empty() ? fmt::format("table:{}", index) : name;
  }

  const Program& program_;
  std::unique_ptr<Interpreter> interpreter_;
  std::string out_;
};

}  // namespace

std::string disassemble(const Program& program) { return Disassembler(program).run(); }

}  // namespace spoils::roll
