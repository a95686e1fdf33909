// fuzz/agree.cpp
//
// Any bytes as a small pack: rolls and exact odds, two readings of one program, must agree on it, and its layout must
// mean the same. If the odds are complete, each rolled outcome has odds, no outcome occurs far more or less often than
// its odds say, and no roll fails but with a number that leaves 64 bits (docs/odds.md, "Rolls that fail"). A correct
// program fails a run with a probability below 1e-9: each of less than a thousand comparisons errs with 1e-12
// (Hoeffding's inequality).
#include <cctype>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace {

/// The time of a run grows with its input; most defects show in small ones.
constexpr std::size_t kMaxBytes = 2 << 10;
constexpr std::size_t kMaxRules = 3;
constexpr std::size_t kMaxFields = 6;
constexpr std::size_t kMaxOutcomes = 64;
constexpr std::uint64_t kRolls = 200;
constexpr std::uint64_t kSeed = 5;
constexpr std::size_t kMaxStates = 2'000;
constexpr std::uint64_t kMaxWays = 20'000;

using Counts = std::map<std::string, std::uint64_t>;

void require(bool holds, const char* law, std::string_view of, std::string_view text) {
  if (holds) { return; }
  std::fprintf(stderr, "%s: %.*s\n%.*s\n", law, static_cast<int>(of.size()), of.data(), static_cast<int>(text.size()),
               text.data());
  std::abort();
}

/// A value as odds write it; nothing for a list, since odds distinguish it from a set.
std::optional<std::string> text_of(const spoils::Value& value) {
  switch (value.kind()) {
    case spoils::Value::Kind::Integer: return std::to_string(value.integer());
    case spoils::Value::Kind::Flag: return value.flag() ? "true" : "false";
    case spoils::Value::Kind::Symbol:
    case spoils::Value::Kind::Text: return std::string(value.text());
    case spoils::Value::Kind::Unset: return "none";
    default: return std::nullopt;
  }
}

/// The counts of the rolls of a rule.
struct Rolled {
  std::vector<Counts> fields;  // of the thing of the rule itself, one for each field in the question
  Counts numbers;              // how many things
  std::uint64_t rolls = 0;
  std::string failure;  // of the roll that failed, if one did
  bool is_cut = false;  // a roll met a limit, or had a value that is not compared
};

Rolled roll(const spoils::Pack& pack, const std::string& rule, const std::vector<std::size_t>& fields) {
  Rolled out;
  out.fields.resize(fields.size());
  auto roller = spoils::Roller::make(pack, rule);
  if (!roller) {
    out.is_cut = true;
    return out;
  }
  for (std::uint64_t index = 0; index < kRolls && !out.is_cut; ++index) {
    const auto things = roller->roll(kSeed, index);
    if (!things) {
      const auto& error = things.error();
      if (error.kind == spoils::Error::Kind::Fault) { out.failure = error.text(); }
      out.is_cut = out.failure.empty() || out.failure.find("64 bits") != std::string::npos;
      return out;
    }
    ++out.rolls;
    ++out.numbers[std::to_string(things->size())];
    const bool has_own = !things->empty() && (*things)[0].made_by() == rule && (*things)[0].holder() < 0;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto value = has_own ? text_of((*things)[0].field(fields[i])) : std::optional<std::string>("none");
      out.is_cut = out.is_cut || !value;
      if (value) { ++out.fields[i][*value]; }
    }
  }
  return out;
}

void compare(const spoils::OddsTable& table, Counts counts, std::uint64_t rolls, std::string_view of,
             std::string_view text) {
  const auto n = static_cast<double>(rolls);
  const double slack = std::sqrt(std::log(2e12) / (2 * n));
  double total = 0;
  for (const auto& row : table.rows) {
    total += row.probability;
    const auto seen = static_cast<double>(counts[to_text(row.values[0])]);
    counts.erase(to_text(row.values[0]));
    require(seen == 0 || row.probability > 0, "what was rolled has odds of 0", of, text);
    require(std::abs(seen / n - row.probability) < slack, "rolls and odds are far apart", of, text);
  }
  require(std::abs(total - 1) < 1e-9, "the odds do not add up to 1", of, text);
  require(counts.empty(), "what was rolled has no odds", of, text);
}

void agree(const spoils::Pack& pack, const std::string& rule, std::string_view text) {
  std::vector<std::size_t> fields;
  for (std::size_t i = 0; i < pack.fields().size() && fields.size() < kMaxFields; ++i) {
    const auto& type = pack.fields()[i].type;
    if (type == "integer" || type == "flag" || type == "symbol") { fields.push_back(i); }
  }
  spoils::Count count;
  count.rule = rule;
  count.max_states = kMaxStates;
  count.max_paths = kMaxWays;
  const auto numbers = spoils::exact_odds(pack, count);
  if (numbers && numbers->unexplored > 0) { return; }  // and the rolls may be as long
  if (!numbers) { return; }
  const auto rolled = roll(pack, rule, fields);
  if (rolled.is_cut) { return; }
  require(rolled.failure.empty(), "a roll fails, and the odds do not", rule + ": " + rolled.failure, text);
  if (numbers->rows.size() <= kMaxOutcomes) { compare(*numbers, rolled.numbers, rolled.rolls, rule + " things", text); }
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const auto& name = pack.fields()[fields[i]].name;
    spoils::Marginal question{count, {name}, "", false};
    const auto table = spoils::exact_odds(pack, question);
    if (!table || table->unexplored > 0 || table->rows.size() > kMaxOutcomes) { continue; }
    compare(*table, rolled.fields[i], rolled.rolls, rule + " by " + name, text);
  }
}

/// Returns a dump without the offsets in the names of records within expressions: the layout moves them.
std::string without_offsets(const std::string& dump) {
  std::string out;
  for (std::size_t i = 0; i < dump.size(); ++i) {
    out += dump[i];
    if (dump[i] != '.' || i == 0 || std::isalnum(static_cast<unsigned char>(dump[i - 1])) == 0) { continue; }
    while (i + 1 < dump.size() && std::isdigit(static_cast<unsigned char>(dump[i + 1])) != 0) { ++i; }
  }
  return out;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  if (size > kMaxBytes) { return 0; }
  const std::string text(reinterpret_cast<const char*>(bytes), size);
  const auto loaded = spoils::Pack::compile("fuzz.loot", text);
  if (!loaded.pack) { return 0; }
  const auto formatted = spoils::format("fuzz.loot", text);
  require(formatted.text.has_value(), "a sound pack was not laid out", "", text);
  const auto again = spoils::Pack::compile("fuzz.loot", *formatted.text);
  require(again.pack.has_value(), "the layout does not compile", *formatted.text, text);
  require(without_offsets(again.pack->dump()) == without_offsets(loaded.pack->dump()), "the layout means another pack",
          *formatted.text, text);
  const auto& rules = loaded.pack->rules();
  for (std::size_t i = 0; i < rules.size() && i < kMaxRules; ++i) { agree(*loaded.pack, rules[i].name, text); }
  return 0;
}
