// tests/property/affix_model.h
//
// Random affixes with overlapping rows, filters, limits and conflicts: as a pack, and as an enumeration of every order
// with fractions, by code that shares nothing with the library.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "property/dice.h"

namespace spoils {

using Fraction = boost::multiprecision::cpp_rational;

namespace affixes {

constexpr int kLevels = 10;
constexpr int kQualities = 3;
constexpr int kKinds = 3;  // k0 and k1 are heavy

/// Which kinds a row takes in, as it is written.
enum class On : std::uint8_t { Everything, Heavy, NotHeavy, OneButHeavyNotFirst };

struct Row {
  int first = 1;
  int last = kLevels;
  int tenths = 10;  // commonness
  int quality = 0;
  On on = On::Everything;

  [[nodiscard]] bool takes_in(int kind) const {
    switch (on) {
      case On::Everything: return true;
      case On::Heavy: return kind < 2;
      case On::NotHeavy: return kind == 2;
      default: return kind == 1;
    }
  }
};

struct Affix {
  int slot = 0;
  int conflicts = -1;
  std::vector<Row> rows;
};

struct Model {
  int level = 1;
  int count = 1;
  int worst = 0;
  int best = kQualities - 1;
  int most_of_first = 9;          // affixes of quality q0
  std::array<int, 2> most{9, 9};  // by slot, at levels 1..5; later one more
  std::vector<Affix> affixes;
};

inline Model random_model(std::uint64_t seed) {
  Dice dice(seed);
  Model out;
  out.level = dice.within(1, kLevels);
  out.count = dice.within(1, 3);
  out.worst = dice.below(2);
  out.best = dice.within(out.worst, kQualities - 1);
  out.most_of_first = dice.within(1, 2);
  for (auto& most : out.most) { most = dice.within(1, 2); }
  const int affixes = dice.within(2, 5);
  for (int i = 0; i < affixes; ++i) {
    Affix affix;
    affix.slot = dice.below(2);
    affix.conflicts = dice.below(4) == 0 ? dice.below(affixes) : -1;
    const int rows = dice.within(0, 3);
    for (int r = 0; r < rows; ++r) {
      Row row;
      row.first = dice.within(1, 6);
      row.last = dice.within(row.first, kLevels);
      row.tenths = dice.within(1, 30);
      row.quality = dice.below(kQualities);
      row.on = static_cast<On>(dice.below(4));
      affix.rows.push_back(row);
    }
    out.affixes.push_back(affix);
  }
  return out;
}

inline std::string source_of(const Model& model) {
  std::string out = fmt::format(
      "pack small \"Small\" 1.0\n"
      "input level: 1..{} = 1\n"
      "field affixes: list of affix\n"
      "scratch qualities: list of quality\n"
      "collection quality {{ }}\n"
      "quality q0 {{ }}\nquality q1 {{ }}\nquality q2 {{ }}\n"
      "collection slot {{ rows limit {{ at: range; most: int = 9 }} }}\n"
      "slot s0 {{ limit 1..5 most {}; limit 6.. most {} }}\n"
      "slot s1 {{ limit ..5 {}; limit 6..10 {} }}\n"
      "collection kind {{ }}\n"
      "abstract kind big {{ tags = {{heavy}} }}\n"
      "kind k0 : big {{ }}\nkind k1 : big {{ }}\nkind k2 {{ }}\n"
      "collection affix {{ slot: slot; conflicts: set of affix; rows allocate {{ quality: quality }} }}\n",
      kLevels, model.most[0], model.most[0] + 1, model.most[1], model.most[1] + 1);
  for (std::size_t i = 0; i < model.affixes.size(); ++i) {
    const auto& affix = model.affixes[i];
    out += fmt::format("affix a{} {{\n  slot = s{}\n", i, affix.slot);
    if (affix.conflicts >= 0) { out += fmt::format("  conflicts = {{a{}}}\n", affix.conflicts); }
    for (const auto& row : affix.rows) {
      static constexpr std::array<std::string_view, 4> kOn{"", " on heavy", " on {not big}", " on k1, big not k0"};
      out += fmt::format("  allocate {}..{} common {}.{} quality q{}{}\n", row.first, row.last, row.tenths / 10,
                         row.tenths % 10, row.quality, kOn[static_cast<std::size_t>(row.on)]);
    }
    out += "}\n";
  }
  out += fmt::format(
      "rule item {{\n"
      "  kind = pick {{k0, k1, k2}}\n"
      "  build(kind)\n"
      "}}\n"
      "rule build(k: kind) {{\n"
      "  repeat {} {{\n"
      "    let a = pick c in affix at level on k where fits(c) or nothing\n"
      "    if a != none {{ affixes += a; qualities += a.quality }}\n"
      "  }}\n"
      "  theme = pick c in affix at level on k weight c.common / 20 or nothing weight max(0, 1 - total)\n"
      "}}\n"
      "def fits(a) = a.quality.rank in {}..{}\n"
      "  and not any(x in affixes: x in a.conflicts or a in x.conflicts)\n"
      "  and all(l in a.slot.limit where level in l.at: count(x in affixes where x.slot == a.slot) < l.most)\n"
      "  and (a.quality != q0 or count(q in qualities where q == q0) < {})\n",
      model.count, model.worst, model.best, model.most_of_first);
  return out;
}

struct Path {
  std::vector<int> affixes;
  std::vector<int> qualities;
};

class Enumeration {
 public:
  explicit Enumeration(const Model& model) : model_(model) {}

