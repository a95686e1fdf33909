// tests/odds/segments_test.cpp
//
// Segments (odds/interpret_segments.h): statements that are run as one, since what the first one sets is dead after the
// last one. The number of segments that an answer used shows that it happened, or that it must not; the odds are
// enumerated by loops that share nothing with the engine. Calls of defs as questions (odds/access_analysis.h) are here,
// too, as states of different kinds share a segment by them.
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "odds/answered.h"

namespace spoils {
namespace segments_test {

using program::Word;
using Odds = std::map<std::vector<Word>, double>;

constexpr Word kKinds = 60;
constexpr Word kWords = 1'000;

struct Row {
  std::string name;
  std::string declarations;
  std::string by;                                             // of the question
  std::function<std::vector<Word>(Word kind, Word word)> of;  // the outcome, by hand
  bool has_segment = false;
};

void PrintTo(const Row& row, std::ostream* out) { *out << row.name; }

/// An answer that is whole, with segments from so many states on.
struct Whole : Answered {
  Whole(const std::string& source, std::size_t states_of_segment) : Answered(source, with(states_of_segment)) {
    EXPECT_EQ(answer.unexplored, 0);
    EXPECT_EQ(answer.fault.kind, program::Fault::Kind::None);
  }

  [[nodiscard]] std::uint64_t segments() const { return interpreter.counters().segments; }

