// cli/odds_heading.h
//
// The heading that all answers about odds begin with, and the format of their figures.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/screen.h"
#include "spoils/cell.h"
#include "spoils/roll.h"
#include "text/plain/json_writer.h"

namespace spoils::cli {

/// The question, for headings and for the JSON object.
struct OddsHeading {
  std::string pack;
  std::string rule;
  Values values;              // inputs and parameters in force
  std::vector<bool> numeric;  // which of them are integers
  Values states;              // state that the user has set
  std::vector<bool> numeric_states;
  std::string world;  // the file that the state was read from
  std::string where;
  std::string count;
  std::string sampled;  // which values of the swept input are shown, unless all are
  std::size_t most_rows = 40;
  bool log_bars = false;
  Screen screen;
};

/// Returns the question, and `more` if given, on as many lines as needed.
[[nodiscard]] std::string heading_lines(const OddsHeading& heading, const std::string& more = {});

/// Opens a JSON object with the question: the schema, the pack, the rule, inputs and columns.
void open_heading(text::JsonWriter& json, std::string_view schema, const OddsHeading& heading,
                  const std::vector<std::string>& by);

/// Returns a text padded with blanks to that width.
[[nodiscard]] std::string padded(const std::string& text, std::size_t width, bool right);

/// Returns a cell of a CSV file, quoted if necessary.
[[nodiscard]] std::string csv_cell(const std::string& text);
/// The same of a value, empty if it is unset.
[[nodiscard]] std::string csv_cell(const std::optional<Cell>& cell);

/// Writes a value of an answer: null if it is unset, integers and flags as such, anything else as its text.
void write_cell(text::JsonWriter& json, const std::optional<Cell>& cell);
/// Writes the values of a row as a member of an object, `"values":[...]`.
void write_values(text::JsonWriter& json, const Cells& values);

}  // namespace spoils::cli
