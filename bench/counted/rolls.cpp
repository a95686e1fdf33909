// bench/counted/rolls.cpp
//
// Rolls a rule so many times and does nothing else, for instructions.py to count what that takes.
//   spoils_rolls PACK RULE COUNT fused|rolled [NAME=VALUE]...
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "../shipped.h"
#include "spoils/pack.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"

namespace spoils {
namespace {

/// Returns how many things came; -1 after an error.
template <class AnyRoller>
std::int64_t things_of(Result<AnyRoller, Error> roller, std::uint64_t count) {
  std::int64_t things = roller ? 0 : -1;
  for (std::uint64_t i = 0; i < count && things >= 0; ++i) {
    const auto rolled = roller->roll(kSeed, i);
    things = rolled ? things + static_cast<std::int64_t>(rolled->size()) : -1;
  }
  return things;
}

int run(int words, char** word) {
  if (words < 5) { return 2; }
  const auto pack = shipped(word[1]);
  const std::string_view digits = word[3];
  std::uint64_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  Values values;
  for (int i = 5; i < words; ++i) {
    const std::string_view setting = word[i];
    const auto at = setting.find('=');
    values.emplace_back(setting.substr(0, at), setting.substr(at + 1));
  }
  const bool is_fused = std::string_view(word[4]) == "fused";
  const auto things = is_fused ? things_of(PrecomputedRoller::make(pack, word[2], values), count)
                               : things_of(Roller::make(pack, word[2], values), count);
  std::printf("%lld\n", static_cast<long long>(things));
  return things < 0 ? 1 : 0;
}

}  // namespace
}  // namespace spoils

int main(int words, char** word) { return spoils::run(words, word); }
