// tests/api/views_test.cpp
//
// Views detect that they have ended: each reader of each view gives an unset value and reports misuse, for every cause
// of the end. Under AddressSanitizer the test shows that they read no memory that was freed.
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "compiled.h"
#include "misused.h"
#include "spoils/explain.h"
#include "spoils/precomputed.h"
#include "spoils/roll.h"

namespace spoils {
namespace views_test {

constexpr const char* kPack = R"(
input depth: 0..50 = 0
table kind { 3 sword; 1 bow }
rule floor { kind = pick kind; worth = d100; word = "a long text that is kept on a heap {worth}"; drop coin() }
rule coin { worth = d100 }
)";

/// One of each kind of view of a roll.
struct Kept {
  explicit Kept(const Things& all)
      : things(all),
        begin(all.begin()),
        thing(all[0]),
        text(thing["word"]),
        symbol(thing["kind"]),
        number(thing["worth"]) {}

  Things things;
  Things::Iterator begin;
  Thing thing;
  Value text;
  Value symbol;
  Value number;
};

void expect_ended(const Kept& kept, MisuseReports& reports) {
  ASSERT_TRUE(reports.take().empty());
  EXPECT_EQ(kept.thing.name(), "");
  std::string buffer = "as before";
  kept.thing.append_name(buffer);
  EXPECT_EQ(buffer, "as before");
  EXPECT_EQ(kept.thing.made_by(), "");
  EXPECT_EQ(kept.thing.holder(), -1);
  EXPECT_FALSE(kept.thing["worth"].is_set());
  EXPECT_FALSE(kept.thing.field(0).is_set());
  EXPECT_EQ(kept.thing.integer(1), 0);
  EXPECT_EQ(kept.thing.text(0), "");
  EXPECT_FALSE(kept.thing.is_set(0));
  EXPECT_FALSE(kept.thing.input(0).is_set());
  EXPECT_EQ(reports.take().size(), 10);
  EXPECT_EQ((*kept.begin).name(), "");
  EXPECT_EQ(kept.things[0].name(), "");
  EXPECT_EQ(reports.take().size(), 2);
  EXPECT_EQ(kept.things.begin(), kept.things.end());
  EXPECT_EQ(reports.take().size(), 1);
  EXPECT_EQ(kept.text.text(), "");
  EXPECT_EQ(kept.text.shown(), "");
  EXPECT_EQ(kept.symbol.text(), "");
  EXPECT_EQ(kept.symbol.shown(), "");
  EXPECT_EQ(reports.take().size(), 4);
  // Numbers are in the value itself.
  EXPECT_GT(kept.number.integer(), 0);
  EXPECT_TRUE(reports.take().empty());
}

TEST(Views, EndWithTheNextRoll) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack, "floor");
  const Kept kept(*roller->roll(1, 0));
  EXPECT_TRUE(roller->roll(1, 1));
  expect_ended(kept, reports);
  const Kept again(*roller->roll(1, 0));
  World world(pack, 2);
  EXPECT_TRUE(roller->roll(world));
  expect_ended(again, reports);
  const Kept third(*roller->roll(world));
  EXPECT_FALSE(explain_roll(*roller, 1, 7).fault);
  expect_ended(third, reports);
}

TEST(Views, EndWithARollThatFails) {
  // Loading would refuse the division by 0.
  LoadOptions options;
  options.checks_quantities = false;
  const PackSource source{"folder", [](const std::string& /*name*/) -> Result<std::vector<PackFile>, std::string> {
                            return std::vector<PackFile>{{"p.loot",
                                                          "pack p \"P\" 1.0\ninput depth: 0..9 = 0\n"
                                                          "rule fault { worth = 1 / depth }\n"}};
                          }};
  const auto loaded = Pack::load(source, "p", options);
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  MisuseReports reports;
  auto roller = Roller::make(*loaded.pack, "fault", {{"depth", "1"}});
  const auto things = *roller->roll(1, 0);
  const auto thing = things[0];
  EXPECT_EQ(thing["worth"].integer(), 1);
  ASSERT_FALSE(roller->set("depth", "0"));
  EXPECT_FALSE(roller->roll(1, 1));
  EXPECT_FALSE(thing["worth"].is_set());
  EXPECT_EQ(reports.take().size(), 1);
}

