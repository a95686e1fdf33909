// diff/same_parts.h
//
// Whether two programs are the same in all that a rule needs, so that no question about the rule can have two
// answers, but for the names of things, which displays make. Both are walked side by side from the rule on (a
// bisimulation: Park 1981): every pair of nodes, statements, tables and so on that is reached must agree in all of
// its members, numbers of one program paired with numbers of the other. Parts without a partner differ.
// Tests: tests/diff/same_parts_test.cpp, and for random packs tests/reference/same_parts_test.cpp.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "program/program.h"

namespace spoils::diff {

class SameParts {
 public:
  /// Both outlive the object.
  SameParts(const program::Program& before, const program::Program& after);

  /// Whether all that these rules run, make, read and draw from is the same. Cost: linear in that; what was found the
  /// same before is not walked again.
  [[nodiscard]] bool rules(program::RuleId before, program::RuleId after);

  /// Whether two questions are the same, with all that their rules run, and slots are in the same order, so that their
  /// answers are the same. False for questions by name.
  [[nodiscard]] bool queries(const program::Query& before, const program::Query& after);

 private:
  enum class Part : std::uint8_t {
    Rule,
    Block,
    Statement,
    Dispatch,
    Stream,
    Expression,
    Fold,
    Choice,
    Table,
    Grid,
    Def,
    Slot,
    Symbol,
  };
  static constexpr std::size_t kParts = 13;
  struct Pair {
    Part part = Part::Rule;
    std::uint32_t before = 0;
    std::uint32_t after = 0;
  };

  /// Compares all that waits to be compared, after a beginning that was found the same; if something differs, forgets
  /// what was paired on the way, which may be wrong.
  bool walk(bool begins_same);
  bool begins(program::RuleId before, program::RuleId after);
  bool query(const program::Query& a, const program::Query& b);
  [[nodiscard]] bool has_slots_in_order() const;
  /// Pairs two numbers, and has what they name compared unless it was. False: one of them has another partner.
  bool pair(Part part, std::uint32_t before, std::uint32_t after);
  /// The same where there may be none.
  bool pair_optional(Part part, std::uint32_t before, std::uint32_t after);
  bool expressions(std::uint32_t before, std::uint32_t after);
  bool slots(std::uint32_t before, std::uint32_t after) { return pair_optional(Part::Slot, before, after); }
  bool operands(std::uint32_t before, std::uint32_t after, std::uint32_t count);
  bool is_same(const Pair& of);

  bool rule(const program::Rule& a, const program::Rule& b);
  bool block(std::uint32_t a, std::uint32_t b);
  bool statement(std::uint32_t a, std::uint32_t b);
  bool dispatch(const program::Dispatch& a, const program::Dispatch& b);
  bool stream(const program::StreamUse& a, const program::StreamUse& b);
  bool expression(const program::Expression& a, const program::Expression& b);
  bool compose(const program::Expression& a, const program::Expression& b);
  bool fold(const program::Fold& a, const program::Fold& b);
  bool choice(const program::Choice& a, const program::Choice& b);
  bool table(const program::Table& a, const program::Table& b);
  bool grid(const program::Grid& a, const program::Grid& b);
  bool def(const program::Def& a, const program::Def& b);
  bool slot(const program::Slot& a, const program::Slot& b);
  bool free_symbols(const program::Slot& slot);
  bool symbol(std::uint32_t a, std::uint32_t b);
  [[nodiscard]] std::optional<program::Word> partner_of(program::Word symbol) const;
  bool type(program::ValueType a, program::ValueType b);
  bool word(program::ValueType of, program::Word a, program::Word b);
  bool list(program::ValueType of_list, program::Word a, program::Word b);
  [[nodiscard]] bool texts(std::uint32_t a, std::uint32_t b) const { return before_.texts[a] == after_.texts[b]; }

  const program::Program& before_;
  const program::Program& after_;
  std::array<std::unordered_map<std::uint32_t, std::uint32_t>, kParts> partners_;  // by number of `before_`
  std::array<std::unordered_map<std::uint32_t, std::uint32_t>, kParts> reverse_;
  std::unordered_set<std::uint64_t> expressions_;  // pairs of them
  std::vector<Pair> todo_;
};

}  // namespace spoils::diff
