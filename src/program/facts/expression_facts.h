// program/facts/expression_facts.h
//
// Facts about expressions, each with all that it evaluates, by one memoised bottom-up pass: how deep it goes, whether
// it draws and may be unset, which slots it reads from outside, what it costs, whether it can go wrong, and whether its
// value may be stored. The pass comes first of all, so it finds also what must not be followed by recursion:
// expressions that are too deep, tables that pick from themselves. check/link decides by the facts what interpreters
// may memoise. Pinned by tests/program/facts/expression_facts_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "program/facts/slot_sets.h"
#include "program/program.h"

namespace spoils::program {

struct ExpressionFact {
  SlotSets::Id reads = SlotSets::kEmpty;  // slots read from outside; see ExpressionFacts::reads()
  std::uint32_t cost = 1;                 // estimated node evaluations; those of the dearest row of a table
  std::uint16_t levels = 0;               // of nodes from this one down, itself included
  std::uint8_t calls = 0;                 // defs that call each other, the outermost first
  bool draws = false;                     // something is left to chance
  bool may_be_unset = true;               // its word may be kUnset
  bool is_sound = true;                   // it cannot go wrong
  bool is_small = false;                  // an integer that some additions leave within range
  bool is_memoisable = true;              // it draws nothing, and makes no text or list
  bool is_hoistable = true;               // ... and neither looks into one nor binds slots
  bool is_costly = false;                 // a fraction, a call or a look-up in a table is part of it
};

/// Why expressions must not be followed.
struct ExpressionViolation {
  enum class Kind : std::uint8_t {
    TooDeep,       // more than kMaxDepth levels
    Recursion,     // a table or grid picks from itself
    CallsTooDeep,  // defs that call each other more than kMaxCallDepth deep
  };
  Kind kind = Kind::TooDeep;
  ExpressionId expression = kNone;  // where it was met
  std::uint32_t index = 0;          // of Recursion the table, of CallsTooDeep the def
};

class ExpressionFacts {
 public:
  /// Slots that a set of reads has at most; of what reads more it is known only that it does.
  static constexpr std::size_t kMostReads = 64;
  static constexpr SlotSets::Id kManyReads = 0xFFFFFFFF;

  /// Requires: the program stays where it is. Expressions may be added to it, but none may change.
  explicit ExpressionFacts(const Program& program) : program_(program), rows_(program.tables.size()) {}

  /// Returns the facts about an expression. Cost: linear in what it evaluates; memoised. Useless once there is a
  /// violation().
  const ExpressionFact& of(ExpressionId id) {
    static_cast<void>(of(id, 0));
    return node(id).fact;
  }

  /// The first violation that was met; what it is in has no facts.
  [[nodiscard]] const std::optional<ExpressionViolation>& violation() const { return violation_; }

  /// Whether all slots are known that are read according to a fact.
  [[nodiscard]] static bool knows_reads(const ExpressionFact& fact) { return fact.reads != kManyReads; }
  /// Returns the slots that an expression reads and does not set itself, ascending, as slots_read() does. Requires:
  /// knows_reads(fact).
  [[nodiscard]] const std::vector<SlotId>& reads(const ExpressionFact& fact) const { return sets_.slots(fact.reads); }
  /// Returns slots_read() of some expressions. Cost: linear in their sets of reads and in the slots; if these are not
  /// known, linear in what they evaluate.
  [[nodiscard]] std::vector<SlotId> reads_of(const std::vector<ExpressionId>& roots);

 private:
  enum class Progress : std::uint8_t { None, Begun, Done };
  struct Known {
    Progress progress = Progress::None;
    ExpressionFact fact;
  };
  struct Parts;

  // In pages, made when they are needed: a question reaches little of a large pack.
  static constexpr std::size_t kPage = 256;
  using Page = std::array<Known, kPage>;
  [[nodiscard]] Known& node(ExpressionId id) {
    const auto page = id / kPage;
    if (page >= pages_.size()) { pages_.resize(program_.expressions.size() / kPage + 1); }
    if (pages_[page] == nullptr) { pages_[page] = std::make_unique<Page>(); }
    return (*pages_[page])[id % kPage];
  }

  ExpressionFact of(ExpressionId id, int above);
  ExpressionFact below(ExpressionId id, int above);
  ExpressionFact rows_of(std::uint32_t table, ExpressionId from, int above);
  ExpressionFact column_of(std::uint32_t table, std::uint32_t column, int above);
  void finish(const Expression& e, ExpressionFact& fact);
  [[nodiscard]] bool may_be_unset(const Expression& e, const ExpressionFact& fact);
  void take(ExpressionFact& into, const ExpressionFact& part);
  void take_row(ExpressionFact& into, const ExpressionFact& part);
  [[nodiscard]] std::uint32_t turns_of(ExpressionId source);
  SlotSets::Id unite(SlotSets::Id a, SlotSets::Id b);
  SlotSets::Id with(SlotSets::Id set, SlotId slot);
  void violate(ExpressionViolation::Kind kind, ExpressionId expression, std::uint32_t index = 0);

  const Program& program_;
  std::optional<ExpressionViolation> violation_;
  SlotSets sets_;
  std::vector<std::unique_ptr<Page>> pages_;
  std::vector<Known> rows_;  // by table: weights, conditions and outcomes
  // By table and column, kNone for the outcomes: all cells, many expressions may read the same.
  std::map<std::pair<std::uint32_t, std::uint32_t>, ExpressionFact> columns_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> longest_;  // lists in a column
  std::map<std::pair<SlotSets::Id, SlotSets::Id>, SlotSets::Id> unions_;
};

}  // namespace spoils::program