 private:
  static odds::Budget with(std::size_t states_of_segment) {
    odds::Budget out;
    out.states_of_segment = states_of_segment;
    return out;
  }
};

class Segment : public testing::TestWithParam<Row> {};

TEST_P(Segment, AsEnumerated) {
  const auto& row = GetParam();
  Odds wanted;
  for (Word kind = 1; kind <= kKinds; ++kind) {
    for (Word word = 1; word <= kWords; ++word) { wanted[row.of(kind, word)] += 1.0 / (kKinds * kWords); }
  }
  const auto source = row.declarations + "\nexpect \"asked\": odds(r by " + row.by + ") == {1 0}";
  const Whole with(source, 10'000);
  EXPECT_EQ(with.segments() > 0, row.has_segment);
  const Whole without(source, kKinds * kWords + 1);
  EXPECT_EQ(without.segments(), 0U);
  if (row.has_segment) { EXPECT_LT(with.answer.states * 10, without.answer.states); }
  for (const auto* found : {&with.odds, &without.odds}) {
    ASSERT_EQ(found->size(), wanted.size());
    for (const auto& [words, mass] : wanted) { EXPECT_NEAR(found->at(words), mass, 1e-14) << words[0]; }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Of, Segment,
    testing::Values(
        // In the end the word is read as a whole, so its values are not joined where it is drawn
        // (odds/value_classes.h).
        Row{"WordThatIsReadOnce",
            "rule r { kind = pick 1..60\nlet word = pick 1..1000\nlet high = kind > 30\n"
            "power = if high and word > 900 then 3 else if word > 500 then 2 else 1\nword = 7\nlast = word }",
            "kind * 10 + power + last - 7",
            [](Word kind, Word word) {
              return std::vector<Word>{kind * 10 + (kind > 30 && word > 900 ? 3 : word > 500 ? 2 : 1)};
            },
            true},
        // Both are of one word, so they are not independent of each other.
        Row{"WordThatIsReadTwice",
            "rule r { kind = pick 1..60\nlet word = pick 1..1000\npower = if word > 500 then 2 else 1\n"
            "light = if word > 900 then 1 else 0\nword = 7\nlast = word }",
            "kind * 100 + power * 10 + light + last - 7",
            [](Word kind, Word word) {
              return std::vector<Word>{kind * 100 + (word > 500 ? 2 : 1) * 10 + (word > 900 ? 1 : 0)};
            },
            true},
        // All that the segment asks of a kind is its class, which the def gives.
        Row{"ClassOfKind",
            "def class_of(kind) = if kind > 40 then 2 else if kind > 10 then 1 else 0\n"
            "rule powers(class) { power = if word > 300 * class then 1 else 0 }\nscratch word: int\n"
            "rule r { kind = pick 1..60\nword = pick 1..1000\npowers(class_of(kind))\nlight = kind > 59 }",
            "kind * 10 + power",
            [](Word kind, Word word) {
              const Word of = kind > 40 ? 2 : kind > 10 ? 1 : 0;
              return std::vector<Word>{kind * 10 + (word > 300 * of ? 1 : 0)};
            },
            true},
        // The statement after it is run as ever.
        Row{"StatementAfterIt",
            "rule r { kind = pick 1..60\nlet word = pick 1..1000\npower = if word > 500 then 2 else 1\n"
            "light = kind // 10\nword = 7\nlast = word }",
            "kind * 100 + power * 10 + light + last - 7",
            [](Word kind, Word word) { return std::vector<Word>{kind * 100 + (word > 500 ? 2 : 1) * 10 + kind / 10}; },
            true},
        // The next statement sees each kind.
        Row{"KindsThatDiffer", "rule r { kind = pick 1..60\nlet word = pick 1..1000\nhit = word <= kind }",
            "kind * 10 + (if hit then 1 else 0)",
            [](Word kind, Word word) { return std::vector<Word>{kind * 10 + (word <= kind ? 1 : 0)}; }, false},
        // The question reads the word.
        Row{"WordThatIsAsked", "rule r { kind = pick 1..60\nword = pick 1..1000\npower = if word > 500 then 2 else 1 }",
            "word * 10 + power + 100000 * kind",
            [](Word kind, Word word) { return std::vector<Word>{word * 10 + (word > 500 ? 2 : 1) + 100'000 * kind}; },
            false},
        // The rule may end in the middle of it.
        Row{"BlockThatIsLeft",
            "rule r { kind = pick 1..60\nlet word = pick 1..1000\nif word > 990 { stop }\n"
            "power = if word > 500 then 2 else 1 }",
            "kind * 10 + power",
            [](Word kind, Word word) {
              return std::vector<Word>{kind * 10 + (word > 990 ? 0 : word > 500 ? 2 : 1)};
            },
            false}),
    [](const auto& row) { return row.param.name; });

// A def that throws a die has no answer that two kinds could share: 1 and 2 have other dice than 3.
TEST(CallsOfDefs, ThatDrawAreNoQuestions) {
  const Whole found(
      "def power_of(kind) = if kind > 2 then d2 else d4\nrule r { kind = pick 1..3; power = power_of(kind) }\n"
      "expect \"asked\": odds(r by kind * 10 + power) == {1 0}",
      0);
  Odds wanted;
  for (Word kind = 1; kind <= 2; ++kind) {
    for (Word power = 1; power <= 4; ++power) { wanted[{kind * 10 + power}] = 1.0 / 12; }
  }
  for (Word power = 1; power <= 2; ++power) { wanted[{30 + power}] = 1.0 / 6; }
  ASSERT_EQ(found.odds.size(), wanted.size());
  for (const auto& [words, mass] : wanted) { EXPECT_NEAR(found.odds.at(words), mass, 1e-15) << words[0]; }
}

// Composed texts of one length have the same place in the heap, one after the other.
TEST(CallsOfDefs, TextsAreToldApartByTheirLetters) {
  const Whole found(
      "def label(k: int) = \"item {k}\"\ndef labels(k: int) = [\"item {k}\", \"x\"]\n"
      "rule r { kind = pick 11..16; let word = pick 1..10\n"
      "power = if label(kind) == \"item 13\" and word > 5 then 2 else if \"item 14\" in labels(kind) and word > 5 then "
      "3 "
      "else 1 }\nexpect \"asked\": odds(r by power) == {1 0}",
      0);
  EXPECT_GT(found.segments(), 0U);
  EXPECT_NEAR(found.odds.at({1}), 50.0 / 60, 1e-15);
  EXPECT_NEAR(found.odds.at({2}), 5.0 / 60, 1e-15);
  EXPECT_NEAR(found.odds.at({3}), 5.0 / 60, 1e-15);
}

// A call with two words is a use of both: neither kind nor level may be forgotten.
TEST(CallsOfDefs, AskForEachWordThatTheyGet) {
  const Whole found(
      "def over(a, b) = if a > b then 1 else 0\n"
      "rule r { let kind = pick 1..4; let level = pick 1..4; let luck = over(kind, level) + 2 * over(level, 2)\n"
      "n = luck * 10 + d2 }\nexpect \"asked\": odds(r by n) == {1 0}",
      0);
  Odds wanted;
  for (Word kind = 1; kind <= 4; ++kind) {
    for (Word level = 1; level <= 4; ++level) {
      for (Word die = 1; die <= 2; ++die) {
        wanted[{((kind > level ? 1 : 0) + 2 * (level > 2 ? 1 : 0)) * 10 + die}] += 1.0 / 32;
      }
    }
  }
  ASSERT_EQ(found.odds.size(), wanted.size());
  for (const auto& [words, mass] : wanted) { EXPECT_NEAR(found.odds.at(words), mass, 1e-15) << words[0]; }
}

}  // namespace segments_test
}  // namespace spoils
