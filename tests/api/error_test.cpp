// tests/api/error_test.cpp
//
// Errors as data (spoils/error.h): the place and the names that a program reads, and the text that a person reads. No
// sentence of the library names an option of the command line.
#include "spoils/error.h"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/repeated.h"
#include "spoils/roll.h"

namespace spoils {
namespace error_test {

constexpr const char* kPack = R"(
input depth: 0..9 = 0
input open: int = 1
state luck: 0..3 = 0
rule find { n = pick 0..9; worth = if depth == 0 then 10 // (n - n * n) else depth; luck = min(3, luck + d2) }
rule hall(level: int) { worth = level }
)";

TEST(Errors, HaveTheirPlaceAsData) {
  const auto pack = compiled(kPack);
  auto roller = Roller::make(pack, "find");
  ASSERT_TRUE(roller);
  std::uint64_t index = 0;
  auto things = roller->roll(7, index);
  while (things) { things = roller->roll(7, ++index); }
  const auto& error = things.error();
  EXPECT_EQ(error.kind, Error::Kind::Fault);
  ASSERT_TRUE(error.place);
  EXPECT_EQ(error.place->file, "test.loot");
  EXPECT_EQ(error.place->location.line, 6U);
  EXPECT_EQ(error.message.find("test.loot"), std::string::npos) << error.message;
  EXPECT_EQ(error.text(), "test.loot:6:" + std::to_string(error.place->location.column) + ": " + error.message);
  EXPECT_EQ(error.fact("seed"), "0x0000000000000007");
  EXPECT_EQ(error.fact("index"), std::to_string(index));
  EXPECT_EQ(error.fact("rule"), "");
}

TEST(Errors, HaveTheNamesAsFacts) {
  const auto pack = compiled(kPack);
  const auto rule = Roller::make(pack, "fnid").error();
  EXPECT_EQ(rule.fact("rule"), "fnid");
  EXPECT_EQ(rule.fact("nearest"), "find");
  EXPECT_EQ(rule.text(), rule.message);
  const auto input = Roller::make(pack, "find", {{"dpeth", "1"}}).error();
  EXPECT_EQ(input.fact("input"), "dpeth");
  EXPECT_EQ(input.fact("nearest"), "depth");
  const auto value = Roller::make(pack, "find", {{"depth", "11"}}).error();
  EXPECT_EQ(value.fact("input"), "depth");
  EXPECT_EQ(value.fact("value"), "11");
  const auto missing = Roller::make(pack, "hall").error();
  EXPECT_EQ(missing.fact("parameter"), "level");
}

// A drop that failed leaves its `kind` to no other: the next roll, whose rule has none, names no record.
TEST(Errors, OfARollNameItsOwnRecord) {
  const auto pack = compiled(
      "collection gem { cost: int }\ngem opal { cost = 4 }\ngem ruby { cost = 9 }\n"
      "rule b { n = d6; x = 12 // count(z in gem where z.cost > n * 2); drop c() }\n"
      "rule c { kind = pick gem; y = d6; w = 12 // count(z in gem where z.cost > y * 2) }\n");
  auto again = Roller::make(pack, "b");
  ASSERT_TRUE(again);
  int with_record = 0;
  int without = 0;
  for (std::uint64_t index = 0; index < 40; ++index) {
    auto fresh = Roller::make(pack, "b");
    const auto one = fresh->roll(5, index);
    const auto other = again->roll(5, index);
    ASSERT_EQ(one.ok(), other.ok()) << index;
    if (one) { continue; }
    EXPECT_EQ(other.error().text(), one.error().text()) << index;
    (one.error().fact("record").empty() ? without : with_record) += 1;
  }
  EXPECT_GT(with_record, 0);
  EXPECT_GT(without, 0);
}

TEST(Errors, NameNoOptionOfTheCommandLine) {
  const auto pack = compiled(kPack);
  Marginal narrow;
  narrow.rule = "find";
  narrow.values = {{"depth", "1"}};
  narrow.by = {"worth"};
  narrow.max_paths = 1;
  Marginal condition = narrow;
  condition.max_paths = 1'000'000;
  condition.where = "worth == 11";
  const std::vector<Error> errors{Roller::make(pack, "hall").error(),
                                  exact_odds(pack, Marginal{}, {"open", {}, {}}).error(),
                                  long_run_odds(pack, narrow).error(), exact_odds(pack, condition).error()};
  EXPECT_EQ(errors[1].fact("range"), "open");
  EXPECT_EQ(errors[2].fact("raise"), "max_states");
  EXPECT_EQ(errors[3].fact("condition"), "worth == 11");
  for (const auto& error : errors) {
    EXPECT_EQ((error.text() + error.help).find("--"), std::string::npos) << error.text() << ": " << error.help;
  }
}

}  // namespace error_test
}  // namespace spoils
