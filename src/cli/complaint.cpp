// cli/complaint.cpp
#include "cli/complaint.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstring>
#include <utility>

#include "cli/screen.h"

namespace spoils::cli {

namespace {

// One line, for which a terminal has as many as it needs.
void print_error_line(std::string_view head, std::string_view text) {
  const auto line = std::string(head) + printable(text);
  const auto screen = screen_of(STDERR_FILENO);
  const auto lines = screen.row_width == kAnyWidth ? line + '\n' : hanging(line, screen);
  std::fwrite(lines.data(), 1, lines.size(), stderr);
}

}  // namespace

Failure<Complaint> wrong_usage(std::string what, std::string help) {
  return Failure{Complaint{ExitCode::WrongUsage, std::move(what), std::move(help)}};
}

// Names the options of this program in the help of the library.
static std::string help_of(const Error& error) {
  auto out = error.help;
  for (const auto& [name, value] : error.facts) {
    if (name == "range") {
      out += fmt::format(": `--sweep {}=1..10`", value);
    } else if (name == "set") {
      out += fmt::format(": `--set {}='{{a, b}}'`", value);
    } else if (name == "map") {
      out += fmt::format(": `--set {}='{{a 1, b 2}}'`", value);
    } else if (name == "parameter" && error.kind == Error::Kind::MissingValue) {
      out += fmt::format(": `--{} ...`", value);
    } else if (const auto at = name == "raise" ? out.rfind(value) : std::string::npos; at != std::string::npos) {
      auto option = "--" + value;
      std::replace(option.begin(), option.end(), '_', '-');
      out.replace(at, value.size(), option);
    }
  }
  return out;
}

Complaint complaint_of(const Error& error) {
  const auto as = [&](ExitCode code) { return Complaint{code, error.text(), help_of(error)}; };
  switch (error.kind) {
    case Error::Kind::UnknownRule:
    case Error::Kind::UnknownInput:
    case Error::Kind::BadValue:
    case Error::Kind::MissingValue: return as(ExitCode::WrongUsage);
    case Error::Kind::Fault: return as(ExitCode::PackInvalid);
    case Error::Kind::Limit: return as(ExitCode::LimitHit);
    case Error::Kind::World:
    case Error::Kind::Misuse:
    case Error::Kind::File: break;
  }
  return as(ExitCode::InternalError);
}

Complaint system_complaint(std::string_view what, int error_number) {
  return {ExitCode::InternalError, fmt::format("{}: {}", what, std::strerror(error_number)), {}};
}

void print_complaint(const Complaint& complaint) {
  print_error_line("spoils: ", complaint.what);
  if (!complaint.help.empty()) { print_error_line("help: ", complaint.help); }
}

void print_remark(std::string_view text) { print_error_line("spoils: ", text); }

std::string counted(std::size_t count, std::string_view noun) {
  return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

}  // namespace spoils::cli
