// api/answers.h
//
// Answers one question under many settings by one odds engine: with the mass that the question needs (doubles,
// fractions or expected counts), as rows, with estimates where the answer is not exact and they are wanted.
#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "api/begin_state.h"
#include "api/compile_queries.h"
#include "api/estimate.h"
#include "api/race.h"
#include "api/side_by_side.h"
#include "odds/interpreter.h"
#include "program/program.h"
#include "spoils/odds.h"

namespace spoils::api {

/// Answers one question under many settings: the parts that they share are computed once. For one thread at a time.
class Answers {
 public:
  /// Requires: asked and question outlive this.
  Answers(const CompiledQueries& asked, const Question& question, std::uint32_t query);

  /// `how`: threads and memory for two engines at once, if the question is alone; or null.
  [[nodiscard]] Result<Answer, Error> under(const Settings& settings, const SideBySide* how = nullptr);

  /// Answers by a few rolls, after the limits ended the question with this refusal before it had any bounds.
  [[nodiscard]] Result<Answer, Error> by_rolls(const Settings& settings, Error refusal);

  /// Says which of several answers is the next, if they have one time together.
  void begin(std::size_t number, std::size_t of) { estimator_.share_time(number, of); }

  /// Returns whether the answer depends on an input or state at all.
  [[nodiscard]] bool reads(program::SlotId input);

  /// Returns the inputs and state that it may depend on, if the question left each open that it sets. After this the
  /// object is of no further use.
  [[nodiscard]] std::vector<program::SlotId> reads_if_open();

 private:
  [[nodiscard]] Result<Answer, Error> means(const Settings& settings, const SideBySide* how);
  [[nodiscard]] std::optional<OddsMiddle> middle_by_fractions(const Settings& settings);
  [[nodiscard]] std::vector<program::SlotId> slots_read(const program::Query& query);

  const CompiledQueries& asked_;
  const Question& question_;
  const program::Query& query_;
  std::optional<program::Query> open_query_;
  Estimator estimator_;
  std::optional<Race<odds::ExpectedCounts>> means_;
  std::optional<Race<odds::Exact>> exact_;
  std::optional<Race<double>> double_;
  std::optional<odds::Interpreter<odds::Exact>> of_middle_;  // where doubles do not tell it
};

/// Returns the answer for a condition that never holds.
[[nodiscard]] Answer answer_of_nothing(const Question& question, const program::Query& query);

/// Returns the answer for a value that there was no time or memory for.
[[nodiscard]] Answer unanswered(const Question& question, const program::Query& query);

}  // namespace spoils::api
