// tests/property/random_pack_test.cpp
//
// Laws of all packs, tested on random ones.
#include "property/random_pack.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "lang/lexer.h"
#include "spoils/explain.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "text/report.h"
#include "things_text.h"

namespace spoils {
namespace random_pack_test {

constexpr std::uint64_t kSeed = 7;
constexpr std::uint64_t kRolls = 6;
constexpr std::uint64_t kRollsBefore = 200;

/// The numbers from which a pack and its use are generated.
std::vector<std::uint32_t> numbers() {
  return *rc::gen::resize(300,
                          rc::gen::container<std::vector<std::uint32_t>>(rc::gen::inRange<std::uint32_t>(0, 1 << 16)));
}

/// The things of the first rolls of each rule, at two values of the inputs. Names and fields, but no places.
std::string rolls_of(const Pack& pack) {
  std::string out;
  for (const auto& rule : pack.rules()) {
    for (const Values& values : {Values{}, Values{{"level", "5"}, {"mode", "rich"}, {"lucky", "true"}}}) {
      auto roller = Roller::make(pack, rule.name, values);
      if (!roller) {
        out += roller.error().text();
        continue;
      }
      for (std::uint64_t index = 0; index < kRolls; ++index) {
        const auto things = roller->roll(kSeed, index);
        // Errors name a place, which moves with the blanks.
        out += things ? "roll\n" : "fault\n";
        if (!things) { continue; }
        for (const auto& thing : *things) { append_thing(out, pack, thing); }
      }
    }
  }
  return out;
}

/// Returns the pack, or nothing if it was refused: then there is a finding with the reason.
std::optional<Pack> compiled(const std::string& source) {
  auto loaded = Pack::compile("random.loot", source);
  RC_ASSERT(loaded.pack.has_value() == (loaded.findings.errors() == 0));
  RC_ASSERT(loaded.pack || !loaded.findings.text().empty());
  return std::move(loaded.pack);
}

RC_GTEST_PROP(RandomPack, FormattedRollsTheSame, ()) {
  Choices choices(numbers());
  const auto source = random_pack(choices);
  RC_LOG() << source;
  const auto formatted = format("random.loot", source);
  RC_ASSERT(formatted.text.has_value());
  const auto pack = compiled(source);
  const auto again = compiled(*formatted.text);
  RC_CLASSIFY(!pack, "refused");
  RC_ASSERT(pack.has_value() == again.has_value());
  if (pack) { RC_ASSERT(rolls_of(*again) == rolls_of(*pack)); }
  RC_ASSERT(format("random.loot", *formatted.text).text == formatted.text);
}

// An observer changes no draw: its rolls run the observed dispatch loop and copy nothing from caches of things.
RC_GTEST_PROP(RandomPack, WatchedRollsTheSame, ()) {
  Choices choices(numbers());
  const auto source = random_pack(choices);
  RC_LOG() << source;
  const auto pack = compiled(source);
  RC_CLASSIFY(!pack, "refused");
  if (!pack) { return; }
  for (const auto& rule : pack->rules()) {
    auto plain = Roller::make(*pack, rule.name);
    auto watched = Roller::make(*pack, rule.name);
    if (!plain) { continue; }
    // Things that were drawn before are copied.
    for (std::uint64_t index = 0; index < kRollsBefore; ++index) { static_cast<void>(plain->roll(kSeed + 1, index)); }
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      const auto rolled = plain->roll(kSeed, index);
      const auto told = explain_roll(*watched, kSeed, index, {.most_alternatives = 1, .most_entries = 10});
      RC_ASSERT(rolled.ok() == !told.fault.has_value());
      std::string left = rolled ? "" : rolled.error().text();
      std::string right = rolled ? "" : told.fault->text();
      if (rolled) {
        for (const auto& thing : *rolled) { append_thing(left, *pack, thing); }
        for (const auto& thing : told.things) { append_thing(right, *pack, thing); }
      }
      RC_ASSERT(left == right);
    }
  }
}

RC_GTEST_PROP(RandomPack, BlanksAndCommentsMeanNothing, ()) {
  Choices choices(numbers());
  const auto source = random_pack(choices);
  const auto other = with_other_blanks(source, choices);
  RC_LOG() << other;
  const auto pack = compiled(source);
  const auto again = compiled(other);
  RC_ASSERT(pack.has_value() == again.has_value());
  if (pack) { RC_ASSERT(rolls_of(*again) == rolls_of(*pack)); }
}

RC_GTEST_PROP(RandomPack, EveryRollStandsAlone, ()) {
  Choices choices(numbers());
  const auto source = random_pack(choices);
  RC_LOG() << source;
  const auto pack = compiled(source);
  if (!pack) { return; }
  for (const auto& rule : pack->rules()) {
    auto forwards = Roller::make(*pack, rule.name);
    auto mixed = Roller::make(*pack, rule.name);
    RC_ASSERT(forwards && mixed);
    std::vector<std::string> first;
    for (std::uint64_t index = 0; index < kRolls; ++index) {
      first.push_back(roll_text(*pack, *forwards, kSeed, index));
    }
    for (std::uint64_t i = kRolls; i-- > 0;) {
      const auto index = (i * 5 + 1) % kRolls;
      // Other inputs, seeds and indices in between have no effect on later rolls.
      RC_ASSERT(!mixed->set("level", "4"));
      static_cast<void>(roll_text(*pack, *mixed, kSeed + 1, index));
      RC_ASSERT(!mixed->set("level", "2"));
      RC_ASSERT(roll_text(*pack, *mixed, kSeed, index) == first[index]);
    }
  }
}

RC_GTEST_PROP(RandomPack, WorldsGoOnAsTheyWere, ()) {
  Choices choices(numbers());
  const auto source = random_pack(choices);
  RC_LOG() << source;
  const auto pack = compiled(source);
  if (!pack) { return; }
  auto one = Roller::make(*pack);
  auto two = Roller::make(*pack);
  World first(*pack, kSeed);
  World second(*pack, kSeed);
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    const auto a = one->roll(first);
    const auto b = two->roll(second);
    RC_ASSERT(a.ok() == b.ok());
    RC_ASSERT(first.state("hunger") == second.state("hunger"));
    RC_ASSERT(first.next_index() == second.next_index());
    if (!a) { return; }
    RC_ASSERT(a->size() == b->size());
  }
}

// The laws above would hold of a generator whose packs are all refused.
TEST(RandomPack, MostCompileAndRoll) {
  constexpr int kPacks = 300;
  int compile = 0;
  int things = 0;
  std::uint64_t state = 1;
  for (int i = 0; i < kPacks; ++i) {
    Choices choices(fixed_numbers(state));
    const auto source = random_pack(choices);
    const auto loaded = Pack::compile("random.loot", source);
    if (!loaded.pack) {
      if (i < 12) {
        SCOPED_TRACE(source);
        ADD_FAILURE() << loaded.findings.text() << source;
      }
      continue;
    }
    ++compile;
    if (rolls_of(*loaded.pack).find(':') != std::string::npos) { ++things; }
  }
  EXPECT_GT(compile, kPacks * 9 / 10);
  EXPECT_GT(things, kPacks * 9 / 10);
}

}  // namespace random_pack_test
}  // namespace spoils
