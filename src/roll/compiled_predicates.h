// roll/compiled_predicates.h
//
// Compiled predicates: conditions of folds and filters, which are evaluated for many rows and members, as flat
// structures whose operands read columns of tables directly instead of walking expressions. They mean the same as the
// expressions that they are compiled from, and count the same work. Tests: tests/roll/optimisations_test.cpp.
#pragma once

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

/// An operand: the source of a word.
struct Operand {
  enum class Kind : std::uint8_t {
    Constant,
    Slot,
    Row,     // in a column of constants, by the row that a slot holds
    Cell,    // the same, by the outcome that another lookup gives
    Call,    // of a def with one argument: that is the key, and the body is `other`
    Sum,     // of two lookups
    Fold,    // that counts or asks
    Worked,  // any other expression
  };
  Kind kind = Kind::Worked;
  bool or_zero = false;  // 0 for what is unset
  program::SlotId slot = 0;
  std::uint32_t key = 0;
  std::uint32_t other = 0;
  program::ExpressionId id = program::kNone;
  program::Word value = 0;
  const program::Word* column = nullptr;
  const program::Table* table = nullptr;
};

struct Predicate {
  enum class Kind : std::uint8_t {
    And,
    Or,
    Not,
    Equal,
    Less,
    LessOrEqual,
    InRange,
    Contains,
    Is,
    // The commonest in folds:
    RowIs,   // the same as Equal of a lookup by row and a constant
    RowIn,   // as Contains of a lookup by row and a slot
    SlotIs,  // as Equal of two slots
  };
  Kind kind = Kind::Is;
  std::uint32_t a = 0;  // questions of And, Or and Not; slots of RowIs, RowIn and SlotIs; lookups of the others
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  program::ExpressionId id = program::kNone;
  program::Word value = 0;                // of RowIs
  const program::Word* column = nullptr;  // of RowIs and RowIn
};

class CompiledPredicates {
 public:
  explicit CompiledPredicates(const program::Program& program) : program_(program), folds_(program.folds.size()) {}

  /// A compiled fold.
  struct CompiledFold {
    bool is_made = false;
    bool has_worked = false;  // some part is evaluated as an expression, which may fault or create lists
    std::uint32_t source = program::kNone;
    std::uint32_t first = 0;  // the parts of its condition
    std::uint32_t count = 0;
    std::uint32_t value = program::kNone;    // of Any and All
    std::uint32_t counted = program::kNone;  // the RowIn of one that counts, if all its other parts are RowIs
  };
  const CompiledFold& fold(std::uint32_t index) {
    if (!folds_[index].is_made) { make(index); }
    return folds_[index];
  }

  /// Counts each word in the column of a fold's one RowIn, over the members of a constant list that pass its RowIs.
  struct Index {
    program::Word first = 0;           // of the words that are counted
    std::vector<std::uint16_t> times;  // by the word minus the first; empty: not counted
    std::uint64_t members = 0;         // that pass
  };
  /// Requires: the fold is countable. MemoTable: at most 2 bytes for each of kMostCounted words.
  const Index& index(std::uint32_t fold, program::Word list);
  static constexpr std::size_t kMostCounted = 1'000'000;

  /// Makes a condition ready.
  std::uint32_t predicate(program::ExpressionId id);

  /// Returns the words of a column, or of all outcomes for kNone, by row; null if they are no constants.
  const program::Word* column(std::uint32_t table, std::uint32_t column);

  [[nodiscard]] const Predicate& operator[](std::uint32_t predicate) const { return predicates_[predicate]; }
  [[nodiscard]] std::uint32_t part(std::uint32_t part) const { return parts_[part]; }
  [[nodiscard]] const Operand& operand(std::uint32_t operand) const { return operands_[operand]; }

 private:
  void make(std::uint32_t index);
  void add_parts(program::ExpressionId id, std::vector<std::uint32_t>& parts);
  [[nodiscard]] Predicate simple(Predicate predicate) const;
  std::uint32_t operand_of(program::ExpressionId id, bool or_zero);
  const program::Program& program_;
  std::vector<Predicate> predicates_;
  std::vector<Operand> operands_;
  std::vector<std::uint32_t> parts_;
  std::vector<CompiledFold> folds_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<program::Word>> columns_;  // empty: not of constants
  std::unordered_map<std::uint64_t, Index> indices_;                                       // by fold and list
  std::size_t counted_ = 0;
  std::map<program::Word, std::uint32_t> bodies_;  // of defs that are called: their lookups
  bool has_worked_ = false;
};

}  // namespace spoils::roll
