// tests/roll/measures_code_test.cpp
//
// Measures and the blocks of defs run as bytecode (roll/assemble_blocks.cpp, roll/assemble_numbers.cpp). The oracle is
// the evaluator of trees: for random defs and random fields both give the same words, or the same fault at the same
// place, also where the work that is left ends in the midst of it.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include "affordable.h"
#include "api/pack_data.h"
#include "compiled.h"
#include "program/draw_free.h"
#include "roll/interpreter.h"
#include "spoils/roll.h"

namespace spoils {
namespace measures_code_test {

using program::ExpressionId;
using program::Fault;
using program::Word;

/// Evaluates trees, and nothing else.
class Walker : public program::DrawFreeEvaluator<Walker> {
 public:
  using DrawFreeEvaluator<Walker>::DrawFreeEvaluator;
  [[nodiscard]] std::uint64_t work_left() const { return work_left_; }
};

/// Writes random defs with blocks, of integers and fractions.
class Writer {
 public:
  explicit Writer(std::uint32_t seed) : random_(seed) {}

  std::string pack() {
    std::string out =
        "collection gem { cost: int; share: number }\n"
        "gem opal { cost = 4; share = 1/3 }\ngem ruby { cost = -9; share = 5/4 }\ngem jade { }\n"
        "field has: map of gem to int\nfield worn: map of gem to int\nfield share: number\n"
        "constant def worth(g: gem) = g.cost * 2 + 1\nconstant def part(g: gem, n: int) = g.share * n\n"
        "constant def lot() = 7/2\n"
        "rule r { x = 1; y = 2; share = 1/2; g = opal; has = {opal 1}; worn = {ruby 2} }\n";
    for (int i = 0; i < 4; ++i) {
      defs_ = i;
      out += "def f" + std::to_string(i) + "(n, k: gem) {\n" + block(3) + "  give " + number(2) + "\n}\n";
      loops_ = 0;
    }
    defs_ = 4;
    out += "measure a = f3(x, g)\nmeasure b = round(f2(y, g) + f3(1, ruby))\n";
    out += "measure c = " + number(3, false) + "\n";
    return out;
  }

 private:
  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }
  template <class... Text>
  std::string one_of(Text... texts) {
    const std::array<std::string, sizeof...(texts)> all{std::string(texts)...};
    return all[below(sizeof...(texts))];
  }

