// tests/packs/limits_test.cpp
//
// Limits of the power of items, in limits_small.loot: nothing above them leaves, rolls and odds agree, and a pack that
// has the library but no limit makes the things of one that has not. limits_oracle.py compares the odds themselves.
#include <gtest/gtest.h>

#include <cstdint>
#include <fstream>
#include <iterator>
#include <string>

#include "affordable.h"
#include "packs/shipped.h"
#include "spoils/odds.h"
#include "spoils/roll.h"
#include "spoils/verify.h"
#include "things_text.h"

namespace spoils::packs {

namespace limits_test {

std::string source() {
  std::ifstream file(std::string(SPOILS_TESTS_DIR) + "/packs/limits_small.loot");
  return {std::istreambuf_iterator<char>(file), {}};
}

Pack compiled_with_library(const std::string& text) {
  const auto fresh = Pack::compile("small.loot", text, {SPOILS_PACKS_DIR});
  EXPECT_TRUE(fresh.pack) << fresh.findings.text();
  return *fresh.pack;
}

const Pack& small() {
  static const Pack pack = compiled_with_library(source() + R"(
rule judged(t: template = two) {
  item(t)
  is_above = power > power_limit
  has_met_limit = count(barred) > 0
}
)");
  return pack;
}

std::string without_lines(std::string text, const std::string& beginning) {
  for (std::size_t at = text.find("\n" + beginning); at != std::string::npos; at = text.find("\n" + beginning)) {
    text.erase(at, text.find('\n', at + 1) - at);
  }
  return text;
}

// 12 answers at once, each with a risk of 1e-6 / 12 of being reported although it is right.
TEST(Limits, OddsAndRollsAgree) {
  for (const std::string style : {"hard", "by_level"}) {
    for (const std::string depth : {"1", "4"}) {
      for (const std::string name : {"two", "own", "bound"}) {
        Marginal question;
        question.rule = "find";
        question.values = {{"limits", style}, {"depth", depth}, {"t", name}};
        question.by = {"kind", "affixes", "theme", "its_power"};
        const auto table = exact_odds(small(), question);
        ASSERT_TRUE(table) << table.error().text();
        EXPECT_TRUE(table->exact);
        VerifyOptions options;
        options.rolls = affordable(4'000);
        options.risk = 1e-6 / 12;
        const auto rolled = verify_odds(small(), question, *table, options);
        ASSERT_TRUE(rolled) << rolled.error().text();
        EXPECT_TRUE(rolled->agrees()) << style << ' ' << depth << ' ' << name << ": "
                                      << rolled->discrepancies.front().what;
      }
    }
  }
}

TEST(Limits, NothingAboveThemLeaves) {
  std::uint64_t met = 0;
  for (const std::string style : {"hard", "by_level"}) {
    for (const std::string depth : {"1", "9"}) {
      for (const std::string name : {"two", "own"}) {
        roll_many(small(), "judged", {{"limits", style}, {"depth", depth}, {"t", name}}, affordable(10'000),
                  [&](const Things& things) {
                    for (const auto thing : things) {
                      EXPECT_FALSE(thing["is_above"].flag());
                      met += thing["has_met_limit"].flag() ? 1U : 0U;
                    }
                  });
      }
    }
  }
  EXPECT_GT(met, affordable(10'000));
}

// A bound item bears the shiny affix that its template forces, and may be above the limit by that.
TEST(Limits, ForcedAffixesAreNotLimited) {
  std::uint64_t above = 0;
  roll_many(small(), "judged", {{"limits", "by_level"}, {"t", "bound"}}, affordable(1'000), [&](const Things& things) {
    for (const auto thing : things) { above += thing["is_above"].flag() ? 1U : 0U; }
  });
  EXPECT_GT(above, affordable(1'000) / 10);
}

TEST(Limits, WithoutOneThingsAreAsWithoutTheLibrary) {
  auto plain = without_lines(without_lines(source(), "override def"), "template none_fits");
  plain = without_lines(without_lines(plain, "rule find"), "template own");
  plain += "\nrule find(t: template = two) { item(t) }\n";
  const auto with = compiled_with_library(plain);
  plain.replace(plain.find("use power"), 9, "use affixes");
  const auto without = compiled_with_library(plain);
  for (const std::string name : {"two", "bound"}) {
    auto limited = Roller::make(with, "find", {{"t", name}});
    auto before = Roller::make(without, "find", {{"t", name}});
    ASSERT_TRUE(limited);
    ASSERT_TRUE(before);
    const auto sorted = [](const Pack& pack, Roller& roller, std::uint64_t index) {
      std::string out;
      const auto things = roller.roll(kSeed, index);
      for (const auto& thing : *things) {
        out += thing.name();
        for (const auto* field : {"kind", "affixes", "theme", "from_theme", "base_armor", "armor_bonus"}) {
          append_value(out, thing.field(field_of(pack, field)));
        }
      }
      return out;
    };
    for (std::uint64_t index = 0; index < affordable(5'000); ++index) {
      ASSERT_EQ(sorted(with, *limited, index), sorted(without, *before, index)) << name << " index " << index;
    }
  }
}

}  // namespace limits_test

}  // namespace spoils::packs
