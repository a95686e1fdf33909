// odds/derivations.h
//
// Provenance: the decisions that led to a state and matter to the question, as a number that the state carries. A
// decision at a place that was decided before takes back everything since then, so a loop keeps the decisions of its
// last iteration, and there are finitely many.
#pragma once

#include <algorithm>
#include <map>
#include <tuple>
#include <vector>

#include "program/program.h"

namespace spoils::odds {

/// One decision that was left to chance.
struct DerivationStep {
  enum class Kind : std::uint8_t {
    Row,     // `index` of a table, `value` its row
    Choice,  // the same of `pick x in table where`; -1: nothing
    Chance,  // `value`: whether it came
    Draw,    // a range, dice or a member, whatever came
  };
  Kind kind = Kind::Draw;
  program::ExpressionId place = 0;
  std::uint32_t index = 0;
  program::Word value = 0;

  friend bool operator<(const DerivationStep& a, const DerivationStep& b) {
    return std::tie(a.kind, a.place, a.index, a.value) < std::tie(b.kind, b.place, b.index, b.value);
  }
};

/// All trails met so far, each with a number; 0 is the empty one.
class Derivations {
 public:
  using Steps = std::vector<DerivationStep>;

  Derivations() { static_cast<void>(number_of({})); }

  /// Returns the trail that goes on with these steps.
  program::Word extended(program::Word derivation, const Steps& steps) {
    if (steps.empty()) { return derivation; }
    auto all = this->steps(derivation);
    for (const auto& step : steps) {
      const auto again =
          std::find_if(all.begin(), all.end(), [&](const DerivationStep& known) { return known.place == step.place; });
      all.erase(again, all.end());
      all.push_back(step);
    }
    return number_of(std::move(all));
  }

  program::Word joined(program::Word derivation, program::Word then) {
    if (derivation == 0) { return then; }
    return extended(derivation, Steps(steps(then)));
  }

  [[nodiscard]] const Steps& steps(program::Word derivation) const {
    return *by_number_[static_cast<std::size_t>(derivation)];
  }
  [[nodiscard]] std::size_t size() const { return by_number_.size(); }

 private:
  program::Word number_of(Steps steps) {
    const auto [found, is_new] = numbers_.emplace(std::move(steps), static_cast<program::Word>(by_number_.size()));
    if (is_new) { by_number_.push_back(&found->first); }
    return found->second;
  }

  std::map<Steps, program::Word> numbers_;
  std::vector<const Steps*> by_number_;
};

}  // namespace spoils::odds
