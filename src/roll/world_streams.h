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

/// Returns the names of the streams, by def and then by rule; the second of one name is `D/2`. Cost: linear in the defs
/// and rules.
[[nodiscard]] std::vector<std::string> names_of_world_streams(const program::Program& program);

class WorldStreams {
 public:
  /// `names` as names_of_world_streams() returns them; they outlive this.
  explicit WorldStreams(const std::vector<std::string>& names) : names_(names) {}

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
    if (keys_.empty()) [[unlikely]] { keys_.resize(names_.size()); }
    stream.restart(stream_key(keys_[def].of(seed_, "world/", names_[def]), arguments), world_);
  }

  /// Whether there was any since the roll began.
  [[nodiscard]] bool were_used() const { return were_used_; }

 private:
  const std::vector<std::string>& names_;
  std::vector<NamedKey> keys_;  // of these; none before the first is entered
  std::uint64_t seed_ = 0;
  std::uint64_t world_ = 0;
  bool were_used_ = false;
};

}  // namespace spoils::roll
