// tests/property/brute_force_test.cpp
//
// Odds against brute force: the test generates small random packs as trees of its own, writes them in the language, and
// enumerates them path by path with fractions, by code that shares nothing with the library. The joint odds of all
// fields must be the same fractions, for every one of 10,000 packs (1,000 under sanitizers).
#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "affordable.h"
#include "property/dice.h"
#include "spoils/odds.h"
#include "spoils/pack.h"

namespace spoils {
namespace brute_force_test {

using Fraction = boost::multiprecision::cpp_rational;

constexpr std::uint64_t kPacks = affordable(10'000);
constexpr int kUnset = -1;
constexpr int kSymbols = 4;  // a, b, c, d
constexpr int kMostPaths = 3'000;

enum Field : std::uint8_t { Kind, Brand, Plus, Charges, kFields };
const std::array<std::string, kFields> kNames{"kind", "brand", "plus", "charges"};

constexpr bool is_symbol(int field) { return field == Kind || field == Brand; }

std::string symbol(int number) { return std::string(1, static_cast<char>('a' + number)); }

/// The values of the fields: symbols by number, or numbers.
using Thing = std::array<int, kFields>;

/// The end of a path: the fields that it has set, and its probability.
struct Path {
  Thing thing{kUnset, kUnset, kUnset, kUnset};
  Fraction probability = 1;
  bool is_stopped = false;
};
using Paths = std::vector<Path>;

int number_of(int value) { return value == kUnset ? 0 : value; }

struct Condition {
  enum Form : std::uint8_t { Equals, Above, Chance } form = Equals;
  int field = Kind;
  int value = 0;
  int of = 1;  // a chance is value / of

  static Condition random(Dice& dice) {
    Condition out;
    out.form = static_cast<Form>(dice.below(3));
    if (out.form == Equals) { out = {Equals, dice.below(2), dice.below(kSymbols), 1}; }
    if (out.form == Above) { out = {Above, Plus + dice.below(2), dice.below(3), 1}; }
    if (out.form == Chance) {
      out.of = dice.within(2, 7);
      out.value = dice.within(1, out.of - 1);
    }
    return out;
  }

  [[nodiscard]] std::string text() const {
    if (form == Equals) { return kNames[static_cast<std::size_t>(field)] + " == " + symbol(value); }
    if (form == Above) { return kNames[static_cast<std::size_t>(field)] + " > " + std::to_string(value); }
    return "chance(" + std::to_string(value) + "/" + std::to_string(of) + ")";
  }

  /// Calls with whether it holds, and how likely that is.
  template <class Then>
  void split(const Path& path, Then&& then) const {
    const auto held = path.thing[static_cast<std::size_t>(field)];
    if (form == Equals) { return then(held == value, Fraction(1)); }
    if (form == Above) { return then(number_of(held) > value, Fraction(1)); }
    then(true, Fraction(value, of));
    then(false, Fraction(of - value, of));
  }
};

struct Statement {
  enum Form : std::uint8_t { Literal, Weighted, Range, Throw, Add, If, Repeat, Retry, Stop, kForms } form = Literal;
  int field = Kind;
  int first = 0;
  int last = 0;
  std::vector<std::pair<int, int>> rows;  // weight and outcome; a weight below 0 is (plus + that many)
  Condition condition;
  std::vector<Statement> body;
  std::vector<Statement> otherwise;
};
using Block = std::vector<Statement>;

Block random_block(Dice& dice, int depth);

Statement random_statement(Dice& dice, int depth) {
  Statement s;
  s.form = static_cast<Statement::Form>(dice.below(depth > 0 ? Statement::kForms : Statement::If));
  if (s.form == Statement::Stop && dice.below(3) > 0) { s.form = Statement::Literal; }
  s.field = dice.below(kFields);
  switch (s.form) {
    case Statement::Literal: s.first = dice.below(kSymbols); break;
    case Statement::Weighted:
      s.field = dice.below(2);
      for (int row = dice.within(1, 4); row > 0; --row) {
        s.rows.emplace_back(dice.below(4) == 0 ? -dice.within(1, 2) : dice.within(1, 5), dice.below(kSymbols));
      }
      break;
    case Statement::Range:
    case Statement::Add:
      s.field = Plus + dice.below(2);
      s.first = dice.below(3);
      s.last = s.first + dice.below(3);
      break;
    case Statement::Throw:
      s.field = Plus + dice.below(2);
      s.first = dice.within(1, 2);
      s.last = dice.within(2, 4);
      break;
    case Statement::If:
      s.condition = Condition::random(dice);
      s.body = random_block(dice, depth - 1);
      if (dice.below(2) == 0) { s.otherwise = random_block(dice, depth - 1); }
      break;
    case Statement::Repeat:
    case Statement::Retry:
      s.first = dice.within(1, 3);
      s.condition = Condition::random(dice);
      s.body = random_block(dice, depth - 1);
      break;
    default: break;
  }
  return s;
}

Block random_block(Dice& dice, int depth) {
  Block out;
  for (int n = dice.within(1, 3); n > 0; --n) { out.push_back(random_statement(dice, depth)); }
  return out;
}

std::string text_of(const Block& block) {
  std::string out;
  for (const auto& s : block) {
    const auto& name = kNames[static_cast<std::size_t>(s.field)];
    const auto first = std::to_string(s.first);
    const auto last = std::to_string(s.last);
    switch (s.form) {
      case Statement::Literal: out += name + " = " + (is_symbol(s.field) ? symbol(s.first) : first); break;
      case Statement::Weighted:
        out += name + " = pick { ";
        for (std::size_t i = 0; i < s.rows.size(); ++i) {
          const auto [weight, outcome] = s.rows[i];
          out += (i > 0 ? ", " : "") +
                 (weight > 0 ? std::to_string(weight) : "(plus + " + std::to_string(-weight) + ")") + " " +
                 symbol(outcome);
        }
        out += " }";
        break;
      case Statement::Range: out += name + " = pick " + first + ".." + last; break;
      case Statement::Throw: out += name + " = " + first + "d" + last; break;
      case Statement::Add: out += name + " += pick " + first + ".." + last; break;
      case Statement::If:
        out += "if " + s.condition.text() + " {\n" + text_of(s.body) + "}";
        if (!s.otherwise.empty()) { out += " else {\n" + text_of(s.otherwise) + "}"; }
        break;
      case Statement::Repeat: out += "repeat " + first + " {\n" + text_of(s.body) + "}"; break;
      case Statement::Retry:
        out += "retry max " + first + " {\n" + text_of(s.body) + "} while " + s.condition.text();
        break;
      default: out += "stop"; break;
    }
    out += "\n";
  }
  return out;
}

/// Follows every path on its own; nothing if there are too many.
class Enumeration {
 public:
  Paths run(const Block& block, Paths in) {
    for (const auto& s : block) {
      Paths out;
      for (auto& path : in) {
        if (path.is_stopped) {
          out.push_back(std::move(path));
        } else if (!is_too_long) {
          step(s, path, out);
        }
      }
      in = std::move(out);
      is_too_long = is_too_long || in.size() > kMostPaths;
    }
    return in;
  }

  bool is_too_long = false;

 private:
  static void put(Paths& out, const Path& path, int field, int value, const Fraction& share) {
    out.push_back(path);
    out.back().thing[static_cast<std::size_t>(field)] = value;
    out.back().probability *= share;
  }

  void step(const Statement& s, const Path& path, Paths& out) {
    const auto held = number_of(path.thing[static_cast<std::size_t>(s.field)]);
    switch (s.form) {
      case Statement::Literal: return put(out, path, s.field, s.first, 1);
      case Statement::Weighted: {
        const auto plus = number_of(path.thing[Plus]);
        int total = 0;
        for (const auto& [weight, outcome] : s.rows) { total += weight > 0 ? weight : plus - weight; }
        for (const auto& [weight, outcome] : s.rows) {
          put(out, path, s.field, outcome, Fraction(weight > 0 ? weight : plus - weight, total));
        }
        return;
      }
      case Statement::Range:
      case Statement::Add:
        for (int value = s.first; value <= s.last; ++value) {
          put(out, path, s.field, s.form == Statement::Add ? held + value : value, Fraction(1, s.last - s.first + 1));
        }
        return;
      case Statement::Throw:
        for (int one = 1; one <= s.last; ++one) {
          if (s.first == 1) { put(out, path, s.field, one, Fraction(1, s.last)); }
          for (int two = 1; two <= s.last && s.first == 2; ++two) {
            put(out, path, s.field, one + two, Fraction(1, s.last * s.last));
          }
        }
        return;
      case Statement::If:
        s.condition.split(path, [&](bool holds, const Fraction& share) {
          Path on = path;
          on.probability *= share;
          append(out, run(holds ? s.body : s.otherwise, {on}));
        });
        return;
      case Statement::Repeat: {
        Paths now{path};
        for (int turn = 0; turn < s.first; ++turn) { now = run(s.body, std::move(now)); }
        append(out, std::move(now));
        return;
      }
      case Statement::Retry: return attempt(s, path, path.thing, s.first, out);
      default:
        out.push_back(path);
        out.back().is_stopped = true;
        return;
    }
  }

  // Each try begins as the first did; the last one is accepted in any case.
  void attempt(const Statement& s, Path path, const Thing& begin, int left, Paths& out) {
    path.thing = begin;
    for (auto& done : run(s.body, {path})) {
      if (done.is_stopped) {
        out.push_back(std::move(done));
        continue;
      }
      s.condition.split(done, [&](bool again, const Fraction& share) {
        Path on = done;
        on.probability *= share;
        if (again && left > 1) {
          attempt(s, on, begin, left - 1, out);
        } else {
          out.push_back(on);
        }
      });
      is_too_long = is_too_long || out.size() > kMostPaths;
      if (is_too_long) { return; }
    }
  }

  static void append(Paths& out, Paths more) { out.insert(out.end(), more.begin(), more.end()); }
};

std::string shown(int field, int value) {
  if (value == kUnset) { return "none"; }
  return is_symbol(field) ? symbol(value) : std::to_string(value);
}

TEST(BruteForce, GivesTheSameFractions) {
  int compared = 0;
  for (std::uint64_t seed = 0; seed < kPacks; ++seed) {
    Dice dice(seed);
    // Each field is set somewhere, or it would be none.
    Block block = random_block(dice, 2);
    const auto more = random_block(dice, 1);
    block.insert(block.end(), more.begin(), more.end());
    std::string source =
        "pack small \"Small\" 1.0\nfield kind: symbol\nfield brand: symbol\nfield plus: int\nfield charges: int\n";
    source += "rule r {\n" + text_of(block) + "}\n";
    Enumeration enumeration;
    const auto paths = enumeration.run(block, {Path{}});
    if (enumeration.is_too_long) { continue; }
    std::map<std::vector<std::string>, Fraction> expected;
    for (const auto& path : paths) {
      std::vector<std::string> values;
      for (int field = 0; field < kFields; ++field) {
        values.push_back(shown(field, path.thing[static_cast<std::size_t>(field)]));
      }
      expected[values] += path.probability;
    }
    const auto loaded = Pack::compile("small.loot", source);
    ASSERT_TRUE(loaded.pack) << source << loaded.findings.text();
    Marginal question;
    question.by.assign(kNames.begin(), kNames.end());
    question.fractions = true;
    const auto odds = exact_odds(*loaded.pack, question);
    ASSERT_TRUE(odds) << source << odds.error().text();
    std::map<std::vector<std::string>, Fraction> found;
    for (const auto& row : odds->rows) { found[to_texts(row.values)] += Fraction(row.fraction->text()); }
    ASSERT_EQ(found, expected) << source;
    ++compared;
  }
  EXPECT_GT(compared, static_cast<int>(kPacks) * 8 / 10);
}

}  // namespace brute_force_test
}  // namespace spoils
