// tests/agreement/shipped_packs_test.cpp
//
// Rolls and odds of every rule of every shipped pack: each field, the name, the number of things and of the likeliest
// kinds among them, at several values of the inputs. The test lists packs and rules itself, so new ones are included.
//
// 1,000,000 rolls a rule in a release build (make agreement), 20,000 elsewhere, 2,000 under sanitizers; rules that make
// many things are rolled until that number of things is made. Seeds are fixed. The test errs with probability below
// 1e-5: each of at most 10,000 comparisons may err with 1e-9.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "affordable.h"
#include "agree.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace shipped_packs_test {

#ifdef NDEBUG
constexpr bool kIsRelease = true;
constexpr std::uint64_t kThings = 1'000'000;
#else
constexpr bool kIsRelease = false;
constexpr std::uint64_t kThings = affordable(20'000);
#endif
constexpr std::uint64_t kLeastRolls = kThings / 1'000;
constexpr std::uint64_t kSeed = 17;
constexpr double kRisk = 1e-9;
constexpr std::size_t kMostKinds = 3;
/// With more, names and lists tell of everything at once: too much for odds, and too rare to be compared.
constexpr std::size_t kMostTexts = 200;
constexpr int kMostWork = kIsRelease ? 1'000 : 50;  // times that odds ask whether to go on, each after 1,024 ways

/// Rules whose odds are too large for this test: whole runs, of thousands of things that share state.
const std::set<std::string> kTooLarge{"rogue run",          "rogue_game run", "crawl journey",
                                      "crawl_game journey", "pyrel floor",    "pyrel monster"};

/// Packs whose odds take minutes in a build with assertions.
const std::set<std::string> kForRelease{"crawl", "crawl_game", "powder", "powder_game", "pyrel"};

std::vector<std::string> shipped() {
  std::vector<std::string> out;
  for (const auto& entry : std::filesystem::directory_iterator(SPOILS_PACKS_DIR)) {
    auto name = entry.path().filename().string();
    if (name != "lib") { out.push_back(std::move(name)); }  // libraries, each a pack of its own
  }
  std::sort(out.begin(), out.end());
  return out;
}

/// Returns the values that the test gives to an input or parameter: its default, its ends, its first and last choice.
std::vector<std::string> values_of(const InputInfo& input) {
  std::vector<std::string> out;
  // Records without a name of their own are named by their place in the source, which no question can write.
  auto choices = input.choices;
  choices.erase(std::remove_if(choices.begin(), choices.end(),
                               [](const auto& choice) { return choice.find('.') != std::string::npos; }),
                choices.end());
  if (!choices.empty()) {
    out = {choices.front(), choices.back()};
  } else if (input.kind == InputInfo::Kind::Integer && input.first && input.last) {
    out = {std::to_string(*input.first), std::to_string((*input.first + *input.last) / 2), std::to_string(*input.last)};
  } else if (input.kind == InputInfo::Kind::Flag) {
    out = {"false", "true"};
  } else if (input.kind == InputInfo::Kind::Text) {
    out = {"Treyslug"};
  } else if (input.kind == InputInfo::Kind::Symbol) {
    out = {"none"};
  } else if (!input.initial) {
    out = {"1"};
  }
  return out;
}

/// Returns the defaults, then each input and parameter at its other values; required parameters always have a value.
std::vector<Values> settings_of(const Pack& pack, const RuleInfo& rule) {
  Values needed;
  std::vector<InputInfo> open(pack.inputs().begin(), pack.inputs().end());
  open.insert(open.end(), rule.parameters.begin(), rule.parameters.end());
  for (const auto& input : open) {
    const auto values = values_of(input);
    if (!input.initial && !values.empty() && !Roller::make(pack, rule.name, needed)) {
      needed.emplace_back(input.name, values.front());
    }
  }
  std::vector<Values> out{needed};
  for (const auto& input : open) {
    for (const auto& value : values_of(input)) {
      auto values = needed;
      values.erase(std::remove_if(values.begin(), values.end(), [&](const auto& v) { return v.first == input.name; }),
                   values.end());
      values.emplace_back(input.name, value);
      if (value != input.initial) { out.push_back(values); }
    }
  }
  return out;
}

/// The counted rolls of one rule, by question.
struct Rolled {
  std::vector<Question> questions;
  std::vector<Counts> counts;
  std::uint64_t rolls = 0;
};

class Agreement : public testing::TestWithParam<std::string> {
 protected:
  static std::vector<std::size_t> fields_of(const Pack& pack) {
    std::vector<std::size_t> out;
    for (std::size_t i = 0; i < pack.fields().size(); ++i) {
      if (pack.fields()[i].type.find("number") == std::string::npos) { out.push_back(i); }
    }
    return out;
  }

  /// Rolls one rule under one setting; false if some rolls fail, for then it has no odds.
  static bool roll(const Pack& pack, const RuleInfo& rule, const Values& values, std::uint64_t things, Rolled& out) {
    auto roller = Roller::make(pack, rule.name, values);
    if (!roller) { return false; }
    const auto fields = fields_of(pack);
    std::vector<Counts> by_field(fields.size());
    Counts names;
    Counts numbers;
    std::vector<std::map<std::string, std::uint64_t>> kinds;  // by roll
    Counts all_kinds;
    std::uint64_t made = 0;
    std::uint64_t named = 0;
    for (; made < things || out.rolls < kLeastRolls; ++out.rolls) {
      const auto rolled = roller->roll(kSeed, out.rolls);
      if (!rolled) { return false; }
      made += 1 + rolled->size() / 4;  // a thing in a list costs less than a roll
      const bool has_own = !rolled->empty() && (*rolled)[0].made_by() == rule.name && (*rolled)[0].holder() < 0;
      for (std::size_t i = 0; i < fields.size(); ++i) {
        const bool is_set = pack.fields()[fields[i]].type.rfind("set", 0) == 0;
        ++by_field[i][has_own ? text_of((*rolled)[0].field(fields[i]), is_set) : "none"];
      }
      if (has_own) {
        ++names[(*rolled)[0].name()];
        ++named;
      }
      ++numbers[std::to_string(rolled->size())];
      if (rolled->size() > 1) {
        kinds.emplace_back();
        for (const auto thing : *rolled) {
          const auto kind = text_of(thing["kind"]);
          if (kind == "none") { continue; }
          ++kinds.back()[kind];
          ++all_kinds[kind];
        }
      }
    }
    Marginal question;
    question.rule = rule.name;
    question.values = values;
    for (std::size_t i = 0; i < fields.size(); ++i) {
      const auto& field = pack.fields()[fields[i]];
      const bool is_many = field.type.find(" of ") != std::string::npos || field.type == "text";
      if (is_many && by_field[i].size() > kMostTexts) { continue; }
      question.by = {field.name};
      out.questions.emplace_back(question);
      out.counts.push_back(std::move(by_field[i]));
    }
    // A field of that name is meant before the displayed name.
    const bool has_field = std::any_of(pack.fields().begin(), pack.fields().end(),
                                       [](const FieldInfo& field) { return field.name == "name"; });
    if (!has_field && named == out.rolls && names.size() <= kMostTexts) {
      question.by = {"name"};
      out.questions.emplace_back(question);
      out.counts.push_back(std::move(names));
    }
    Count count;
    count.rule = rule.name;
    count.values = values;
    out.questions.emplace_back(count);
    out.counts.push_back(std::move(numbers));
    std::vector<std::pair<std::uint64_t, std::string>> common;
    for (const auto& [kind, times] : all_kinds) { common.emplace_back(times, kind); }
    std::sort(common.rbegin(), common.rend());
    for (std::size_t k = 0; k < common.size() && k < kMostKinds; ++k) {
      count.condition = "kind == " + common[k].second;
      Counts counts;
      for (const auto& by_kind : kinds) {
        const auto found = by_kind.find(common[k].second);
        ++counts[std::to_string(found == by_kind.end() ? 0 : found->second)];
      }
      if (kinds.size() != out.rolls) { continue; }
      out.questions.emplace_back(count);
      out.counts.push_back(std::move(counts));
    }
    return true;
  }
};

TEST_P(Agreement, OfEveryRule) {
  if (!kIsRelease && kForRelease.count(GetParam()) != 0) { GTEST_SKIP() << "`make agreement` compares this pack"; }
  const auto loaded = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + GetParam(), {SPOILS_PACKS_DIR});
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  const auto& pack = *loaded.pack;
  int made = 0;
  int given_up = 0;
  std::vector<std::string> untold;
  for (const auto& rule : pack.rules()) {
    if (kTooLarge.count(GetParam() + " " + rule.name) != 0) { continue; }
    const auto settings = settings_of(pack, rule);
    std::vector<Rolled> all;
    std::vector<Query> queries;
    for (const auto& values : settings) {
      Rolled rolled;
      if (!roll(pack, rule, values, kThings / settings.size(), rolled)) { continue; }
      for (const auto& question : rolled.questions) {
        queries.push_back({question, {}});
        std::visit(
            [](OddsSettings& limits) {
              limits.go_on = [asked = 0](std::size_t) mutable { return ++asked < kMostWork; };
            },
            queries.back().question);
      }
      all.push_back(std::move(rolled));
    }
    if (all.empty()) { untold.push_back(rule.name); }
    const auto made_before = made;
    const auto given_up_before = given_up;
    const auto answers = exact_odds(pack, queries);
    std::size_t next = 0;
    for (const auto& rolled : all) {
      for (std::size_t i = 0; i < rolled.questions.size(); ++i) {
        const auto& question = rolled.questions[i];
        const auto& answer = answers[next++];
        const auto* const count = std::get_if<Count>(&question);
        std::string what = GetParam() + " " + rule.name + " by " +
                           (count != nullptr ? count->condition : std::get<Marginal>(question).by[0]);
        for (const auto& [name, value] : spoils::settings_of(question).values) { what += ", " + name + " = " + value; }
        if (!answer) {
          ADD_FAILURE() << what << ": " << answer.error().text();
          continue;
        }
        const auto& table = *probabilities(answer->front().table);
        if (!table.exact) {
          ++given_up;
          continue;
        }
        ++made;
        EXPECT_EQ(disagreement(rolled.counts[i], table, rolled.rolls, kRisk), "") << what;
      }
    }
    // In a release build all of this takes so long that a progress line helps.
    if (kIsRelease) {
      std::cerr << GetParam() << ' ' << rule.name << ": " << made - made_before << " compared, "
                << given_up - given_up_before << " too large\n";
    }
  }
  EXPECT_TRUE(untold.empty()) << "not rolled: " << testing::PrintToString(untold);
  EXPECT_GT(made, 0);
  EXPECT_LT(made, 10'000);
  // Pyrel's templates with many affixes are, which is a fifteenth of all.
  EXPECT_LE(given_up, made / 10) << "too many questions were too large";
  RecordProperty("comparisons", made);
}

INSTANTIATE_TEST_SUITE_P(, Agreement, testing::ValuesIn(shipped()), [](const auto& row) { return row.param; });

}  // namespace shipped_packs_test
}  // namespace spoils
