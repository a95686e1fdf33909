// api/work.cpp
//
// The errors of calls that ended at a limit on memory or time, with the slots that caused it.
#include "api/work.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>

#include "api/error.h"

namespace spoils::api {

namespace {

/// More than any work takes, and in the range of a clock.
constexpr double kMostSeconds = 1e8;

program::WorkTime::Clock::duration duration_of(double seconds) {
  const std::chrono::duration<double> time(std::min(seconds, kMostSeconds));
  return std::chrono::duration_cast<program::WorkTime::Clock::duration>(time);
}

}  // namespace

program::WorkTime time_of(const OddsSettings& limits) {
  program::WorkTime out;
  if (limits.stop_seconds > 0) { out.stops_at = out.begin + duration_of(limits.stop_seconds); }
  return out;
}

Error memory_refusal(std::size_t max_memory) {
  constexpr double kMegabyte = 1e6;
  return make_error(
      Error::Kind::Limit,
      fmt::format("the odds need more memory than the limit of {:.6g} MB", static_cast<double>(max_memory) / kMegabyte),
      "reduce the question, or allow more with max_memory", {{"raise", "max_memory"}});
}

Error stopped_refusal() {
  return make_error(Error::Kind::Limit, "the work was stopped before there was an answer",
                    "allow more time, or reduce the question");
}

void add_culprits(Error& error, const program::Program& program,
                  const std::optional<std::pair<program::SlotId, std::size_t>>& longest,
                  const std::vector<std::pair<program::SlotId, std::size_t>>& widest_slots) {
  if (longest) {
    const auto& slot = program.slots[longest->first];
    const bool is_text = slot.type.kind == program::ValueKind::Text;
    error.help = fmt::format("`{}` grows to {} {}, and every state stores its own copy; {}", slot.name, longest->second,
                             is_text ? "bytes" : "members", error.help);
    return;
  }
  for (std::size_t i = widest_slots.size(); i-- > 0;) {
    const auto& [slot, values] = widest_slots[i];
    error.help = fmt::format("`{}` has {} values; {}", program.slots[slot].name, values, error.help);
  }
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

double seconds_to_explore(double seconds) {
  return std::chrono::duration<double>(program::before_grace(api::duration_of(seconds))).count();
}

}  // namespace v1
}  // namespace spoils
