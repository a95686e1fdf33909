// sim/plan.cpp
//
// Checks a simulation, writes its expressions as questions in the language, compiles them with the pack, and finds the
// compiled columns again.
#include "sim/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <utility>

#include "api/compile_queries.h"
#include "api/error.h"
#include "api/pack_data.h"
#include "api/query.h"
#include "program/limits.h"
#include "program/walk.h"

namespace spoils::sim {

using program::ExpressionId;
using program::kNone;
using program::Op;
using program::Program;

namespace {

constexpr std::size_t kMostQuestions = 256;  // tables, expressions and first times together
constexpr std::size_t kMostNth = 64;         // of one of these

Error bad_value(std::string message, std::string help = {}) {
  return {Error::Kind::BadValue, std::move(message), std::move(help)};
}

bool has_field(const Pack& pack, std::string_view name) {
  const auto& fields = pack.fields();
  return std::any_of(fields.begin(), fields.end(), [&](const auto& field) { return field.name == name; });
}

bool is_made_by(const Pack& pack, const std::string& column) { return column == "made_by" && !has_field(pack, column); }

/// Returns the simulation with everything that it leaves open.
Simulation completed(const Pack& pack, Simulation simulation) {
  const auto& rules = pack.rules();
  if (simulation.rule.empty() &&
      std::any_of(rules.begin(), rules.end(), [](const auto& r) { return r.name == "run"; })) {
    simulation.rule = "run";
  }
  const std::string common = has_field(pack, "kind") ? "kind" : "name";
  if (simulation.tables.empty() && simulation.per_run.empty() && simulation.firsts.empty()) {
    simulation.tables.emplace_back();
  }
  for (auto& table : simulation.tables) {
    if (table.by.empty()) { table.by.push_back(common); }
  }
  return simulation;
}

std::optional<Error> unsound(const Simulation& simulation) {
  if (simulation.runs == 0) { return bad_value("the number of runs must be at least 1"); }
  if (simulation.max_keys == 0) { return bad_value("a table must be allowed a row"); }
  if (simulation.tables.size() + simulation.per_run.size() + simulation.firsts.size() > kMostQuestions) {
    return bad_value(fmt::format("a study has at most {} questions", kMostQuestions));
  }
  for (const auto& first : simulation.firsts) {
    if (first.condition.empty()) { return bad_value("a first time needs a condition"); }
    if (first.nth.empty() || first.nth.size() > kMostNth ||
        std::find(first.nth.begin(), first.nth.end(), 0U) != first.nth.end()) {
      return bad_value(fmt::format("the n-th thing is looked for with 1 to {} values of n from 1", kMostNth));
    }
  }
  return std::nullopt;
}

// Reports `name` and `made_by` in an expression over a run: only things have them.
std::optional<Error> of_things_alone(const Pack& pack, const std::vector<std::string>& per_run) {
  for (const auto& expression : per_run) {
    if ((expression != "name" && expression != "made_by") || has_field(pack, expression)) { continue; }
    return bad_value(fmt::format("a run has no `{}`", expression),
                     "use it as a column of a table: things have one each");
  }
  return std::nullopt;
}

// Reports a column of things that reads what no thing keeps: a state is the world's, and another one for each thing.
std::optional<Error> of_no_thing(const Program& program, const program::Query& query) {
  for (const auto slot : program::slots_read(program, query.by)) {
    const auto& read = program.slots[slot];
    const bool is_state = read.kind == program::Slot::Kind::State;
    if (!is_state && read.kind != program::Slot::Kind::Scratch) { continue; }
    return api::make_error(Error::Kind::BadValue,
                           fmt::format("things are told apart by what a finished thing keeps, and `{}` is a {}",
                                       read.name, is_state ? "state" : "scratch value"),
                           "a field that the rule sets to it is kept", {{"expression", std::string(read.name)}});
  }
  return std::nullopt;
}

constexpr const char* kAllThings = "count(things)";

std::string counted(const std::string& condition) { return fmt::format("count(thing in things where {})", condition); }

/// Makes questions of a simulation and finds their expressions in the program.
class Planner {
 public:
  Planner(const Pack& pack, const Simulation& simulation) : pack_(pack), simulation_(simulation) {}