  std::string block(int depth) {
    std::string out = "  let p = 1/2\n  let q = 1\n  p = " + number(2) + "\n  q = " + whole(2) + "\n";
    for (auto i = 1 + below(3); i > 0; --i) { out += statement(depth); }
    return out;
  }
  std::string body(int depth) {
    std::string out = "{ ";
    for (auto i = 1 + below(2); i > 0; --i) { out += statement(depth - 1); }
    return out + "}\n";
  }
  std::string statement(int depth) {
    switch (depth == 0 ? below(2) : below(8)) {
      case 0: return "p = " + number(2) + "\n";
      case 1: return "q = " + whole(2) + "\n";
      case 2: return "if " + question(2) + " { give " + number(2) + " }\n";
      case 3: return "if " + question(2) + " " + body(depth);
      case 4: return "if " + question(1) + " { p = " + number(1) + " } else " + body(depth);
      case 5: {
        const auto i = "i" + std::to_string(loops_++);
        return "for " + i + " in " + one_of("1..3", "q..5", "0..-1", "2..2") + " { q = q + " + i + "\n" +
               statement(depth - 1) + "}\n";
      }
      case 6: {
        const auto m = "m" + std::to_string(loops_++);
        return "for " + m + " in " + one_of("has", "[opal, ruby, opal]") + " { p = p + has[" + m + "] * worth(" + m +
               ")\n" + statement(depth - 1) + "}\n";
      }
      default: return "repeat 3 while " + question(1) + " " + body(depth);
    }
  }
  // `inside`: within a def, whose variables there are.
  std::string whole(int depth, bool inside = true) {
    if (depth == 0) { return inside ? one_of("q", "n", "x", "3", "0", "y") : one_of("x", "y", "2", "0"); }
    switch (below(8)) {
      case 0: return "(" + whole(depth - 1, inside) + one_of(" + ", " - ", " * ") + whole(depth - 1, inside) + ")";
      case 1: return "(" + whole(depth - 1, inside) + one_of(" // ", " mod ") + whole(depth - 1, inside) + ")";
      case 2: return one_of("round(", "floor(", "ceil(") + number(depth - 1, inside) + ")";
      case 3: return inside ? "worth(k)" : "worth(g)";
      case 4: return std::string("has[") + (inside ? one_of("k", "g", "ruby") : one_of("g", "jade")) + "]";
      case 5:
        return one_of("sum(z in has where worth(z) > ", "max(z in has where has[z] < ", "max(z in worn where has[z] > ",
                      "min(z in has where has[z] != ") +
               whole(0, inside) + one_of(": has[z] - 1)", ": worth(z))", ": worn[z])");
      case 6: {
        const auto other = whole(0, inside);
        return one_of("most_common(z in has where has[z] > " + other + ": has[z] mod 2)",
                      "count(set(z in has where worth(z) != " + other + ": has[z]))",
                      "count(list(z in has where first(list(y in worn: worn[y] + has[z])) > " + other + ": z))");
      }
      default: return whole(0, inside);
    }
  }
  std::string number(int depth, bool inside = true) {
    if (depth == 0) { return inside ? one_of("p", "q", "n", "share", "1/3", "lot()") : one_of("x", "share", "5/7"); }
    switch (below(11)) {
      case 0:
      case 1: return "(" + number(depth - 1, inside) + one_of(" + ", " - ") + number(depth - 1, inside) + ")";
      case 2: return "(" + number(depth - 1, inside) + one_of(" * ", " / ") + number(depth - 1, inside) + ")";
      case 3: return one_of("min(", "max(") + number(depth - 1, inside) + ", " + number(depth - 1, inside) + ")";
      case 4: return "(if " + question(1, inside) + " then " + number(depth - 1, inside) + " else share)";
      case 5: return inside ? "part(k, q)" : "part(g, x)";
      case 6: return "(-" + number(depth - 1, inside) + ")";
      case 7:
        if (defs_ == 0) { return whole(depth, inside); }
        return "f" + std::to_string(below(static_cast<std::uint32_t>(defs_))) + "(" + whole(1, inside) + ", " +
               (inside ? one_of("k", "g") : std::string("g")) + ")";
      case 8: return whole(depth, inside);
      case 9:
        return one_of("sum", "product", "min", "max", "first", "last") + "(z in " + one_of("has", "worn") +
               " where has[z] != " + whole(0, inside) + ": " +
               one_of("z.share", "has[z] / 3", "part(z, has[z])", "1 / (worn[z] - 1)", "z.share + has[z]") + ")";
      default: return "(" + number(depth - 1, inside) + " * 1000003 + 1/9)";
    }
  }
  std::string question(int depth, bool inside = true) {
    if (depth == 0) { return number(1, inside) + one_of(" < ", " <= ", " == ") + number(1, inside); }
    switch (below(4)) {
      case 0: return "(" + question(depth - 1, inside) + one_of(" and ", " or ") + question(0, inside) + ")";
      case 1: return "not (" + question(0, inside) + ")";
      case 2:
        return (inside ? "k" : "g") + one_of(" == ruby", " == first(z in has: z)", " == first(z in worn: z)",
                                             " != last(z in has where has[z] > 1: z)");
      default: return question(0, inside);
    }
  }

  std::mt19937 random_;
  int defs_ = 0;
  int loops_ = 0;
};

/// The two words of a value, or the fault.
struct Outcome {
  Word first = 0;
  Word second = 0;
  Fault fault;
};

template <class Reading>
Outcome outcome_of(Reading& reading, const program::Program& program, ExpressionId id, std::uint64_t work) {
  reading.limit_work(work);
  Outcome out;
  if (program.expressions[id].type.kind == program::ValueKind::Number) {
    const auto value = reading.number_or_unset(id);
    out = {value.numerator(), Reading::second_word(value), {}};
  } else {
    out = {reading.word(id), 1, {}};
  }
  out.fault = reading.fault();
  reading.clear_fault();
  return out;
}

class Pair {
 public:
  explicit Pair(const Pack& pack)
      : program_(pack.data().program),
        engine_(program_),
        slots_(program_.slots.size() + 1, program::kUnset),
        walker_(program_, slots_.data(), heap_) {
    // A memo reports too much work at the place of its use.
    engine_.disable_memos();
  }

