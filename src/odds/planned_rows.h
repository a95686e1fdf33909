// odds/planned_rows.h
//
// The rows of a choice that pass the static and guarded steps of its filter plan (check/link/plan_filters.h), cached
// for each combination of the values that these steps read. The lists of a thing do not change them.
// tests/mutants/state_abstraction.toml plants mistakes here.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/choice.h"

namespace spoils::odds {

struct PlannedRows {
  std::vector<std::uint32_t> rows;        // ascending
  std::vector<number::Rational> weights;  // theirs, if those read no lists either
  bool has_duplicate_outcomes = false;    // some of them have one outcome, of which only the best counts
  bool is_open = false;                   // asked of all rows something goes wrong: the choice must be asked as a whole
};

/// Stores them for each combination of these values. `Reading` is an Evaluator that shows bind_arguments() and
/// admitted_weight().
template <class Reading>
class PlannedRowsCache {
 public:
  using Word = program::Word;

  /// Binds what the condition binds, and returns the rows for what the slots then hold. The reference stays good.
  const PlannedRows& of(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index) {
    const auto& choice = program.choices[index];
    bind(program, reading, choice, choice.steps.size());
    Key key{index, {}};
    for (const auto slot : choice.planned_reads) { key.second.push_back(slots[slot]); }
    const auto [found, is_new] = choices_.try_emplace(std::move(key));
    if (is_new) { find(program, reading, slots, index, found->second); }
    return found->second;
  }

 private:
  using Key = std::pair<std::uint32_t, std::vector<Word>>;
  using Step = program::ConditionStep;

  static void bind(const program::Program& program, Reading& reading, const program::Choice& choice,
                   std::size_t before) {
    for (std::size_t i = 0; i < before; ++i) {
      const auto& step = choice.steps[i];
      if (step.kind == Step::Kind::Bind) { reading.bind_arguments(program.expressions[step.id], step.id); }
    }
  }

  const std::vector<bool>& passing(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index,
                                   std::uint32_t number) {
    const auto& choice = program.choices[index];
    const auto& step = choice.steps[number];
    bind(program, reading, choice, number);
    Key key{number, {static_cast<Word>(index)}};
    for (const auto slot : step.reads) { key.second.push_back(slots[slot]); }
    const auto [found, is_new] = steps_.try_emplace(std::move(key));
    auto& out = found->second;
    if (!is_new) { return out; }
    const auto rows = program.tables[choice.table].rows.size();
    out.resize(rows);
    for (std::size_t row = 0; row < rows && !reading.failed(); ++row) {
      slots[choice.row] = static_cast<Word>(row);
      bind(program, reading, choice, number);
      out[row] = reading.flag(step.id);
    }
    return out;
  }

  void find(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index, PlannedRows& out) {
    const auto& choice = program.choices[index];
    const auto& table = program.tables[choice.table];
    const auto& all = table.rows;
    std::vector<const std::vector<bool>*> kept;
    std::vector<std::size_t> settled;
    for (std::uint32_t i = 0; i < choice.steps.size(); ++i) {
      if (choice.steps[i].kind == Step::Kind::Static) { kept.push_back(&passing(program, reading, slots, index, i)); }
      if (choice.steps[i].kind == Step::Kind::Guarded) { settled.push_back(i); }
    }
    for (std::uint32_t row = 0; row < all.size() && !reading.failed(); ++row) {
      if (!std::all_of(kept.begin(), kept.end(), [&](const auto* passes) { return (*passes)[row]; })) { continue; }
      slots[choice.row] = static_cast<Word>(row);
      const bool stays = std::all_of(settled.begin(), settled.end(), [&](std::size_t step) {
        bind(program, reading, choice, step);
        return reading.flag(choice.steps[step].id);
      });
      if (!stays) { continue; }
      out.has_duplicate_outcomes =
          out.has_duplicate_outcomes ||
          (choice.is_best && !out.rows.empty() && has_same_outcome(program, table, out.rows.back(), row));
      out.rows.push_back(row);
      if (!choice.weighs_static) { continue; }
      bind(program, reading, choice, choice.steps.size());
      out.weights.push_back(reading.admitted_weight(choice, row));
    }
    // An earlier part of the whole condition may prevent that.
    out.is_open = reading.failed();
    reading.clear_fault();
  }

  std::map<Key, PlannedRows> choices_;
  std::map<Key, std::vector<bool>> steps_;
};

}  // namespace spoils::odds
