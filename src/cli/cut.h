// cli/cut.h
//
// `odds --cut COLUMN=A,B,...`: the numbers of a column in ranges, as `below 0`, `0..24`, `25 or more`.
#pragma once

#include <string>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/odds.h"
#include "spoils/pack.h"

namespace spoils::cli {

struct Cut {
  std::string column;               // of `--by` or `--with`; empty: nothing is cut
  std::string expression;           // gives the label of the range
  std::vector<std::string> labels;  // ascending
};

/// Reads `--cut`. Errors: no column and ascending numbers.
[[nodiscard]] Result<Cut, Complaint> read_cut(const Pack& pack, const Arguments& arguments);

/// Replaces the column by the expression. Returns an error if it is no column.
[[nodiscard]] std::optional<Complaint> apply_cut(const Cut& cut, std::vector<std::string>& by);

/// Gives the column its name again and puts the ranges in their order, unset values last.
void restore_column(const Cut& cut, Answer& answer);

}  // namespace spoils::cli
