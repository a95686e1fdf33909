// tests/reference/compare.cpp
//
// Questions, their answers by brute force, and the reduction of a failing pack.
#include "reference/compare.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <vector>

#include "api/compile_queries.h"
#include "odds/figures_of_means.h"
#include "odds/open_inputs.h"
#include "reference/expect.h"
#include "reference/machine.h"
#include "reference/stages.h"
#include "spoils/expectations.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "text/plain/integer.h"

namespace spoils::reference {

namespace {

constexpr int kMostRuns = 120;

// After the fields: the name, how many things there are, how many have an axe as their kind, how many of these the
// rule's own thing holds, and what the roll leaves as state.
Row outcome(const Pack& pack, Machine& machine) {
  const auto& things = machine.things;
  const auto is_there = machine.given_out();
  int all = 0;
  int axes = 0;
  int held_axes = 0;
  for (std::size_t i = 0; i < things.size(); ++i) {
    if (!is_there[i]) { continue; }
    ++all;
    const auto kind = things[i].fields.find("kind");
    const bool is_axe = kind != things[i].fields.end() && kind->second.is_set && kind->second.text == "axe";
    axes += is_axe ? 1 : 0;
    held_axes += is_axe && things[i].holder == 0 ? 1 : 0;
  }
  Row row;
  for (const auto& field : field_names()) {
    const auto found = things[0].fields.find(field);
    row.push_back(is_there[0] && found != things[0].fields.end() ? written(found->second) : "none");
  }
  row.emplace_back(is_there[0] ? machine.name(0) : "none");
  row.push_back(std::to_string(all));
  row.push_back(std::to_string(axes));
  row.push_back(std::to_string(held_axes));
  for (const auto* name : kStates) {
    row.push_back(pack.own().states.count(name) == 0 ? "none" : written(machine.state(name)));
  }
  return row;
}

std::string text(const Distribution& distribution) {
  std::string out;
  for (const auto& [row, probability] : distribution) {
    out += "   ";
    for (const auto& value : row) { out += " " + value; }
    out += "  " + probability.str() + "\n";
  }
  return out;
}

Distribution only(const Distribution& all, const std::vector<std::size_t>& columns) {
  Distribution out;
  for (const auto& [row, probability] : all) {
    Row part;
    for (const auto column : columns) { part.push_back(row[column]); }
    out[part] += probability;
  }
  return out;
}

/// The values of a row, as the reference writes them.
Row as_written(const Cells& values) {
  Row out;
  for (const auto& value : to_texts(values)) { out.push_back(sorted(value)); }
  return out;
}

class Comparing {
 public:
  Comparing(const spoils::Pack& pack, const Distribution& all, bool has_states, std::uint64_t chosen)
      : pack_(pack), all_(all), has_states_(has_states) {
    limits_.paths = (std::uint64_t{1} << 2 * (chosen >> 45 & 7)) / 4;  // none, 1, 4, ... 4,096
    limits_.states = (chosen >> 48 & 3) == 0 ? 1'000'000 : std::size_t{1} << (chosen >> 48 & 3);
    limits_.tighten = (chosen >> 50 & 1) == 0;
  }

  static std::string asked_by(const Marginal& question) {
    std::string out = "by";
    for (const auto& by : question.by) { out += " " + by; }
    return question.where.empty() ? out : out + " where " + question.where;
  }
  static std::string asked_by(const Count& question) { return "count " + question.condition; }

  template <class Kind>
  void ask(Kind question, const std::vector<std::size_t>& columns, const Distribution& among) {
    if (!difference.empty()) { return; }
    question.fractions = true;
    const auto odds = exact_odds(pack_, question);
    const auto asked = asked_by(question);
    if (!odds && odds.error().kind == Error::Kind::BadValue) {  // a pack made smaller lacks that field
      refusal = asked + ": " + odds.error().text();
      return;
    }
    if (!odds) {
      difference = asked + ": " + odds.error().text();
      return;
    }
    Distribution found;
    std::set<Row> shown;
    for (const auto& row : odds->rows) {
      if (!shown.insert(to_texts(row.values)).second) {
        difference = asked + ": two rows show the same as" + text({{to_texts(row.values), 1}});
        return;
      }
      found[as_written(row.values)] += Fraction(row.fraction->text());
    }
    const auto expected = only(among, columns);
    if (found == expected) { return check_bounds(std::move(question), expected); }
    difference = asked + "\n  odds:\n" + text(found) + "  reference:\n" + text(expected);
  }

