// tests/api/same_draws_test.cpp
//
// The draw trie: a thing whose numbers were drawn before is copied instead of being made again. The caller must not
// notice: each roll is compared with that of a roller which has not rolled before.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "affordable.h"
#include "compiled.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils {
namespace same_draws_test {

constexpr std::uint64_t kSeed = 11;
constexpr std::uint64_t kRollsBefore = affordable(20'000);
constexpr std::uint64_t kRolls = affordable(500);

constexpr const char* kPack = R"(
input depth: 0..50 = 0
input mood: text = "calm"
state count: 0..90 = 0
state met: set of symbol
scratch left: int

rule weighted { kind = pick gem; if kind == ruby { worth = d6 } else { cursed = chance 1/3 } }
table gem { 1 ruby, 2 opal, 3333 agate, 6671 pebble }
rule wide { x = d2000; if chance 1/2 { y = pick 1..5 } }
rule huge { x = pick 1..1000000; if x < 40000 { y = d3 } }
rule above { with depth = pick 0..3 { drop below } }
field gems: list of symbol
rule below { x = depth * 10 + d4; if depth == 2 { discard } }
rule counting { x = d6; if count > 4 { y = count; count = 0 } else { count += 1 } }
rule times(n: 1..9 = d3) { x = n * 100 + pick 0..n }
rule handed { repeat 4 { drop times(pick 1..2) } }
rule again { retry max 5 { x = d6 } while x < 5 }
rule halt { x = d3; if x == 2 { stop }; y = d2 }
rule nothing { if chance 30% { x = 1 } }
rule written { let n = d4; name = "{n} of {mood}"; x = n }
rule remembered { kind = pick gem; met += kind; x = count(g in met) }
rule holder { x = d2; repeat 2 { hold weighted } }
rule noted { left = d8; inner() }
rule inner { x = left + d2 }
rule apart { with stream other { x = d6 }; y = d4 }
rule tagged { x = d2; tags = ["a{d3}", "b"]; if chance 1/2 { tags += "c{x}" } }
rule taggers { repeat 3 { drop tagged }; drop composed }
rule streams { with stream other { x = d6 }; drop weighted }
rule declared { with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = depth) { drop weighted } }
rule settled { x = lucky(d3) }
rule alone { x = lucky(depth) }
rule nested { y = d2; x = lucky(y) + luckier(y, pick {ruby, opal, agate}) * 1000 + d4 }
rule settlers { repeat 3 { drop nested; drop alone }; with stream other { drop nested } }
rule listed { let n = d3; x = lucky_of([n, 2]) + lucky_of(list(k in counted where n > 1)) + d4 }
rule likely { rare = chance 1/500; usual = chance 999/1000; if chance (depth + 1) / 40 { x = d9 } }
rule grades { grade = pick grade; if grade == fine { worth = pick 1..3 } else if chance 1/9 { worth = d200 } }
table grade { 500 poor, 300 plain, 150 good, 49 fine, 1 best }
rule marked { repeat 3 { count = pick 1..50; drop maybe; drop teller(count) } }
rule maybe { x = d6; if x == 6 { count = 0 } }
rule teller(n: int = 0) { x = n }
rule empty { x = d2; few = list(n in [1, 2, 3] where n > d3 + 5) }
rule composed { kind = pick gem; name = "{kind} of {d4}"; label = capitalise(name) }
rule gathered { repeat 3 { gems += pick gem }; if chance 1/2 { numbers = [d4, d6] } else { numbers = [7, 8] }; x = d2 }
rule composer { x = d3; drop composed; hold gathered; drop inside; label = "after {x}"; drop composed; drop named }
rule inside {
  with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = d4 * 100 + depth) {
    x = d6; kind = pick gem; if chance 1/3 { y = pick 1..9 }; if chance (depth + 1) / 40 { y = 10 }
    name = "{kind} {x}"
  }
  worth = d4
}
rule inside_world {
  with stream lcg(bits = 15, multiplier = 5, increment = 3, seed = polynomial_hash("n{d3}", 37)) { x = lucky(d2) + d6 }
  y = d6
}
rule inside_hash(n: text = "some") {
  with stream lcg(bits = 15, multiplier = 5, increment = 3, seed = polynomial_hash(n, 37)) { x = d100 }
}
rule named(field name: text = none, size: 1..9 = 3) {
  x = d2
  if name == none { name = "drawn {d3}" }
  label = "{name}, {size}"
}
rule handed_on(field name: text = "any", field size: 1..9 = 3) { x = d3 }
rule renamed(field name: text = "as ever") { label = name; if chance 1/2 { name = "{name} {d3}" } }
rule long { x = d2; name = "{line}{line}{line}{line}{line}{line}{line}{line}{x}" }
def line = "{half}{half}{mood}"
def half = "half of a line, so long that eight of these with all that is made on the way are too much "
rule in_mood { x = d3; label = mood; both = "{mood} {x}" }
rule moods { repeat 3 { with mood = "wild {d3}" { drop in_mood } }; drop in_mood }
rule labelled(n: text = "") { label = n; x = d2 }
rule labels { repeat 3 { drop labelled("n{d4}") }; drop labelled }
rule trophies { x = d2; if x == 2 { drop remembered } }
rule declared_drops {
  with stream lcg(bits = 31, multiplier = 1103515245, increment = 12345, seed = d50 * 100 + depth) { drop weighted }
}
rule handed_fields { name = "outer"; repeat 3 { drop renamed("f{d2}"); drop handed_on(name, d9) }; x = d2 }
world def lucky(n) = d100 + n
def counted = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]
world def lucky_of(numbers) = d100 + count(numbers)
world def luckier(n, gem) = lucky(n) * pick 1..3 + (if gem == opal then lucky(n + 1) else d7)
)";

