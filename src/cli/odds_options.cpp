#include "cli/odds_options.h"

#include <fmt/format.h>

#include <algorithm>
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
    return wrong_usage(fmt::format("`--sweep {}` has no range `A..B`", text), "as in --sweep depth=1..10");
  }
  sweep.range = bounds;
  return sweep;
}

Result<std::vector<std::string>, Complaint> read_fields(const Arguments& arguments, const std::string& option) {
  const auto given = arguments.value(option);
  if (!given) return std::vector<std::string>{};
  auto fields = split_list(*given);
  if (std::find(fields.begin(), fields.end(), "") != fields.end()) {
    return wrong_usage(fmt::format("`{} {}` names an empty field", option, *given), "fields with commas between them");
  }
  return fields;
}

std::optional<Complaint> swept_and_set(const Sweep& sweep, const Values& values) {
  for (const auto& [name, value] : values) {
    if (name != sweep.input) continue;
    return Complaint{ExitCode::WrongUsage,
                     fmt::format("`--sweep {}` goes through its values, and it was set to `{}`", name, value),
                     "leave one of them out"};
  }
  return std::nullopt;
}

std::optional<Complaint> add_world(const Pack& pack, const std::string& path, Values& states) {
  if (path.empty()) return Complaint{ExitCode::WrongUsage, "`--world` needs the name of a file", {}};
  const auto world = World::load(pack, path);
  if (!world) return complaint_of(world.error());
  for (auto& state : world->states()) {
    const bool is_set =
        std::any_of(states.begin(), states.end(), [&](const auto& s) { return s.first == state.first; });
    if (!is_set) states.push_back(std::move(state));
  }
  return std::nullopt;
}

}  // namespace spoils::cli
