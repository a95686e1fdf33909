// The mechanics of the program of Dungeon Crawl Stone Soup 0.5.2 in crawl_game, by exact odds: some figures of each
// always, and all of them if the tables that were computed from the program are in the folder kTables.
#include <array>
#include <cctype>
#include <filesystem>
#include <fstream>
#include <utility>

#include "packs/crawl_facts_equipment.h"
#include "packs/crawl_facts_goods.h"
#include "packs/crawl_game_facts.h"
#include "packs/crawl_shares.h"

namespace spoils::packs::crawl {

namespace crawl_game_test {

CompiledQueries of_game(std::string rule, std::vector<std::string> by, std::string where = {}) {
  CompiledQueries asked{std::move(rule), std::move(by), std::move(where)};
  asked.pack = "crawl_game";
  return asked;
}

/// Shares of the pack. An answer is cached for all depths.
class GameOdds {
 public:
  /// Returns a figure in percent.
  double percent(Game of, const std::string& kind, const std::string& outcomes, int depth) {
    switch (of) {
      case Game::WeaponBrand: return share_of(of_kind("weapon_brand", "brand", kind), outcomes);
      case Game::WeaponRace: return after(of_game("weapon", {"kind", "race"}, "not artefact"), 27, kind, outcomes);
      case Game::AmmunitionRace: return after(of_game("ammunition", {"kind", "race"}), depth, kind, outcomes);
      case Game::ArmourRace: return after(of_game("armour", {"kind", "race"}, "not artefact"), depth, kind, outcomes);
      case Game::ArmourEgo: return share_of(of_kind("armour_ego", "ego", kind), outcomes);
      case Game::ArmourType: return at(of_game("armour", {"kind"}, "not artefact"), depth, outcomes);
      case Game::WeaponType: return at(of_game("weapon_type", {"kind"}), depth, outcomes);
      case Game::WeaponAccuracy: return at(of_game("weapon_bonus", {"plus"}), depth, outcomes);
      case Game::WeaponDamage: return at(of_game("weapon_bonus", {"plus2"}), depth, outcomes);
      case Game::DartBrand:
        return after(of_game("ammunition", {"(race == orcish)", "brand"}, "kind == dart"), depth, kind, outcomes);
      case Game::Spellbook: return at(of_game("spellbook", {"kind"}), depth, outcomes);
      case Game::RedrawnSpellbook:
        return at(of_game("spellbook", {"kind"}), depth, outcomes, {{"redrawn_books", "true"}});
    }
    return -1;
  }

 private:
  const Shares& all_depths(const CompiledQueries& asked, int depth, const Values& more = {}) {
    const auto name = asked.rule + ' ' + asked.by[0] + ' ' + asked.by.back() + (more.empty() ? "" : more[0].first);
    auto known = by_depth_.find(name);
    if (known == by_depth_.end()) { known = by_depth_.emplace(name, by_depth(asked, 0, 50, more)).first; }
    return known->second.at(depth);
  }

  double at(const CompiledQueries& asked, int depth, const std::string& outcomes, const Values& more = {}) {
    return share_of(all_depths(asked, depth, more).all(), outcomes);
  }

  double after(const CompiledQueries& asked, int depth, const std::string& kind, const std::string& outcomes) {
    return share_of(all_depths(asked, depth).after(kind), outcomes);
  }

  const Shares::Map& of_kind(const std::string& rule, const std::string& field, const std::string& kind) {
    const auto name = rule + ' ' + kind;
    auto known = by_kind_.find(name);
    if (known == by_kind_.end()) {
      auto asked = of_game(rule, {field});
      asked.kind = kind;
      asked.depth = 0;
      known = by_kind_.emplace(name, Shares(asked)).first;
    }
    return known->second.all();
  }

  std::map<std::string, std::map<int, Shares>> by_depth_;
  std::map<std::string, Shares> by_kind_;
};

constexpr auto kSameCode = "sanitizers see the same code with the tables of crawl";

GameOdds& odds() {
  static GameOdds all;
  return all;
}

void expect_figure(Game of, const std::string& kind, const std::string& outcomes, int depth,
                   std::string_view published) {
  const auto percent = odds().percent(of, kind, outcomes, depth);
  EXPECT_TRUE(agrees(published, percent))
      << "figure " << static_cast<int>(of) << ' ' << kind << ' ' << outcomes << " at depth " << depth << ": "
      << published << " published, " << fmt::format("{:.6f}", percent) << " computed";
}

TEST(CrawlGame, SomeFiguresOfEachMechanic) {
  if (kIsSanitized) { GTEST_SKIP() << kSameCode; }
  for (const auto& row : kGameFigures) {
    expect_figure(row.of, std::string(row.kind), std::string(row.outcome), row.depth, row.published);
  }
}

using Cells = std::vector<std::string>;

/// Returns the cells of a line; a cell may be quoted.
Cells cells_of(const std::string& line) {
  Cells out(1);
  bool quoted = false;
  for (const char c : line) {
    if (c == '"') {
      quoted = !quoted;
    } else if (c == ',' && !quoted) {
      out.emplace_back();
    } else if (c != '\r') {
      out.back() += c;
    }
  }
  return out;
}

/// Returns the name of an item as it is spelled in the pack.
std::string spelled(std::string_view item) {
  std::string out;
  for (const char c : item) {
    if (c == '\'') { continue; }
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    } else if (!out.empty() && out.back() != '_') {
      out += '_';
    }
  }
  if (!out.empty() && out.back() == '_') { out.pop_back(); }
  return out == "minor_magic_summ" ? "minor_magic_summonings" : out;
}

const std::filesystem::path kTables = std::filesystem::path(SPOILS_TESTS_DIR) / "../../shared/spec/crawl-tables/game";

class CrawlGameTables : public testing::Test {
 protected:
  void SetUp() override {
    if (kIsSanitized) { GTEST_SKIP() << kSameCode; }
    if (!std::filesystem::exists(kTables)) { GTEST_SKIP() << "the tables are not in " << kTables.string(); }
  }

