#include "cli/odds_options.h"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <utility>

namespace spoils::cli {

std::vector<std::string> split_list(const std::string& list) {
  std::vector<std::string> out(1);
  int depth = 0;
  for (const char c : list) {
    if (c == '(' || c == '[' || c == '{') ++depth;
    if (c == ')' || c == ']' || c == '}') --depth;
    if (c == ',' && depth == 0) {
      out.emplace_back();
    } else if (c != ' ' || !out.back().empty()) {
      out.back() += c;
    }
  }
  return out;
}

Result<Sweep, Complaint> read_sweep(const std::string& text) {
  Sweep sweep;
  const auto equals = text.find('=');
  sweep.input = text.substr(0, equals);
  for (char& c : sweep.input) c = c == '-' ? '_' : c;
  if (equals == std::string::npos) return sweep;
  const std::string range = text.substr(equals + 1);
  const auto dots = range.find("..");
  std::pair<std::int64_t, std::int64_t> bounds;
  const auto whole = [](const std::string& digits, std::int64_t& value) {
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
    return error == std::errc{} && end == digits.data() + digits.size();
  };
  if (dots == std::string::npos || !whole(range.substr(0, dots), bounds.first) ||
      !whole(range.substr(dots + 2), bounds.second)) {
    return Failure{Complaint{ExitCode::WrongUsage, fmt::format("`--sweep {}` has no range `A..B`", text),
                             "as in --sweep depth=1..10"}};
  }
  sweep.range = bounds;
  return sweep;
}

}  // namespace spoils::cli
