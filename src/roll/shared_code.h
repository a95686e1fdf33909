// roll/shared_code.h
//
// The part of rolling that depends on the program alone, built once for all rollers of a pack on any number of threads:
// the expressions as rolls know them, the layouts of things, the tables with known weights, and the bytecode. A roller
// copies from here no more than pointers and constants, so that making one takes about a microsecond. All but the
// bytecode and the histograms is constant; these two grow under a lock, and a roller keeps the pointers that it was
// given. Tests: tests/roll/shared_code_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "program/mutex.h"
#include "program/program.h"
#include "roll/bytecode.h"
#include "roll/dependencies.h"
#include "roll/table_cache.h"

namespace spoils::roll {

/// Slots, as runs of consecutive ones.
struct SlotRanges {
  struct Range {
    program::SlotId first = 0;
    std::uint32_t count = 0;
  };
  std::vector<Range> ranges;
  std::size_t words = 0;  // of all

  void add(program::SlotId slot);
};

/// The words of a thing that some rule makes.
struct Layout {
  SlotRanges all;  // inputs, then fields
  SlotRanges fields;
  std::vector<program::SlotId> visible;  // fields that players see: a thing without any is none
  struct InHeap {
    std::uint32_t field = 0;  // its word among those of `fields`
    program::ValueType type;
  };
  std::vector<InHeap> in_heap;    // texts and lists
  bool has_given_fields = false;  // by parameters
};

class SharedCode {
 public:
  // Properties of slots that rolling reads often.
  static constexpr std::uint8_t kWide = 1;   // takes this word and the next
  static constexpr std::uint8_t kState = 2;  // may be out of its bounds

  /// `program` outlives this. Cost: linear in its expressions and in the rows of its tables.
  explicit SharedCode(const program::Program& program);
  SharedCode(const SharedCode&) = delete;
  SharedCode& operator=(const SharedCode&) = delete;

  [[nodiscard]] const program::Program& program() const { return program_; }
  /// The expressions of the program, with Op::Hoisted in the place of those that are hoisted.
  [[nodiscard]] const std::vector<program::Expression>& expressions() const { return expressions_; }
  [[nodiscard]] const std::vector<std::uint8_t>& slot_traits() const { return slot_traits_; }
  [[nodiscard]] const SlotRanges& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<Layout>& layouts() const { return layouts_; }  ///< by rule
  [[nodiscard]] const std::vector<PreparedTable>& constants() const { return constants_; }
  /// The numbers of the streams that Program::streams name, by their place there; equal names have equal numbers.
  [[nodiscard]] const std::vector<std::uint32_t>& stream_numbers() const { return stream_numbers_; }
  [[nodiscard]] std::size_t streams() const { return streams_; }
  /// The place of the first condition of a choice among conditions(): a condition for each kind of step, then one for
  /// each step.
  [[nodiscard]] std::size_t first_condition(std::uint32_t choice) const { return first_conditions_[choice]; }
  [[nodiscard]] std::size_t conditions() const { return first_conditions_.back(); }
  /// The names of the streams of world defs and then of world rules (roll/world_streams.h).
  [[nodiscard]] const std::vector<std::string>& world_names() const { return world_names_; }
  /// Registers of a roll: the slots of the program and one more, then those of the bytecode.
  [[nodiscard]] std::size_t slots() const { return program_.slots.size() + 1; }
  [[nodiscard]] std::size_t registers() const { return slots() + Bytecode::kRegisters; }

  /// The bytecode itself. Requires: no roller uses it meanwhile.
  [[nodiscard]] Bytecode& bytecode() { return bytecode_; }
  [[nodiscard]] const Bytecode& bytecode() const { return bytecode_; }
  /// Returns what get(bytecode) returns, and copies to the registers the constants after the first `known` ones. Only
  /// one thread at a time is in here.
  template <class Get>
  decltype(auto) request(program::Word* registers, std::size_t& known, Get&& get) {
    const program::LockGuard<program::Mutex> lock(mutex_);
    decltype(auto) out = get(bytecode_);
    const auto& constants = bytecode_.constants();
    for (; known < constants.size(); ++known) { registers[slots() + known] = constants[known]; }
    return out;
  }
  /// Returns the values that things of a rule depend on besides their draws, analysed at the first call; null if such
  /// things cannot be memoised. It stays where it is.
  [[nodiscard]] const Dependencies* dependencies(program::RuleId rule);
  /// Returns the histogram of a column over a constant list, which stays where it is.
  [[nodiscard]] const ColumnCounts::Histogram* histogram(ColumnCounts& counts, program::Word list) {
    const program::LockGuard<program::Mutex> lock(mutex_);
    return &counts.histogram(program_, list);
  }

 private:
  void make_layout(program::RuleId rule);

  const program::Program& program_;
  std::vector<program::Expression> expressions_;
  std::vector<std::uint8_t> slot_traits_;
  SlotRanges inputs_;
  std::vector<Layout> layouts_;
  std::vector<PreparedTable> constants_;
  std::vector<std::uint32_t> stream_numbers_;
  std::size_t streams_ = 0;
  std::vector<std::size_t> first_conditions_{0};
  std::vector<std::string> world_names_;
  program::Mutex mutex_;  // of what follows
  Bytecode bytecode_;
  std::map<program::RuleId, std::optional<Dependencies>> dependencies_;
};

}  // namespace spoils::roll
