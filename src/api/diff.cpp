// api/diff.cpp
//
// `compare`: compares two packs within the limits of one call.
#include "spoils/diff.h"

#include "api/pack_data.h"
#include "api/work.h"
#include "diff/comparison.h"

namespace spoils {
inline namespace v1 {

namespace {

// Whether two packs have the same files, in the same order.
bool is_same_text(const Pack& before, const Pack& after) {
  const auto& one = *before.data().sources;
  const auto& other = *after.data().sources;
  if (one.size() != other.size()) { return false; }
  for (std::uint32_t i = 0; i < one.size(); ++i) {
    if (one[i].bytes() != other[i].bytes()) { return false; }
  }
  return true;
}

}  // namespace

Result<Difference, Error> compare(const Pack& before, const Pack& after, const DiffOptions& options) {
  return api::within(options.max_memory, options.stop, [&](auto&) -> Result<Difference, Error> {
    diff::Side old_side(before, before.data().program, options);
    diff::Side new_side(after, after.data().program, options);
    return diff::compare_sides(old_side, new_side, options, is_same_text(before, after));
  });
}

}  // namespace v1
}  // namespace spoils