  // The same question with limits that end it early: the bounds of each outcome hold its probability.
  template <class Kind>
  void check_bounds(Kind question, const Distribution& expected) {
    constexpr double kRounding = 1e-9;
    question.fractions = false;
    question.max_paths = limits_.paths;
    question.max_states = limits_.states;
    question.tighten = limits_.tighten;
    const auto odds = exact_odds(pack_, question);
    if (!odds) { return; }  // nothing is proven, and that is said
    is_bounded = is_bounded || (!odds->exact && !odds->rows.empty());
    const auto wrong = [&](const std::string& what) {
      difference = asked_by(question) + " with max_paths " + std::to_string(limits_.paths) + ", max_states " +
                   std::to_string(limits_.states) + (limits_.tighten ? ", tightened" : "") + ": " + what +
                   "\n  reference:\n" + text(expected);
    };
    auto left = expected;
    for (const auto& row : odds->rows) {
      const auto values = as_written(row.values);
      const auto found = left.find(values);
      const auto share = found == left.end() ? 0.0 : static_cast<double>(found->second);
      if (share < row.low - kRounding || share > row.high + kRounding) {
        return wrong("row " + text({{values, 1}}) + " has " + std::to_string(row.low) + " to " +
                     std::to_string(row.high));
      }
      if (found != left.end()) { left.erase(found); }
    }
    double without_row = 0;
    for (const auto& [row, share] : left) { without_row += static_cast<double>(share); }
    if (without_row > odds->without_row().high + kRounding) { wrong("the rows leave out too much"); }
  }

  void run(std::uint64_t chosen) {
    const auto& names = field_names();
    // Some of the fields, first: odds may merge states that differ in the other fields.
    Marginal some;
    std::vector<std::size_t> columns;
    for (std::size_t i = 0; i < names.size(); ++i) {
      if ((chosen >> (2 * i) & 3) == 0) { columns.push_back(i); }
    }
    if (columns.empty()) { columns.push_back(chosen % names.size()); }
    for (const auto column : columns) { some.by.push_back(names[column]); }
    ask(some, columns, all_);
    if (has_states_ && (chosen >> 43 & 3) == 0) {
      Marginal left;
      left.by = {"count(t in held where t.kind == axe)"};
      std::vector<std::size_t> asked{names.size() + 3};
      for (const auto* state : kStates) {
        asked.push_back(names.size() + 3 + left.by.size());
        left.by.emplace_back(state);
      }
      ask(left, asked, all_);
    }
    switch (chosen >> 40 & 3) {
      case 0: {
        Marginal all;
        all.by = names;
        columns.clear();
        for (std::size_t i = 0; i < names.size(); ++i) { columns.push_back(i); }
        return ask(all, columns, all_);
      }
      case 1: {
        Count count;
        const bool of_axes = (chosen >> 42 & 1) == 0;
        count.condition = of_axes ? "kind == axe" : "true";
        return ask(count, {names.size() + (of_axes ? 2U : 1U)}, all_);
      }
      case 2: {
        Marginal name;
        name.by = {"name"};
        return ask(name, {names.size()}, all_);
      }
      default: {
        Distribution among;
        Fraction total = 0;
        for (const auto& [row, probability] : all_) {
          if (row[0] == "axe") { total += among[row] = probability; }
        }
        if (total == 0) { return; }
        for (auto& [row, probability] : among) { probability /= total; }
        some.where = "kind == axe";
        return ask(some, columns, among);
      }
    }
  }

