// roll/bytecode.h
//
// The bytecode of a register machine, which unobserved rolls run (roll/run_code.cpp): the statements of a block and
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
#include "roll/compiled_predicates.h"
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

/// Which rule `do` runs, by the symbol minus the first; kNoRule: none.
struct RulesByName {
  static constexpr program::RuleId kNoRule = 0xFFFFFFFF;
  program::Word first = 0;
  std::vector<program::RuleId> rules;
};

/// The operation of an instruction; `to`, `a`, `b` and so on are its members.
enum class Opcode : std::uint8_t {
  // Counting
  Steps,  // `a` statements of block `b` follow, from its item `go`
  Spend,  // one unit of work

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
  Contains,   // to = is a in list b, of words
  Size,       // to = members of list a
  Cell,       // to = the word of `column` in the row of outcome a
  RowWord,    // to = the word of `words` for row a
  Hoisted,    // to = a hoisted expression, of Program::hoisted
  Recalled,   // to = a def with a memo, whose arguments are in its slots
  Evaluated,  // to = what the tree says
  Stored,     // slot `to`, wide or not = what the tree says

  // Draws
  Chance,    // to = whether `fraction` came; `a` as Expression::value
  ChanceOf,  // the same of a number that the tree says
  Range,     // to = one of a..b
  Dice,      // to = sum of a dice of b sides
  Member,    // to = one of list a
  Pick,      // to = an outcome of `pick`
  Row,       // to = a row of table `a`, a number

  // Order
  Jump,
  JumpIf,  // a is true
  JumpIfNot,
  JumpIfEqual,  // a is b
  JumpIfNotEqual,
  JumpIfLess,  // a < b
  JumpIfLessOrEqual,
  JumpIfChance,
  JumpIfNoChance,
  Switch,  // to number a of `targets`

  // Statements
  CheckState,   // slot `a`, set by statement `b`
  Repeat,       // pushes a loop frame of a iterations
  Turn,         // begins an iteration of statement `b` if one is left, else pops its frame; `go`: past the first of its
                // instructions, which counts `a` steps, or to the first, where `a` is 0
  EachOfRange,  // pushes a loop frame for the integers a..b
  TurnOfRange,  // slot `to` takes the next integer; else as Turn
  EachMember,   // pushes a loop frame for the members of list a
  TurnOfMembers,  // slot `to` takes the next member; else as Turn
  EndLoop,        // pops a loop frame
  Call,           // rule `a`, whose parameters are set
  Make,           // the thing of statement `a`
  Run,            // statement `a`, as the tree has it
  RunNamed,       // the rule that `rules` has for symbol a
  Stop,
  Discard,
  End,
};

/// One instruction. `to`, `a` and `b` are registers where nothing else is said; `go` says how many to pass over for the
/// one that may follow instead of the next; `id` is the expression that a fault is reported for, or that it evaluates.
struct Instruction {
  Opcode act = Opcode::End;
  std::uint32_t to = 0;
  std::uint32_t a = 0;
  std::uint32_t b = 0;
  std::int32_t go = 0;
  program::ExpressionId id = program::kNone;
  union {
    const void* nothing = nullptr;
    const program::Word* words;
    const ConstantColumn* column;
    const ConstantPick* pick;
    const number::Rational* fraction;
    const std::int32_t* targets;
    const RulesByName* rules;
  };
};

/// The instructions of the blocks of a program, laid out when a block is run first.
class Bytecode {
 public:
  /// Registers besides the slots of the program: constants and intermediate values.
  static constexpr std::size_t kRegisters = 2048;
  /// Beyond this an expression is one instruction, as a statement is; 32 bytes each.
  static constexpr std::size_t kMostInstructions = 500'000;
  static constexpr std::size_t kMostOfBlock = 20'000;

  /// `nodes` are the program's expressions as rolls know them, `registers` its slots and then kRegisters more, in the
  /// memory that the instructions will read and write. All outlive this and stay where they are.
  Bytecode(const program::Program& program, const std::vector<program::Expression>& nodes, const TableCache& tables,
           CompiledPredicates& columns, program::Word* registers, std::size_t slots);

  /// Returns the word of a register that holds a constant; nothing for slots and intermediate values.
  [[nodiscard]] std::optional<program::Word> constant(std::uint32_t at) const {
    const bool is_constant = at >= first_register_ && at < first_register_ + constants_;
    return is_constant ? std::optional(registers_[at]) : std::nullopt;
  }
  /// Returns the number of slots and registers.
  [[nodiscard]] std::size_t end_of_registers() const { return first_register_ + kRegisters; }

  /// Returns the first instruction of a block.
  [[nodiscard]] const Instruction* block(program::BlockId block) {
    const auto& known = blocks_[block];
    return known.empty() ? emit(block) : known.data();
  }

 private:
  friend class Assembler;
  const Instruction* emit(program::BlockId block);
  const ConstantPick* pick_of(std::uint32_t table, bool rows_only);
  const ConstantColumn* column_of(std::uint32_t table, std::uint32_t column);
  const RulesByName* rules_of(std::uint32_t dispatch);

  const program::Program& program_;
  const std::vector<program::Expression>& nodes_;
  const TableCache& tables_;
  CompiledPredicates& columns_;
  program::Word* registers_;
  std::size_t first_register_;
  std::size_t laid_out_ = 0;   // instructions, those that were given up included
  std::size_t places_ = 0;     // of all RulesByName
  std::size_t constants_ = 0;  // registers that hold one, from the first
  std::map<program::Word, std::uint32_t> constant_;
  std::vector<std::vector<Instruction>> blocks_;
  // Data that instructions point to.
  std::map<std::pair<std::uint32_t, bool>, ConstantPick> picks_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, ConstantColumn> column_words_;
  std::map<std::uint32_t, RulesByName> rules_;
  std::deque<std::vector<std::int32_t>> targets_;
};

}  // namespace spoils::roll
