// roll/disassemble.cpp
//
// Writes instructions as text: number, name, destination, operands, and the place that a jump leads to.
#include "roll/disassemble.h"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>

#include "number/rational.h"
#include "program/dump.h"
#include "roll/shared_code.h"

namespace spoils::roll {

using namespace program;

namespace {

/// The text of an instruction: its name and then its operands, a letter for each that Disassembler::operand() knows.
struct Format {
  Opcode opcode;
  std::string_view name;
  std::string_view operands;
};

constexpr Format kFormats[] = {
    {Opcode::Steps, "steps", "#"},
    {Opcode::Spend, "spend", ""},
    {Opcode::Move, "move", "t=a"},
    {Opcode::OrZero, "or-zero", "t=a"},
    {Opcode::Negate, "negate", "t=a"},
    {Opcode::Absolute, "abs", "t=a"},
    {Opcode::Add, "add", "t=ab"},
    {Opcode::Subtract, "subtract", "t=ab"},
    {Opcode::Multiply, "multiply", "t=ab"},
    {Opcode::FloorDivide, "floor-divide", "t=ab"},
    {Opcode::Modulo, "modulo", "t=ab"},
    {Opcode::Minimum, "min", "t=ab"},
    {Opcode::Maximum, "max", "t=ab"},
    {Opcode::Floor, "floor", "t=n"},
    {Opcode::Ceil, "ceil", "t=n"},
    {Opcode::Round, "round", "t=n"},
    {Opcode::Contains, "contains", "t=ab"},
    {Opcode::Size, "size", "t=a"},
    {Opcode::Cell, "cell", "t=ca"},
    {Opcode::RowWord, "row-word", "t=a"},
    {Opcode::Hoisted, "hoisted", "t=x"},
    {Opcode::Memoised, "memoised", "t=x"},
    {Opcode::Evaluate, "evaluate", "t=x"},
    {Opcode::Store, "store", "t=x"},
    {Opcode::ConstantWord, "constant-def", "t=x"},
    {Opcode::ValueAt, "value-at", "t=ab"},
    {Opcode::Keys, "keys", "t=a"},
    {Opcode::Arguments, "arguments", "x"},
    {Opcode::MoveNumber, "move-number", "t=n"},
    {Opcode::NumberOrZero, "number-or-zero", "t=n"},
    {Opcode::Widen, "widen", "t=a"},
    {Opcode::AddNumbers, "add-numbers", "t=nm"},
    {Opcode::SubtractNumbers, "subtract-numbers", "t=nm"},
    {Opcode::MultiplyNumbers, "multiply-numbers", "t=nm"},
    {Opcode::DivideNumbers, "divide-numbers", "t=nm"},
    {Opcode::MinimumNumber, "min-number", "t=nm"},
    {Opcode::MaximumNumber, "max-number", "t=nm"},
    {Opcode::EvaluateNumber, "evaluate-number", "t=x"},
    {Opcode::ConstantNumber, "constant-def-number", "t=x"},
    {Opcode::Chance, "chance", "t=f"},
    {Opcode::ChanceOf, "chance-of", "t=x"},
    {Opcode::Range, "range", "t=ab"},
    {Opcode::Dice, "dice", "t=ab"},
    {Opcode::Member, "member", "t=a"},
    {Opcode::Pick, "pick", "t=x"},
    {Opcode::Row, "row", "t=T"},
    {Opcode::Jump, "jump", ">"},
    {Opcode::JumpIf, "jump-if", "a>"},
    {Opcode::JumpIfNot, "jump-if-not", "a>"},
    {Opcode::JumpIfEqual, "jump-if-equal", "ab>"},
    {Opcode::JumpIfNotEqual, "jump-if-not-equal", "ab>"},
    {Opcode::JumpIfLess, "jump-if-less", "ab>"},
    {Opcode::JumpIfLessOrEqual, "jump-if-less-or-equal", "ab>"},
    {Opcode::JumpIfSameNumber, "jump-if-same-number", "nm>"},
    {Opcode::JumpIfNotSameNumber, "jump-if-not-same-number", "nm>"},
    {Opcode::JumpIfLessNumber, "jump-if-less-number", "nm>"},
    {Opcode::JumpIfLessOrEqualNumber, "jump-if-less-or-equal-number", "nm>"},
    {Opcode::JumpIfRowWord, "jump-if-row-word", "ab>"},
    {Opcode::JumpIfNotRowWord, "jump-if-not-row-word", "ab>"},
    {Opcode::JumpIfContains, "jump-if-contains", "ab>"},
    {Opcode::JumpIfNotContains, "jump-if-not-contains", "ab>"},
    {Opcode::JumpIfChance, "jump-if-chance", "f>"},
    {Opcode::JumpIfNoChance, "jump-if-no-chance", "f>"},
    {Opcode::Switch, "switch", "a"},
    {Opcode::BeginRepeat, "begin-repeat", "a"},
    {Opcode::NextRepeat, "next-repeat", ">"},
    {Opcode::BeginRange, "begin-range", "ab"},
    {Opcode::NextInRange, "next-in-range", "t>"},
    {Opcode::BeginMembers, "begin-members", "a"},
    {Opcode::NextMember, "next-member", "t>"},
    {Opcode::EndLoop, "end-loop", ""},
    {Opcode::BeginFold, "begin-fold", "a>"},
    {Opcode::NextOfFold, "next-of-fold", "t>"},
    {Opcode::Count, "count", "t"},
    {Opcode::AddNumber, "add-number", "X"},
    {Opcode::CountMatches, "count-matches", "t=ab>"},
    {Opcode::BeginFound, "begin-found", "t"},
    {Opcode::Found, "found", "a"},
    {Opcode::EndFound, "end-found", "t=a"},
    {Opcode::CheckState, "check-state", "a"},
    {Opcode::Bind, "bind", "s"},
    {Opcode::Call, "call", "r"},
    {Opcode::Dispatch, "dispatch", "a"},
    {Opcode::MakeThing, "make-thing", "s"},
    {Opcode::Run, "run", "s"},
    {Opcode::Stop, "stop", ""},
    {Opcode::Discard, "discard", ""},
    {Opcode::End, "end", ""},
};

constexpr bool are_in_order() {
  for (std::size_t i = 0; i < std::size(kFormats); ++i) {
    if (static_cast<std::size_t>(kFormats[i].opcode) != i) { return false; }
  }
  return static_cast<std::size_t>(Opcode::End) + 1 == std::size(kFormats);
}
static_assert(are_in_order());

const Format& format_of(Opcode opcode) { return kFormats[static_cast<std::size_t>(opcode)]; }

class Disassembler {
 public:
  explicit Disassembler(const Program& program) : program_(program), code_(program) {}