  void check_verdicts(const Pack& read) {
    if (read.expectations.empty()) { return; }
    using Kind = Verdict::Kind;
    const auto expected = verdicts(read, kMostRuns);
    CheckOptions options;
    options.max_witness = 0;
    const auto found = check_expectations(pack_, options);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      const auto kind = expected[i].kind;
      if (kind == Kind::Unknown) { continue; }
      const bool holds = kind == Kind::Holds;
      // For some inputs rolls may fail, and for others it is not met: either is reported.
      if (i < found.size() && found[i].title == expected[i].title && found[i].decided && found[i].holds == holds &&
          (!holds || found[i].fault.empty())) {
        ++(holds ? held : broken);
        continue;
      }
      difference = "expect " + expected[i].title + (holds ? " holds" : " does not hold") + ", and check says otherwise";
      if (i < found.size()) {
        difference += ": found " + found[i].found + " at " + found[i].where + " " + found[i].fault + "\n";
      }
      return;
    }
  }

  // The mean of a sum of two fields by amounts (odds/amounts_as_things.h), if rules only add them up.
  void check_mean(std::uint64_t chosen) {
    const auto& names = field_names();
    const auto plus = static_cast<std::size_t>(std::find(names.begin(), names.end(), "plus") - names.begin());
    const auto charges = static_cast<std::size_t>(std::find(names.begin(), names.end(), "charges") - names.begin());
    const auto factor = static_cast<std::int64_t>(chosen >> 51 & 3) - 1;
    const bool asks_both = (chosen >> 53 & 1) == 0;
    Fraction mean = 0;
    for (const auto& [row, probability] : all_) {
      const auto a = text::integer_of(row[plus]).value_or(0);
      const auto b = asks_both ? text::integer_of(row[charges]).value_or(0) : 0;
      mean += probability * Fraction(factor * a + b + 1);
    }
    const auto value = std::to_string(factor) + " * plus" + (asks_both ? " + charges + 1" : " + 1");
    const auto asked = api::compile_queries(pack_, {api::mean_source(pack_, OddsSettings{}, value)});
    if (!asked.query_of.front()) { return; }
    const auto& query = asked.program.queries[*asked.query_of.front()];
    odds::FiguresOfMeans means(asked.program, {}, {});
    const auto found = means.exact_of_number(query, odds::initial_settings(asked.program));
    if (!found) { return; }
    has_mean = true;
    if (*found != mean) { difference = "mean of " + value + ": " + found->str() + ", reference: " + mean.str() + "\n"; }
  }

  std::string difference;
  std::string refusal;
  bool has_mean = false;  // one was known by amounts
  int held = 0;           // lines of `expect`
  int broken = 0;
  bool is_bounded = false;  // some question had bounds with limits

 private:
  struct Limits {
    std::uint64_t paths = 0;
    std::size_t states = 0;
    bool tighten = false;
  };

