// naming/template_test.cpp
//
// Displays compiled to templates: which pieces they become, and that names are those of the oracle, which walks the
// trees (tree_namer.h): of random displays, at the limits, and of all shipped packs.
#include "naming/template.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "affordable.h"
#include "api/pack_data.h"
#include "api/roller_data.h"
#include "compiled.h"
#include "naming/display.h"
#include "naming/tree_namer.h"
#include "packs/shipped.h"
#include "spoils/roll.h"

namespace spoils {
namespace template_test {

using naming::Piece;
using program::kUnset;

std::string text_of(const std::string& pattern, std::string_view from, const std::string& to) {
  auto out = pattern;
  const auto at = out.find(from);
  return at == std::string::npos ? out : out.replace(at, from.size(), to);
}

std::vector<Piece::Kind> kinds_of(const Pack& pack) {
  std::vector<Piece::Kind> out;
  for (const auto& piece : pack.data().templates().pieces()) { out.push_back(piece.kind); }
  return out;
}

std::size_t count_of(const Pack& pack, Piece::Kind kind) {
  const auto kinds = kinds_of(pack);
  return static_cast<std::size_t>(std::count(kinds.begin(), kinds.end(), kind));
}

/// Compares the names of all things of some rolls with those of the oracle; returns how many there were.
std::size_t compare(const Pack& pack, Roller& roller, std::uint64_t rolls) {
  const auto& data = pack.data();
  const api::ThingReader reader(data.program);
  std::vector<program::Word> slots(data.program.slots.size() + 1, kUnset);
  std::size_t count = 0;
  std::string name;
  for (std::uint64_t index = 0; index < rolls; ++index) {
    const auto rolled = roller.roll(7, index);
    if (!rolled) { continue; }
    const auto& things = roller.data()->interpreter.things();
    for (std::size_t i = 0; i < rolled->size(); ++i) {
      const auto& row = things.rows[things.given_out[i]];
      reader.lay_out(things, row, slots.data());
      program::Heap heap = roller.data()->interpreter.heap();
      std::string expected;
      naming::TreeNamer(data.program, slots.data(), heap).append_name(expected, row.made_by);
      name.clear();
      (*rolled)[i].append_name(name);
      EXPECT_EQ(name, expected) << "roll " << index;
      if (name != expected) { return count; }
      ++count;
    }
  }
  return count;
}

std::size_t compare(const Pack& pack, std::string_view rule, std::uint64_t rolls) {
  auto roller = Roller::make(pack, rule);
  EXPECT_TRUE(roller.ok());
  return roller ? compare(pack, *roller, rolls) : 0;
}

TEST(Template, HasNoTreesIfADisplayShowsFields) {
  const auto pack = compiled(R"(
rule sword {
  kind = pick {1 dirk, 1 long_sword}
  quantity = d3
  bonus = d3 - 2
  if chance 50% { power = pick {1 fire} }
}
display sword "& {bonus:+} {kind}~[ of {power}]" if not (kind == dirk and quantity > 2) or power != none
)");
  for (const auto& piece : pack.data().templates().pieces()) { EXPECT_EQ(piece.expression, program::kNone); }
  EXPECT_EQ(count_of(pack, Piece::Kind::JumpIfNot), 0U);
  EXPECT_EQ(count_of(pack, Piece::Kind::Plural), 1U);
  EXPECT_EQ(compare(pack, "sword", 200), 200U);
}

TEST(Template, KeepsConditionsThatMayFailWhole) {
  // 1 / (size - 1) fails for a size of 1; the condition does not hold then, although it is the `not` of a failure.
  const auto pack = compiled(R"(
rule ball { size = d3 - 0; kind = pick {1 ball} }
display ball "odd {kind}" if size == 3 or not (6 // (size - 1) > 7)
display ball "plain {kind}"
)");
  EXPECT_EQ(count_of(pack, Piece::Kind::JumpIfNot), 1U);
  EXPECT_EQ(count_of(pack, Piece::Kind::JumpIfEqual) + count_of(pack, Piece::Kind::JumpIfWithin), 0U);
  EXPECT_EQ(compare(pack, "ball", 100), 100U);
}

TEST(Template, ComputesAValueThatIsTestedAndShownOnce) {
  const auto pack = compiled(R"(
def twice(x) = x * 2
rule coin { if chance 50% { worth = d6 }; kind = pick {1 coin} }
display coin "{kind}[ worth {twice(worth) + 1}]"
)");
  EXPECT_EQ(count_of(pack, Piece::Kind::KeepOrJump), 1U);
  EXPECT_EQ(count_of(pack, Piece::Kind::StoredValue), 1U);
  EXPECT_EQ(count_of(pack, Piece::Kind::Value), 0U);
  EXPECT_EQ(compare(pack, "coin", 100), 100U);
}

TEST(Template, DoesNotKeepValuesOutsideOfOptionalParts) {
  const auto pack = compiled(R"(
rule coin { worth = d6; kind = pick {1 coin} }
display coin "{kind} {worth * 2}, {worth * 2}"
)");
  EXPECT_EQ(count_of(pack, Piece::Kind::KeepOrJump), 0U);
  EXPECT_EQ(count_of(pack, Piece::Kind::Value), 2U);
  EXPECT_EQ(compare(pack, "coin", 20), 20U);
}

// A value that is shown after its test counts twice, although it is computed once: the name is cut where the second
// computation would have taken too much work.
TEST(Template, CountsTheWorkOfStoredValuesTwice) {
  const std::string source = R"(
rule coin { kind = pick {1 coin}; most = pick {1 2, 1 4} }
def cost(n) = count(x in 1..N * n where count(y in 1..1000 where y > x) > 0)
display coin "{kind}[ cost {cost(most)}]"
)";
  const auto turns = program::kMaxNameWork / 10'000;
  const auto pack = compiled(text_of(source, "N", std::to_string(turns)));
  EXPECT_EQ(count_of(pack, Piece::Kind::StoredValue), 1U);
  EXPECT_EQ(compare(pack, "coin", 20), 20U);
  auto roller = Roller::make(pack, "coin");
  ASSERT_TRUE(roller.ok());
  int cut = 0;
  int whole = 0;
  for (std::uint64_t index = 0; index < 20; ++index) {
    const auto name = (*roller->roll(7, index))[0].name();
    cut += name == "coin cost " ? 1 : 0;
    whole += name == "coin cost " + std::to_string(2 * turns) ? 1 : 0;
  }
  EXPECT_GT(cut, 0);
  EXPECT_GT(whole, 0);
  EXPECT_EQ(cut + whole, 20);
}

// The same of the heap: texts that would not fit a second time are shown as nothing.
TEST(Template, CountsTheHeapOfStoredValuesTwice) {
  const std::string source = R"(
rule coin { kind = pick {1 coin}; most = pick {1 400, 1 600} }
def texts(n) = list(x in 1..n: "LONG{x}")
display coin "{kind}[ cost {count(texts(most))}]"
)";
  const auto pack = compiled(text_of(source, "LONG", std::string(60'000, 'a')));
  EXPECT_EQ(count_of(pack, Piece::Kind::StoredValue), 1U);
  EXPECT_EQ(compare(pack, "coin", 12), 12U);
  auto roller = Roller::make(pack, "coin");
  ASSERT_TRUE(roller.ok());
  int cut = 0;
  for (std::uint64_t index = 0; index < 12; ++index) {
    cut += (*roller->roll(7, index))[0].name() == "coin cost " ? 1 : 0;
  }
  EXPECT_GT(cut, 0);
  EXPECT_LT(cut, 12);
}

TEST(Template, HasFoldsIfAValueGoesThroughAList) {
  const std::string rule = "rule coin { kind = pick {1 coin}; worths = [d6, d6] }\n";
  const auto without = compiled(rule + "def twice(x) = x * 2\ndisplay coin \"{kind}[ of {twice(count(worths))}]\"\n");
  EXPECT_FALSE(without.data().templates().have_folds());
  const auto within = compiled(rule + "def all() = sum(x in worths: x)\ndisplay coin \"{kind}[ worth {all}]\"\n");
  EXPECT_TRUE(within.data().templates().have_folds());
  EXPECT_EQ(compare(within, "coin", 100), 100U);
  const auto condition =
      compiled(rule + "display coin \"{kind}\" if any(x in worths: x == 6)\ndisplay coin \"none\"\n");
  EXPECT_TRUE(condition.data().templates().have_folds());
  EXPECT_EQ(compare(condition, "coin", 100), 100U);
}

/// Computes every value as 7, or none of them.
class Counter : public naming::ValueComputer {
 public:
  std::optional<program::Word> compute(program::ExpressionId, std::uint64_t& work) override {
    ++calls;
    heap->add_text("left behind");
    if (fails) { return std::nullopt; }
    work -= 10;
    return 7;
  }
  program::Heap* heap = nullptr;
  bool fails = false;
  int calls = 0;
};

// A value that the computer gives is shown; one that it cannot compute is evaluated by its tree.
TEST(Template, UsesTheComputerOfValues) {
  const auto pack = compiled(R"(
rule coin { worths = [3, 4] }
display coin "{sum(x in worths: x) * 10}[ {count(x in worths where x > 3) + 1}]" if any(x in worths: x > 1)
)");
  const auto& data = pack.data();
  std::vector<program::Word> slots(data.program.slots.size() + 1, kUnset);
  program::Heap heap;
  Counter counter;
  counter.heap = &heap;
  const std::array<program::Word, 2> worths{3, 4};
  const auto rule = *data.program.find_rule("coin");
  slots[*data.program.find_field("worths")] = heap.add_list(worths.data(), worths.size());
  slots[data.program.shown] = static_cast<program::Word>(rule);
  naming::Namer namer(data.program, slots.data(), heap, &data.templates(), &counter);
  std::string name;
  namer.append_name(name, rule);
  EXPECT_EQ(name, "coin");  // 7 is not true, so no display fits
  counter.fails = true;
  counter.calls = 0;
  name.clear();
  const auto before = heap.mark();
  namer.append_name(name, rule);
  EXPECT_EQ(name, "70 2");
  EXPECT_EQ(counter.calls, 3);
  EXPECT_EQ(heap.mark(), before);
}

// A value that fails as code counts what its tree takes, and not both: the value after it is shown if that leaves work
// enough for it.
TEST(Template, CountsTheWorkOfAFaultAsTheTreeDoes) {
  const std::string source = R"(
rule coin { kind = pick {1 coin}; most = pick {1 3, 1 -3} }
def turns() = count(x in 1..TURNS where count(y in 1..1000 where y > x) > 0)
display coin "{kind} {sum(x in 1..MANY: 10 // (x - most))}, {turns}"
)";
  // A fifth of the work for the first value, or hardly any if its third member fails; this share for the second.
  for (const std::uint64_t percent : {70U, 85U}) {
    const auto many = std::to_string(program::kMaxNameWork / 10);
    const auto turns = std::to_string(program::kMaxNameWork * percent / 100 / 2'002);
    const auto pack = compiled(text_of(text_of(source, "MANY", many), "TURNS", turns));
    EXPECT_EQ(compare(pack, "coin", 20), 20U);
    auto roller = Roller::make(pack, "coin");
    ASSERT_TRUE(roller.ok());
    int failed = 0;
    for (std::uint64_t index = 0; index < 20; ++index) {
      const auto name = (*roller->roll(7, index))[0].name();
      const bool fails = name.find(" , ") != std::string::npos;
      failed += fails ? 1 : 0;
      EXPECT_EQ(name.substr(name.find(", ")), percent == 70 || fails ? ", " + turns : ", ");
    }
    EXPECT_GT(failed, 0);
    EXPECT_LT(failed, 20);
  }
}

// A measure and a name of one thing are computed in the same slots.
TEST(Template, SharesSlotsWithMeasures) {
  const auto pack = compiled(R"(
rule heap { repeat 4 { if chance 50% { drop gem } else { drop rock } } }
rule gem { kind = pick {1 gem}; sizes = [d6, d6]; colour = pick {1 red, 1 blue} }
rule rock { kind = pick {1 rock}; sizes = [d6] }
measure size = sum(x in sizes: x)
display "&[ {colour}] {kind} of {sum(x in sizes: x)}"
)");
  auto roller = Roller::make(pack, "heap");
  ASSERT_TRUE(roller.ok());
  for (std::uint64_t index = 0; index < 50; ++index) {
    const auto things = *roller->roll(7, index);
    for (std::size_t i = 0; i < things.size(); ++i) {
      const auto last = things.size() - 1 - i;
      const auto size = things[i].measure(0).integer();
      const auto name = things[last].name();
      EXPECT_EQ(things[i].measure(0).integer(), size);
      EXPECT_EQ(name.substr(name.rfind(' ') + 1), std::to_string(things[last].measure(0).integer()));
    }
  }
  EXPECT_GT(compare(pack, "heap", 100), 300U);
}

// A name is appended, and a `~` without a noun before it changes nothing of what is there.
TEST(Template, LeavesTheTextBeforeTheName) {
  const auto pack = compiled(R"(
rule bow { quantity = 2; kind = pick {1 bow} }
display bow "~[{kind}]~"
)");
  auto roller = Roller::make(pack, "bow");
  ASSERT_TRUE(roller.ok());
  std::string text = "two ";
  for (int i = 0; i < 2; ++i) { (*roller->roll(7, 0))[0].append_name(text); }
  EXPECT_EQ(text, "two bowsbows");
}

// A thing whose rule has fewer fields follows one with more.
TEST(Template, UnsetsTheFieldsOfTheThingBefore) {
  const auto pack = compiled(R"(
rule heap { repeat 4 { if chance 50% { drop gem } else { drop rock } } }
rule gem { kind = pick {1 gem}; colour = pick {1 red, 1 blue} }
rule rock { kind = pick {1 rock} }
display "&[ {colour}] {kind}"
)");
  EXPECT_GT(compare(pack, "heap", 100), 300U);
}

/// Writes displays of a rule whose fields have all types and may be unset.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string pack() {
    std::string out = kRule;
    const auto displays = 1 + below(4);
    for (std::size_t i = 0; i < displays; ++i) {
      out += "display " + std::string(below(4) == 0 ? "" : "thing ") + text(2);
      if (below(2) == 0) { out += " if " + condition(3); }
      out += '\n';
    }
    return out;
  }

 private:
  static constexpr const char* kRule = R"(
def half(x) = x // 2
def part(x) = 12 // x
def longest(n) = list(x in sizes where x > n: x + bonus)
def word(s) = if count(s) > 1 then most_common(x in s: x) else last(x in s: x)
names { knife "knife:knives", bag "bag~ of tricks", elf "Elf:elven folk" }
rule thing {
  if chance 80% { kind = pick {1 knife, 1 bag, 1 elf, 1 long_sword, 1 hour, 1 balls} }
  if chance 70% { quantity = pick {4 1, 1 0, 1 2, 1 12, 1 -1} }
  if chance 60% { bonus = pick {1 -3, 1 0, 1 1, 1 2, 1 12} }
  if chance 60% { label = pick {1 "", 1 "of old", 1 "Urn", 1 "ox"} }
  if chance 50% { flags = {red, eager} }
  if chance 50% { cursed = true }
  if chance 50% { share = bonus / 3 }
  if chance 70% { sizes = list(x in 1..d5: d4) }
}
)";

  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  template <std::size_t N>
  std::string one_of(const std::array<const char*, N>& words) {
    return words[below(N)];
  }

