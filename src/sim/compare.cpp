// sim/compare.cpp
//
// Compares estimates with exact odds: asks the odds engine each question of a simulation, and tests each estimate
// against the answer (number/agreement.h and Bernstein's bound), the risk divided among all of them. Both read the same
// program, in ways that share nothing but the program: if they differ by more than chance, one of the two is wrong.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <deque>
#include <functional>
#include <memory>
#include <set>
#include <utility>

#include "api/begin_state.h"
#include "api/compile_queries.h"
#include "api/pack_data.h"
#include "api/query.h"
#include "odds/interpreter.h"
#include "odds/mass.h"
#include "odds/open_inputs.h"
#include "program/facts/query_budget.h"
#include "sim/outcome.h"
#include "sim/statistics.h"
#include "spoils/odds.h"
#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"

namespace spoils::sim {

using program::ValueKind;

namespace {

constexpr std::size_t kMostRows = 64;        // of one table, the most frequent first, for which odds are computed
constexpr std::size_t kMostOutcomes = 1000;  // of an expression
constexpr int kAskedOfOne = 2'000;           // times 1024 ways: a second at most for one question
constexpr int kAskedOfAll = 6'000;
constexpr std::string_view kTooMuch =
    "the exact odds take longer than a comparison may; `spoils odds` has no such limit";

/// An estimate that has an exact value.
struct Comparison {
  std::string what;
  std::uint64_t hits = 0;  // of a proportion
  const Estimate* estimate = nullptr;
  double most = 0;  // of a mean, what one run gave at most; 0: it is a proportion
  double exact = 0;
};

class Comparer {
 public:
  Comparer(const Plan& plan, SimulationResult& simulation, const SimulateOptions& options)
      : plan_(plan), simulation_(simulation), options_(options) {}

  void compare() {
    for (std::size_t i = 0; i < plan_.tables.size(); ++i) { ask_table(i); }
    for (std::size_t i = 0; i < plan_.per_run.size(); ++i) { ask_run(i); }
    for (std::size_t i = 0; i < simulation_.firsts.size(); ++i) { ask_first(i); }
    answer_means();
    const auto answers = exact_odds(plan_.pack, queries_);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      if (!answers[i]) {
        leave_out(asked_[i], answers[i].error().text());
        continue;
      }
      const auto& table = std::get<OddsTable>(answers[i]->front().table);
      if (table.exact) {
        take_[i](table);
      } else {
        leave_out(asked_[i], kTooMuch);
      }
    }
    judge();
  }

 private:
  using Take = std::function<void(const OddsTable&)>;

  Marginal question() {
    Marginal out;
    out.rule = plan_.rule;
    out.values = plan_.simulation.values;
    out.states = plan_.simulation.states;
    out.max_states = program::kStatesKept;
    out.max_memory = options_.max_memory;
    out.tighten = false;
    if (options_.go_on) {
      out.stop = [this] { return !options_.go_on({simulation_.runs, simulation_.asked_runs}); };
    }
    auto left = std::make_shared<int>(kAskedOfOne);
    out.go_on = [this, left](std::size_t) {
      const bool is_wanted = !options_.go_on || options_.go_on({simulation_.runs, simulation_.asked_runs});
      return is_wanted && --*left > 0 && --left_ > 0;
    };
    return out;
  }

  void ask(std::string what, Marginal question, Take take) {
    queries_.push_back({std::move(question), {}});
    asked_.push_back(std::move(what));
    take_.push_back(std::move(take));
  }

  void leave_out(const std::string& what, std::string_view why) {
    simulation_.uncompared.push_back(fmt::format("{}: {}", what, why));
  }

  /// Returns the condition under which a thing is counted in a row; nothing if it cannot be written down.
  std::optional<std::string> condition_of(std::size_t table, const ThingRow& row) const {
    std::string out;
    const auto& columns = plan_.tables[table].columns;
    for (std::size_t i = 0; i < columns.size(); ++i) {
      const auto value = expression_of(columns[i], row.values[i]);
      if (!value) { return std::nullopt; }
      const auto& name = columns[i].kind == Column::Kind::MadeBy ? "made_by" : columns[i].name;
      out += fmt::format("{}({}) == {}", i > 0 ? " and " : "", name, *value);
      // Unset values are equal to `false` and 0, and have a row of their own.
      if (*value == "false" || *value == "(0)") { out += fmt::format(" and ({}) != none", name); }
    }
    const auto& where = simulation_.tables[table].asked.where;
    return where.empty() ? out : fmt::format("({}) and {}", where, out);
  }