  const spoils::Pack& pack_;
  const Distribution& all_;
  bool has_states_;
  Limits limits_;
};

using States = std::vector<std::pair<std::string, Value>>;

Distribution in_one(const Pack& pack, const States& states, Row (*made)(const Pack&, Machine&)) {
  Draws draws;
  const auto roll = [&](Draws& chance) {
    Machine machine(pack, chance);
    for (const auto& [state, value] : states) { machine.give(state, value); }
    machine.roll(pack.first_rule);
    return made(pack, machine);
  };
  return draws.all<Row>(roll, kMostRuns);
}

Distribution in_one(const Pack& pack) { return in_one(pack, {}, outcome); }

Distribution in_stages(const Pack& pack, const StageLimits& limits) {
  return by_stages(pack, limits, [&](Machine& machine) { return outcome(pack, machine); });
}

Distribution enumerated(const Pack& pack, const StageLimits& limits) {
  try {
    return in_one(pack);
  } catch (const TooLong&) { return in_stages(pack, limits); }
}

template <class Enumerate>
std::optional<Distribution> if_possible(const Pack& pack, Enumerate&& enumerate) {
  try {
    return enumerate(pack);
  } catch (const TooLong&) {
  } catch (const Unknown&) {
  } catch (const Faulty&) {}
  return std::nullopt;
}

/// Whether some roll fails, or may fail, in some world: with other states than at first.
bool fails_in_some_world(const Pack& pack, const States& states = {}, std::size_t state = 0) {
  if (state == pack.own().states.size()) {
    const auto nothing = [](const Pack&, Machine&) { return Row(); };
    return !if_possible(pack, [&](const Pack& read) { return in_one(read, states, nothing); });
  }
  const auto& [name, declared] = *std::next(pack.own().states.begin(), static_cast<std::ptrdiff_t>(state));
  const auto values = values_of(pack, declared->parameters[0]);
  if (values.empty()) { return fails_in_some_world(pack, states, state + 1); }
  return std::any_of(values.begin(), values.end(), [&, &name = name](const Value& value) {
    auto more = states;
    more.emplace_back(name, value);
    return fails_in_some_world(pack, more, state + 1);
  });
}

/// Whether all errors are quantities that go wrong in some roll (E05xx), with the initial inputs as with others.
bool fails_whatever_is_set(const Findings& findings) {
  return std::all_of(findings.all().begin(), findings.all().end(), [](const Diagnostic& finding) {
    if (finding.severity != Severity::Error) { return true; }
    return finding.code.starts_with("E05") && finding.message.find(" when ") == std::string::npos;
  });
}

}  // namespace

std::optional<Distribution> distribution(const std::string& pack, const StageLimits& limits) {
  return if_possible(Pack(pack), [&](const Pack& read) { return enumerated(read, limits); });
}

std::optional<Distribution> distribution_in_one(const std::string& pack) {
  return if_possible(Pack(pack), [](const Pack& read) { return in_one(read); });
}

std::optional<Distribution> distribution_in_stages(const std::string& pack, const StageLimits& limits) {
  return if_possible(Pack(pack), [&](const Pack& read) { return in_stages(read, limits); });
}

std::string sorted(const std::string& value) {
  if (value.size() < 3 || value.front() != '{') { return value; }
  std::vector<std::string> members;
  std::size_t at = 1;
  while (at < value.size()) {
    const auto end = std::min(value.find(", ", at), value.size() - 1);
    members.push_back(value.substr(at, end - at));
    at = end + 2;
  }
  std::sort(members.begin(), members.end());
  std::string out;
  for (std::size_t i = 0; i < members.size(); ++i) { out += (i == 0 ? "" : ", ") + members[i]; }
  return "{" + out + "}";
}

Loaded compiled(const std::string& pack) {
  const auto parts = parts_of(pack);
  if (parts[0].size() == pack.size()) { return spoils::Pack::compile("tiny.loot", pack); }
  PackSource source;
  source.folder = "reference";
  source.read = [&](const std::string& name) -> Result<std::vector<PackFile>, std::string> {
    for (std::size_t i = 0; i < parts.size(); ++i) {
      const auto file = std::string(kPackNames[i]) + ".loot";
      if (!parts[i].empty() && (name == kPackNames[i] || name == file)) {
        return std::vector<PackFile>{{file, parts[i]}};
      }
    }
    return std::vector<PackFile>{};
  };
  return spoils::Pack::load(source, "tiny.loot", {});
}

