// importers/symbols.h
//
// Assigns the names of all records in the pack. Each record gets a symbol of its own, in the order of the files; equal
// names are distinguished by the subject of the record, then by numbers. A category keeps its word, and no record
// without that category gets the word, so that filters keep their meaning.
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
  /// Assigns symbols to all records of `game`.
  Symbols(Game& game, Notes& notes);

  /// Returns a filter in the syntax after `on` or in braces, "a, b not c"; empty if it accepts all items. Categories
  /// without items are left out and reported; if none of the allowed ones remains, that is a problem and nothing is
  /// returned.
  [[nodiscard]] std::optional<std::string> filter(const Filter& filter, const Place& place,
                                                  const std::string& field) const;

  /// Returns a word that is not a record, such as the name of an element; no field has this name.
  [[nodiscard]] static std::string word(std::string_view written);

  /// Returns the symbol of a flag: that of its label if it is spelled in words, as `resist fire` for RES_FIRE, or by
  /// its name, as `see invisible` for SEE_INVIS. Capitals do not matter.
  [[nodiscard]] std::string flag(std::string_view written) const;

  /// Returns whether there is a record of a flag with this symbol.
  [[nodiscard]] bool is_ability(const std::string& symbol) const { return labels_.find(symbol) != labels_.end(); }

  /// Returns the word of a creature that the rest of a label means: `electricity` for ELEC.
  [[nodiscard]] static std::string long_word(std::string_view label);

  /// Returns the field of a thing that stores a stat, `has[str]` if it is an ability.
  [[nodiscard]] std::string stat_field(const std::string& stat) const;
  [[nodiscard]] std::string percent_field(const std::string& stat) const;

  /// Returns the records of that name. The name of a forced affix may be `of NAME`.
  [[nodiscard]] std::vector<const Affix*> affixes_called(std::string_view name) const;
  [[nodiscard]] std::vector<const Theme*> themes_called(std::string_view name) const;
  [[nodiscard]] const Item* artifact_called(std::string_view name) const;
  [[nodiscard]] const AffixClass* quality(std::string_view name) const;
  [[nodiscard]] const AffixClass* slot(std::string_view name) const;
  [[nodiscard]] const LootTemplate* loot(std::string_view name) const;

  /// Assigns a symbol to a record that exists only in the pack.
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
  std::set<std::string, std::less<>> labels_;               // of flags, as symbols
  std::map<std::string, std::string, std::less<>> titles_;  // names of flags, as symbols, to their labels
  std::set<std::string> stats_;
};

}  // namespace spoils::importers