  /// Sets a field of both.
  void set(const std::string& name, Word first, Word second) {
    const auto slot = slot_of(name);
    for (auto* const words : {slots_.data(), engine_.slots().data()}) {
      words[slot] = first;
      if (walker_.is_wide(slot)) { words[slot + 1] = first == program::kUnset ? first : second; }
    }
  }
  void set_map(const std::string& name, const std::vector<Word>& entries) {
    const auto slot = slot_of(name);
    slots_[slot] = heap_.add_list(entries.data(), entries.size());
    engine_.slots()[slot] = engine_.heap().add_list(entries.data(), entries.size());
  }
  [[nodiscard]] Word symbol(const std::string& name) const {
    const auto found = program_.symbols.find(name);
    EXPECT_TRUE(found) << name;
    return found ? static_cast<Word>(*found) : 0;
  }

  /// Compares all measures, with this work at most. Returns how many of them are sound. `leaves_out_limits`: not those
  /// that reach a limit as trees. The code of a fold counts all members before the first, and lists the keys of a map
  /// once, so it reaches limits at another place, or not.
  int compare(std::uint64_t work, bool leaves_out_limits = false) {
    int sound = 0;
    for (const auto& measure : program_.measures) {
      const auto by_code = outcome_of(engine_, program_, measure.value, work);
      const auto by_tree = outcome_of(walker_, program_, measure.value, work);
      if (leaves_out_limits && program::is_limit(by_tree.fault.kind)) { continue; }
      EXPECT_EQ(by_code.fault.kind, by_tree.fault.kind) << measure.name;
      EXPECT_EQ(by_code.fault.place.begin, by_tree.fault.place.begin) << measure.name;
      EXPECT_EQ(by_code.fault.place.end, by_tree.fault.place.end) << measure.name;
      if (by_tree.fault.kind != Fault::Kind::None) { continue; }
      ++sound;
      EXPECT_EQ(by_code.first, by_tree.first) << measure.name;
      EXPECT_EQ(by_code.second, by_tree.second) << measure.name;
    }
    return sound;
  }

  /// Returns how many blocks of defs have instructions.
  [[nodiscard]] int blocks_as_code() const {
    roll::SharedCode code(program_);
    int out = 0;
    for (ExpressionId id = 0; id < program_.expressions.size(); ++id) {
      if (program_.expressions[id].op != program::Op::Block) { continue; }
      out += code.bytecode().def_block(id).is_tree() ? 0 : 1;
    }
    return out;
  }

 private:
  [[nodiscard]] program::SlotId slot_of(const std::string& name) const {
    for (const auto slot : program_.fields) {
      if (program_.slots[slot].name == name) { return slot; }
    }
    ADD_FAILURE() << name;
    return 0;
  }

