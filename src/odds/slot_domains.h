// odds/slot_domains.h
//
// The values that slots may hold while statements run for which some slots are known: those that arguments, choices
// and lists give them. An expression has one answer for each combination of them. Each answer is stored by all that it
// depends on: the words of known slots, and the domains of the others. tests/odds/slot_domains_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "odds/access_analysis.h"
#include "odds/planned_rows.h"
#include "odds/state_index.h"
#include "program/draw_free.h"

namespace spoils::odds {

class SlotDomains : public program::DrawFreeEvaluator<SlotDomains> {
 public:
  using Word = program::Word;
  using Base = program::DrawFreeEvaluator<SlotDomains>;
  static constexpr bool kLooksAtClock = true;

  /// `known`: the slots of which one word is known each time. Requires: the others outlive this; `accesses` has taken
  /// in all statements.
  SlotDomains(const program::Program& program, program::Heap& heap, const AccessAnalysis& accesses,
              PlannedRowsCache& planned_rows, std::vector<program::SlotId> known);

  /// From now on the known slots hold these words.
  void settle_in(const Word* words);

  /// Values that depend on some slots alone, by the words and domains of these.
  struct Memo {
    std::vector<program::SlotId> slots;
    StateIndex known;
    std::vector<std::optional<Word>> values;

    Memo() = default;
    explicit Memo(std::vector<program::SlotId> of) : slots(std::move(of)), known(slots.size()) {}
  };

  /// Returns the value of a memo for what the slots may hold now; `find` returns it where it is not known yet. Cost: a
  /// look-up, and as much for each slot that is not known.
  template <class F>
  std::optional<Word> value_of(Memo& memo, F&& find);

  /// Calls f for each combination of values of the slots that some expressions read; false if these are too many, and
  /// then perhaps after some calls. `besides` is left alone.
  template <class F>
  bool for_all(const std::vector<program::ExpressionId>& roots, program::SlotId besides, F&& f);

  /// The same for the planned rows of a choice, of which a row may be anything that it depends on.
  template <class F>
  bool for_all_planned(std::uint32_t choice, F&& f);

  /// Slots whose values determine those expressions; those planned rows.
  [[nodiscard]] const std::vector<program::SlotId>& slots_read_by(const std::vector<program::ExpressionId>& roots);
  [[nodiscard]] const std::vector<program::SlotId>& slots_planned_by(std::uint32_t choice);

  /// Questions that were asked so far.
  [[nodiscard]] std::uint64_t work() const { return work_; }

  /// Returns what was there.
  Word set(program::SlotId slot, Word word) { return std::exchange(slots_[slot], word); }

  using Base::admitted_weight;
  using Base::bind_arguments;

 private:
  struct Domain {
    Memo memo;
    std::uint64_t settled = 0;   // when its number was found last; kIsBeingFound: it is, perhaps for itself
    std::optional<Word> number;  // of its values, which were found then
  };
  static constexpr std::uint64_t kIsBeingFound = ~std::uint64_t{0};

  template <class F>
  bool for_all_of(const std::vector<program::SlotId>& slots, F&& f);
  [[nodiscard]] bool is_known(program::SlotId slot) const { return is_known_[slot]; }
  [[nodiscard]] std::optional<Word> number_of_domain(program::SlotId slot);
  [[nodiscard]] std::vector<program::SlotId> slots_behind(program::SlotId slot);
  [[nodiscard]] std::optional<Word> find_domain(program::SlotId slot);
  [[nodiscard]] bool find_values(program::SlotId slot, std::vector<Word>& out);

  std::vector<Word> slots_of_own_;
  const AccessAnalysis& accesses_;
  std::vector<program::SlotId> known_slots_;
  std::vector<bool> is_known_;
  std::map<program::SlotId, std::uint32_t> choice_of_row_;
  PlannedRowsCache& planned_rows_;
  std::map<program::SlotId, Domain> domains_;
  std::map<std::vector<Word>, Word> numbers_;     // of lists of values
  std::vector<const std::vector<Word>*> values_;  // by number
  std::map<std::vector<program::ExpressionId>, std::vector<program::SlotId>> slots_read_by_;
  std::map<std::uint32_t, std::vector<program::SlotId>> slots_planned_by_;
  std::uint64_t settled_ = 0;  // how often
  std::uint64_t work_ = 0;
};

/// Combinations of values that are gone through for one question; more than these are unknown.
inline constexpr std::uint64_t kMostCases = 100'000;

/// Questions that take as long as to look up the rows of a choice, which are mostly known.
inline constexpr std::uint64_t kWorkOfRows = 10;

template <class F>
std::optional<program::Word> SlotDomains::value_of(Memo& memo, F&& find) {
  ++work_;
  std::vector<Word> key;
  key.reserve(memo.slots.size());
  for (const auto slot : memo.slots) {
    key.push_back(is_known(slot) ? slots_[slot] : number_of_domain(slot).value_or(program::kUnset));
  }
  const auto [number, is_new] = memo.known.number_of(key.data());
  if (is_new) { memo.values.push_back(find()); }
  return memo.values[number];
}

template <class F>
bool SlotDomains::for_all(const std::vector<program::ExpressionId>& roots, program::SlotId besides, F&& f) {
  auto slots = slots_read_by(roots);
  slots.erase(std::remove(slots.begin(), slots.end(), besides), slots.end());
  return for_all_of(slots, f);
}

template <class F>
bool SlotDomains::for_all_planned(std::uint32_t choice, F&& f) {
  bool is_told = true;
  const bool is_bounded = for_all_of(slots_planned_by(choice), [&] {
    if (!is_told) { return; }
    const auto& found = planned_rows_.of(*program_, *this, slots_, choice);
    is_told = !found.is_open;
    work_ += kWorkOfRows;
    if (is_told) { f(found); }
  });
  return is_bounded && is_told;
}

template <class F>
bool SlotDomains::for_all_of(const std::vector<program::SlotId>& slots, F&& f) {
  struct Wheel {
    program::SlotId slot;
    std::span<const Word> values;
    std::size_t at;
  };
  std::vector<Wheel> wheels;
  std::uint64_t cases = 1;
  for (const auto slot : slots) {
    if (is_known(slot)) { continue; }
    const auto number = number_of_domain(slot);
    if (!number) { return false; }
    const std::span<const Word> values(*values_[static_cast<std::size_t>(*number)]);
    if (values.empty()) { return true; }
    cases *= values.size();
    if (cases > kMostCases) { return false; }
    wheels.push_back({slot, values, 0});
  }
  work_ += cases;
  while (true) {
    for (const auto& wheel : wheels) { slots_[wheel.slot] = wheel.values[wheel.at]; }
    f();
    std::size_t i = 0;
    for (; i < wheels.size() && ++wheels[i].at == wheels[i].values.size(); ++i) { wheels[i].at = 0; }
    if (i == wheels.size()) { break; }
  }
  // Slots that are not free keep their words: expressions set only slots of their own.
  return true;
}

}  // namespace spoils::odds
