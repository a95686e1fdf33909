// cli/odds_heading.h
//
// What all answers about odds begin with, and how their figures read.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/screen.h"
#include "spoils/roll.h"

namespace spoils::cli {

/// What was asked, for headings and for the JSON object.
struct OddsHeading {
  std::string pack;
  std::string rule;
  Values values;              // inputs and parameters in force
  std::vector<bool> numeric;  // which of them are integers
  Values states;              // state that was set
  std::vector<bool> numeric_states;
  std::string world;  // the file that it was read from
  std::string where;
  std::string count;
  std::string sampled;  // which values of the swept input are shown, unless all are
  std::size_t most_rows = 40;
  bool log_bars = false;
  Screen screen;
};

/// Returns what was asked and what more there is to say of it, on as many lines as it takes.
[[nodiscard]] std::string heading_lines(const OddsHeading& heading, const std::string& more = {});

/// Begins a JSON object with what was asked: the schema, the pack, the rule, inputs and columns.
void append_heading(std::string& out, const std::string& schema, const OddsHeading& heading,
                    const std::vector<std::string>& by);

/// Returns a probability as people read it: four digits, `1 in N` below 1%, never a false 0% or 100%.
[[nodiscard]] std::string percent_text(double probability);

/// Returns the same without `1 in N`.
[[nodiscard]] std::string percent_alone(double probability);

/// Returns a number with four significant digits, without trailing zeros.
[[nodiscard]] std::string four_digits(double value);

/// Returns a text with blanks around it to that width.
[[nodiscard]] std::string padded(const std::string& text, std::size_t width, bool right);

/// Returns a cell of a CSV file, quoted where it must be.
[[nodiscard]] std::string csv_cell(const std::string& text);

}  // namespace spoils::cli