  std::string hole() {
    return one_of(std::to_array<const char*>({"{kind}",
                                              "{kind}",
                                              "{quantity}",
                                              "{bonus:+}",
                                              "{bonus}",
                                              "{label}",
                                              "{flags}",
                                              "{cursed}",
                                              "{share}",
                                              "{half(bonus)}",
                                              "{part(bonus)}",
                                              "{part(bonus):+}",
                                              "{-bonus:+}",
                                              "{label}{kind}",
                                              "{word(longest(1))}",
                                              "{longest(quantity)}",
                                              "{count(longest(2))}",
                                              "{sum(x in sizes: 12 // (x - bonus))}",
                                              "{set(x in longest(0): part(x))}",
                                              "{list(x in flags where x != red: \"{x}!\")}"}));
  }
  std::string piece(bool is_inside) {
    switch (below(is_inside ? 7 : 9)) {
      case 0: return one_of(std::to_array<const char*>({" ", " bow", "ox", " of ", "an hour", " (", "box of chalk"}));
      case 1: return "~";
      case 2: return is_inside && below(3) != 0 ? "" : "&";
      case 7:
      case 8: {
        std::string out = "[";
        const auto pieces = 1 + below(4);
        for (std::size_t i = 0; i < pieces; ++i) { out += piece(true); }
        return out + "]";
      }
      default: {
        const auto out = hole();
        return out + (below(3) == 0 ? "~" : "");
      }
    }
  }
  std::string text(int depth) {
    std::string out;
    if (depth > 0 && below(4) == 0) {
      out += "if " + condition(2);
      out += " then " + text(0);
      out += " else " + text(depth - 1);
      return out;
    }
    out += below(2) == 0 ? "\"& " : "\"";
    const auto pieces = 1 + below(6);
    for (std::size_t i = 0; i < pieces; ++i) { out += piece(false); }
    return out + "\"";
  }
  std::string condition(int depth) {
    const auto kind = depth > 0 ? below(5) : 4;
    std::string out;
    if (kind == 0 || kind == 1) {
      out += "(" + condition(depth - 1);
      out += kind == 0 ? " and " : " or ";
      out += condition(depth - 1) + ")";
      return out;
    }
    if (kind == 2) { return "not (" + condition(depth - 1) + ")"; }
    return one_of(std::to_array<const char*>({"kind == knife", "kind != none", "quantity > 1", "quantity <= 0",
                                              "1 < bonus", "bonus >= 0", "cursed", "bonus == 2", "quantity == 1",
                                              "kind in {bag, elf}", "part(bonus) > 4", "label == none",
                                              "any(x in sizes: x == bonus)", "word(sizes) == 2"}));
  }

