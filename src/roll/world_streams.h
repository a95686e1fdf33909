// roll/world_streams.h
//
// The streams that `world def`s and `world rule`s draw from: one for each of them and its arguments, the same for all
// rolls of a world. Rules are numbered after the defs.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "program/program.h"
#include "roll/seed.h"
#include "roll/stream.h"

namespace spoils::roll {

class WorldStreams {
 public:
  /// Cost: linear in the defs and rules.
  explicit WorldStreams(const program::Program& program);

  /// Begins a roll, which belongs to a world of a seed.
  void begin(std::uint64_t seed, std::uint64_t world) {
    seed_ = seed;
    world_ = world;
    were_used_ = false;
  }

  /// Takes `stream` to the first word of the stream of a def. `arguments` say what that is called with, in words that
  /// do not change with other parts of a pack. Cost: linear in them.
  void enter(std::uint32_t def, std::span<const program::Word> arguments, Stream& stream) {
    were_used_ = true;
    stream.restart(stream_key(keys_[def].of(seed_, "world/", names_[def]), arguments), world_);
  }

  /// Whether there was any since the roll began.
  [[nodiscard]] bool were_used() const { return were_used_; }

 private:
  std::vector<std::string> names_;  // by def, then by rule; of those that a world settles
  std::vector<NamedKey> keys_;      // likewise
  std::uint64_t seed_ = 0;
  std::uint64_t world_ = 0;
  bool were_used_ = false;
};

}  // namespace spoils::roll
