// roll/assembler.h
//
// From statements and expressions to the instructions of roll/bytecode.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "program/program.h"
#include "roll/bytecode.h"

namespace spoils::roll {

/// Emits the instructions of one block. Registers for intermediate values are allocated and freed as on a stack, since
/// no statement leaves any for the next.
class Assembler {
 public:
  explicit Assembler(Bytecode& code) : code_(code), program_(code.program_), free_(Bytecode::kRegisters) {}

  /// Returns the instructions of a block, the last of them Opcode::End.
  std::vector<Instruction> run(program::BlockId block) {
    emit(block);
    add(Opcode::End);
    return std::move(out_);
  }

 private:
  using Register = std::uint32_t;
  static constexpr Register kNoRegister = 0xFFFFFFFF;
  static constexpr std::size_t kMostTargets = 64;

  /// A place that jumps lead to, known later.
  struct Label {
    std::vector<std::size_t> jumps;
  };

  Instruction& add(Opcode act, std::uint32_t to = 0, std::uint32_t a = 0, std::uint32_t b = 0,
                   program::ExpressionId id = program::kNone) {
    auto& made = out_.emplace_back();
    made.act = act;
    made.to = to;
    made.a = a;
    made.b = b;
    made.id = id;
    return made;
  }
  void jump(Opcode act, Label& label, std::uint32_t a = 0, std::uint32_t b = 0) {
    label.jumps.push_back(out_.size());
    add(act, 0, a, b);
  }
  void here(const Label& label) {
    for (const auto from : label.jumps) { out_[from].go = from_to(from, out_.size()); }
  }
  // The jump distance between two instructions.
  static std::int32_t from_to(std::size_t from, std::size_t to) {
    return static_cast<std::int32_t>(to) - static_cast<std::int32_t>(from) - 1;
  }
  [[nodiscard]] const program::Expression& node(program::ExpressionId id) const { return code_.nodes_[id]; }
  // Bodies of defs are inlined at each call, so a block may become far larger than the program that it is part of.
  [[nodiscard]] bool is_full() const {
    return is_short_ || out_.size() > Bytecode::kMostOfBlock ||
           code_.laid_out_ + out_.size() > Bytecode::kMostInstructions;
  }

  // ---- Registers ------------------------------------------------------------

  // The last registers hold intermediate values; a statement that needs more is left to the tree.
  Register take() {
    if (free_ + kInBetween > Bytecode::kRegisters) {
      --free_;
    } else {
      is_short_ = true;
    }
    return static_cast<Register>(code_.first_register_ + free_);
  }
  Register constant(program::Word value) {
    const auto [known, is_new] = code_.constant_.try_emplace(value, 0);
    if (!is_new) { return known->second; }
    if (code_.constants_ + kInBetween >= Bytecode::kRegisters) {
      code_.constant_.erase(known);
      return kNoRegister;
    }
    known->second = static_cast<Register>(code_.first_register_ + code_.constants_++);
    code_.registers_[known->second] = value;
    return known->second;
  }

  // ---- Statements: roll/assemble_statements.cpp ------------------------------

  void emit(program::BlockId block);
  void emit(const program::Statement& s, std::uint32_t number);
  void begin_loop(const program::Statement& s);
  void emit_loop(const program::Statement& s, std::uint32_t number);
  // False, and nothing is laid out, if the tree has to do it.
  bool bind_parameters(const program::Statement& s);
  // Takes back what was laid out from somewhere on, if there were too few registers for it.
  bool left_to_tree(std::size_t begin);

  // ---- Conditions and values: roll/assemble_values.cpp ------------------------

  /// The condition of a statement: as jump_if(), and left to the tree where that needs too many registers.
  void jump_if_so(program::ExpressionId id, bool when, Label& label);
  /// Jumps if a condition is what `when` says, else goes on.
  void jump_if(program::ExpressionId id, bool when, Label& label);
  void jump_if_value(program::ExpressionId id, bool when, Label& label);
  // The percentage as which a chance was written; it fits in one word of an instruction.
  static std::uint32_t written(const program::Expression& chance);

  /// Returns a register that holds the word of an expression.
  Register value(program::ExpressionId id);
  /// The same; an unset value becomes 0.
  Register whole(program::ExpressionId id);
  /// The first register keeps its value while the second is computed.
  std::pair<Register, Register> values(program::ExpressionId first, program::ExpressionId second);
  std::pair<Register, Register> wholes(program::ExpressionId first, program::ExpressionId second, bool hold = false);
  /// Copies a slot that may change before it is read.
  Register held(Register known, bool hold);
  /// Whether an expression is known to have a value, whatever comes; false where that is not plain to see.
  [[nodiscard]] bool is_set(program::ExpressionId id) const;
  /// Whether working out an expression sets no slot.
  [[nodiscard]] bool is_plain(program::ExpressionId id) const;
  /// Puts the word of an expression into a register, which is written last.
  void work_out(program::ExpressionId id, Register to);
  // False, and nothing is laid out, if the expression is left to the tree.
  bool emit(const program::Expression& e, program::ExpressionId id, Register to);
  bool two(Opcode act, const program::Expression& e, program::ExpressionId id, Register to);
  // A condition as a word.
  bool truth(program::ExpressionId id, Register to);
  bool bind(const program::Expression& e);
  bool bind_arguments(const program::Expression& e, program::ExpressionId id);
  [[nodiscard]] bool any_wide(const std::vector<program::SlotId>& slots) const;
  /// Sets slots to operands, from number `first` on. All are computed before the first is set: one may read a slot that
  /// another sets, or call the same def.
  void set_all(const std::vector<program::SlotId>& slots, std::uint32_t first);
  bool pick(const program::Expression& e, program::ExpressionId id, Register to);

  static constexpr std::size_t kNoSteps = static_cast<std::size_t>(-1);
  static constexpr std::size_t kInBetween = 512;  // registers that no constant takes

  Bytecode& code_;
  const program::Program& program_;
  std::vector<Instruction> out_;
  std::size_t free_;       // registers from here on are taken
  bool is_short_ = false;  // there were too few
};

}  // namespace spoils::roll
