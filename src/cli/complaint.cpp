// cli/complaint.cpp
#include "cli/complaint.h"

#include <fmt/format.h>

#include <cstdio>
#include <cstring>
#include <utility>

#include "cli/screen.h"

namespace spoils::cli {

namespace {

void print_error_line(std::string_view head, std::string_view text) {
  std::string line(head);
  line += printable(text);
  line += '\n';
  std::fwrite(line.data(), 1, line.size(), stderr);
}

}  // namespace

Failure<Complaint> wrong_usage(std::string what, std::string help) {
  return Failure{Complaint{ExitCode::WrongUsage, std::move(what), std::move(help)}};
}

Complaint complaint_of(const RollError& error) {
  switch (error.kind) {
    case RollError::Kind::UnknownRule:
    case RollError::Kind::UnknownInput:
    case RollError::Kind::BadValue:
    case RollError::Kind::MissingValue: return {ExitCode::WrongUsage, error.message, error.help};
    case RollError::Kind::Fault: return {ExitCode::PackInvalid, error.message, error.help};
    case RollError::Kind::Limit: return {ExitCode::LimitHit, error.message, error.help};
    case RollError::Kind::World:
    case RollError::Kind::Misuse:
    case RollError::Kind::File: break;
  }
  return {ExitCode::InternalError, error.message, error.help};
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