  Result<std::shared_ptr<const Plan>, Error> plan() {
    for (const auto& table : simulation_.tables) {
      auto columns = asked_columns(table.by);
      if (!table.where.empty()) { columns.push_back(counted(table.where)); }
      for (const auto& sum : table.sums) { columns.push_back(fmt::format("sum(thing in things: {})", sum)); }
      query_source(std::move(columns));
    }
    if (!simulation_.per_run.empty()) {
      number_of_run_ = texts_.size();
      std::vector<std::string> columns;
      for (const auto& expression : simulation_.per_run) { columns.push_back(enclosed(expression)); }
      query_source(std::move(columns));
    }
    for (const auto& first : simulation_.firsts) {
      auto columns = first.at.empty() ? std::vector<std::string>{} : asked_columns({first.at});
      columns.push_back(counted(first.condition));
      query_source(std::move(columns));
    }
    auto asked = api::compile_queries(pack_, texts_);
    for (std::size_t i = 0; i < asked.query_of.size(); ++i) {
      const auto& query = asked.query_of[i];
      if (!query) { return Failure{query.error()}; }
      const auto& compiled = asked.program.queries[*query];
      if (auto wrong = api::unknown_word(pack_, asked.program, compiled)) { return Failure{std::move(*wrong)}; }
      if (i == number_of_run_) { continue; }
      if (auto wrong = of_no_thing(asked.program, compiled)) { return Failure{std::move(*wrong)}; }
    }
    for (std::size_t i = 0; i < simulation_.tables.size(); ++i) {
      const auto& table = simulation_.tables[i];
      // query_source() counts things if nothing else is asked.
      const auto asks_nothing = texts_[i]->by == std::vector<std::string>{kAllThings};
      const auto own = table.sums.size() + (table.where.empty() ? 0 : 1) + (asks_nothing ? 1 : 0);
      if (asked.program.queries[*asked.query_of[i]].accumulators.size() == own) { continue; }
      const auto columns = fmt::format("{}", fmt::join(table.by, ", "));
      return Failure{api::make_error(
          Error::Kind::BadValue,
          fmt::format("things cannot be told apart by what all things of a run come to (in `{}`)", columns),
          "`--per-run` gives numbers of whole runs", {{"expression", columns}})};
    }
    auto data = std::make_shared<api::PackData>();
    data->sources = asked.sources;
    data->program = std::move(asked.program);
    data->program.content_hash = pack_.hash();
    for (const auto& query : asked.query_of) { queries_.push_back(*query); }
    program_ = &data->program;
    auto out = std::make_shared<Plan>(Plan{pack_, api::PackMaker::pack(data), simulation_, {}, {}, {}, {}, {}, {}, {}});
    read(*out);
    auto roller = Roller::make(pack_, simulation_.rule, simulation_.values);
    out->rule = roller->rule();  // query_source() has made such a roller before
    out->values = roller->values();
    for (const auto& text : texts_) { out->identity += text->to_text() + "\n"; }
    for (const auto& [name, value] : simulation_.states) {
      if (auto wrong = roller->set_state(name, value)) { return Failure{std::move(*wrong)}; }
      out->values.emplace_back(name, value);
      out->identity += fmt::format("{} {}\n", name, value);
    }
    for (const auto& first : simulation_.firsts) {
      for (const auto n : first.nth) { out->identity += fmt::format("{} ", n); }
    }
    out->identity = fmt::format("{} {:016x} {} {}\n{}", pack_.name(), pack_.hash(), simulation_.seed,
                                simulation_.max_keys, out->identity);
    return std::shared_ptr<const Plan>(std::move(out));
  }

 private:
  void query_source(std::vector<std::string> by) {
    Marginal question;
    question.rule = simulation_.rule;
    question.values = simulation_.values;
    question.by = std::move(by);
    if (question.by.empty()) { question.by.emplace_back(kAllThings); }
    texts_.push_back(api::query_source(pack_, question, ""));
  }

