// sim/player.h
//
// Plays runs of a study and adds their results to folds. Each thread has a player of its own.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sim/folds.h"
#include "sim/plan.h"
#include "spoils/roll.h"

namespace spoils::sim {

class RunReader;

/// Returns folds without a run.
[[nodiscard]] Folds empty_folds(const Plan& plan);

class Player {
 public:
  explicit Player(std::shared_ptr<const Plan> plan);
  Player(Player&&) noexcept;
  Player& operator=(Player&&) noexcept;
  ~Player();

  /// Plays the run of this index and adds it to the folds. Errors: Fault, Limit; then the folds are of no use any more.
  [[nodiscard]] std::optional<Error> play(std::uint64_t index);

  [[nodiscard]] Folds& folds() { return folds_; }

 private:
  std::shared_ptr<const Plan> plan_;
  Roller roller_;
  std::unique_ptr<RunReader> reader_;
  Folds folds_;
};

}  // namespace spoils::sim
