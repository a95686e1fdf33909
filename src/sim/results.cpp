// sim/results.cpp
//
// Writes a simulation into a new SQLite database, and reads one back: the tables, and the same order of columns in
// both.
#include "spoils/results.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cctype>
#include <set>

#include "sim/sound.h"
#include "sim/sqlite.h"
#include "text/write_file.h"

namespace spoils {
inline namespace v1 {

namespace {

using sim::Database;
using sim::sql_name;
using sim::Statement;

constexpr std::string_view kLayout = "1";
constexpr std::string_view kNoResults = "not a spoils results database";

Error results_error(const std::string& path, std::string_view why) {
  return {Error::Kind::File, fmt::format("results {}: {}", path, why), "", std::nullopt, {{"path", path}}};
}

std::string list_text(const std::vector<std::string>& list) {
  return nlohmann::json(list).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::vector<std::string> list_of(Database& database, const std::string& text) {
  std::vector<std::string> out;
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_array()) {
    database.fail("a list of columns is broken");
    return out;
  }
  for (const auto& member : json) { out.push_back(member.is_string() ? member.get<std::string>() : ""); }
  return out;
}

void add(Statement& into, const std::optional<Cell>& cell) {
  if (!cell) {
    into.add_nothing();
  } else if (cell->kind == Cell::Kind::Integer) {
    into.add(static_cast<std::int64_t>(std::stoll(cell->text)));
  } else {
    into.add(cell->text);
  }
}

/// A database distinguishes integers and texts: the kind of any other cell is that which its text seems to have.
std::optional<Cell> cell_of(Statement& from) {
  if (from.is_nothing()) {
    from.skip();
    return std::nullopt;
  }
  const bool is_integer = from.is_integer();
  Cell out{from.text(), Cell::Kind::Symbol};
  if (is_integer) { out.kind = Cell::Kind::Integer; }
  if (out.text == "true" || out.text == "false") { out.kind = Cell::Kind::Flag; }
  return out;
}

void add(Statement& into, const Estimate& estimate) {
  into.add(estimate.value).add(estimate.error).add(estimate.low).add(estimate.high).add(estimate.exact);
}

Estimate estimate_of(Statement& from) {
  Estimate out;
  out.value = from.real();
  out.error = from.real();
  out.low = from.real();
  out.high = from.real();
  out.exact = from.maybe_real();
  return out;
}

std::optional<Estimate> maybe_estimate_of(Statement& from) {
  const bool is_there = !from.is_nothing();
  const auto out = estimate_of(from);
  return is_there ? std::optional(out) : std::nullopt;
}

/// "?, ?, ?"
std::string places(std::size_t count) {
  std::string out;
  for (std::size_t i = 0; i < count; ++i) { out += i > 0 ? ", ?" : "?"; }
  return out;
}

std::string columns_of(const char* name, bool has_exact = true) {
  return fmt::format("{0} REAL, {0}_error REAL, {0}_low REAL, {0}_high REAL{1}", name,
                     has_exact ? fmt::format(", {}_exact REAL", name) : "");
}

/// The columns of a table of things, each called as nothing before it.
std::vector<std::string> thing_columns(const ThingCounts& table) {
  std::vector<std::string> names;
  std::set<std::string> taken{"things",
                              "runs",
                              "most",
                              "mean",
                              "mean_error",
                              "mean_low",
                              "mean_high",
                              "mean_exact",
                              "at_least_one",
                              "at_least_one_error",
                              "at_least_one_low",
                              "at_least_one_high"};
  const auto add_name = [&](const std::string& wanted) {
    std::string key;
    for (const char c : wanted) { key += static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }
    auto name = wanted;
    for (int i = 2; !taken.insert(key).second; ++i) {
      name = fmt::format("{}_{}", wanted, i);
      key = fmt::format("{}_{}", key, i);
    }
    names.push_back(sql_name(name));
  };
  for (const auto& by : table.by) { add_name(by); }
  for (const auto& sum : table.asked.sums) {
    for (const auto* part : {"", " mean", " error", " low", " high"}) { add_name("sum " + sum + part); }
  }
  return names;
}

constexpr std::string_view kQuantileColumns =
    "q01 INTEGER, q05 INTEGER, q25 INTEGER, q50 INTEGER, q75 INTEGER, q95 INTEGER, q99 INTEGER";

void write_head(Database& database, const Results& results) {
  const auto& simulation = results.simulation;
  database.run("CREATE TABLE metadata (field TEXT PRIMARY KEY, value TEXT)");
  Statement insert(database, "INSERT INTO metadata VALUES (?, ?)");
  const std::vector<std::pair<std::string, std::string>> fields{
      {"layout", std::string(kLayout)},
      {"program", results.program},
      {"command", results.command},
      {"pack", simulation.pack},
      {"pack_version", simulation.version},
      {"pack_hash", seed_to_text(simulation.pack_hash)},
      {"rule", simulation.rule},
      {"seed", seed_to_text(simulation.seed)},
      {"runs", fmt::format("{}", simulation.runs)},
      {"asked_runs", fmt::format("{}", simulation.asked_runs)},
      {"complete", simulation.is_complete ? "1" : "0"},
      {"things", fmt::format("{}", simulation.things)},
      {"compared", fmt::format("{}", simulation.compared)},
      {"risk", fmt::format("{}", simulation.risk)}};
  for (const auto& [field, value] : fields) { insert.add(field).add(value).insert(); }
  database.run("CREATE TABLE inputs (name TEXT, value TEXT)");
  Statement input(database, "INSERT INTO inputs VALUES (?, ?)");
  for (const auto& [name, value] : simulation.values) { input.add(name).add(value).insert(); }
  database.run("CREATE TABLE disagreements (what TEXT, estimate REAL, exact REAL)");
  Statement wrong(database, "INSERT INTO disagreements VALUES (?, ?, ?)");
  for (const auto& found : simulation.disagreements) {
    wrong.add(found.what).add(found.estimate).add(found.exact).insert();
  }
}

void write_tables(Database& database, const SimulationResult& simulation) {
  database.run(
      "CREATE TABLE thing_tables (number INTEGER PRIMARY KEY, name TEXT, columns TEXT, condition TEXT, sums TEXT, "
      "things INTEGER)");
  Statement insert(database, "INSERT INTO thing_tables VALUES (?, ?, ?, ?, ?, ?)");
  for (std::size_t i = 0; i < simulation.tables.size(); ++i) {
    const auto& table = simulation.tables[i];
    const auto name = fmt::format("things_{}", i + 1);
    insert.add(std::uint64_t{i + 1}).add(name).add(list_text(table.by)).add(table.asked.where);
    insert.add(list_text(table.asked.sums)).add(table.things).insert();
    const auto names = thing_columns(table);
    const auto begin = names.begin();
    const auto middle = begin + static_cast<std::ptrdiff_t>(table.by.size());
    database.run(fmt::format("CREATE TABLE {} ({}, things INTEGER, runs INTEGER, most INTEGER, {}, {}{}{})", name,
                             fmt::join(begin, middle, ", "), columns_of("mean"), columns_of("at_least_one", false),
                             names.size() > table.by.size() ? ", " : "", fmt::join(middle, names.end(), ", ")));
    Statement row_insert(database, fmt::format("INSERT INTO {} VALUES ({})", name, places(names.size() + 12)));
    for (const auto& row : table.rows) {
      for (const auto& cell : row.values) { add(row_insert, cell); }
      row_insert.add(row.things).add(row.runs).add(row.most);
      add(row_insert, row.mean);
      const auto& once = row.at_least_one;
      row_insert.add(once.value).add(once.error).add(once.low).add(once.high);
      for (const auto& sum : row.sums) {
        row_insert.add(sum.total).add(sum.mean.value).add(sum.mean.error).add(sum.mean.low).add(sum.mean.high);
      }
      row_insert.insert();
    }
  }
}

// The columns that follow the question's own in each table of values.
const std::string& value_columns() {
  static const std::string kColumns = fmt::format(
      "\"set\" INTEGER, is_integer INTEGER, total TEXT, {}, deviation REAL, least INTEGER, greatest INTEGER, {}",
      columns_of("mean"), kQuantileColumns);
  return kColumns;
}
constexpr std::size_t kValueColumns = 18;

void add(Statement& into, const ValueCounts& counts) {
  into.add(counts.set).add(std::int64_t{counts.is_integer ? 1 : 0}).add(counts.total);
  if (counts.mean) {
    add(into, *counts.mean);
  } else {
    for (int i = 0; i < 5; ++i) { into.add_nothing(); }
  }
  into.add(counts.deviation).add(counts.least).add(counts.greatest);
  for (const auto quantile : counts.quantiles) { into.add(quantile); }
}

void write_rows(Database& database, const std::string& table, std::size_t number, const ValueCounts& counts) {
  Statement insert(database, fmt::format("INSERT INTO {} VALUES ({})", table, places(9)));
  for (const auto& row : counts.rows) {
    insert.add(std::uint64_t{number});
    add(insert, row.value);
    add(insert, row.last);
    insert.add(row.runs);
    add(insert, row.share);
    insert.insert();
  }
}

void make_rows_table(Database& database, const std::string& table) {
  database.run(
      fmt::format("CREATE TABLE {} (number INTEGER, value, last, runs INTEGER, {})", table, columns_of("share")));
}

void write_per_run(Database& database, const SimulationResult& simulation) {
  database.run(fmt::format("CREATE TABLE per_run (number INTEGER PRIMARY KEY, expression TEXT, {})", value_columns()));
  make_rows_table(database, "per_run_values");
  Statement insert(database, fmt::format("INSERT INTO per_run VALUES ({})", places(2 + kValueColumns)));
  for (std::size_t i = 0; i < simulation.per_run.size(); ++i) {
    insert.add(std::uint64_t{i + 1}).add(simulation.per_run[i].expression);
    add(insert, simulation.per_run[i].values);
    insert.insert();
    write_rows(database, "per_run_values", i + 1, simulation.per_run[i].values);
  }
}

void write_firsts(Database& database, const SimulationResult& simulation) {
  database.run(fmt::format(
      "CREATE TABLE firsts (number INTEGER PRIMARY KEY, condition TEXT, nth INTEGER, at TEXT, runs INTEGER, first_run "
      "INTEGER, {}, {}, wait_50 REAL, wait_90 REAL, wait_99 REAL, {})",
      columns_of("chance"), columns_of("wait"), value_columns()));
  make_rows_table(database, "firsts_values");
  Statement insert(database, fmt::format("INSERT INTO firsts VALUES ({})", places(19 + kValueColumns)));
  for (std::size_t i = 0; i < simulation.firsts.size(); ++i) {
    const auto& first = simulation.firsts[i];
    insert.add(std::uint64_t{i + 1}).add(first.asked.condition).add(first.nth).add(first.asked.at).add(first.runs);
    insert.add(first.first_run);
    add(insert, first.chance);
    if (first.wait) {
      add(insert, *first.wait);
    } else {
      for (int k = 0; k < 5; ++k) { insert.add_nothing(); }
    }
    for (const auto point : first.wait_points) { insert.add(point); }
    add(insert, first.at);
    insert.insert();
    write_rows(database, "firsts_values", i + 1, first.at);
  }
}

void read_head(Database& database, Results& results) {
  auto& simulation = results.simulation;
  std::string layout;
  const auto number = [](const std::string& text) { return std::strtoull(text.c_str(), nullptr, 10); };
  Statement known(database, "SELECT name FROM sqlite_master WHERE name = 'metadata'");
  if (database.is_sound() && !known.next()) { database.fail(kNoResults); }
  Statement fields(database, "SELECT field, value FROM metadata");
  while (fields.next()) {
    const auto field = fields.text();
    const auto value = fields.text();
    if (field == "layout") { layout = value; }
    if (field == "program") { results.program = value; }
    if (field == "command") { results.command = value; }
    if (field == "pack") { simulation.pack = value; }
    if (field == "pack_version") { simulation.version = value; }
    if (field == "pack_hash") { simulation.pack_hash = seed_from_text(value); }
    if (field == "rule") { simulation.rule = value; }
    if (field == "seed") { simulation.seed = seed_from_text(value); }
    if (field == "runs") { simulation.runs = number(value); }
    if (field == "asked_runs") { simulation.asked_runs = number(value); }
    if (field == "complete") { simulation.is_complete = value == "1"; }
    if (field == "things") { simulation.things = number(value); }
    if (field == "compared") { simulation.compared = static_cast<std::size_t>(number(value)); }
    if (field == "risk") { simulation.risk = std::strtod(value.c_str(), nullptr); }
  }
  if (database.is_sound() && layout != kLayout) {
    database.fail(layout.empty() ? kNoResults : "they are of another version of spoils");
  }
  Statement inputs(database, "SELECT name, value FROM inputs");
  while (inputs.next()) {
    auto name = inputs.text();
    simulation.values.emplace_back(std::move(name), inputs.text());
  }
  Statement wrong(database, "SELECT what, estimate, exact FROM disagreements");
  while (wrong.next()) {
    Disagreement found;
    found.what = wrong.text();
    found.estimate = wrong.real();
    found.exact = wrong.real();
    simulation.disagreements.push_back(std::move(found));
  }
}

void read_tables(Database& database, SimulationResult& simulation) {
  Statement tables(database, "SELECT name, columns, condition, sums, things FROM thing_tables ORDER BY number");
  while (tables.next()) {
    ThingCounts table;
    const auto name = tables.text();
    table.by = list_of(database, tables.text());
    table.asked.by = table.by;
    table.asked.where = tables.text();
    table.asked.sums = list_of(database, tables.text());
    table.things = tables.count();
    Statement rows(database, fmt::format("SELECT * FROM {} ORDER BY rowid", sql_name(name)));
    while (rows.next()) {
      ThingRow row;
      for (std::size_t i = 0; i < table.by.size(); ++i) { row.values.push_back(cell_of(rows)); }
      row.things = rows.count();
      row.runs = rows.count();
      row.most = rows.count();
      row.mean = estimate_of(rows);
      auto& once = row.at_least_one;
      for (auto* const part : {&once.value, &once.error, &once.low, &once.high}) { *part = rows.real(); }
      for (std::size_t i = 0; i < table.asked.sums.size(); ++i) {
        ThingRow::Sum sum;
        sum.total = rows.text();
        for (auto* const part : {&sum.mean.value, &sum.mean.error, &sum.mean.low, &sum.mean.high}) {
          *part = rows.real();
        }
        row.sums.push_back(std::move(sum));
      }
      table.rows.push_back(std::move(row));
    }
    simulation.tables.push_back(std::move(table));
  }
}

ValueCounts counts_of(Statement& from) {
  ValueCounts out;
  out.set = from.count();
  out.is_integer = from.integer() != 0;
  out.total = from.text();
  out.mean = maybe_estimate_of(from);
  out.deviation = from.real();
  out.least = from.maybe_integer();
  out.greatest = from.maybe_integer();
  for (auto& quantile : out.quantiles) { quantile = from.integer(); }
  return out;
}

void read_rows(Database& database, const std::string& table, std::size_t number, ValueCounts& counts) {
  Statement rows(database,
                 fmt::format("SELECT value, last, runs, share, share_error, share_low, share_high, share_exact FROM {} "
                             "WHERE number = {} ORDER BY rowid",
                             table, number));
  while (rows.next()) {
    ValueRow row;
    row.value = cell_of(rows);
    row.last = cell_of(rows);
    row.runs = rows.count();
    row.share = estimate_of(rows);
    const auto is_wrong = [&](const auto& cell) { return counts.is_integer && cell && !is_integer(cell); };
    if (is_wrong(row.value) || is_wrong(row.last)) { database.fail("a value is no integer"); }
    counts.rows.push_back(std::move(row));
  }
  // Means and quantiles are computed of numbers, so there must be some.
  if (counts.mean && !counts.rows.empty() && counts.set == 0) { database.fail("a mean of no numbers"); }
}

void read_questions(Database& database, SimulationResult& simulation) {
  Statement per_run(database, "SELECT * FROM per_run ORDER BY number");
  while (per_run.next()) {
    per_run.skip();
    RunCounts counts;
    counts.expression = per_run.text();
    counts.values = counts_of(per_run);
    read_rows(database, "per_run_values", simulation.per_run.size() + 1, counts.values);
    simulation.per_run.push_back(std::move(counts));
  }
  Statement firsts(database, "SELECT * FROM firsts ORDER BY number");
  while (firsts.next()) {
    firsts.skip();
    FirstCounts first;
    first.asked.condition = firsts.text();
    first.nth = firsts.count();
    first.asked.nth = {first.nth};
    first.asked.at = firsts.text();
    first.runs = firsts.count();
    if (const auto run = firsts.maybe_integer()) { first.first_run = static_cast<std::uint64_t>(*run); }
    first.chance = estimate_of(firsts);
    first.wait = maybe_estimate_of(firsts);
    for (auto& point : first.wait_points) { point = firsts.real(); }
    first.at = counts_of(firsts);
    if ((first.runs > 0 || first.wait) && !first.first_run) { database.fail("runs without a first one"); }
    read_rows(database, "firsts_values", simulation.firsts.size() + 1, first.at);
    simulation.firsts.push_back(std::move(first));
  }
}

}  // namespace

std::optional<Error> write_results(const Results& results, const std::string& path) {
  if (!sim::is_sound(results.simulation)) {
    misused("write_results: rows that do not fit their table");
    return Error{Error::Kind::Misuse, fmt::format("results {}: rows do not fit their table", path), ""};
  }
  Database database;
  database.run("BEGIN");
  write_head(database, results);
  write_tables(database, results.simulation);
  write_per_run(database, results.simulation);
  write_firsts(database, results.simulation);
  database.run("COMMIT");
  const auto bytes = database.bytes();
  if (!database.is_sound()) { return results_error(path, database.error()); }
  if (const auto failed = text::write_file_atomically(path, bytes)) {
    return results_error(path, "cannot be written: " + failed->detail);
  }
  return std::nullopt;
}

Result<Results, Error> read_results(const std::string& path) {
  Database database(path);
  Results out;
  read_head(database, out);
  read_tables(database, out.simulation);
  read_questions(database, out.simulation);
  if (!database.is_sound()) { return Failure{results_error(path, database.error())}; }
  return out;
}

}  // namespace v1
}  // namespace spoils