TEST(SameDraws, EveryRuleRollsAsIfForTheFirstTime) {
  const auto pack = compiled(kPack);
  for (const auto& rule : pack.rules()) {
    auto roller = Roller::make(pack, rule.name);
    for (const std::string depth : {"0", "3"}) {
      ASSERT_FALSE(roller->set("depth", depth));
      for (std::uint64_t index = 0; index < kRollsBefore; ++index) { ASSERT_TRUE(roller->roll(kSeed, index)); }
      for (std::uint64_t index = 0; index < kRolls; ++index) {
        auto first = Roller::make(pack, rule.name, {{"depth", depth}});
        ASSERT_EQ(roll_text(pack, *roller, kSeed + 1, index), roll_text(pack, *first, kSeed + 1, index))
            << rule.name << " depth " << depth << " index " << index;
      }
    }
  }
}

// Inputs that differ from roll to roll; texts at different addresses may be equal.
TEST(SameDraws, GivenTextsRollAsIfForTheFirstTime) {
  const auto pack = compiled(kPack);
  const std::vector<std::string> texts{"Treyslug", "Oma", "", "none", "drawn 2", "Treysluh", std::string(300, 'x')};
  for (const auto& [rule, name] : std::vector<std::pair<std::string, std::string>>{{"named", "name"},
                                                                                   {"renamed", "name"},
                                                                                   {"handed_on", "name"},
                                                                                   {"labelled", "n"},
                                                                                   {"inside_hash", "n"},
                                                                                   {"in_mood", "mood"},
                                                                                   {"moods", "mood"},
                                                                                   {"long", "mood"},
                                                                                   {"written", "mood"}}) {
    auto roller = Roller::make(pack, rule);
    for (std::uint64_t index = 0; index < kRollsBefore + kRolls; ++index) {
      const auto& text = texts[index % texts.size()];
      ASSERT_FALSE(roller->set(name, text));
      if (index < kRollsBefore) {
        ASSERT_TRUE(roller->roll(kSeed, index));
        continue;
      }
      auto first = Roller::make(pack, rule, {{name, text}});
      ASSERT_EQ(roll_text(pack, *roller, kSeed, index), roll_text(pack, *first, kSeed, index))
          << rule << " " << text << " index " << index;
    }
  }
}

// Their values are not read.
TEST(SameDraws, GivenFieldsAreThoseOfTheThing) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "handed_on");
  for (std::uint64_t index = 0; index < kRollsBefore; ++index) {
    const auto size = static_cast<std::int64_t>(index % 9 + 1);
    ASSERT_FALSE(roller->set("size", std::to_string(size)));
    const auto things = roller->roll(kSeed, index);
    ASSERT_TRUE(things);
    ASSERT_EQ((*things)[0]["size"].integer(), size);
    ASSERT_EQ((*things)[0]["name"].text(), "any");
  }
}

// More of them than are remembered.
TEST(SameDraws, ManyTextsRollAsIfForTheFirstTime) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "named");
  const auto text_of = [](std::uint64_t index) { return "n" + std::to_string(index * index % 30'011); };
  for (std::uint64_t index = 0; index < 3 * kRollsBefore + kRolls; ++index) {
    ASSERT_FALSE(roller->set("name", text_of(index)));
    if (index < 3 * kRollsBefore) {
      ASSERT_TRUE(roller->roll(kSeed, index));
      continue;
    }
    auto first = Roller::make(pack, "named", {{"name", text_of(index)}});
    ASSERT_EQ(roll_text(pack, *roller, kSeed, index), roll_text(pack, *first, kSeed, index)) << index;
  }
}

TEST(SameDraws, LargeTablesRollAsIfForTheFirstTime) {
  for (const int rows : {1024, 1025}) {
    std::string table = "table gem {\n";
    for (int row = 0; row < rows; ++row) { table += "  " + std::to_string(row % 7) + " " + std::to_string(row) + "\n"; }
    const auto pack = compiled("rule main { x = pick gem; if x < 200 { y = chance 1/9 } }\n" + table + "}");
    auto roller = Roller::make(pack, "main");
    for (std::uint64_t index = 0; index < kRollsBefore; ++index) { ASSERT_TRUE(roller->roll(kSeed, index)); }
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      auto first = Roller::make(pack, "main");
      ASSERT_EQ(roll_text(pack, *roller, kSeed + 1, index), roll_text(pack, *first, kSeed + 1, index)) << index;
    }
  }
}

