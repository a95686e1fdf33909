// odds/liveness.h
//
// Which slots the rest of a program can still ask for. What nobody asks for is not kept, so states that differ only
// there are one state; and what is assigned to such a slot is not even computed.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

/// A set of slots, one bit each.
class SlotSet {
 public:
  SlotSet() = default;
  explicit SlotSet(std::size_t slots) : bits_((slots + 63) / 64, 0) {}

  void insert(program::SlotId slot) { bits_[slot / 64] |= std::uint64_t{1} << (slot % 64); }
  void erase(program::SlotId slot) { bits_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64)); }
  [[nodiscard]] bool contains(program::SlotId slot) const { return (bits_[slot / 64] >> (slot % 64) & 1) != 0; }
  SlotSet& operator|=(const SlotSet& other) {
    for (std::size_t i = 0; i < bits_.size(); ++i) { bits_[i] |= other.bits_[i]; }
    return *this;
  }

 private:
  std::vector<std::uint64_t> bits_;
};

/// What each statement and rule may read from before it, for one program.
class Liveness {
 public:
  explicit Liveness(const program::Program& program);

  /// What a statement, with all that it runs, may read.
  [[nodiscard]] const SlotSet& uses(std::uint32_t statement) const { return statements_[statement]; }
  [[nodiscard]] const SlotSet& block_uses(program::BlockId block) const { return blocks_[block]; }
  /// What is live before a statement, given what is live after it.
  [[nodiscard]] SlotSet before(std::uint32_t statement, const SlotSet& after) const;
  [[nodiscard]] SlotSet none() const { return SlotSet(program_.slots.size() + 1); }
  void read(SlotSet& into, program::ExpressionId id) const;
  /// What a thing of a rule needs while it is made: what the rule reads but for its own fields and parameters.
  [[nodiscard]] const SlotSet& rule_uses(program::RuleId rule) const { return rules_[rule]; }

 private:
  const SlotSet& use_statement(std::uint32_t statement);
  const SlotSet& use_block(program::BlockId block);
  const SlotSet& use_rule(program::RuleId rule);

  const program::Program& program_;
  std::vector<SlotSet> statements_;
  std::vector<SlotSet> blocks_;
  std::vector<SlotSet> rules_;
  std::vector<std::uint8_t> statement_done_;
  std::vector<std::uint8_t> block_done_;
  std::vector<std::uint8_t> rule_done_;
};

}  // namespace spoils::odds
