// cli/output_diff.h
//
// The differences between two packs, for people, for programs and for pull requests.
#pragma once

#include <cstddef>
#include <string>

#include "cli/screen.h"
#include "spoils/diff.h"

namespace spoils::cli {

struct DiffHeading {
  std::string before;  // as on the command line
  std::string after;
  Values values;
  std::string swept;
  double ratio = 0;  // the thresholds of DiffOptions
  double least = 0;
  std::size_t most_rows = 12;  // of one table
  bool has_fields = false;     // the fields to compare were named, so that each has more work
  Screen screen;
};

[[nodiscard]] std::string diff_text(const DiffHeading& heading, const Difference& difference);
/// One JSON object (schema spoils.diff) with every row.
[[nodiscard]] std::string diff_json(const DiffHeading& heading, const Difference& difference);
[[nodiscard]] std::string diff_markdown(const DiffHeading& heading, const Difference& difference);

}  // namespace spoils::cli
