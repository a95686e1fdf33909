// tests/api/begin_state_test.cpp
//
// Rolls that begin with a given state: the independent oracle is a world whose file has this state, of which the first
// roll draws the same numbers.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <utility>

#include "compiled.h"
#include "spoils/explain.h"
#include "spoils/roll.h"
#include "spoils/simulate.h"
#include "things_text.h"

namespace spoils {
namespace begin_state_test {

constexpr const char* kPack = R"(
input bonus: 0..9 = 0
state n: 0..99 = 0
state lit: flag = false
state mode: {a, b, c} = a
state last: gem = none
state seen: set of gem = {}
state has: map of gem to int = {}
table gem { 3 ruby; 1 opal; 1 jade }
rule find(plus: int = 0) {
  if count(seen) > 1 { kind = opal } else { kind = pick gem }
  was = last; last = kind; seen += {kind}; has[kind] += 1
  amount = has[kind]; many = count(seen); size = d6 + n + plus + bonus
  if lit { shine = pick {dull, bright} }
  place = mode; mode = pick {a, b, c}; n += 1
}
rule still { size = n; many = count(seen) }
)";

std::string text_of(const Pack& pack, const Result<Things, Error>& things) {
  if (!things) { return things.error().text(); }
  std::string out;
  for (const auto& thing : *things) { append_thing(out, pack, thing); }
  return out;
}

/// The world of this seed before its roll `index`, whose file has these states.
World world_with(const Pack& pack, std::uint64_t seed, std::uint64_t index, const std::string& states) {
  auto world = World::restore(pack, R"({"schema":"spoils.world","version":1,"pack":")" + std::string(pack.name()) +
                                        R"(","seed":")" + seed_to_text(seed) + R"(","next":)" + std::to_string(index) +
                                        R"(,"state":)" + states + "}");
  EXPECT_TRUE(world) << world.error().text();
  return std::move(*world);
}

struct Given {
  Values states;
  std::string in_file;
};

const Given kGiven[] = {
    {{{"n", "7"}}, R"({"n":7})"},
    {{{"lit", "true"}, {"mode", "c"}}, R"({"lit":true,"mode":"c"})"},
    {{{"seen", "{ruby, jade}"}}, R"({"seen":["ruby","jade"]})"},
    {{{"has", "{opal 3, ruby 0, jade -2}"}}, R"({"has":{"opal":3,"jade":-2}})"},
    {{{"has", "{opal 3, ruby 4, opal -1, ruby -4}"}}, R"({"has":{"opal":2}})"},
    {{{"last", "opal"}, {"n", "98"}}, R"({"last":"opal","n":98})"},
    {{{"last", "none"}, {"seen", "{}"}, {"has", "{}"}}, R"({})"},
};

TEST(BeginState, ARollIsTheNextOfAWorldInThatState) {
  const auto pack = compiled(kPack);
  for (const auto& given : kGiven) {
    for (const std::string rule : {"find", "still"}) {
      auto roller = Roller::make(pack, rule);
      for (const auto& [name, value] : given.states) { ASSERT_FALSE(roller->set_state(name, value)) << name; }
      EXPECT_EQ(roller->states().size(), given.states.size());
      auto other = Roller::make(pack, rule);
      for (std::uint64_t index = 0; index < 60; ++index) {
        auto world = world_with(pack, 5, index, given.in_file);
        const auto theirs = text_of(pack, other->roll(world));
        ASSERT_EQ(text_of(pack, roller->roll(5, index)), theirs) << given.in_file << " #" << index;
        ASSERT_EQ(text_of(pack, explain_roll(*roller, 5, index).things), theirs) << given.in_file << " #" << index;
      }
    }
  }
}

TEST(BeginState, StaysWhenInputsChange) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "find", {{"plus", "10"}});
  ASSERT_FALSE(roller->set_state("seen", "{ruby}"));
  ASSERT_FALSE(roller->set_state("n", "50"));
  for (const std::string bonus : {"0", "9", "3"}) {
    ASSERT_FALSE(roller->set("bonus", bonus));
    ASSERT_FALSE(roller->set_state("n", "40"));
    auto other = Roller::make(pack, "find", {{"plus", "10"}, {"bonus", bonus}});
    auto world = world_with(pack, 2, 3, R"({"n":40,"seen":["ruby"]})");
    EXPECT_EQ(text_of(pack, roller->roll(2, 3)), text_of(pack, other->roll(world)));
  }
}

