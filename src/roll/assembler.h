// roll/assembler.h
//
// The code generator: statements and expressions become the instructions of roll/bytecode.h, in one pass. Forward jumps
// are patched when their label is bound. Tests: tests/roll/bytecode_test.cpp, tests/mutants/bytecode.toml.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "program/program.h"
#include "roll/bytecode.h"

namespace spoils::roll {

/// Emits the instructions of one block or fragment. Registers for temporaries are allocated as on a stack and freed
/// after the expression that needs them.
class Assembler {
 public:
  explicit Assembler(Bytecode& bytecode, std::size_t temporaries = kTemporaries)
      : bytecode_(bytecode), program_(bytecode.program_), end_of_free_(Bytecode::kRegisters - temporaries) {}

  /// Returns the instructions of a block, the last of them Opcode::End.
  std::vector<Instruction> run(program::BlockId block) {
    emit(block);
    add(Opcode::End);
    return std::move(out_);
  }

  /// Returns the instructions of a fold, which is expression `id`; none if it must be evaluated as a tree.
  Fragment run_fold(const program::Fold& f, program::ExpressionId id);

  /// Returns the instructions of a def's block and its result, which is expression `id`; none if it must be evaluated
  /// as a tree. The result of a number is in two registers.
  Fragment run_def_block(const program::Expression& e, program::ExpressionId id);

  /// Returns the condition whether a row passes the steps of a kind, or only step number `step` if that is not kNone.
  /// Arguments of defs are bound on the way.
  Fragment run_steps(const program::Choice& choice, program::ConditionStep::Kind kind, std::size_t step);

  static constexpr std::size_t kTemporaries = 512;  // registers that no constant takes

  using Register = std::uint32_t;
  static constexpr Register kNoRegister = 0xFFFFFFFF;

  /// Returns the register of a constant; kNoRegister if there are too many.
  Register constant(program::Word value) {
    const auto [known, is_new] = bytecode_.constant_.try_emplace(value, 0);
    if (!is_new) { return known->second; }
    if (bytecode_.constants_.size() + kTemporaries >= Bytecode::kRegisters) {
      bytecode_.constant_.erase(known);
      return kNoRegister;
    }
    known->second = static_cast<Register>(bytecode_.first_register_ + bytecode_.constants_.size());
    bytecode_.constants_.push_back(value);
    return known->second;
  }

 private:
  static constexpr std::size_t kMaxTargets = 64;

  /// A jump target that is not known yet, and the jumps to patch.
  struct Label {
    std::vector<std::size_t> jumps;
  };

  Instruction& add(Opcode opcode, std::uint32_t to = 0, std::uint32_t a = 0, std::uint32_t b = 0,
                   program::ExpressionId id = program::kNone) {
    auto& made = out_.emplace_back();
    made.opcode = opcode;
    made.to = to;
    made.a = a;
    made.b = b;
    made.id = id;
    return made;
  }
  void jump(Opcode opcode, Label& label, std::uint32_t a = 0, std::uint32_t b = 0) {
    label.jumps.push_back(out_.size());
    add(opcode, 0, a, b);
  }
  void bind(const Label& label) {
    for (const auto from : label.jumps) { out_[from].offset = from_to(from, out_.size()); }
  }
  // The jump distance between two instructions.
  static std::int32_t from_to(std::size_t from, std::size_t to) {
    return static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from) - 1;
  }
  [[nodiscard]] const program::Expression& node(program::ExpressionId id) const { return bytecode_.nodes_[id]; }
  // Bodies of defs are inlined at each call, so a block may become far larger than the program that it is part of.
  [[nodiscard]] bool is_full() const {
    return is_out_of_registers_ || out_.size() > Bytecode::kMaxBlockInstructions ||
           bytecode_.instruction_count_ + out_.size() > Bytecode::kMaxInstructions;
  }

  // ---- Registers ------------------------------------------------------------

  // Temporaries are the last registers; a statement that needs more is evaluated as a tree.
  Register temporary() {
    if (free_ > end_of_free_) {
      --free_;
    } else {
      is_out_of_registers_ = true;
    }
    least_free_ = std::min(least_free_, free_);
    return static_cast<Register>(bytecode_.first_register_ + free_);
  }

  // ---- Statements: roll/assemble_statements.cpp ------------------------------

  void emit(program::BlockId block);
  void emit(const program::Statement& s, std::uint32_t number);
  /// Emits a tree's evaluation into a temporary.
  Register tree_value(program::ExpressionId id);
  void begin_loop(const program::Statement& s, std::uint32_t number);
  void emit_loop(const program::Statement& s, std::uint32_t number);
  // Returns false, and emits nothing, if the arguments must be evaluated as trees.
  bool bind_parameters(const program::Statement& s);
  // Takes back all instructions from `begin` on, if there were too few registers for them.
  bool falls_back(std::size_t begin);

  // ---- Conditions and values: roll/assemble_values.cpp ------------------------

