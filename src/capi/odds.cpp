// capi/odds.cpp
//
// Odds in C, and the expectations of a pack: questions from JSON, answers as tables and as JSON.
#include "documents/odds.h"

#include <algorithm>
#include <chrono>
#include <limits>

#include "capi/budget.h"
#include "capi/question.h"
#include "documents/check.h"
#include "spoils/expectations.h"
#include "spoils/repeated.h"

namespace spoils::capi {

namespace {

constexpr std::uint64_t kMostMilliseconds = 1'000'000'000'000;  // 30 years: more does not fit the clock

template <class Limit>
void limit(Limit& limit, std::uint64_t wanted) {
  if (wanted > 0) { limit = static_cast<Limit>(std::min<std::uint64_t>(wanted, std::numeric_limits<Limit>::max())); }
}

/// Returns the answers as JSON.
Result<std::string, Error> json_of(const Pack& pack, const ReadQuestion& read,
                                   const std::vector<Swept<Answer>>& answers) {
  const auto& swept = read.sweep.input;
  const auto heading = documents::question_heading(pack, settings_of(read.question), swept, answers.front().value);
  if (!heading) { return Failure{heading.error()}; }
  if (std::holds_alternative<ExpectedCounts>(read.question)) { return documents::each_json(*heading, swept, answers); }
  return swept.empty() ? documents::odds_json(*heading, answers.front().table, read.fractions)
                       : documents::sweep_json(*heading, swept, answers, read.fractions);
}

/// Sets the limits of a question: the values of a sweep share its time, and what explores a question alone is stopped
/// in time for its answer.
void limit_work(Question& question, bool is_swept, const spoils_budget* budget) {
  if (budget == nullptr) { return; }
  const auto seconds = seconds_of(budget);
  std::visit(
      [&](OddsSettings& settings) {
        limit(settings.max_states, budget->max_states);
        limit(settings.max_paths, budget->max_paths);
        (is_swept ? settings.sweep_seconds : settings.stop_seconds) = is_swept ? seconds : seconds_to_explore(seconds);
        settings.stop = stop_of(budget, is_swept ? seconds : settings.stop_seconds);
      },
      question);
}

/// Returns what a question about several numbers of rolls must not have; empty if it is right.
std::string wrong_of_rolls(const ReadQuestion& read) {
  if (!read.sweep.input.empty()) { return "a question about several rolls has no `sweep`"; }
  if (read.fractions) { return "a question about several rolls has no `fractions`"; }
  if (settings_of(read.question).estimate_rolls > 0) { return "a question about several rolls has no `estimate`"; }
  return {};
}

spoils_error* wrong_answer(const spoils_odds* odds, std::size_t answer, const void* out) {
  Arguments arguments;
  if (arguments.handle(odds, "odds").out(out).wrong() != nullptr) { return arguments.wrong(); }
  return arguments.index(answer, odds->answers.size(), "answer").wrong();
}

const std::vector<std::string>& columns_of(const Answer& answer) {
  if (const auto* const expected = std::get_if<ExpectedTable>(&answer)) { return expected->by; }
  return probabilities(answer)->by;
}

std::size_t rows_of(const Answer& answer) {
  if (const auto* const expected = std::get_if<ExpectedTable>(&answer)) { return expected->rows.size(); }
  return probabilities(answer)->rows.size();
}

int kind_of_cell(Cell::Kind kind) {
  switch (kind) {
    case Cell::Kind::Integer: return SPOILS_INTEGER;
    case Cell::Kind::Number: return SPOILS_NUMBER;
    case Cell::Kind::Flag: return SPOILS_FLAG;
    case Cell::Kind::Symbol: return SPOILS_SYMBOL;
    case Cell::Kind::Text: return SPOILS_STRING;
    case Cell::Kind::List: return SPOILS_LIST;
    case Cell::Kind::Map: break;
  }
  return SPOILS_MAP;
}

}  // namespace

spoils_error* check_budget(const spoils_budget* budget) {
  if (budget == nullptr || budget->stopper == nullptr) { return nullptr; }
  return Arguments().handle(budget->stopper, "stopper").wrong();
}

double seconds_of(const spoils_budget* budget) {
  return budget == nullptr ? 0 : static_cast<double>(std::min(budget->milliseconds, kMostMilliseconds)) / 1000;
}

std::function<bool()> stop_of(const spoils_budget* budget, double seconds) {
  if (budget == nullptr || (budget->milliseconds == 0 && budget->stop == nullptr && budget->stopper == nullptr)) {
    return {};
  }
  using Clock = std::chrono::steady_clock;
  const auto time = std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
  const auto end = budget->milliseconds == 0 ? Clock::time_point::max() : Clock::now() + time;
  return [end, stop = budget->stop, user = budget->user, stopper = budget->stopper] {
    return (stopper != nullptr && stopper->is_stopped.load(std::memory_order_relaxed)) ||
           (end != Clock::time_point::max() && Clock::now() >= end) || (stop != nullptr && stop(user) != 0);
  };
}

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

extern "C" {

spoils_error* spoils_stopper_new(spoils_stopper** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).wrong()) { return wrong; }
    return give(out);
  });
}