  std::vector<std::string> asked_columns(const std::vector<std::string>& by) const {
    std::vector<std::string> out;
    for (const auto& column : by) {
      if (!is_made_by(pack_, column)) { out.push_back(enclosed(column)); }
    }
    return out;
  }

  void read(Plan& out) {
    std::size_t number = 0;
    for (const auto& table : simulation_.tables) {
      begin(queries_[number++]);
      Plan::Table made;
      made.columns = columns(table.by);
      if (!table.where.empty()) { made.where = next_accumulator().condition; }
      for (std::size_t i = 0; i < table.sums.size(); ++i) { made.sums.push_back(next_accumulator().value); }
      out.tables.push_back(std::move(made));
      keep_accumulators(out);
    }
    if (!simulation_.per_run.empty()) {
      begin(queries_[number++]);
      out.per_run = columns(simulation_.per_run);
      keep_accumulators(out);
    }
    for (const auto& first : simulation_.firsts) {
      begin(queries_[number++]);
      Plan::First made;
      made.nth = first.nth;
      if (!first.at.empty()) { made.at = columns({first.at}).front(); }
      made.condition = next_accumulator().condition;
      out.firsts.push_back(std::move(made));
      keep_accumulators(out);
    }
  }

  void begin(std::uint32_t query) {
    query_ = &program_->queries[query];
    next_ = 0;
    taken_.assign(query_->accumulators.size(), false);
  }

  // `name` has no expression in a query; which column it is only we know.
  std::vector<Column> columns(const std::vector<std::string>& by) {
    std::vector<Column> out;
    for (const auto& name : by) {
      Column column;
      column.name = name;
      if (is_made_by(pack_, name)) {
        column.kind = Column::Kind::MadeBy;
        column.type = of(program::ValueKind::Symbol);
      } else if (query_->by_name && name == "name") {
        column.kind = Column::Kind::Name;
        column.type = of(program::ValueKind::Text);
      } else {
        column.id = query_->by[next_++];
        column.type = program_->expressions[column.id].type;
      }
      out.push_back(std::move(column));
    }
    return out;
  }

  // The next column asks things one by one: its accumulator says what.
  const program::Accumulator& next_accumulator() {
    auto id = query_->by[next_++];
    while (program_->expressions[id].op == Op::OrZero) { id = program_->expressions[id].a; }
    const auto slot = program_->expressions[id].a;
    std::size_t i = 0;
    while (query_->accumulators[i].slot != slot) { ++i; }
    taken_[i] = true;
    return query_->accumulators[i];
  }

  void keep_accumulators(Plan& out) const {
    for (std::size_t i = 0; i < query_->accumulators.size(); ++i) {
      if (!taken_[i]) { out.accumulators.push_back(query_->accumulators[i]); }
    }
  }

  const Pack& pack_;
  const Simulation& simulation_;
  std::vector<api::QueryOrError> texts_;
  std::optional<std::size_t> number_of_run_;  // among the questions: that of all things together
  std::vector<std::uint32_t> queries_;
  const Program* program_ = nullptr;
  const program::Query* query_ = nullptr;
  std::size_t next_ = 0;
  std::vector<bool> taken_;
};

}  // namespace

// Puts a column of a question in parentheses unless it is a word: a comparison there would not parse.
std::string enclosed(const std::string& expression) {
  const bool is_word = std::all_of(expression.begin(), expression.end(),
                                   [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; });
  return is_word ? expression : fmt::format("({})", expression);
}

const Program& Plan::program() const { return asked.data().program; }

Result<std::shared_ptr<const Plan>, Error> make_plan(const Pack& pack, const Simulation& simulation) {
  const auto whole = completed(pack, simulation);
  if (auto wrong = unsound(whole)) { return Failure{std::move(*wrong)}; }
  if (auto wrong = of_things_alone(pack, whole.per_run)) { return Failure{std::move(*wrong)}; }
  return Planner(pack, whole).plan();
}

}  // namespace spoils::sim