TEST(SameDraws, WorldsGoOnAsWithManyRollers) {
  const auto pack = compiled(kPack);
  for (const std::string rule : {"counting", "remembered", "handed", "nested", "settlers"}) {
    auto roller = Roller::make(pack, rule);
    World one(pack, kSeed);
    for (std::uint64_t index = 0; index < kRollsBefore; ++index) { ASSERT_TRUE(roller->roll(one)); }
    one = World(pack, kSeed + 1);
    World other(pack, kSeed + 1);
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      auto first = Roller::make(pack, rule);
      std::string left;
      std::string right;
      const auto copied = roller->roll(one);
      const auto made = first->roll(other);
      ASSERT_TRUE(copied && made);
      for (const auto& thing : *copied) { append_thing(left, pack, thing); }
      for (const auto& thing : *made) { append_thing(right, pack, thing); }
      ASSERT_EQ(left, right) << rule << " index " << index;
      ASSERT_EQ(one.state("count"), other.state("count"));
    }
  }
}

// State that only some paths set keeps its value on the others.
TEST(SameDraws, WorldsTakeTurns) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "maybe");
  World one(pack, kSeed);
  World other(pack, kSeed + 1);
  auto counting = Roller::make(pack, "counting");
  for (std::uint64_t turn = 0; turn < affordable(2'000); ++turn) {
    for (auto* world : {&one, &other}) {
      // Only one of the worlds counts as well.
      if (world == &one) { ASSERT_TRUE(counting->roll(*world)); }
      const auto before = world->state("count");
      const auto things = roller->roll(*world);
      ASSERT_TRUE(things);
      const auto x = (*things)[0]["x"].integer();
      ASSERT_EQ(world->state("count"), x == 6 ? 0 : before);
    }
  }
}

// Weights and conditions that make lists make them each time, even if the table was prepared before.
TEST(SameDraws, TablesCountForTheHeapAsBefore) {
  const auto pack = compiled(R"(
input many: 0..100000 = 0
rule weights { repeat many { drop weighed }; x = 1 }
rule weighed { a = d300; kind = pick gem }
table gem { (1 + count(list(z in long: z + a))) ruby, 1 opal }
rule conditions { repeat many { drop chosen }; x = 1 }
rule chosen {
  a = d300
  kind = pick row in agate where count(list(z in long: z + a)) > row.worth and count(list(z in long: z + 1)) > 5
}
table agate: worth { ruby 1, opal 2 }
def long = thirty + thirty + thirty + thirty
def thirty = ten + ten + ten
def ten = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
)");
  for (const std::string rule : {"weights", "conditions"}) {
    auto roller = Roller::make(pack, rule, {{"many", "2000"}});
    for (std::uint64_t index = 0; index < 3; ++index) { ASSERT_TRUE(roller->roll(kSeed, index)); }
    ASSERT_FALSE(roller->set("many", "99000"));
    auto first = Roller::make(pack, rule, {{"many", "99000"}});
    const auto fault = roll_text(pack, *first, kSeed, 1, false);
    EXPECT_NE(fault.find("one roll "), std::string::npos) << rule << ": " << fault.substr(0, 200);
    EXPECT_EQ(roll_text(pack, *roller, kSeed, 1, false), fault);
  }
}

// The work of a thing for the limits of a roll does not depend on whether it was made or copied.
TEST(SameDraws, CountForLimitsAsBefore) {
  for (const std::string rules :
       {"rule main { repeat 2000 { drop slow } }\nrule slow { repeat 5500 { x = chance 1/2 } }",
        "rule main { repeat 20000 { drop slow } }\nrule slow { repeat 550 { x = 1 } }",
        "rule main { repeat 20000 { drop slow } }\nrule slow { x = 9000d1 }",
        "rule main { repeat 20000 { drop slow } }\nrule slow { x = heavy(d2) }\nworld def heavy(n) = 9000d1 + d2 + "
        "n",
        "rule main { repeat 90000 { drop written } }\nrule written { x = d2; name = \"{t}{t}{t}{t}{t}{t}{t}{t}{x}\" }\n"
        "def t = \"a hundred and some bytes that are written down eight times over in each and every one of so many "
        "things\""}) {
    const auto pack = compiled(rules);
    auto roller = Roller::make(pack, "main");
    const auto fault = roll_text(pack, *roller, kSeed, 0, false);
    EXPECT_NE(fault.find("one roll "), std::string::npos) << fault;
    auto first = Roller::make(pack, "main");
    EXPECT_EQ(roll_text(pack, *roller, kSeed, 1, false), roll_text(pack, *first, kSeed, 1, false));
  }
}

}  // namespace same_draws_test
}  // namespace spoils
