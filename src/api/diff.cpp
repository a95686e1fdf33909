// api/diff.cpp
//
// `compare`: compares two packs within the limits of one call.
#include "spoils/diff.h"

#include "api/pack_data.h"
#include "api/work.h"
#include "diff/comparison.h"

namespace spoils {
inline namespace v1 {

Result<Difference, Error> compare(const Pack& before, const Pack& after, const DiffOptions& options) {
  return api::within(options.max_memory, options.stop, [&](program::WorkScope& scope) -> Result<Difference, Error> {
    const auto compared = [&](const DiffOptions& by) {
      diff::Side old_side(before, before.data().program, by);
      diff::Side new_side(after, after.data().program, by);
      return diff::compare_sides(old_side, new_side, by);
    };
    auto out = compared(options);
    if (options.threads == 1 || !scope.was_short() || scope.is_stopped()) { return out; }
    // A question that had too little memory beside others may have enough alone.
    auto alone = options;
    alone.threads = 1;
    return compared(alone);
  });
}

}  // namespace v1
}  // namespace spoils
