// spoils/odds.h
//
// Exact odds: the program that is also rolled is interpreted over distributions. Nothing is sampled; if the budget ends
// before the work does, the answer states the unexplored probability, and every probability is a proven interval.
//
//   spoils::Marginal question;
//   question.rule = "floor";
//   question.by = {"kind"};
//   auto table = spoils::exact_odds(*loaded.pack, question);
//   for (const auto& row : table->rows) { std::printf("%s %g\n", to_text(row.values[0]).c_str(), row.probability); }
#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "spoils/cell.h"
#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

/// The part that all questions share: a rule in a setting, and the limits of the work.
struct OddsSettings {
  std::string rule;                       ///< "": the pack's first
  Values values;                          ///< inputs and parameters; others have their defaults
  Values states;                          ///< state at the beginning of the world, a set as `{a, b}`; other state as
                                          ///< declared
  std::size_t max_states = 1'000'000;     ///< states kept at once; beyond it the least likely are dropped
  std::uint64_t max_paths = 500'000'000;  ///< paths of draws and statements in all; beyond it the rest is abandoned
  /// The number of bytes that the call may hold, for any purpose; beyond it states are dropped, or the question is
  /// refused. Applies in programs that count their allocations (spoils/counted_new.h).
  std::size_t max_memory = 1'000'000'000;
  /// Called now and then; false ends the work with bounds. The answer depends on it, so it should count work.
  std::function<bool(std::size_t states)> go_on;
  /// Called every few milliseconds, also within long steps; true ends the work with bounds, or without an answer if
  /// that takes long. For clocks and interrupts. The end takes up to two thirds of the time before, at least 0.1 s and
  /// at most 5 s.
  std::function<bool()> stop;
  /// Seconds after which `stop` will return true, if that is known; 0 if not. If they are more than 1.5, the exact
  /// answer has a quarter of them (1.2 s at least), and the rest is divided among the likely parts of what takes
  /// longer: bounds are far tighter, but an answer that takes between a quarter and all of them may have some.
  double stop_seconds = 0;
  /// If the work is abandoned at a limit, explores the rule again with fewer states at once, the likeliest, and more of
  /// them as long as that takes at most a quarter of the paths before, or the time for the end: the bounds are tighter.
  /// False: for a caller that has no use for bounds.
  bool tighten = true;
  /// Also estimates an answer that is not exact, by at most so many rolls; fewer, if they take more than
  /// `estimate_seconds`, or more than the time for the end. 0: no estimates. If less than nine tenths are unexplored,
  /// samples of the paths take as much work as rolls do, and what says more is the estimate; never for ExpectedCounts.
  std::uint64_t estimate_rolls = 0;
  bool whole_rolls = false;  ///< an estimate is of rolls alone, never of samples
  /// Seconds of work, which is counted and not measured, so that a seed gives the same estimate on every machine.
  double estimate_seconds = 1;
  std::uint64_t estimate_seed = 1;  ///< rolls 0, 1, ... of it
  /// If a Marginal of several columns is not exact, tries whether it is without one of them (OddsTable::exact_without):
  /// with at most 200,000 paths for each, and what is left of the time for the end.
  bool suggest = false;
  /// Threads that may answer the values of a sweep, or several questions of one call, at once; 0: one per processor. A
  /// question alone that has `stop_seconds` and `tighten` uses two: one is for bounds if there is no time for all. If
  /// neither memory nor time ends an answer early, it is the same to the last bit for any number. Each thread has a
  /// part of `max_memory`, of 100 MB or more; a value for which this is too little is answered again alone with all of
  /// it. The functions `go_on` and `stop` may be called on any thread, but never two of them at once.
  unsigned threads = 1;
  /// An exact answer that is known, since the same was asked before, is given again, without work; but never to a
  /// question with `go_on`, which may count the work. False: to measure that.
  bool reuse = true;
  /// Seconds for all values of a sweep together. Each value has an equal share of what is left of them; it is stopped
  /// as by `stop` in time for the end, and what it does not need goes to those after it. 0: no limit besides `stop`.
  double sweep_seconds = 0;
};