  /// The condition of a statement: as jump_if(), but evaluated as a tree if that needs too many registers.
  void jump_if_condition(program::ExpressionId id, bool when, Label& label);
  /// Jumps if a condition equals `when`.
  void jump_if(program::ExpressionId id, bool when, Label& label) {
    const auto free = free_;
    emit_jump(id, when, label);
    free_ = free;
  }
  void emit_jump(program::ExpressionId id, bool when, Label& label);
  void jump_if_value(program::ExpressionId id, bool when, Label& label);
  // Returns false, and emits nothing, if the condition does not compare the word of a row with a constant.
  bool jump_if_row_word(const program::Expression& e, bool when, Label& label);
  // Returns the words that a RowCell or RowOutcome reads; null for another expression, and if they are no constants.
  const program::Word* row_words(const program::Expression& e);
  // The percentage as which a chance was written; it fits in one word of an instruction.
  static std::uint32_t written(const program::Expression& chance);

  /// Returns a register that holds the word of an expression.
  Register value(program::ExpressionId id);
  /// The same; an unset value becomes 0.
  Register integer(program::ExpressionId id);
  /// The first register keeps its value while the second is computed.
  std::pair<Register, Register> values(program::ExpressionId first, program::ExpressionId second);
  std::pair<Register, Register> integers(program::ExpressionId first, program::ExpressionId second, bool hold = false);
  /// Copies a slot that may change before it is read, if `hold`.
  Register preserved(Register known, bool hold);
  /// Whether an expression is known to have a value; conservative.
  /// Whether evaluating an expression sets no slot; conservative.
  [[nodiscard]] bool is_plain(program::ExpressionId id) const;
  /// Emits code that writes the word of an expression to a register, in its last instruction.
  void emit_into(program::ExpressionId id, Register to);
  // Returns false, and emits nothing, if the expression must be evaluated as a tree.
  bool emit(const program::Expression& e, program::ExpressionId id, Register to);

  // ---- Folds: roll/assemble_folds.cpp -----------------------------------------

  // Returns false, and emits nothing, if the fold must be evaluated as a tree.
  bool fold(const program::Fold& f, program::ExpressionId id, Register to);
  Register amount_of(const program::Fold& f);
  // The same of a fold whose value follows from all that it finds: a list, a set, the most common.
  bool fold_of_found(const program::Fold& f, program::ExpressionId id, Register to);
  void number_sum(const program::Fold& f, program::ExpressionId id);
  template <class Body>
  void for_each_member(const program::Fold& f, program::ExpressionId id, Register source, Body&& body);
  ColumnCounts* column_counts(const program::Fold& f, program::SlotId& seen);
  Fragment fragment(Register result);

  // ---- Fractions, in two registers: roll/assemble_numbers.cpp ------------------

  Register number_temporary();
  std::optional<Register> number_constant_of(const program::Expression& e);
  /// Returns the first register of a number, or an integer; an unset value becomes 0.
  Register number(program::ExpressionId id);
  /// The first keeps its value while the second is computed.
  std::pair<Register, Register> numbers(program::ExpressionId first, program::ExpressionId second);
  /// Emits code that writes both words of a number, or an integer, to registers, in its last instruction.
  void emit_number_into(program::ExpressionId id, Register to);
  // Returns false, and emits nothing, if the expression must be evaluated as a tree.
  bool emit_number(const program::Expression& e, program::ExpressionId id, Register to);
  bool binary_number(Opcode opcode, const program::Expression& e, program::ExpressionId id, Register to);
  bool constant_def(Opcode opcode, const program::Expression& e, program::ExpressionId id, Register to);

  // ---- Blocks of defs: roll/assemble_blocks.cpp --------------------------------

  void emit_in_block(program::BlockId block, program::ExpressionId id, Label& end);
  void emit_in_block(const program::Statement& s, program::ExpressionId id, Label& end);
  void emit_loop_of_block(const program::Statement& s, program::ExpressionId id, Label& end);
  void jump_in_block(program::ExpressionId id, Label& label);

  bool binary(Opcode opcode, const program::Expression& e, program::ExpressionId id, Register to);
  // A condition as a word, by jumps.
  bool flag_into(program::ExpressionId id, Register to);
  void bind(const program::Expression& e);
  void bind_arguments(const program::Expression& e, program::ExpressionId id);
  [[nodiscard]] bool any_wide(const std::vector<program::SlotId>& slots) const;
  /// Sets slots to operands, from number `first` on. All are computed before the first is set: one may read a slot that
  /// another sets, or call the same def.
  void set_all(const std::vector<program::SlotId>& slots, std::uint32_t first);
  bool pick(const program::Expression& e, program::ExpressionId id, Register to);

  static constexpr std::size_t kNoSteps = static_cast<std::size_t>(-1);

  Bytecode& bytecode_;
  const program::Program& program_;
  std::vector<Instruction> out_;
  std::size_t end_of_free_;
  std::size_t first_free_ = Bytecode::kRegisters;  // when a statement begins
  std::size_t free_ = Bytecode::kRegisters;        // registers from here on are taken
  std::size_t least_free_ = Bytecode::kRegisters;
  bool is_out_of_registers_ = false;
  // State of the block of a def:
  bool needs_tree_ = false;
  Register keys_ = kNoRegister;  // holds the keys of a map that the block does not change, once they are known
  program::SlotId keys_of_ = program::kNone;  // that map; kNone: none so far
};

}  // namespace spoils::roll
