// roll/bytecode.h
//
// The bytecode of a register machine, which rolls run (roll/run_code.cpp): the statements of a block and
// their expressions, emitted by roll/assembler.h as one sequence of instructions. It means the same as the tree that it
// is compiled from, draws the same numbers, and counts the same steps and work. Rare operations stay in the tree, and
// an instruction refers to them. roll/disassemble.h prints it; tests/roll/bytecode_test.cpp shows it beside its source.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "program/program.h"
#include "roll/column_counts.h"
#include "roll/pick.h"
#include "roll/table_cache.h"

namespace spoils::roll {

/// A table with known weights and outcomes.
struct ConstantPick {
  const WeightedPick* pick = nullptr;
  std::vector<program::Word> outcomes;  // by row
};

/// A column of constants, by the outcomes of its table.
struct ConstantColumn {
  const program::Table* table = nullptr;
  const program::Word* words = nullptr;  // by row
};

/// A jump table of `do`: the rule for each symbol minus the first; kNoRule: none.
struct DispatchTable {
  static constexpr program::RuleId kNoRule = 0xFFFFFFFF;
  program::Word first = 0;
  std::vector<program::RuleId> rules;

  [[nodiscard]] program::RuleId rule(program::Word symbol) const {
    const auto at = static_cast<std::uint64_t>(symbol) - static_cast<std::uint64_t>(first);
    return at < rules.size() ? rules[static_cast<std::size_t>(at)] : kNoRule;
  }
  /// The same by binary search, without a jump table.
  [[nodiscard]] static program::RuleId search(const program::Dispatch& dispatch, program::Word symbol);
};

/// The operation of an instruction. `to`, `a` and `b` are its operands: registers where nothing else is said.
enum class Opcode : std::uint8_t {
  // Counting
  Steps,  // counts `a` steps: the next `a` statements of block `b`, from its item `offset` on
  Spend,  // counts one unit of work

  // Values
  Move,    // to = a
  OrZero,  // to = a, or 0 if that is unset
  Negate,
  Absolute,
  Add,
  Subtract,
  Multiply,
  FloorDivide,
  Modulo,
  Minimum,
  Maximum,
  Floor,  // to = the whole number of number a
  Ceil,
  Round,
  Contains,      // to = whether a is in list b, of words
  Size,          // to = the number of members of list a
  Cell,          // to = the word of `column` in the row of outcome a
  RowWord,       // to = the word of `words` for row a
  Hoisted,       // to = a hoisted expression, of Program::hoisted
  Memoised,      // to = a def with a memo, whose arguments are in its slots
  Evaluate,      // to = the value of expression `id`, evaluated as a tree
  Store,         // slot `to`, of one or two words = the same
  ConstantWord,  // to = the constant def of expression `id`, whose arguments are a and b
  ValueAt,       // to = the value of key b in map a
  Keys,          // to = the keys of map a, which are in b from the first time on
  Arguments,     // sets the parameters of the def that expression `id` calls, evaluated as trees

  // Numbers: fractions, each in its register and the next one
  MoveNumber,
  NumberOrZero,
  Widen,  // to = integer a, or unset
  AddNumbers,
  SubtractNumbers,
  MultiplyNumbers,
  DivideNumbers,
  MinimumNumber,
  MaximumNumber,
  EvaluateNumber,  // to = the value of expression `id`, evaluated as a tree
  ConstantNumber,  // as ConstantWord

  // Draws
  Chance,    // to = whether a chance of `fraction` came; `a` as Expression::value
  ChanceOf,  // the same of a chance that is evaluated as a tree
  Range,     // to = one of a..b
  Dice,      // to = sum of a dice of b sides
  Member,    // to = one of list a
  Pick,      // to = an outcome of `pick`, of table `a`
  Row,       // to = the index of a row of table `a`, a number

