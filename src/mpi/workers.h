// mpi/workers.h
//
// All ranks as one crew. Rank 0 hands out pieces of the runs, in order and only to who has nothing to do, and plays
// itself while it waits; the others keep what they count until it is asked for. Since counts merge in any order nobody
// can tell afterwards who played what.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "spoils/simulate.h"

namespace spoils::mpi {

/// Rank 0.
class Leader : public Workers {
 public:
  Leader();
  ~Leader() override;
  Leader(const Leader&) = delete;
  Leader& operator=(const Leader&) = delete;

  std::optional<RollError> play(Simulator& here, std::uint64_t first, std::uint64_t count, unsigned threads) override;
  std::optional<RollError> gather(Simulator& here) override;

 private:
  void hand_out(int rank, std::uint64_t first, std::uint64_t count);
  void take_answer();

  int ranks_;
  std::vector<int> idle_;
  std::map<int, std::uint64_t> playing_;  // by rank: the first run of its piece
  bool has_played_ = false;               // others have counts that are not here yet
  std::map<std::uint64_t, RollError> failures_;
};

/// Any other rank: plays what it is told until it is told to stop. `words` is the command line.
void follow(const std::vector<std::string>& words);

}  // namespace spoils::mpi
