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
  return api::within(options.max_memory, options.stop, [&](auto&) -> Result<Difference, Error> {
    diff::Side old_side(before, before.data().program, options);
    diff::Side new_side(after, after.data().program, options);
    return diff::compare_sides(old_side, new_side, options);
  });
}

}  // namespace v1
}  // namespace spoils
