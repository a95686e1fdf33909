// odds/planned_rows.h
//
// The rows of a choice that pass the static and guarded steps of its filter plan (check/link/plan_filters.h), cached
// for each combination of the values that these steps read. The lists of a thing do not change them.
// tests/mutants/state_abstraction.toml plants mistakes here.
#pragma once

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "odds/state_index.h"
#include "program/choice.h"
#include "program/walk.h"

namespace spoils::odds {

struct PlannedRows {
  std::vector<std::uint32_t> rows;        // ascending
  std::vector<number::Rational> weights;  // theirs, if those read no lists either
  bool has_duplicate_outcomes = false;    // some of them have one outcome, of which only the best counts
  bool is_open = false;                   // asked of all rows something goes wrong: the choice must be asked as a whole
};

/// The calls that a filter plan binds: the slots of their parameters, and their arguments.
struct BoundCalls {
  std::vector<program::SlotId> parameters;  // both of a Number
  std::vector<program::ExpressionId> arguments;

  BoundCalls(const program::Program& program, const program::Choice& choice) {
    for (const auto& step : choice.steps) {
      if (step.kind != program::ConditionStep::Kind::Bind) { continue; }
      const auto& call = program.expressions[step.id];
      for (std::uint32_t i = 0; i < call.b; ++i) { arguments.push_back(program.operands[call.a + i]); }
      for (const auto parameter : program.defs[static_cast<std::size_t>(call.value)].parameters) {
        program::for_each_word_of(program, parameter, [&](program::SlotId slot) { parameters.push_back(slot); });
      }
    }
  }

  void leave_out_parameters(std::vector<program::SlotId>& slots) const {
    std::erase_if(slots, [this](program::SlotId slot) {
      return std::find(parameters.begin(), parameters.end(), slot) != parameters.end();
    });
  }
};

/// Stores them for each combination of these values, and finds them anew only for other rows that pass the static
/// steps, or other words that the rest reads. `Reading` is an Evaluator that shows bind_arguments() and
/// admitted_weight().
class PlannedRowsCache {
 public:
  using Word = program::Word;

  /// Binds what the condition binds, and returns the rows for what the slots then hold. The reference stays good until
  /// clear().
  template <class Reading>
  const PlannedRows& of(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index) {
    auto& plan = plan_of(program, index);
    const auto& choice = program.choices[index];
    bind(program, reading, choice, choice.steps.size());
    const auto [number, is_new] = plan.known.number_of(words_of(choice.planned_reads, slots).data());
    if (is_new) { plan.rows_of_known.push_back(&find(program, reading, slots, index, plan)); }
    return *plan.rows_of_known[number];
  }

  void clear() { *this = {}; }

  /// How often the rows of a table were gone through. For tests.
  [[nodiscard]] std::uint64_t searches() const { return searches_; }

 private:
  using Step = program::ConditionStep;

  /// Which rows pass a step.
  struct Passing {
    StateIndex known;  // by the words that it reads
    std::vector<Word> number_of_known;
  };
  struct Plan {
    std::vector<std::uint32_t> static_steps;
    std::vector<Passing> passing;  // by static step
    std::vector<std::uint32_t> guarded_steps;
    std::vector<program::SlotId> others;  // slots that the guarded steps and the weights read
    StateIndex known;                     // by the words of all planned reads
    std::vector<const PlannedRows*> rows_of_known;
    std::map<std::vector<Word>, PlannedRows> rows;  // by what passes each static step, and the words of the others
  };