  // Jumps
  Jump,
  JumpIf,  // a is true
  JumpIfNot,
  JumpIfEqual,  // a is b
  JumpIfNotEqual,
  JumpIfLess,  // a < b
  JumpIfLessOrEqual,
  JumpIfSameNumber,
  JumpIfNotSameNumber,
  JumpIfLessNumber,  // number a < number b
  JumpIfLessOrEqualNumber,
  JumpIfRowWord,     // the word of `words` for row a is b
  JumpIfNotRowWord,  // that is not so
  JumpIfContains,    // a is in list b, of words
  JumpIfNotContains,
  JumpIfChance,
  JumpIfNoChance,
  Switch,  // by the offset in place a of `targets`

  // Loops. Each Next- instruction begins another iteration of statement `b`, or pops the loop frame if none is left. It
  // jumps to the first instruction of the body if `a` is 0, else to the second: it has then counted the `a` steps of
  // the first.
  BeginRepeat,   // pushes a loop frame of a iterations; b: the statement
  NextRepeat,    //
  BeginRange,    // pushes a loop frame for the integers a..b
  NextInRange,   // slot `to` is the next integer
  BeginMembers,  // pushes a loop frame for the members of list a
  NextMember,    // slot `to` is the next member
  EndLoop,       // pops a loop frame

  // Folds. Registers `a` and a + 1 hold the place in the list and the list.
  BeginFold,     // sets registers `to` and to + 1 to the first place of list a, and counts the members as work
  NextOfFold,    // jumps with slot `to` = the next member, if there is one
  Count,         // adds 1 to register `to`
  AddNumber,     // adds the number of expression `a` to the innermost sum of numbers
  CountMatches,  // jumps with `to` = a count over list a of the rows whose word is in list b, if `counts` answers it
  BeginFound,    // to = where the values begin that are found from now on
  Found,         // finds the value a
  EndFound,      // to = the list or set of the values that were found from a on, or the most common of them

  // Statements
  CheckState,  // slot `a`, set by statement `b`, must be within its bounds
  Bind,        // sets the parameters of the rule of statement `a`, evaluated as trees
  Call,        // rule `a`, whose parameters are set, by statement `b`
  Dispatch,   // the rule for symbol a, by statement `b`; `rules` is null if the symbols are too sparse for a jump table
  MakeThing,  // the thing of statement `a`
  Run,        // statement `a`: `retry`, `try`, `with`, a world rule; it runs its block by a dispatch loop of its own
  Stop,
  Discard,
  End,  // the last one
};

/// One instruction. A jump skips `offset` instructions; `id` is the expression that is evaluated, or that a fault is
/// reported for.
struct Instruction {
  Opcode opcode = Opcode::End;
  std::uint32_t to = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::int32_t offset = 0;
  program::ExpressionId id = program::kNone;
  union {
    const void* nothing = nullptr;
    const program::Word* words;
    const ConstantColumn* column;
    const ConstantPick* pick;
    const number::Rational* fraction;
    const std::int32_t* targets;
    const DispatchTable* rules;
    ColumnCounts* counts;
  };
};

/// The instructions of an expression that is evaluated outside of a block.
struct Fragment {
  std::vector<Instruction> instructions;  // none: it must be evaluated as a tree
  std::uint32_t result = 0;               // the register that holds its word afterwards
  std::uint32_t temporaries = 0;          // so many of the last registers change

  [[nodiscard]] bool is_tree() const { return instructions.empty(); }
};

/// The instructions of the blocks of a program, emitted when they are requested first. Instructions that were returned
/// never change and stay where they are, so that other threads may run them while more are emitted; requests must be
/// made one after the other (roll/shared_code.h).
class Bytecode {
 public:
  /// Registers besides the slots of the program, for constants and temporaries.
  static constexpr std::size_t kRegisters = 2048;
  /// Beyond these an expression is one instruction, which evaluates its tree; 32 bytes each.
  static constexpr std::size_t kMaxInstructions = 500'000;
  static constexpr std::size_t kMaxBlockInstructions = 20'000;

  /// Kinds of steps of a condition.
  static constexpr std::size_t kKinds = 4;

  /// Registers for the temporaries of a fragment; what needs more is evaluated as a tree.
  static constexpr std::size_t kFragmentTemporaries = 64;

  /// `nodes` are the program's expressions as rolls know them, `tables` those with known weights. Instructions read and
  /// write the `slots` of the program and then kRegisters more. All outlive this and stay where they are.
  Bytecode(const program::Program& program, const std::vector<program::Expression>& nodes,
           const std::vector<PreparedTable>& tables, std::size_t slots);