// A roll without draws is given again at no cost, but not with another state.
TEST(BeginState, ARollWithoutDrawsFollowsTheState) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  EXPECT_EQ(roller->roll(1, 0).value()[0]["size"].integer(), 0);
  ASSERT_FALSE(roller->set_state("n", "8"));
  EXPECT_EQ(roller->roll(1, 0).value()[0]["size"].integer(), 8);
  ASSERT_FALSE(roller->set_state("seen", "{opal}"));
  EXPECT_EQ(roller->roll(1, 0).value()[0]["many"].integer(), 1);
  ASSERT_FALSE(roller->set_state("seen", "{}"));
  EXPECT_EQ(roller->roll(1, 0).value()[0]["many"].integer(), 0);
}

TEST(BeginState, AWorldKeepsItsOwn) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  ASSERT_FALSE(roller->set_state("n", "8"));
  ASSERT_FALSE(roller->set_state("seen", "{opal}"));
  World world(pack, 1);
  EXPECT_EQ(roller->roll(world).value()[0]["size"].integer(), 0);
  EXPECT_EQ(roller->roll(world).value()[0]["many"].integer(), 0);
}

TEST(BeginState, WhatItRefuses) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "still");
  using Kind = Error::Kind;
  const std::pair<Values, Kind> wrong[] = {
      {{{"nn", "1"}}, Kind::UnknownInput},
      {{{"bonus", "1"}}, Kind::UnknownInput},
      {{{"n", "100"}}, Kind::BadValue},
      {{{"n", "none"}}, Kind::BadValue},
      {{{"n", ""}}, Kind::BadValue},
      {{{"lit", "2"}}, Kind::BadValue},
      {{{"mode", "d"}}, Kind::BadValue},
      {{{"seen", "ruby"}}, Kind::BadValue},
      {{{"seen", "{ruby, zzz}"}}, Kind::BadValue},
      {{{"has", "{ruby}"}}, Kind::BadValue},
      {{{"has", "{ruby 9223372036854775807, ruby 1}"}}, Kind::BadValue},
  };
  for (const auto& [states, kind] : wrong) {
    const auto error = roller->set_state(states.front().first, states.front().second);
    ASSERT_TRUE(error) << states.front().second;
    EXPECT_EQ(error->kind, kind) << error->text();
  }
  EXPECT_TRUE(roller->states().empty());
  EXPECT_EQ(roller->roll(1, 0).value()[0]["size"].integer(), 0);
}

// The exact odds that runs are compared with begin with the same state: the chance of `gold` is 1 in it, else 1/2.
TEST(BeginState, OfARunThatIsCompared) {
  const auto pack = compiled(R"(
state dry: 0..9 = 0
table prize { gold }
state had: set of prize = {}
rule run { repeat 2 { drop find } }
rule find {
  if dry == 9 or (not gold in had and chance 1/2) { kind = gold; had += {gold}; dry = 0 } else { kind = dust }
})");
  Simulation simulation;
  simulation.seed = 7;
  simulation.runs = 4000;
  simulation.tables.push_back({{"kind"}, "", {}});
  simulation.per_run = {"count(x in things where x.kind == gold)"};
  simulation.states = {{"dry", "9"}, {"had", "{gold}"}};
  const auto certain = simulate(pack, simulation, {});
  ASSERT_TRUE(certain) << certain.error().text();
  EXPECT_TRUE(certain->disagreements.empty());
  EXPECT_GT(certain->compared, 0U);
  ASSERT_EQ(certain->per_run.front().values.rows.size(), 1U);  // gold at once, and never again
  EXPECT_EQ(to_text(certain->per_run.front().values.rows.front().value), "1");
  EXPECT_EQ(certain->values, (Values{{"dry", "9"}, {"had", "{gold}"}}));
  simulation.states = {{"dry", "10"}};
  EXPECT_EQ(simulate(pack, simulation, {}).error().kind, Error::Kind::BadValue);
}

}  // namespace begin_state_test
}  // namespace spoils