/// Returns the `stop_seconds` of an answer that is to be there after so many seconds: the rest is for finishing it, as
/// `OddsSettings::stop` says. 0 for 0.
[[nodiscard]] SPOILS_EXPORT double seconds_to_explore(double seconds);

/// Why states were dropped; the first reason.
enum class OddsLimit : std::uint8_t { None, States, Paths, Memory, Stopped, Draw };

/// A probability that is estimated. It is no proof: of many such intervals, one in twenty does not hold it.
struct EstimatedShare {
  double probability = 0;
  double low = 0;  ///< limits of an interval with 95% confidence, within the proven bounds
  double high = 0;
};

/// How the rows of a table are estimated.
struct OddsEstimate {
  std::uint64_t rolls = 0;    ///< whole rolls; 0 if there is no estimate, or if it is one of samples
  std::uint64_t counted = 0;  ///< those that meet the condition of the question; 0 likewise
  /// Samples of the paths: each goes through the rule with few states at once, of which the heaviest stay and the
  /// others are drawn by their masses. 0: there is no estimate, or it is one of rolls.
  std::uint64_t samples = 0;
  std::uint64_t seed = 0;
  std::optional<EstimatedShare> given;  ///< of the condition, if the question has one and there are rolls
  /// The limit, with 95% confidence, of the probability of each outcome that has no row; for ExpectedCounts, of a roll
  /// that has any thing of such a kind.
  double unseen = 1;
  std::string none;  ///< why there is no estimate, or why the rolls ended early; "" if neither
};

/// One outcome.
struct OddsRow {
  Cells values;
  /// In [0, 1], given the condition; below 1 if there are other outcomes, whatever rounding says.
  double probability = 0;
  double low = 0;  ///< proven bounds; both equal `probability` if the answer is exact
  double high = 0;
  std::optional<ExactFraction> fraction;   ///< with `fractions`: the probability
  std::optional<EstimatedShare> estimate;  ///< if the table has an estimate of rolls that are counted, or of samples
};

/// Proven bounds of a probability; both equal it if it is known exactly.
struct ShareBounds {
  double low = 0;
  double high = 0;
};

/// The middle of outcomes that are integers; of those that are set.
struct OddsMiddle {
  /// Unset where amounts of both signs cancel in it, so that doubles do not tell it, and fractions were too much work.
  std::optional<double> mean;
  /// The least number that at least half of the rolls do not exceed; unset where doubles do not tell it, likewise.
  std::optional<std::int64_t> median;
};

/// The outcomes of a question with their probabilities.
struct OddsTable {
  std::vector<std::string> by;
  std::vector<OddsRow> rows;  ///< the most likely first, by estimates if there are any; ties in the order of occurrence
  /// The probability of the condition if the answer is exact; else its proven lower bound, and the upper bound is
  /// given_at_most().
  double given = 1;
  bool exact = true;
  double unexplored = 0;   ///< probability that was not explored
  std::size_t states = 0;  ///< the largest number that was kept at once
  OddsLimit limit = OddsLimit::None;
  /// If states were dropped: the fields and other names in which they differed most, with the number of values of each.
  std::vector<std::pair<std::string, std::size_t>> widest_slots;
  /// If it is not exact and estimates are wanted. Outcomes that only rolls have are rows, too, with 0 as lower bound.
  std::optional<OddsEstimate> estimate;
  std::string widest_at;  ///< the line where states were dropped first, as `deep.loot:53`; "" if it is not known
  std::optional<OddsMiddle> middle;  ///< of an exact answer by one column of integers, of which some is set
  std::string exact_without;  ///< a column without which the question was exact when it was tried; "" if none was found

  [[nodiscard]] double given_at_most() const {
    constexpr double kRounding = 1e-12;  // of the sums of doubles, where what is unexplored is less
    return exact ? given
                 : std::min(1.0, given + unexplored + (unexplored < kRounding * given ? 2 * kRounding * given : 0));
  }

