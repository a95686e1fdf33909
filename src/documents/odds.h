// documents/odds.h
//
// The JSON of odds, of sweeps and of expected numbers. Tested by tests/cli and the goldens of tests/golden.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/cell.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/repeated.h"
#include "spoils/roll.h"
#include "text/plain/json_writer.h"

namespace spoils::documents {

/// The part of a question that its answer repeats.
struct QuestionHeading {
  std::string pack;
  std::string rule;
  Values values;              // inputs and parameters in force
  std::vector<bool> numeric;  // which of them are integers
  Values states;              // state that the user has set
  std::vector<bool> numeric_states;
  std::vector<std::string> measures;  // of the pack
};

/// Returns the heading of a question, with the values in force; the swept input, state or parameter is left out.
/// `swept_value`: any of its values, which a parameter must have. Errors: as Roller::make.
[[nodiscard]] Result<QuestionHeading, Error> question_heading(const Pack& pack, const OddsSettings& question,
                                                              const std::string& swept, const std::string& swept_value);

/// Opens a JSON object with the question: the schema, the pack, the rule, inputs and columns.
void open_heading(text::JsonWriter& json, std::string_view schema, const QuestionHeading& heading,
                  const std::vector<std::string>& by);

/// Writes a value of an answer: null if it is unset, integers and flags as such, anything else as its text.
void write_cell(text::JsonWriter& json, const std::optional<Cell>& cell);
/// Writes the value of a swept input as a member, `"inputs":{"level":3}`: a number as such.
void write_swept(text::JsonWriter& json, const std::string& input, const std::string& value);
/// Writes the values of a row as a member of an object, `"values":[...]`.
void write_values(text::JsonWriter& json, const Cells& values);
/// Writes those of the values that are measures as a member, `"measures":{"power":15}`, if any column of `by` is one.
void write_measures(text::JsonWriter& json, const std::vector<std::string>& by, const Cells& values,
                    const std::vector<std::string>& measures);
/// Returns the names of the measures of a pack.
[[nodiscard]] std::vector<std::string> names_of_measures(const Pack& pack);

/// Returns the middle of an answer without the rows that are unset, which have no place among numbers; nothing if it
/// has such rows, or no middle.
[[nodiscard]] std::optional<OddsMiddle> middle_of(const OddsTable& table);

/// Returns the mean of a count or of such an answer; unset if it is not known. It is 0 for a count whose condition
/// never holds.
[[nodiscard]] std::optional<double> mean_of(const Answer& answer);

/// Returns one JSON object (schema spoils.odds). Requires: an answer with probabilities.
[[nodiscard]] std::string odds_json(const QuestionHeading& heading, const Answer& answer, bool fractions);

/// The same for each value of an input.
[[nodiscard]] std::string sweep_json(const QuestionHeading& heading, const std::string& input,
                                     const std::vector<Swept<Answer>>& rows, bool fractions);

/// Returns one JSON object (schema spoils.each). Without an input there is one row. Requires: expected numbers.
[[nodiscard]] std::string each_json(const QuestionHeading& heading, const std::string& input,
                                    const std::vector<Swept<Answer>>& rows);

/// Returns one JSON object (schema spoils.at_least_once).
[[nodiscard]] std::string at_least_once_json(const QuestionHeading& heading, const AtLeastOnceOdds& odds);

}  // namespace spoils::documents