  const program::Program& program_;
  roll::Interpreter engine_;
  std::vector<Word> slots_;
  program::Heap heap_;
  Walker walker_;
};

// Half of the fields are huge or unset, so numbers leave 64 bits and divisors are 0.
TEST(MeasuresAsCode, AreThoseOfTheTree) {
  int sound = 0;
  int all = 0;
  for (std::uint32_t seed = 1; seed <= affordable(120); ++seed) {
    const auto text = Writer(seed).pack();
    const auto loaded = Pack::compile("test.loot", "pack test \"Test\" 1.0\n" + text);
    if (!loaded.pack) {
      // Some are certain to divide by zero.
      const auto& first = loaded.findings.all().front();
      ASSERT_EQ(first.code.substr(0, 3), "E05") << loaded.findings.text() << text;
      continue;
    }
    const auto& pack = *loaded.pack;
    ASSERT_EQ(pack.measures().size(), 3U) << text;
    Pair both(pack);
    EXPECT_EQ(both.blocks_as_code(), 4) << text;
    std::mt19937 random(seed);
    const Word huge = Word{1} << 61;
    for (int round = 0; round < 12; ++round) {
      const auto pick = [&](std::vector<Word> values) { return values[random() % values.size()]; };
      both.set("x", pick({0, 1, -7, 3, round == 0 ? huge : 5}), 1);
      both.set("y", pick({2, 4, program::kUnset, round == 1 ? -huge : 9}), 1);
      both.set("share", pick({1, -3, round == 2 ? program::kUnset : 2}), 7);
      both.set("g", pick({both.symbol("opal"), both.symbol("ruby"), both.symbol("jade"), program::kUnset}), 1);
      std::vector<Word> entries;
      auto gems = std::vector<Word>{both.symbol("opal"), both.symbol("ruby"), both.symbol("jade")};
      std::sort(gems.begin(), gems.end());
      for (const auto gem : gems) {
        if (random() % 3 > 0) { entries.insert(entries.end(), {gem, pick({1, 3, -2})}); }
      }
      both.set_map("has", entries);
      both.set_map("worn", {gems[random() % 3], pick({1, 4})});
      sound += both.compare(program::kMaxWork, true);
      all += 3;
      if (HasFailure()) { FAIL() << "seed " << seed << ", round " << round << "\n" << text; }
    }
  }
  EXPECT_GT(all, affordable(1'000));
  EXPECT_GT(sound, all / 3);
  EXPECT_LT(sound, all);
}

// Work ends at the same statement. Without folds, whose loops count all members before the first.
TEST(MeasuresAsCode, EndWithTheWorkOfTheTree) {
  const auto pack = compiled(
      "def sum(n) { let s = 0\n for i in 1..n { if i mod 2 == 0 { s += i } else { s += 1 } }\n give s }\n"
      "def deep(n) { let t = 1/2\n repeat n while t < 100 { t = t * 3/2 + sum(2) }\n"
      "for m in [4, 5, 6] { t = t + m / 3 }\n give t }\n"
      "rule r { x = 3 }\nmeasure a = deep(x)\n");
  Pair both(pack);
  both.set("x", 3, 1);
  EXPECT_EQ(both.blocks_as_code(), 2);
  int sound = 0;
  for (std::uint64_t work = 0; work < 120; ++work) { sound += both.compare(work); }
  EXPECT_GT(sound, 20);
  EXPECT_LT(sound, 100);
}

// The greatest integer ends a loop, and is not counted beyond.
TEST(MeasuresAsCode, LoopsEndAtTheGreatestInteger) {
  const auto pack = compiled(
      "def sum(a, b) { let s = 0\n for i in a..b { s = s + i mod 10 }\n give s }\n"
      "rule r { x = 1; y = 2 }\nmeasure a = sum(x, y)\n");
  Pair both(pack);
  const auto greatest = std::numeric_limits<Word>::max();
  both.set("x", greatest - 2, 1);
  both.set("y", greatest, 1);
  EXPECT_EQ(both.compare(program::kMaxWork), 1);
  both.set("x", greatest, 1);
  both.set("y", -greatest, 1);
  EXPECT_EQ(both.compare(program::kMaxWork), 1);
}

// Each loop keeps two of 64 registers. Where a condition needs one and all are taken, the block is a tree.
TEST(MeasuresAsCode, FromAnyNumberOfLoops) {
  for (int loops = 27; loops <= 33; ++loops) {
    std::string begin;
    std::string end;
    for (int i = 1; i < loops; ++i) {
      begin += "for i" + std::to_string(i) + " in 1..1 {\n";
      end += "}\n";
    }
    const auto pack = compiled("def f(n) { let s = 0\n" + begin +
                               "for z in 1..3 { if n + z > 5 { s = s + z } else { s = s + 100 }\n s = s + 1 }\n" + end +
                               "give s }\nrule r { x = 4 }\nmeasure a = f(x)\n");
    auto roller = Roller::make(pack, "r");
    ASSERT_TRUE(roller) << roller.error().text();
    const auto things = roller->roll(1, 0);
    ASSERT_TRUE(things) << things.error().text();
    EXPECT_EQ((*things)[0].measure(0).integer(), 108) << loops;  // 100 + 2 + 3, and 1 each
  }
}

// A block that draws stays a tree: its draws are reported one by one.
TEST(MeasuresAsCode, NotIfTheBlockDraws) {
  const auto pack = compiled("def f(n) { let s = d6\n give s + n }\nrule r { x = f(1) }\n");
  EXPECT_EQ(Pair(pack).blocks_as_code(), 0);
}

}  // namespace measures_code_test
}  // namespace spoils