  /// Reads a table; its first line has the names of the columns.
  static std::vector<Cells> read(const std::string& name) {
    std::ifstream file(kTables / (name + ".csv"));
    std::vector<Cells> rows;
    for (std::string line; std::getline(file, line);) { rows.push_back(cells_of(line)); }
    EXPECT_FALSE(rows.empty()) << name;
    return rows;
  }

  void figure(Game of, const std::string& kind, std::string_view outcomes, int depth, std::string_view published) {
    ++figures_;
    expect_figure(of, kind, std::string(outcomes), depth, published);
  }

  /// A row for each row of a published table, in its order: the same kinds, and the columns have the same outcomes.
  template <class Rows, class Columns>
  void compare_grid(Game of, const std::string& name, const Rows& kinds, const Columns& columns) {
    const auto rows = read(name);
    ASSERT_EQ(rows.size(), kinds.size() + 1);
    for (std::size_t row = 0; row < kinds.size(); ++row) {
      ASSERT_EQ(rows[row + 1].size(), columns.size() + 1);
      for (const auto& kind : words(kinds[row].kinds)) {
        for (std::size_t i = 0; i < columns.size(); ++i) { figure(of, kind, columns[i], 0, rows[row + 1][i + 1]); }
      }
    }
  }

  /// A column for each depth, under a name like L27_pct, and a row for each outcome.
  void compare_depths(Game of, const std::string& name) {
    const auto rows = read(name);
    for (std::size_t row = 1; row < rows.size(); ++row) {
      for (std::size_t i = 1; i < rows[row].size(); ++i) {
        figure(of, "", spelled(rows[row][0]), std::atoi(rows[0][i].c_str() + 1), rows[row][i]);
      }
    }
  }

  void expect_figures(int figures) { EXPECT_EQ(figures_, figures) << "a table is longer or shorter than it was"; }

 private:
  int figures_ = 0;
};

TEST_F(CrawlGameTables, Brands) {
  compare_grid(Game::WeaponBrand, "brand-odds", kWeaponBrands, kWeaponBrandsColumns);
  compare_grid(Game::ArmourEgo, "armour-ego-odds", kArmourEgos, kArmourEgosColumns);
  expect_figures(624 + 513);
}

TEST_F(CrawlGameTables, Races) {
  const auto rows = read("race-odds");
  const std::map<std::string, Game> what{
      {"weapon", Game::WeaponRace}, {"ammunition", Game::AmmunitionRace}, {"armour", Game::ArmourRace}};
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto& cells = rows[row];
    auto kinds = spelled(cells[1]);
    // The table groups weapons as they are published, and names ammunition in the plural.
    if (cells[0] == "weapon") { kinds = kWeaponRaces.at(row - 1).kinds; }
    if (cells[0] == "ammunition") { kinds.pop_back(); }
    for (const auto& kind : words(kinds)) {
      for (std::size_t i = 0; i < kRaces.size(); ++i) { figure(what.at(cells[0]), kind, kRaces[i], 0, cells[i + 2]); }
    }
  }
  expect_figures(132 + 32 + 148);
}

TEST_F(CrawlGameTables, Types) {
  compare_depths(Game::WeaponType, "weapon-type-odds");
  compare_depths(Game::ArmourType, "armour-type-odds");
  expect_figures(14 * (47 + 37));
}

TEST_F(CrawlGameTables, Bonuses) {
  const auto rows = read("weapon-enchant-odds");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto of = rows[row][1] == "accuracy" ? Game::WeaponAccuracy : Game::WeaponDamage;
    for (std::size_t i = 2; i < rows[row].size(); ++i) {
      figure(of, "", std::to_string(i - 2), std::atoi(rows[row][0].c_str()), rows[row][i]);
    }
  }
  expect_figures(14 * 2 * 9);
}

TEST_F(CrawlGameTables, BrandsOfDarts) {
  const auto rows = read("missile-brand-odds");
  constexpr std::array<std::string_view, 4> brands{"none", "flame", "frost", "poisoned"};
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto* of_orcs = rows[row][1] == "orcish" ? "true" : "false";
    for (std::size_t i = 0; i < brands.size(); ++i) {
      figure(Game::DartBrand, of_orcs, brands[i], std::atoi(rows[row][0].c_str()), rows[row][i + 2]);
    }
  }
  expect_figures(14 * 2 * 4);
}

TEST_F(CrawlGameTables, Spellbooks) {
  const auto rows = read("spellbook-odds");
  for (std::size_t row = 1; row < rows.size(); ++row) {
    const auto& cells = rows[row];
    ASSERT_EQ(cells.size(), kBookDepths.size() + 3);
    for (std::size_t i = 0; i < kBookDepths.size(); ++i) {
      figure(Game::RedrawnSpellbook, "", spelled(cells[0]), kBookDepths[i], cells[i + 2]);
    }
    figure(Game::Spellbook, "", spelled(cells[0]), 5, cells.back());
  }
  expect_figures(42 * 10);
}

}  // namespace crawl_game_test

}  // namespace spoils::packs::crawl