  std::string run() {
    auto& bytecode = code_.bytecode();
    for (const auto& rule : program_.rules) {
      fmt::format_to(std::back_inserter(out_), "rule {}\n", rule.name);
      lines(bytecode.block(rule.body));
    }
    for (std::uint32_t i = 0; i < program_.choices.size(); ++i) { filter(i); }
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      if (program_.expressions[id].op == Op::Block) { fragment(dump(program_, id), bytecode.def_block(id)); }
    }
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
    auto& bytecode = code_.bytecode();
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
    const auto& format = format_of(i->opcode);
    fmt::format_to(std::back_inserter(out_), "  {:3} {}", i - first, format.name);
    for (const auto letter : format.operands) { out_ += ' ' + operand(letter, first, *i); }
    out_ += '\n';
  }

  [[nodiscard]] std::string operand(char letter, const Instruction* first, const Instruction& i) const {
    switch (letter) {
      case 't': return name(i.to);
      case 'a': return name(i.a);
      case 'b': return name(i.b);
      case 'n': return number_name(i.a);
      case 'm': return number_name(i.b);
      case '#': return fmt::format("{}", i.a);
      case '>': return fmt::format("-> {}", &i - first + 1 + i.offset);  // the instruction that a jump leads to
      case 'x': return dump(program_, i.id);
      case 'X': return dump(program_, i.a);
      case 'f': return number::to_text(*i.fraction);
      case 'c': return i.column->table->name;
      case 'T': return table_name(i.a);
      case 'r': return program_.rules[i.a].name;
      case 's': return fmt::format("statement {}", i.a);
      default: return std::string(1, letter);
    }
  }

  // A slot by its name, a constant by its word, and another register by its number from the last one down.
  [[nodiscard]] std::string name(std::uint32_t at) const {
    if (at < program_.slots.size()) {
      const auto& slot = program_.slots[at];
      const bool is_named = !slot.name.empty() && slot.kind != Slot::Kind::Local;
      return is_named ? slot.name : fmt::format("{}#{}", slot.name, at);
    }
    const auto& bytecode = code_.bytecode();
    const auto value = bytecode.constant(at);
    if (!value) { return fmt::format("%{}", bytecode.end_of_registers() - 1 - at); }
    return *value == kUnset ? "none" : fmt::format("{}", *value);
  }

  // The same of a number, in this register and the next.
  [[nodiscard]] std::string number_name(std::uint32_t at) const {
    const auto first = code_.bytecode().constant(at);
    const auto second = code_.bytecode().constant(at + 1);
    if (!first || !second || *second == 1) { return name(at); }
    return number::to_text(number::Rational::in_lowest_terms(*first, *second));
  }

  [[nodiscard]] std::string table_name(std::uint32_t index) const {
    const auto& name = program_.tables[index].name;
    return name.empty() ? fmt::format("table:{}", index) : name;
  }

  const Program& program_;
  SharedCode code_;
  std::string out_;
};

}  // namespace

std::string_view name_of(Opcode opcode) { return format_of(opcode).name; }

std::string disassemble(const Program& program) { return Disassembler(program).run(); }

}  // namespace spoils::roll