TEST(Views, EndWithTheRoller) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = std::make_unique<Roller>(Roller::make(pack, "floor").value());
  const Kept kept(*roller->roll(1, 0));
  roller.reset();
  expect_ended(kept, reports);
  // Others take the place of the roller that is gone: its anchor, and perhaps its memory.
  std::vector<Roller> others;
  for (int i = 0; i < 8; ++i) {
    others.push_back(Roller::make(pack, "floor").value());
    EXPECT_TRUE(others.back().roll(1, 0));
    expect_ended(kept, reports);
  }
}

TEST(Views, EndWithTheRollerThatIsReplaced) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack, "floor");
  const Kept kept(*roller->roll(1, 0));
  *roller = Roller::make(pack, "floor").value();
  EXPECT_TRUE(roller->roll(1, 0));
  expect_ended(kept, reports);
}

TEST(Views, OutliveThePackThatTheRollerShares) {
  MisuseReports reports;
  auto pack = std::make_unique<Pack>(compiled(kPack));
  auto roller = Roller::make(*pack, "floor");
  const auto things = *roller->roll(1, 0);
  pack.reset();
  EXPECT_EQ(things[0].made_by(), "floor");
  EXPECT_EQ(things[1].made_by(), "coin");
  EXPECT_TRUE(reports.take().empty());
}

TEST(Views, StayWhenTheRollerIsMoved) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack, "floor");
  const auto things = *roller->roll(1, 0);
  const auto name = things[0].name();
  Roller moved = std::move(*roller);
  EXPECT_EQ(things[0].name(), name);
  EXPECT_EQ(things.size(), 2);
  EXPECT_TRUE(reports.take().empty());
  EXPECT_TRUE(moved.roll(1, 1));
  EXPECT_EQ(things[0].name(), "");
  EXPECT_EQ(reports.take().size(), 1);
}

TEST(Views, OfAFusedRollerEndWithIt) {
  const auto pack = compiled("rule floor { worth = d100; word = \"a long text that is kept on a heap {worth}\" }");
  MisuseReports reports;
  auto fused = std::make_unique<PrecomputedRoller>(PrecomputedRoller::make(pack).value());
  const auto things = *fused->roll(1, 0);
  const auto word = things[0]["word"];
  EXPECT_NE(word.text(), "");
  EXPECT_EQ((*things.end()).name(), "");
  EXPECT_EQ(reports.take().size(), 2);
  fused.reset();
  EXPECT_EQ(things[0].name(), "");
  EXPECT_EQ(word.text(), "");
  EXPECT_EQ(reports.take().size(), 2);
}

TEST(Views, OfNothing) {
  MisuseReports reports;
  EXPECT_TRUE(Things().empty());
  EXPECT_EQ(Things().begin(), Things().end());
  EXPECT_FALSE(Value().is_set());
  EXPECT_EQ(Value().text(), "");
  EXPECT_TRUE(reports.take().empty());
  EXPECT_EQ(Thing().name(), "");
  EXPECT_FALSE(Thing()["worth"].is_set());
  EXPECT_EQ((*Things().begin()).made_by(), "");
  EXPECT_EQ((*Things::Iterator()).made_by(), "");
  EXPECT_EQ(reports.take().size(), 6);
}

TEST(Views, ALoopThatRollsAgainReadsNothing) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack, "floor");
  std::size_t turns = 0;
  std::string names;
  const auto things = *roller->roll(1, 0);
  for (const auto& thing : things) {
    if (turns++ > 0) { thing.append_name(names); }
    EXPECT_TRUE(roller->roll(1, turns));
  }
  EXPECT_EQ(turns, 2);
  EXPECT_EQ(names, "");
  EXPECT_EQ(reports.take().size(), 1);
}

}  // namespace views_test
}  // namespace spoils
