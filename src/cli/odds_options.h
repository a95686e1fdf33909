// cli/odds_options.h
//
// Options that several commands about odds take.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/complaint.h"
#include "cli/options.h"
#include "spoils/odds.h"

namespace spoils::cli {

/// Returns the parts of a list with commas. Commas inside brackets belong to an expression:
/// count(x in intrinsics where x == fast), kind.
[[nodiscard]] std::vector<std::string> split_list(const std::string& list);

/// Reads `INPUT`, `INPUT=A..B` or `INPUT=A,B,C`. Errors: no such range; an empty value.
[[nodiscard]] Result<Sweep, Complaint> read_sweep(const std::string& text);

/// Where all values of an integer with more than 100 would be swept, because no others were named: takes some that are
/// spread over its range, both ends among them, and returns what people are told of that. Else returns "".
/// `swept`: the input, parameter or state; null if there is none.
[[nodiscard]] std::string sample(Sweep& sweep, const InputInfo* swept);

/// Returns the fields of `--by` or another such option, none if it was not given. Errors: one of them is empty.
[[nodiscard]] Result<std::vector<std::string>, Complaint> read_fields(const Arguments& arguments,
                                                                      const std::string& option = "--by");

/// Adds the state of the world in a file to what was set; what was set goes before. Returns what is wrong with the
/// file.
[[nodiscard]] std::optional<Complaint> add_world(const Pack& pack, const std::string& path, Values& states);

/// What a command about odds may take.
struct WorkLimits {
  std::size_t max_memory = Question{}.max_memory;
  double max_seconds = 0;  // 0: as long as it takes
};

/// Adds `--max-memory` and `--max-time`.
void add_work_options(CLI::App& app);
/// Adds `--max-memory` alone.
void add_memory_option(CLI::App& app);

/// Reads the option of add_memory_option(). Errors: no such size.
[[nodiscard]] Result<std::size_t, Complaint> read_max_memory(const Arguments& arguments);

/// Reads those of add_work_options(). Errors: no such size or time.
[[nodiscard]] Result<WorkLimits, Complaint> read_work_limits(const Arguments& arguments);

/// Returns what is wrong if an input is swept and has a value, too.
[[nodiscard]] std::optional<Complaint> swept_and_set(const Sweep& sweep, const Values& values);

}  // namespace spoils::cli