  /// Returns bounds of the probability of outcomes that have no row, all together, given the condition: they never
  /// occur if the answer is exact.
  [[nodiscard]] ShareBounds without_row() const {
    return {0, exact ? 0 : std::min(1.0, unexplored / (given + unexplored))};
  }

  /// Returns bounds of the probability of some rows together: of those for which `counts` is true. Below 1 if there are
  /// others, whatever rounding says.
  template <class Predicate>
  [[nodiscard]] ShareBounds together(const Predicate& counts) const {
    double some = 0;
    bool are_all = true;
    for (const auto& row : rows) {
      const bool is_counted = counts(row);
      are_all = are_all && is_counted;
      some += is_counted ? row.low : 0;
    }
    const double most = are_all ? 1 : kBelowOne;
    if (!exact) { return {std::min(some, most), std::min(most, some + without_row().high)}; }
    const double sum = are_all && !rows.empty() ? 1 : std::min(some, most);
    return {sum, sum};
  }

 private:
  static constexpr double kBelowOne = 1 - std::numeric_limits<double>::epsilon() / 2;
};

/// The numbers of things with their probabilities; the only column is `count`.
struct CountTable : OddsTable {
  /// NaN if the answer is not exact: bounds of probabilities do not bound it.
  double mean = 0;
};

/// An expected number that is estimated. It is no proof: of many such intervals, one in twenty does not hold it; more
/// of them if rare rolls have far more of these things than any that was made.
struct EstimatedNumber {
  double expected = 0;
  double low = 0;  ///< limits of an interval with 95% confidence, not below the proven bound
  double high = 0;
};

/// The expected number of things of one kind.
struct ExpectedRow {
  Cells values;
  double expected = 0;                      ///< a lower bound if the answer is not exact
  std::optional<EstimatedNumber> estimate;  ///< if the table has an estimate with rolls
};

struct ExpectedTable {
  std::vector<std::string> by;
  std::vector<ExpectedRow> rows;  ///< the largest number first, by estimates if there are any
  bool exact = true;              ///< false: the numbers are lower bounds
  double unexplored = 0;          ///< as in OddsTable
  std::size_t states = 0;
  OddsLimit limit = OddsLimit::None;
  /// As in OddsTable. Kinds that only rolls have are rows, too, with 0 as lower bound.
  std::optional<OddsEstimate> estimate;
  std::optional<EstimatedNumber> estimated_total;  ///< of all things together, if there are rolls
};

/// The odds of values of the rule's own thing: the marginal distribution of these columns.
struct Marginal : OddsSettings {
  using Table = OddsTable;
  std::vector<std::string> by;  ///< fields, measures or expressions over them; "name" is the displayed name. None: the
                                ///< field `kind`, or the name if there is no such field
  std::string where;            ///< a condition over the fields; "": none. The probabilities are conditional on it
  bool fractions = false;       ///< also exact fractions, beside the doubles
};

/// How many of all things of one roll satisfy a condition.
struct Count : OddsSettings {
  using Table = CountTable;
  std::string condition = "true";  ///< over the fields of a thing; "": all things
  std::string where;               ///< as in Marginal, over the rule's own thing
  bool fractions = false;
};

/// The odds of a draw by itself, without its rule.
struct Draw : OddsSettings {
  using Table = OddsTable;
  std::string from;  ///< a table or an expression to draw from, as `potion` or `brand[dagger]`; the outcome is the only
                     ///< column, "picked"
  std::string where;  ///< as in Marginal
  bool fractions = false;
};

/// The expected number of the things of one roll, by their values: far less work than Count.
struct ExpectedCounts : OddsSettings {
  using Table = ExpectedTable;
  std::vector<std::string> by;  ///< fields of symbols, or `made_by`, at most 3 and at least 1
};

using Question = std::variant<Marginal, Count, Draw, ExpectedCounts>;
using Answer = std::variant<OddsTable, CountTable, ExpectedTable>;

/// One of these.
template <class Kind>
concept QuestionKind = requires {
  typename Kind::Table;
}
&&std::derived_from<Kind, OddsSettings>;

/// Returns the rule, setting and limits of a question.
[[nodiscard]] inline const OddsSettings& settings_of(const Question& question) {
  return std::visit([](const OddsSettings& settings) -> const OddsSettings& { return settings; }, question);
}