  std::optional<std::string> expression_of(const Column& column, const std::optional<Cell>& cell) const {
    if (column.kind == Column::Kind::Name) { return std::nullopt; }
    if (!cell) { return "none"; }
    const auto& value = cell->text;
    switch (column.type.kind) {
      case ValueKind::Symbol: return fmt::format("'{}'", text::symbol_name(value));  // whatever else is called so
      case ValueKind::Flag: return value;
      case ValueKind::Int: return fmt::format("({})", value);
      case ValueKind::Text: return text::text_to_source(value);
      default: return std::nullopt;
    }
  }

  void ask_table(std::size_t index) {
    auto& table = simulation_.tables[index];
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < table.rows.size(); ++i) { order.push_back(i); }
    std::stable_sort(order.begin(), order.end(),
                     [&](auto a, auto b) { return table.rows[a].things > table.rows[b].things; });
    order.resize(std::min(order.size(), kMostRows));
    // All rows at once: what a thing adds to an expectation of this kind is not 1 but the number of its row.
    std::string which;
    std::vector<std::size_t> asked;
    for (const auto i : order) {
      const auto condition = condition_of(index, table.rows[i]);
      if (!condition) { continue; }
      asked.push_back(i);
      which += fmt::format("if {} then {} else ", *condition, asked.size());
    }
    const auto what = fmt::format("things by {}", fmt::join(table.by, ", "));
    if (asked.empty()) {
      if (!order.empty()) { leave_out(what, "no condition can be written that selects the things of a row"); }
      return;
    }
    if (table.rows.size() > kMostRows) {
      leave_out(what,
                fmt::format("only the {} most frequent of its {} rows are compared", kMostRows, table.rows.size()));
    }
    means_of_.push_back(what);
    means_asked_.push_back(question());
    means_texts_.push_back(
        api::mean_source(plan_.pack, means_asked_.back(), fmt::format("sum(thing in things: {}0)", which)));
    means_take_.push_back([this, index, rows = std::move(asked)](const std::vector<odds::Part>& parts) {
      auto& counts = simulation_.tables[index];
      for (std::size_t i = 0; i < rows.size(); ++i) {
        auto& row = counts.rows[rows[i]];
        const auto part = std::find_if(parts.begin(), parts.end(),
                                       [&](const auto& p) { return p.key == static_cast<program::Word>(i + 1); });
        row.mean.exact = part == parts.end() ? 0 : part->amount;
        add({fmt::format("things of one run with {} = {}", fmt::join(counts.by, ", "),
                         fmt::join(to_texts(row.values), ", ")),
             0, &row.mean, static_cast<double>(row.most), *row.mean.exact});
      }
    });
  }

  void answer_means() {
    if (means_texts_.empty()) { return; }
    auto asked = api::compile_queries(plan_.pack, means_texts_);
    for (std::size_t i = 0; i < means_texts_.size(); ++i) {
      if (!asked.query_of[i]) {
        leave_out(means_of_[i], asked.query_of[i].error().text());
        continue;
      }
      const auto& query = asked.program.queries[*asked.query_of[i]];
      if (!odds::is_expectation(asked.program, query)) {
        leave_out(means_of_[i], "things that hold others are given up in this pack");
        continue;
      }
      const auto settings = api::begin_settings(plan_.pack, means_asked_[i], asked.program);
      if (!settings) {
        leave_out(means_of_[i], settings.error().text());
        continue;
      }
      odds::Interpreter<odds::ExpectedCounts> interpreter(asked.program, api::budget_of(means_asked_[i]));
      const auto found = interpreter.answer(query, *settings);
      if (found.fault.kind != program::Fault::Kind::None) {
        leave_out(means_of_[i], program::describe(asked.program, found.fault));
      } else if (found.unexplored.p != 0) {
        leave_out(means_of_[i], kTooMuch);
      } else if (!found.outcomes.empty()) {
        means_take_[i](found.outcomes.front().mass.parts);
      }
    }
  }