spoils_error* spoils_stopper_stop(spoils_stopper* stopper) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(stopper, "stopper").wrong()) { return wrong; }
    stopper->is_stopped.store(true, std::memory_order_relaxed);
    return nullptr;
  });
}

spoils_error* spoils_odds_of(const spoils_pack* pack, spoils_text question, const spoils_budget* budget,
                             spoils_odds** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(pack, "pack").text(question, "question").wrong() != nullptr) {
      return arguments.wrong();
    }
    if (auto* const wrong = check_budget(budget)) { return wrong; }
    auto read = read_question(view_of(question));
    if (!read) { return fail(SPOILS_BAD_VALUE, std::move(read).error()); }
    limit_work(read->question, !read->sweep.input.empty(), budget);
    auto answers = exact_odds(pack->pack(), read->question, read->sweep);
    if (!answers) { return fail(std::move(answers).error()); }
    auto json = json_of(pack->pack(), *read, *answers);
    if (!json) { return fail(std::move(json).error()); }
    auto made = std::make_unique<spoils_odds>();
    made->answers = std::move(*answers);
    made->json = std::move(*json);
    *out = made.release();
    return nullptr;
  });
}

spoils_error* spoils_reuse_answers(const spoils_pack* pack, const spoils_pack* before) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(pack, "pack").handle(before, "before").wrong()) { return wrong; }
    reuse_answers(pack->pack(), before->pack());
    return nullptr;
  });
}

spoils_error* spoils_odds_count(const spoils_odds* odds, size_t* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(odds, "odds").out(out).wrong()) { return wrong; }
    *out = odds->answers.size();
    return nullptr;
  });
}

spoils_error* spoils_odds_answer(const spoils_odds* odds, size_t answer, spoils_answer* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_answer(odds, answer, out)) { return wrong; }
    const auto& [value, table] = odds->answers[answer];
    *out = {};
    out->value = text_of(value);
    out->rows = rows_of(table);
    out->columns = columns_of(table).size();
    out->given = 1;
    if (const auto* const expected = std::get_if<ExpectedTable>(&table)) {
      out->exact = expected->exact ? 1 : 0;
      out->limit = static_cast<int>(expected->limit);
      out->unexplored = expected->unexplored;
      return nullptr;
    }
    const auto& odds_table = *probabilities(table);
    out->exact = odds_table.exact ? 1 : 0;
    out->limit = static_cast<int>(odds_table.limit);
    out->given = odds_table.given;
    out->unexplored = odds_table.unexplored;
    if (const auto* const count = std::get_if<CountTable>(&table)) { out->mean = count->mean; }
    return nullptr;
  });
}

spoils_error* spoils_odds_row_of(const spoils_odds* odds, size_t answer, size_t row, spoils_odds_row* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_answer(odds, answer, out)) { return wrong; }
    const auto& table = odds->answers[answer].table;
    if (auto* const wrong = Arguments().index(row, rows_of(table), "row").wrong()) { return wrong; }
    *out = {0, 0, 0, {"", 0}, {"", 0}};
    if (const auto* const expected = std::get_if<ExpectedTable>(&table)) {
      out->probability = out->low = out->high = expected->rows[row].expected;
      if (!expected->exact) { out->high = std::numeric_limits<double>::infinity(); }
      return nullptr;
    }
    const auto& found = probabilities(table)->rows[row];
    out->probability = found.probability;
    out->low = found.low;
    out->high = found.high;
    if (found.fraction) {
      out->numerator = text_of(found.fraction->numerator);
      out->denominator = text_of(found.fraction->denominator);
    }
    return nullptr;
  });
}