  std::map<std::vector<std::string>, Fraction> run() {
    for (int kind = 0; kind < kKinds; ++kind) { add(kind, Path{}, Fraction(1, kKinds), model_.count); }
    return out_;
  }

 private:
  [[nodiscard]] bool fits(const Path& path, int index, const Row& row) const {
    const auto& affix = model_.affixes[static_cast<std::size_t>(index)];
    if (row.quality < model_.worst || row.quality > model_.best) { return false; }
    int of_slot = 0;
    for (const int other : path.affixes) {
      const auto& known = model_.affixes[static_cast<std::size_t>(other)];
      if (other == affix.conflicts || known.conflicts == index) { return false; }
      of_slot += known.slot == affix.slot ? 1 : 0;
    }
    const int most = model_.most[static_cast<std::size_t>(affix.slot)] + (model_.level > 5 ? 1 : 0);
    const auto of_first = std::count(path.qualities.begin(), path.qualities.end(), 0);
    return of_slot < most && (row.quality != 0 || of_first < model_.most_of_first);
  }

  /// The row that counts: of those that fit the commonest, and of equals the first.
  [[nodiscard]] const Row* best(int kind, int index, const Path* path) const {
    const Row* out = nullptr;
    for (const auto& row : model_.affixes[static_cast<std::size_t>(index)].rows) {
      const bool lies = row.first <= model_.level && model_.level <= row.last && row.takes_in(kind);
      if (!lies || (path != nullptr && !fits(*path, index, row))) { continue; }
      if (out == nullptr || row.tenths > out->tenths) { out = &row; }
    }
    return out;
  }

  void add(int kind, const Path& path, const Fraction& probability, int left) {
    if (left == 0) { return finish(kind, path, probability); }
    std::vector<std::pair<int, const Row*>> rows;
    int total = 0;
    for (int i = 0; i < static_cast<int>(model_.affixes.size()); ++i) {
      if (const auto* row = best(kind, i, &path)) {
        rows.emplace_back(i, row);
        total += row->tenths;
      }
    }
    if (rows.empty()) { return add(kind, path, probability, left - 1); }
    for (const auto& [index, row] : rows) {
      auto next = path;
      next.affixes.push_back(index);
      next.qualities.push_back(row->quality);
      add(kind, next, probability * Fraction(row->tenths, total), left - 1);
    }
  }

  void finish(int kind, const Path& path, const Fraction& probability) {
    std::string affixes;
    for (const int index : path.affixes) { affixes += fmt::format("{}a{}", affixes.empty() ? "" : ", ", index); }
    const auto listed = affixes.empty() ? std::string("none") : "[" + affixes + "]";
    Fraction total = 0;
    std::vector<std::pair<std::string, Fraction>> themes;
    for (int i = 0; i < static_cast<int>(model_.affixes.size()); ++i) {
      if (const auto* row = best(kind, i, nullptr)) {
        themes.emplace_back(fmt::format("a{}", i), Fraction(row->tenths, 200));
        total += themes.back().second;
      }
    }
    const Fraction nothing = total < 1 ? Fraction(1 - total) : Fraction(0);
    if (nothing > 0) { themes.emplace_back("none", nothing); }
    for (const auto& [theme, weight] : themes) {
      out_[{fmt::format("k{}", kind), listed, theme}] += probability * weight / (total + nothing);
    }
  }

  const Model& model_;
  std::map<std::vector<std::string>, Fraction> out_;
};

}  // namespace affixes

}  // namespace spoils
