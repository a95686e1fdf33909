// cli/odds_options.h
//
// Options that several commands about odds share.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/odds.h"

namespace spoils::cli {

/// Splits a list at commas. Commas inside brackets and quotes belong to an expression:
/// count(x in intrinsics where x == fast), kind.
[[nodiscard]] std::vector<std::string> split_list(const std::string& list);

/// Reads `INPUT`, `INPUT=A..B` or `INPUT=A,B,C`. Errors: no such range; an empty value.
[[nodiscard]] Result<Sweep, Complaint> read_sweep(const std::string& text);

/// If a sweep would go through more than 100 values of an integer, because the user named none: selects some that are
/// spread over its range, including both ends, and returns a note about that for people. Otherwise returns "". `swept`:
/// the input, parameter or state; null if there is none.
[[nodiscard]] std::string sample(Sweep& sweep, const InputInfo* swept);

/// Returns the values that a sweep goes through, as texts, for a question that the library answers for one value at a
/// time. `swept` as for sample(), known. Errors: it has no range; the range has no or too many values.
[[nodiscard]] Result<std::vector<std::string>, Complaint> values_of(const Sweep& sweep, const InputInfo& swept);

/// Returns the fields of `--by` or another such option, none if it was not given. Errors: one of them is empty.
[[nodiscard]] Result<std::vector<std::string>, Complaint> read_fields(const Arguments& arguments,
                                                                      const std::string& option = "--by");

/// Adds the state of the world in a file to the values that the user set; the latter take precedence. Returns the error
/// if the file is wrong.
[[nodiscard]] std::optional<Complaint> add_world(const Pack& pack, const std::string& path, Values& states);

/// The limits of a command about odds.
struct WorkLimits {
  std::size_t max_memory = OddsSettings{}.max_memory;
  double max_seconds = 0;  // 0: no limit
};

inline const std::string kHelpOfTime =
    "the time that the odds may take before the rest is abandoned, for example 30s or 10m; default: no limit";

/// Adds `--max-memory` and `--time`.
void add_work_options(OptionTable& options, const std::string& help_of_time = kHelpOfTime);
/// Adds `--threads`; `what`: what several of them do at once.
void add_threads_option(OptionTable& options, const std::string& what);
/// Reads it; 0: one thread per processor, which is the default. Errors: not a number, or too many.
[[nodiscard]] Result<unsigned, Complaint> read_threads(const Arguments& arguments);
/// Adds `--max-memory` alone.
void add_memory_option(OptionTable& options);

/// Reads the option of add_memory_option(). Errors: not a size.
[[nodiscard]] Result<std::size_t, Complaint> read_max_memory(const Arguments& arguments);

/// Reads those of add_work_options(). Errors: not a size or time.
[[nodiscard]] Result<WorkLimits, Complaint> read_work_limits(const Arguments& arguments);

/// Returns an error if an input is swept and also has a value.
[[nodiscard]] std::optional<Complaint> swept_and_set(const Sweep& sweep, const Values& values);

}  // namespace spoils::cli
