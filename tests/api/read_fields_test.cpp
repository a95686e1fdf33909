// tests/api/read_fields_test.cpp
//
// Thing::read() and reads by name against reads by number, for the things of every rule of the shipped packs.
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "compiled.h"
#include "packs/shipped.h"
#include "spoils/roll.h"

namespace spoils {
namespace read_fields_test {

/// Returns what read() is to write for a value.
std::int64_t expected(const Pack& pack, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: return Thing::kUnset;
    case Value::Kind::Integer:
    case Value::Kind::Number: return value.integer();
    case Value::Kind::Flag: return value.flag() ? 1 : 0;
    case Value::Kind::Symbol: return pack.symbol(value.text()).value_or(-1);
    default: return 1;
  }
}

class ReadFields : public testing::TestWithParam<std::string> {};

TEST_P(ReadFields, AreTheSameInEveryWay) {
  const auto& pack = packs::shipped(GetParam());
  const auto& fields = pack.fields();
  std::vector<std::int64_t> words(fields.size() + 1);
  for (const auto& rule : pack.rules()) {
    auto roller = packs::roller_of(pack, rule);
    if (!roller) { continue; }
    for (std::uint64_t index = 0; index < 20; ++index) {
      const auto things = roller->roll(packs::kSeed, index);
      if (!things) { continue; }
      for (const auto& thing : *things) {
        words.back() = 7;
        thing.read(words);
        for (std::size_t i = 0; i < fields.size(); ++i) {
          const auto value = thing.field(i);
          ASSERT_EQ(words[i], expected(pack, value)) << rule.name << " " << fields[i].name;
          ASSERT_EQ(thing[fields[i].name].kind(), value.kind());
          if (value.kind() == Value::Kind::Symbol) { ASSERT_EQ(pack.symbol_name(words[i]), value.text()); }
        }
        ASSERT_EQ(words.back(), Thing::kUnset);
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, ReadFields, testing::Values("hello", "hoard", "crawl", "powder", "pyrel", "rogue"),
                         [](const auto& tested) { return tested.param; });

TEST(Read, WritesAsFarAsThereIsRoom) {
  const auto pack = compiled("rule r { a = 3; b = 1/2; c = true; d = sword; e = \"x\"; f = [1]; if a == 4 { g = 1 } }");
  auto roller = Roller::make(pack, "r");
  const auto things = roller->roll(1, 0);
  ASSERT_TRUE(things);
  std::array<std::int64_t, 8> words{};
  (*things)[0].read(words);
  const std::array<std::int64_t, 8> wanted{3, 1, 1, *pack.symbol("sword"), 1, 1, Thing::kUnset, Thing::kUnset};
  EXPECT_EQ(words, wanted);
  std::array<std::int64_t, 2> two{9, 9};
  (*things)[0].read(std::span(two).first(1));
  EXPECT_EQ(two, (std::array<std::int64_t, 2>{3, 9}));
  EXPECT_FALSE(pack.symbol("axe"));
  EXPECT_EQ(pack.symbol_name(*pack.symbol("sword")), "sword");
  EXPECT_EQ(pack.symbol_name(-1), "");
  EXPECT_EQ(pack.symbol_name(std::numeric_limits<std::int64_t>::max()), "");
}

}  // namespace read_fields_test
}  // namespace spoils