spoils_error* spoils_odds_cell(const spoils_odds* odds, size_t answer, size_t row, size_t column, spoils_cell* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_answer(odds, answer, out)) { return wrong; }
    const auto& table = odds->answers[answer].table;
    if (auto* const wrong = Arguments().index(row, rows_of(table), "row").wrong()) { return wrong; }
    const auto* const expected = std::get_if<ExpectedTable>(&table);
    const auto& cells = expected != nullptr ? expected->rows[row].values : probabilities(table)->rows[row].values;
    if (auto* const wrong = Arguments().index(column, cells.size(), "column").wrong()) { return wrong; }
    const auto& cell = cells[column];
    *out = cell ? spoils_cell{kind_of_cell(cell->kind), text_of(cell->text)} : spoils_cell{SPOILS_UNSET, {"", 0}};
    return nullptr;
  });
}

spoils_error* spoils_odds_column(const spoils_odds* odds, size_t column, spoils_text* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_answer(odds, 0, out)) { return wrong; }
    const auto& columns = columns_of(odds->answers.front().table);
    if (auto* const wrong = Arguments().index(column, columns.size(), "column").wrong()) { return wrong; }
    *out = text_of(columns[column]);
    return nullptr;
  });
}

spoils_error* spoils_odds_unlisted(const spoils_odds* odds, size_t answer, double* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_answer(odds, answer, out)) { return wrong; }
    const auto& table = odds->answers[answer].table;
    const auto* const expected = std::get_if<ExpectedTable>(&table);
    *out = expected == nullptr ? probabilities(table)->without_row().high
           : expected->exact   ? 0
                               : std::numeric_limits<double>::infinity();
    return nullptr;
  });
}

spoils_error* spoils_odds_json(const spoils_odds* odds, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(odds, "odds").wrong()) { return wrong; }
    return give_text(out, odds->json);
  });
}

spoils_error* spoils_at_least_once(const spoils_pack* pack, spoils_text question, const uint64_t* rolls, size_t count,
                                   const spoils_budget* budget, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(pack, "pack").text(question, "question").array(rolls, count, "rolls");
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    if (auto* const wrong = check_budget(budget)) { return wrong; }
    auto read = read_question(view_of(question));
    if (!read) { return fail(SPOILS_BAD_VALUE, std::move(read).error()); }
    if (auto wrong = wrong_of_rolls(*read); !wrong.empty()) { return fail(SPOILS_BAD_VALUE, std::move(wrong)); }
    limit_work(read->question, false, budget);
    const auto odds =
        at_least_once_odds(pack->pack(), read->question, std::vector<std::uint64_t>(rolls, rolls + count));
    if (!odds) { return fail(odds.error()); }
    const auto heading = documents::question_heading(pack->pack(), settings_of(read->question), "", "");
    if (!heading) { return fail(heading.error()); }
    return give_text(out, documents::at_least_once_json(*heading, *odds));
  });
}

spoils_error* spoils_check(const spoils_pack* pack, const spoils_budget* budget, spoils_string** out, size_t* broken) {
  return spoils_check_estimated(pack, 0, budget, out, broken);
}

spoils_error* spoils_check_estimated(const spoils_pack* pack, uint64_t rolls, const spoils_budget* budget,
                                     spoils_string** out, size_t* broken) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(pack, "pack").out(broken, "broken").wrong() != nullptr) { return arguments.wrong(); }
    if (auto* const wrong = check_budget(budget)) { return wrong; }
    CheckOptions options;
    options.estimate_rolls = rolls;
    if (budget != nullptr) {
      limit(options.max_states, budget->max_states);
      limit(options.max_paths, budget->max_paths);
      options.stop = stop_of(budget);
    }
    const auto results = check_expectations(pack->pack(), options);
    const auto holds = std::count_if(results.begin(), results.end(),
                                     [](const auto& result) { return result.holds && result.decided; });
    *broken = results.size() - static_cast<std::size_t>(holds);
    return give_text(out, documents::check_json(std::string(pack->pack().name()), pack->loaded, results, {}, {}));
  });
}

}  // extern "C"
