// cli/odds_heading.h
//
// The heading that all answers about odds begin with, and the format of their figures.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/screen.h"
#include "documents/odds.h"
#include "spoils/cell.h"
#include "spoils/odds.h"
#include "spoils/roll.h"

namespace spoils::cli {

using documents::names_of_measures;
using documents::open_heading;
using documents::write_cell;
using documents::write_measures;
using documents::write_values;

/// The question, for headings and for the JSON object.
struct OddsHeading : documents::QuestionHeading {
  std::string world;  // the file that the state was read from
  std::string where;
  std::string count;
  std::string sampled;              // which values of the swept input are shown, unless all are
  std::vector<std::string> ranges;  // of `--cut`, ascending
  std::size_t most_rows = 40;
  bool log_bars = false;
  std::vector<std::string> own_fields;  // that things of the rule have, if its answer is nothing but unset values
  Screen screen;
};

/// Returns the fields that things which the rule itself makes have in a few rolls, if the answer has nothing but unset
/// values: for advice.
[[nodiscard]] std::vector<std::string> own_fields_if_nothing(const Pack& pack, const RuleInfo& rule, Roller& roller,
                                                             const Answer& answer);

/// Returns the question, and `more` if given, on as many lines as needed.
[[nodiscard]] std::string heading_lines(const OddsHeading& heading, const std::string& more = {});

/// Returns a text padded with blanks to that width.
[[nodiscard]] std::string padded(const std::string& text, std::size_t width, bool right);

/// Returns a cell of a CSV file, quoted if necessary.
[[nodiscard]] std::string csv_cell(const std::string& text);
/// The same of a value, empty if it is unset.
[[nodiscard]] std::string csv_cell(const std::optional<Cell>& cell);

/// Returns the first line of a table of odds as CSV: the swept input (empty: none), what the outcomes are told apart
/// by, and the names of figures. No two columns have the same name: a field `p` is `by.p`.
[[nodiscard]] std::string csv_header(const std::string& swept, const std::vector<std::string>& by,
                                     const std::vector<std::string>& figures);

}  // namespace spoils::cli
