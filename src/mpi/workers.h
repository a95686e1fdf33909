// mpi/workers.h
//
// All ranks of a job. Rank 0 hands out pieces of the runs, in order and only to idle ranks, and plays itself while it
// waits; the others keep their counts until rank 0 requests them. Since counts merge in any order the result does not
// show which rank played which run.
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

  std::optional<Error> play(Simulator& here, std::uint64_t first, std::uint64_t count, unsigned threads) override;
  std::optional<Error> gather(Simulator& here) override;

 private:
  void hand_out(int rank, std::uint64_t first, std::uint64_t count);
  void take_answer();

  int ranks_;
  std::vector<int> idle_;
  std::map<int, std::uint64_t> playing_;  // by rank: the first run of its piece
  bool has_played_ = false;               // others have counts that are not here yet
  std::map<std::uint64_t, Error> failures_;
};

/// Any other rank: plays the pieces of rank 0 until it is stopped. `words` is the command line.
void follow(const std::vector<std::string>& words);

}  // namespace spoils::mpi