Comparison compare(const std::string& pack, std::uint64_t chosen, const StageLimits& limits) {
  using Kind = Comparison::Kind;
  const auto loaded = compiled(pack);
  if (!loaded.pack) {
    // The check takes a draw of a declared generator for any, though its numbers are known.
    const bool is_known = pack.find(" lcg(") != std::string::npos;
    const bool is_wrong = !is_known && fails_whatever_is_set(loaded.findings) && distribution(pack, limits) &&
                          !fails_in_some_world(Pack(pack));
    const std::string how = is_wrong ? "refused, and no path of the reference fails: " : "";
    return {is_wrong ? Kind::Different : Kind::NotCompiled, how + loaded.findings.text(), 0, 0, false};
  }
  std::optional<Pack> read;  // once: that takes as long as the pack's compiling
  Distribution all;
  try {
    all = enumerated(read.emplace(pack), limits);
  } catch (const TooLong&) { return {Kind::TooLong, "", 0, 0, false}; } catch (const Unknown& unknown) {
    return {Kind::Unknown, unknown.what, 0, 0, false};
  } catch (const std::out_of_range&) {
    return {Kind::Different, "the reference looks for what is not there", 0, 0, false};
  } catch (const Faulty& fault) {
    // Odds need not evaluate parts that no question reads; but a question for all fields must be refused.
    Marginal all_fields;
    all_fields.by = field_names();
    const auto odds = exact_odds(*loaded.pack, all_fields);
    if (!odds) { return {Kind::Equal, "", 0, 0, false}; }
    return {Kind::Different, "the reference meets " + fault.why + ", and odds give an answer", 0, 0, false};
  }
  const auto is_state = [&](const char* name) { return read->own().states.count(name) != 0; };
  Comparing comparing(*loaded.pack, all, std::all_of(kStates.begin(), kStates.end(), is_state), chosen);
  comparing.run(chosen);
  if (!comparing.refusal.empty()) { return {Kind::NotCompiled, comparing.refusal, 0, 0, false}; }
  if (comparing.difference.empty()) { comparing.check_verdicts(*read); }
  if (comparing.difference.empty()) { comparing.check_mean(chosen); }
  const auto kind = comparing.difference.empty() ? Kind::Equal : Kind::Different;
  return {kind,       comparing.difference, comparing.held, comparing.broken, comparing.is_bounded,
          all.size(), comparing.has_mean};
}

std::string shrunk(const std::string& pack, std::uint64_t chosen, const StageLimits& limits) {
  std::vector<std::string> lines(1);
  for (const auto c : pack) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  const auto joined = [](const std::vector<std::string>& from) {
    std::string out;
    for (const auto& line : from) { out += line + (line.empty() ? "" : "\n"); }
    return out;
  };
  // Whole blocks, then two lines, then one.
  for (bool is_smaller = true; is_smaller;) {
    is_smaller = false;
    for (std::size_t length : {16U, 8U, 6U, 5U, 4U, 3U, 2U, 1U}) {
      for (std::size_t at = 1; at + length <= lines.size();) {
        // Without these lines the reference does not know the fields.
        const auto from = lines.begin() + static_cast<std::ptrdiff_t>(at);
        if (std::any_of(from, from + static_cast<std::ptrdiff_t>(length), [](const std::string& line) {
              return line.rfind("field ", 0) == 0 || line.rfind("rule r ", 0) == 0;
            })) {
          ++at;
          continue;
        }
        auto fewer = lines;
        fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(at),
                    fewer.begin() + static_cast<std::ptrdiff_t>(at + length));
        if (compare(joined(fewer), chosen, limits).kind == Comparison::Kind::Different) {
          lines = std::move(fewer);
          is_smaller = true;
        } else {
          ++at;
        }
      }
    }
  }
  return joined(lines);
}

RandomComparison compare_random(std::uint64_t seed, Coverage& coverage, Generator::Size size,
                                const StageLimits& limits) {
  Dice dice(seed);
  Generator generator(dice, coverage, size);
  const auto pack = generator.run();
  const auto chosen =
      static_cast<std::uint64_t>(dice.below(1 << 30)) << 22 | static_cast<std::uint64_t>(dice.below(1 << 22));
  RandomComparison out;
  out.comparison = compare(pack, chosen, limits);
  if (out.comparison.kind == Comparison::Kind::Equal) { coverage.add(generator.used()); }
  if (out.comparison.kind != Comparison::Kind::Different) { return out; }
  const auto small = shrunk(pack, chosen, limits);
  out.failure = "seed " + std::to_string(seed) + "\n" + small + compare(small, chosen, limits).difference;
  return out;
}

}  // namespace spoils::reference