/// Returns the table of an answer that has probabilities; null for expected numbers.
[[nodiscard]] inline const OddsTable* probabilities(const Answer& answer) {
  if (const auto* count = std::get_if<CountTable>(&answer)) { return count; }
  return std::get_if<OddsTable>(&answer);
}

/// The values of an input, of a state or of a parameter of the rule for which a question is answered. A parameter hides
/// an input of its name. One call of many queries takes no sweep of a parameter.
struct Sweep {
  std::string input;  ///< or state or parameter; "": none, the question is answered once
  std::optional<std::pair<std::int64_t, std::int64_t>> range;  ///< first..last; unset: all of its range
  std::vector<std::string> values;                             ///< or just these, in this order
};

/// The answer for one value of an input, state or parameter.
template <class Table>
struct Swept {
  std::string value;  ///< "" without a sweep
  Table table;
};

/// One of many questions.
struct Query {
  Question question;
  Sweep sweep;
  /// Questions with the same name here are answered in their order, never two at once, and not again if they are short
  /// of memory: for functions `go_on` that remember what came before. "": by itself.
  std::string group{};
};

/// Answers a question. Errors: as Roller::make; Fault if some path of the roll fails; BadValue with findings in the
/// message if an expression is wrong or has a word that the pack does not know, or if the condition never holds; Limit
/// if memory or time ended before there was any answer.
/// Cost: linear in the states reached.
[[nodiscard]] SPOILS_EXPORT Result<Answer, Error> exact_odds(const Pack& pack, const Question& question);

/// Answers a question for each value of an input, state or parameter, in order. A parameter that is swept needs no
/// value in the question; its values are questions of their own, one after the other. If time or memory ends, values
/// without an answer have a table without rows of which everything is unexplored; it is an error if there is no answer
/// at all.
[[nodiscard]] SPOILS_EXPORT Result<std::vector<Swept<Answer>>, Error> exact_odds(const Pack& pack,
                                                                                 const Question& question,
                                                                                 const Sweep& sweep);

/// Answers many questions about one pack, each as above; without a sweep the answer is one row without a value. A wrong
/// question does not affect the others. Words that the pack does not know are allowed: they never occur.
/// Cost: the program of the pack is copied once for all of them.
[[nodiscard]] SPOILS_EXPORT std::vector<Result<std::vector<Swept<Answer>>, Error>> exact_odds(
    const Pack& pack, const std::vector<Query>& queries);

/// Lets questions about a pack have the answers that an earlier version of it gave, as far as both are the same in all
/// that a question needs; so after a change of a table only what reads it is computed again. Such an answer is the
/// one that would be computed, but for `states`, and for the last digit of doubles if other rules decide in which
/// order they are added up. Nothing by the name of things is reused. `before` lives as long as `pack`, and no longer
/// uses answers of packs before it. Exact answers are kept up to 16 MB a pack, the last used ones. Cost: constant; that
/// of a question is linear in what it reaches.
SPOILS_EXPORT void reuse_answers(const Pack& pack, const Pack& before);

/// The same for a question whose kind is known: the answer has the table of that kind.
template <QuestionKind Kind>
[[nodiscard]] Result<typename Kind::Table, Error> exact_odds(const Pack& pack, const Kind& question) {
  auto answer = exact_odds(pack, Question(question));
  if (!answer) { return Failure{std::move(answer).error()}; }
  return std::get<typename Kind::Table>(std::move(*answer));
}

template <QuestionKind Kind>
[[nodiscard]] Result<std::vector<Swept<typename Kind::Table>>, Error> exact_odds(const Pack& pack, const Kind& question,
                                                                                 const Sweep& sweep) {
  auto answers = exact_odds(pack, Question(question), sweep);
  if (!answers) { return Failure{std::move(answers).error()}; }
  std::vector<Swept<typename Kind::Table>> out;
  for (auto& [value, answer] : *answers) {
    out.push_back({std::move(value), std::get<typename Kind::Table>(std::move(answer))});
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
