// cli/complaint.h
//
// The error of a command: the problem, what to do about it and the exit code. Commands return it, main prints it.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/exit_codes.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils::cli {

struct Complaint {
  ExitCode code = ExitCode::InternalError;
  std::string what;  // lower case, no full stop; the place in parentheses at the end
  std::string help;  // what to do; empty if there is nothing to propose
};

/// The result of a command.
using Outcome = Result<ExitCode, Complaint>;

/// Returns an error for a wrong command line.
[[nodiscard]] Failure<Complaint> wrong_usage(std::string what, std::string help = {});

/// Converts an error of the library, with its exit code.
[[nodiscard]] Complaint complaint_of(const Error& error);

/// Returns the complaint of a system call that has just failed: "WHAT: the reason of errno".
[[nodiscard]] Complaint system_complaint(std::string_view what, int error_number);

/// Prints `spoils: WHAT` and a line `help: HELP` to standard error, with control characters replaced, so that the text
/// cannot control the terminal.
void print_complaint(const Complaint& complaint);

/// Prints a line `spoils: TEXT` to standard error, for information that is not a failure.
void print_remark(std::string_view text);

/// Returns "1 warning", "2 warnings".
[[nodiscard]] std::string counted(std::size_t count, std::string_view noun);

}  // namespace spoils::cli