  std::mt19937 random_;
};

TEST(Template, AgreesWithTheTreesForRandomDisplays) {
  std::size_t names = 0;
  for (std::uint32_t seed = 1; seed <= affordable(150); ++seed) {
    const auto source = Writer(seed).pack();
    SCOPED_TRACE(source);
    const auto loaded = Pack::compile("test.loot", "pack test \"Test\" 1.0\n" + source);
    ASSERT_TRUE(loaded.pack) << loaded.findings.text();
    names += compare(*loaded.pack, "thing", 200);
    if (testing::Test::HasFailure()) { return; }
  }
  EXPECT_GT(names, 100 * affordable(150));
}

class NamesOfPacks : public testing::TestWithParam<std::string> {};

TEST_P(NamesOfPacks, AreThoseOfTheTrees) {
  const auto& pack = packs::shipped(GetParam());
  std::size_t names = 0;
  for (const auto& rule : pack.rules()) {
    auto roller = packs::roller_of(pack, rule);
    if (!roller) { continue; }
    names += compare(pack, *roller, affordable(60));
  }
  EXPECT_GT(names, affordable(100));
}

INSTANTIATE_TEST_SUITE_P(, NamesOfPacks,
                         testing::Values("crawl", "crawl_game", "powder", "powder_game", "pyrel", "rogue", "rogue_game",
                                         "drops", "hoard"),
                         [](const auto& tested) { return tested.param; });

}  // namespace template_test
}  // namespace spoils
