// tests/packs/random_artifacts_test.cpp
//
// Random artifacts of the library `power` on a small pack: the odds of kinds with and without them, at two depths,
// against the enumeration of the records by their weights alone, and against rolls.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "exact_fractions.h"
#include "packs/shipped.h"
#include "spoils/verify.h"

namespace spoils::packs {

namespace random_artifacts_test {

struct Kind {
  std::string name;
  int first;
  int last;
  Fraction common;
};

// `crown` has no base kind, and `wand` is marked: both are made as they are.
const std::vector<Kind>& kinds() {
  static const std::vector<Kind> all{{"dagger", 0, 127, 3},
                                     {"sabre", 2, 9, 2},
                                     {"cap", 0, 5, 4},
                                     {"fang", 1, 127, 1},
                                     {"crown", 4, 8, Fraction(1, 2)},
                                     {"wand", 6, 127, Fraction(3, 4)}};
  return all;
}

const Pack& pack() {
  static const Pack compiled = [] {
    auto fresh = Pack::compile("small.loot", R"(pack small "Small" 1.0
use power
ability str "strength" { type = stat; base_power = 5; power_factor = 10 }
ability fire "fire" { type = lres; base_power = 4; power_factor = 5 }
monster rat "rat" { native = 1; rarity = 1; max_hitpoints = 3 }
kind dagger : item {
  type = sword; equip_slot = weapon; allocate 0.. common 3
  make { num_dice = 1; die_size = 4; heft = 0.5; balance = 0.5 }
}
kind sabre : item {
  type = sword; equip_slot = weapon; allocate 2..9 common 2
  make { num_dice = 2; die_size = 4; heft = 0.5; balance = 0.5; prowess_bonus = d3 }
}
kind cap : item { type = cap; equip_slot = head; allocate 0..5 common 4; make { base_armor = d3 } }
kind fang : artifact {
  type = sword; equip_slot = weapon; allocate 1.. common 1; grants = {str}
  make { num_dice = 2; die_size = 6; heft = 0.5; balance = 0.5; has[str] = 3; prowess_bonus = 40 + d6 }
}
kind crown : artifact {
  type = crown; equip_slot = head; allocate 4..8 common (1/2); grants = {fire}; make { has[fire] = d2 }
}
kind wand : artifact {
  type = wand; equip_slot = light_source; randomise = false; allocate 6.. common 0.75; make { has[fire] = 1 }
}
rule find { item() }
)",
                               {SPOILS_PACKS_DIR});
    EXPECT_TRUE(fresh.findings.all().empty()) << fresh.findings.text();
    return *fresh.pack;
  }();
  return compiled;
}

/// Returns the odds of one item: each kind by its weight among those that come at this depth.
FractionOdds enumerated(int depth) {
  Fraction all = 0;
  FractionOdds out;
  for (const auto& kind : kinds()) {
    if (depth < kind.first || kind.last < depth) { continue; }
    all += kind.common;
    out[kind.name] = kind.common;
  }
  for (auto& [name, share] : out) { share /= all; }
  return out;
}

Marginal question_of(int depth, const std::string& random) {
  auto question = question_by("kind");
  question.rule = "find";
  question.values = {{"depth", std::to_string(depth)}, {"random_artifacts", random}};
  return question;
}

FractionOdds answer(const Marginal& question) {
  const auto table = exact_odds(pack(), question);
  EXPECT_TRUE(table) << table.error().text();
  FractionOdds out;
  if (!table) { return out; }
  EXPECT_TRUE(table->exact);
  for (const auto& row : table->rows) { out[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  VerifyOptions options;
  options.rolls = 2'000;
  options.risk = 1e-7;
  const auto rolled = verify_odds(pack(), question, *table, options);
  EXPECT_TRUE(rolled && rolled->agrees());
  return out;
}

TEST(RandomArtifacts, LeaveTheOddsOfKindsAsTheyAre) {
  for (const int depth : {3, 7}) {
    const auto wanted = enumerated(depth);
    EXPECT_GE(wanted.size(), 4U);
    for (const std::string random : {"false", "true"}) {
      EXPECT_EQ(answer(question_of(depth, random)), wanted) << depth << ' ' << random;
    }
  }
}

}  // namespace random_artifacts_test

}  // namespace spoils::packs