  [[nodiscard]] Plan& plan_of(const program::Program& program, std::uint32_t index) {
    const auto [found, is_new] = plans_.try_emplace(index);
    auto& plan = found->second;
    if (!is_new) { return plan; }
    const auto& choice = program.choices[index];
    plan.known = StateIndex(choice.planned_reads.size());
    for (std::uint32_t i = 0; i < choice.steps.size(); ++i) {
      const auto& step = choice.steps[i];
      if (step.kind == Step::Kind::Static) {
        plan.static_steps.push_back(i);
        plan.passing.push_back({StateIndex(step.reads.size()), {}});
      } else if (step.kind == Step::Kind::Guarded) {
        plan.guarded_steps.push_back(i);
        plan.others.insert(plan.others.end(), step.reads.begin(), step.reads.end());
      }
    }
    if (choice.weighs_static) {
      std::vector<program::ExpressionId> weights;
      for (const auto& row : program.tables[choice.table].rows) { weights.push_back(row.weight); }
      if (choice.weight != program::kNone) { weights.push_back(choice.weight); }
      const auto read = slots_read(program, weights);
      std::copy_if(choice.planned_reads.begin(), choice.planned_reads.end(), std::back_inserter(plan.others),
                   [&](auto slot) { return std::find(read.begin(), read.end(), slot) != read.end(); });
    }
    return plan;
  }

  static std::vector<Word> words_of(const std::vector<program::SlotId>& read, const Word* slots) {
    std::vector<Word> out;
    out.reserve(read.size());
    for (const auto slot : read) { out.push_back(slots[slot]); }
    return out;
  }

  template <class Reading>
  static void bind(const program::Program& program, Reading& reading, const program::Choice& choice,
                   std::size_t before) {
    for (std::size_t i = 0; i < before; ++i) {
      const auto& step = choice.steps[i];
      if (step.kind == Step::Kind::Bind) { reading.bind_arguments(program.expressions[step.id], step.id); }
    }
  }

  // Returns the number of the rows that pass a static step: equal numbers, equal rows.
  template <class Reading>
  Word passing(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index, std::size_t number,
               Passing& out) {
    const auto& choice = program.choices[index];
    const auto& step = choice.steps[number];
    bind(program, reading, choice, number);  // an earlier step may have called the def that is bound
    const auto [known, is_new] = out.known.number_of(words_of(step.reads, slots).data());
    if (!is_new) { return out.number_of_known[known]; }
    std::vector<bool> passes(program.tables[choice.table].rows.size());
    for (std::size_t row = 0; row < passes.size() && !reading.failed(); ++row) {
      slots[choice.row] = static_cast<Word>(row);
      bind(program, reading, choice, number);
      passes[row] = reading.flag(step.id);
    }
    const auto [same, is_first] = numbers_.try_emplace(std::move(passes), static_cast<Word>(passing_.size()));
    if (is_first) { passing_.push_back(&same->first); }
    out.number_of_known.push_back(same->second);
    return same->second;
  }

  template <class Reading>
  const PlannedRows& find(const program::Program& program, Reading& reading, Word* slots, std::uint32_t index,
                          Plan& plan) {
    auto key = words_of(plan.others, slots);
    for (std::size_t i = 0; i < plan.static_steps.size(); ++i) {
      key.push_back(passing(program, reading, slots, index, plan.static_steps[i], plan.passing[i]));
    }
    const auto [found, is_new] = plan.rows.try_emplace(key);
    auto& out = found->second;
    if (!is_new) { return out; }
    ++searches_;
    const auto& choice = program.choices[index];
    const auto& table = program.tables[choice.table];
    std::vector<const std::vector<bool>*> kept;
    for (auto i = plan.others.size(); i < key.size(); ++i) {
      kept.push_back(passing_[static_cast<std::size_t>(key[i])]);
    }
    for (std::uint32_t row = 0; row < table.rows.size() && !reading.failed(); ++row) {
      if (!std::all_of(kept.begin(), kept.end(), [&](const auto* passes) { return (*passes)[row]; })) { continue; }
      slots[choice.row] = static_cast<Word>(row);
      const bool stays = std::all_of(plan.guarded_steps.begin(), plan.guarded_steps.end(), [&](std::size_t step) {
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
    return out;
  }

  std::map<std::uint32_t, Plan> plans_;            // by choice
  std::map<std::vector<bool>, Word> numbers_;      // of sets of rows
  std::vector<const std::vector<bool>*> passing_;  // by number
  std::uint64_t searches_ = 0;
};

}  // namespace spoils::odds
