// cli/output_verify.h
//
// The comparison of exact odds with rolls: for people; documents/check.h has the JSON.
#pragma once

#include <string>
#include <vector>

#include "cli/complaint.h"
#include "spoils/verify.h"

namespace spoils::cli {

/// Returns all comparisons of a sweep as one, each with the value of the input; without an input there is only one.
[[nodiscard]] Verification all_verified(const std::vector<Verification>& each, const std::string& input,
                                        const std::vector<Swept<Answer>>& rows);

/// Returns one line, without its end: how many rolls were compared, with which risk, and the reason why something was
/// not.
[[nodiscard]] std::string verification_line(const Verification& verification);

/// Returns "kind = gem: 19.8% of the rolls, but exactly 30% (--seed 1 --index 4)".
[[nodiscard]] std::string discrepancy_text(const Discrepancy& wrong, const Verification& verification);

/// Prints the discrepancies on standard error, and returns the complaint.
[[nodiscard]] Complaint disagreement(const Verification& verification);

}  // namespace spoils::cli