  /// Returns the word of a register that holds a constant; nothing for slots and temporaries.
  [[nodiscard]] std::optional<program::Word> constant(std::uint32_t at) const {
    const bool is_constant = at >= first_register_ && at < first_register_ + constants_.size();
    return is_constant ? std::optional(constants_[at - first_register_]) : std::nullopt;
  }
  /// The constants that instructions read, in the registers after the slots; more follow as blocks are emitted.
  [[nodiscard]] const std::vector<program::Word>& constants() const { return constants_; }
  /// Returns the number of slots and registers.
  [[nodiscard]] std::size_t end_of_registers() const { return first_register_ + kRegisters; }

  /// Returns the first instruction of a block.
  [[nodiscard]] const Instruction* block(program::BlockId block) {
    const auto& known = blocks_[block];
    return known.empty() ? emit(block) : known.data();
  }
  /// Returns the instructions of a fold, which is expression `id`.
  [[nodiscard]] const Fragment& fold(std::uint32_t fold, program::ExpressionId id) {
    const auto& known = folds_[fold];
    return known ? *known : emit_fold(fold, id);
  }
  /// Returns the instructions of the block of a def and its result, which is expression `id`, an Op::Block. Its result
  /// is in a register, that of a number in two.
  [[nodiscard]] const Fragment& def_block(program::ExpressionId id);
  /// Returns the condition whether a row, in the slot of a choice, passes the steps of a kind.
  [[nodiscard]] const Fragment& steps(std::uint32_t choice, program::ConditionStep::Kind kind) {
    return condition(choice, static_cast<std::size_t>(kind), kind, program::kNone);
  }
  /// The same for one static step.
  [[nodiscard]] const Fragment& static_step(std::uint32_t choice, std::size_t step) {
    return condition(choice, kKinds + step, program::ConditionStep::Kind::Static, step);
  }

 private:
  friend class Assembler;
  const Instruction* emit(program::BlockId block);
  const Fragment& emit_fold(std::uint32_t fold, program::ExpressionId id);
  const Fragment& condition(std::uint32_t choice, std::size_t place, program::ConditionStep::Kind kind,
                            std::size_t step);
  // Returns the words of a column, or of all outcomes for kNone, by row; null if they are no constants.
  const program::Word* column(std::uint32_t table, std::uint32_t column);
  // Returns the first of two registers that hold a constant number; nothing if there are too many.
  std::optional<std::uint32_t> number_constant(program::Word first, program::Word second);
  const ConstantPick* constant_pick(std::uint32_t table, bool rows_only);
  const ConstantColumn* constant_column(std::uint32_t table, std::uint32_t column);
  const DispatchTable* dispatch_table(std::uint32_t dispatch);

  const program::Program& program_;
  const std::vector<program::Expression>& nodes_;
  const std::vector<PreparedTable>& tables_;
  std::size_t first_register_;
  std::size_t instruction_count_ = 0;  // those that were taken back included
  std::size_t dispatch_entries_ = 0;   // of all dispatch tables
  std::vector<program::Word> constants_;
  std::map<program::Word, std::uint32_t> constant_;                                   // the registers of these
  std::map<std::pair<program::Word, program::Word>, std::uint32_t> number_constant_;  // of numbers the first ones
  std::vector<std::vector<Instruction>> blocks_;
  std::vector<std::optional<Fragment>> folds_;
  std::vector<std::optional<Fragment>> def_blocks_;               // by block
  std::vector<std::vector<std::optional<Fragment>>> conditions_;  // by choice, then by kind of step and static step
  // Data that instructions point to.
  std::map<std::pair<std::uint32_t, bool>, ConstantPick> constant_picks_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, ConstantColumn> constant_columns_;
  std::map<std::uint32_t, DispatchTable> dispatch_tables_;
  std::deque<std::vector<std::int32_t>> targets_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<program::Word>> columns_;  // empty: not of constants
  std::deque<ColumnCounts> counts_;
  std::size_t counted_ = 0;  // words, by all of counts_
};

}  // namespace spoils::roll
