// The explained roll is the same as the roll without an explanation: for every rule of every shipped pack.
#include "packs/shipped.h"

#include <filesystem>
#include <string>

#include "explain/explained.h"

namespace spoils::explained {
namespace shipped_test {

constexpr std::uint64_t kRollsBefore = affordable(400);  // things that were drawn before are copied
constexpr std::uint64_t kRolls = affordable(40);
constexpr std::uint64_t kRollsInFull = kIsSanitized ? 1 : 4;  // with all alternatives, which take most of the time

void append_told(std::string& out, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: out += "none"; return;
    case Value::Kind::Integer: out += std::to_string(value.integer()); return;
    case Value::Kind::Number:
      out += std::to_string(value.integer()) + "/" + std::to_string(value.denominator());
      return;
    case Value::Kind::Flag: out += value.flag() ? "true" : "false"; return;
    case Value::Kind::Symbol:
    case Value::Kind::Text: out += value.text(); return;
    case Value::Kind::Map:
      for (const auto& [key, amount] : value.entries()) {
        append_told(out, key);
        out += ' ' + std::to_string(amount) + ' ';
      }
      return;
    case Value::Kind::List: break;
  }
  for (const auto& member : value.members()) {
    append_told(out, member);
    out += ' ';
  }
}

std::string text_of(const Pack& pack, const Things& things) {
  std::string out;
  for (const auto& thing : things) {
    out += std::string(thing.made_by()) + ' ' + std::to_string(thing.holder()) + ' ' + thing.name();
    for (std::size_t field = 0; field < pack.fields().size(); ++field) {
      out += '|';
      append_told(out, thing.field(field));
    }
    out += '\n';
  }
  return out;
}

TEST(ShippedPacks, AreToldAsTheyAreRolled) {
  std::size_t told_rules = 0;
  for (const auto& entry : std::filesystem::directory_iterator(SPOILS_PACKS_DIR)) {
    if (entry.path().filename() == "lib") { continue; }  // libraries, each a pack of its own
    const auto& pack = packs::shipped(entry.path().filename().string());
    for (const auto& rule : pack.rules()) {
      auto plain = packs::roller_of(pack, rule);
      auto watched = packs::roller_of(pack, rule);
      if (!plain) { continue; }
      ++told_rules;
      for (std::uint64_t index = 0; index < kRollsBefore; ++index) {
        static_cast<void>(plain->roll(packs::kSeed + 1, index));
      }
      for (std::uint64_t index = 0; index < kRolls; ++index) {
        SCOPED_TRACE(std::string(pack.name()) + " " + rule.name + " #" + std::to_string(index));
        ExplainOptions options;
        if (index >= kRollsInFull) { options.most_alternatives = 2; }
        const auto told = explain_roll(*watched, packs::kSeed, index, options);
        const auto rolled = plain->roll(packs::kSeed, index);
        ASSERT_EQ(told.fault.has_value(), !rolled.ok());
        if (!rolled) { continue; }
        ASSERT_EQ(text_of(pack, told.things), text_of(pack, *rolled));
        ASSERT_NO_FATAL_FAILURE(expect_lawful(told));
        ASSERT_FALSE(testing::Test::HasFailure());
      }
      // A roller that was observed rolls on as before.
      const auto after = watched->roll(packs::kSeed, 7);
      const auto expected = plain->roll(packs::kSeed, 7);
      ASSERT_EQ(after.ok(), expected.ok());
      if (after) { EXPECT_EQ(text_of(pack, *after), text_of(pack, *expected)); }
    }
  }
  EXPECT_GT(told_rules, 20U);
}

}  // namespace shipped_test
}  // namespace spoils::explained