  void ask_run(std::size_t index) {
    const auto& counts = simulation_.per_run[index].values;
    const auto& what = simulation_.per_run[index].expression;
    if (counts.rows.size() > kMostOutcomes) {
      leave_out(what, fmt::format("it has more than {} values", kMostOutcomes));
      return;
    }
    if (std::any_of(counts.rows.begin(), counts.rows.end(), [](const auto& row) { return row.value != row.last; })) {
      leave_out(what, "its values were counted in bins");
      return;
    }
    auto asked = question();
    asked.by = {enclosed(what)};
    ask(what, std::move(asked), [this, index](const OddsTable& odds) {
      auto& values = simulation_.per_run[index].values;
      const auto& expression = simulation_.per_run[index].expression;
      std::set<std::optional<Cell>> seen;
      for (auto& row : values.rows) {
        seen.insert(row.value);
        const auto found = std::find_if(odds.rows.begin(), odds.rows.end(),
                                        [&](const auto& r) { return r.values.front() == row.value; });
        row.share.exact = found == odds.rows.end() ? 0 : found->probability;
        add({fmt::format("runs with {} = {}", expression, to_text(row.value)), row.runs, &row.share, 0,
             *row.share.exact});
      }
      for (const auto& row : odds.rows) {
        const auto& cell = row.values.front();
        if (!cell) { continue; }
        if (seen.count(cell) > 0) { continue; }
        add({fmt::format("runs with {} = {}", expression, cell->text), 0, nullptr, 0, row.probability});
      }
      if (values.is_integer && values.mean && odds.middle) { values.mean->exact = odds.middle->mean; }
    });
  }

  void ask_first(std::size_t index) {
    const auto& first = simulation_.firsts[index];
    auto asked = question();
    asked.by = {fmt::format("(count(thing in things where {}) >= {})", first.asked.condition, first.nth)};
    ask(fmt::format("{} of: {}", first.nth, first.asked.condition), std::move(asked),
        [this, index](const OddsTable& odds) {
          auto& counts = simulation_.firsts[index];
          double p = 0;
          for (const auto& row : odds.rows) { p = to_text(row.values.front()) == "true" ? row.probability : p; }
          counts.chance.exact = p;
          if (counts.wait && p > 0) { counts.wait->exact = 1 / p; }
          add({fmt::format("runs with {} of: {}", counts.nth, counts.asked.condition), counts.runs, &counts.chance, 0,
               p});
        });
  }

  void add(Comparison comparison) { comparisons_.push_back(std::move(comparison)); }

  void judge() {
    // The deviation of a mean needs two runs.
    if (simulation_.runs < 2) {
      for (const auto& comparison : comparisons_) {
        if (comparison.most > 0) { leave_out(comparison.what, "one run gives no error for a mean"); }
      }
      std::erase_if(comparisons_, [](const Comparison& comparison) { return comparison.most > 0; });
    }
    simulation_.compared = comparisons_.size();
    simulation_.risk = options_.risk;
    if (comparisons_.empty()) { return; }
    // The risk of all of them together is at most the sum of theirs.
    const double risk = options_.risk / static_cast<double>(comparisons_.size());
    for (const auto& comparison : comparisons_) {
      const bool is_mean = comparison.most > 0;
      const bool is_off = is_mean ? mean_differs(*comparison.estimate, simulation_.runs, 2 * (comparison.most + 1),
                                                 comparison.exact, risk)
                                  : differs(comparison.hits, simulation_.runs, comparison.exact, risk);
      if (!is_off) { continue; }
      if (is_mean && comparison.estimate->value < comparison.exact) {
        // Nothing bounds what one run may give, so no number of runs proves that the mean is less.
        leave_out(comparison.what, "runs that give far more may be too rare to be seen");
        --simulation_.compared;
        continue;
      }
      simulation_.disagreements.push_back(
          {comparison.what, comparison.estimate == nullptr ? 0 : comparison.estimate->value, comparison.exact});
    }
  }

  const Plan& plan_;
  SimulationResult& simulation_;
  const SimulateOptions& options_;
  std::vector<Query> queries_;
  std::vector<std::string> asked_;  // what the queries are about
  std::vector<Take> take_;
  std::deque<OddsSettings> means_asked_;  // budgets point to them
  std::vector<api::QueryOrError> means_texts_;
  std::vector<std::string> means_of_;  // what they are about
  std::vector<std::function<void(const std::vector<odds::Part>&)>> means_take_;
  std::vector<Comparison> comparisons_;
  int left_ = kAskedOfAll;
};

}  // namespace

void compare_with_odds(const Plan& plan, SimulationResult& simulation, const SimulateOptions& options) {
  Comparer(plan, simulation, options).compare();
}

}  // namespace spoils::sim
