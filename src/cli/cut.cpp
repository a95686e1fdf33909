// cli/cut.cpp
//
// The ranges of `--cut` are an expression of the language, so that the odds are computed by ranges, with bounds and
// fractions as for any other column. Tests: tests/cli/odds_test.py.
#include "cli/cut.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>

#include "cli/odds_options.h"

namespace spoils::cli {

namespace {

std::optional<std::int64_t> whole(const std::string& digits) {
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) { return std::nullopt; }
  return value;
}

bool is_whole_column(const Pack& pack, const std::string& column) {
  const auto is_it = [&](const auto& known) { return known.name == column && known.type == "integer"; };
  return std::any_of(pack.fields().begin(), pack.fields().end(), is_it) ||
         std::any_of(pack.measures().begin(), pack.measures().end(), is_it);
}

// The type of a field that cannot be cut, as "symbol"; nothing for numbers, and for what is no field.
std::optional<std::string> uncuttable_type(const Pack& pack, const std::string& column) {
  for (const auto& field : pack.fields()) {
    if (field.name == column && field.type != "integer" && field.type != "number") { return field.type; }
  }
  return std::nullopt;
}

}  // namespace

Result<Cut, Complaint> read_cut(const Pack& pack, const Arguments& arguments) {
  Cut out;
  const auto given = arguments.value("--cut");
  if (!given) { return out; }
  const auto wrong = [&] {
    return wrong_usage(fmt::format("`--cut {}` has no column with ascending whole numbers", *given),
                       "for example --cut power=0,25,50,100");
  };
  const auto equals = given->rfind('=');
  if (equals == std::string::npos || equals == 0) { return wrong(); }
  out.column = given->substr(0, equals);
  std::vector<std::int64_t> bounds;
  for (const auto& text : split_list(given->substr(equals + 1))) {
    const auto bound = whole(text);
    if (!bound || (!bounds.empty() && *bound <= bounds.back())) { return wrong(); }
    bounds.push_back(*bound);
  }
  if (bounds.empty()) { return wrong(); }
  if (const auto type = uncuttable_type(pack, out.column)) {
    return wrong_usage(fmt::format("`--cut` cuts numbers, and `{}` is of type {}", out.column, *type),
                       fmt::format("`--by {}` shows each of its values", out.column));
  }
  const bool is_whole = is_whole_column(pack, out.column);
  out.labels.push_back(fmt::format("below {}", bounds.front()));
  for (std::size_t i = 1; i < bounds.size(); ++i) {
    const auto first = bounds[i - 1];
    const auto last = bounds[i] - 1;
    out.labels.push_back(!is_whole       ? fmt::format("{} to below {}", first, bounds[i])
                         : first == last ? fmt::format("{}", first)
                                         : fmt::format("{}..{}", first, last));
  }
  out.labels.push_back(fmt::format("{} or more", bounds.back()));
  out.expression = fmt::format("if ({}) == none then none else ", out.column);
  for (std::size_t i = 0; i < bounds.size(); ++i) {
    out.expression += fmt::format("if ({}) < {} then \"{}\" else ", out.column, bounds[i], out.labels[i]);
  }
  out.expression += fmt::format("\"{}\"", out.labels.back());
  return out;
}

std::optional<Complaint> apply_cut(const Cut& cut, std::vector<std::string>& by) {
  if (cut.column.empty()) { return std::nullopt; }
  const auto at = std::find(by.begin(), by.end(), cut.column);
  if (at == by.end()) {
    return Complaint{ExitCode::WrongUsage, fmt::format("`--cut` has no column `{}` to cut", cut.column),
                     fmt::format("add it: --by {}", cut.column)};
  }
  *at = cut.expression;
  return std::nullopt;
}

void restore_column(const Cut& cut, Answer& answer) {
  if (cut.column.empty()) { return; }
  auto* const table = std::get_if<OddsTable>(&answer);
  if (table == nullptr) { return; }
  const auto at = std::find(table->by.begin(), table->by.end(), cut.expression);
  if (at == table->by.end()) { return; }
  const auto column = static_cast<std::size_t>(at - table->by.begin());
  *at = cut.column;
  const auto place = [&](const OddsRow& row) {
    const auto label = to_text(row.values[column]);
    return std::find(cut.labels.begin(), cut.labels.end(), label) - cut.labels.begin();
  };
  std::stable_sort(table->rows.begin(), table->rows.end(),
                   [&](const OddsRow& a, const OddsRow& b) { return place(a) < place(b); });
}

}  // namespace spoils::cli
