// importers/symbols.h
//
// What everything of the data is called in the pack. Each record gets a symbol of its own, in the order of the files;
// equal names are told apart by what they are about, then by numbers. A category keeps its word, and no record that
// lacks the category gets it, so that filters mean what they meant.
#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "importers/game.h"
#include "importers/words.h"

namespace spoils::importers {

class Symbols {
 public:
  /// Gives all records of `game` their symbols.
  Symbols(Game& game, Notes& notes);

  /// Returns a filter as it stands behind `on` or in braces, "a, b not c"; empty if it takes in everything. Categories
  /// that nothing has are left out and noted; if none of those allowed is left, that is a problem and nothing comes.
  [[nodiscard]] std::optional<std::string> filter(const Filter& filter, const Place& place,
                                                  const std::string& field) const;

  /// Returns a word that is no record, as the name of an element; no field is called so.
  [[nodiscard]] static std::string word(std::string_view written);

  /// Returns the symbol of a flag: that of its label, where it is spelled in words, as `resist fire` for RES_FIRE.
  [[nodiscard]] std::string flag(std::string_view written) const;

  /// Returns the field of a thing in which a stat is kept.
  [[nodiscard]] std::string stat_field(const std::string& stat) const;
  [[nodiscard]] std::string percent_field(const std::string& stat) const;

  /// Returns the records of that name. A forced affix may be called `of NAME`.
  [[nodiscard]] std::vector<const Affix*> affixes_called(std::string_view name) const;
  [[nodiscard]] std::vector<const Theme*> themes_called(std::string_view name) const;
  [[nodiscard]] const Item* artifact_called(std::string_view name) const;
  [[nodiscard]] const AffixClass* quality(std::string_view name) const;
  [[nodiscard]] const AffixClass* slot(std::string_view name) const;
  [[nodiscard]] const LootTemplate* loot(std::string_view name) const;

  /// Gives out a symbol for a record that only the pack has.
  [[nodiscard]] std::string claim(const std::vector<std::string>& candidates) { return words_.claim(candidates); }

  /// Returns all categories of an item, its own last.
  [[nodiscard]] std::vector<std::string> categories_of(const Item& item) const;
  [[nodiscard]] std::optional<std::string> category(std::string_view name) const;

  [[nodiscard]] const std::set<std::string>& stats() const { return stats_; }
  [[nodiscard]] const Game& game() const { return game_; }

 private:
  void name_categories();
  void name_items();
  void name_affixes();
  void name_the_rest();
  void collect_stats();
  [[nodiscard]] std::vector<std::string> candidates_of(const Item& item) const;
  [[nodiscard]] std::vector<std::string> kinds_called(std::string_view name) const;
  // Adds the symbols of the words that mean something; returns whether any does.
  bool resolve(const std::vector<std::string>& words, bool may_name_items, const Place& place, const std::string& field,
               std::vector<std::string>& out) const;

  Game& game_;
  Notes& notes_;
  Words words_;
  std::map<std::string, std::string, std::less<>> categories_;  // to symbols
  std::set<std::string, std::less<>> category_symbols_;
  std::set<std::string, std::less<>> labels_;  // of flags, as symbols
  std::set<std::string> stats_;
};

}  // namespace spoils::importers
