// importers/words.h
//
// Converts names of the data into words of a pack: unique symbols, and texts in quotes.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace spoils::importers {

/// Returns a name as a symbol: small letters, digits and underscores, without accents, not a keyword of the language.
/// "Cure Light Wounds" is cure_light_wounds, "2-headed hydra" n2_headed_hydra, "meleeFinesse" with `camel` set
/// melee_finesse. A name without a letter or digit is `nameless`.
[[nodiscard]] std::string symbol_of(std::string_view name, bool camel = false);

/// Returns a text in quotes, as a value: special characters are escaped, line ends become blanks.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// Returns the title of a record in quotes. A title cannot hold quotes or braces, and marks plurals with `~` and `:`;
/// these become apostrophes, parentheses and blanks.
[[nodiscard]] std::string quoted_title(std::string_view text);

/// Returns "a, b, c".
[[nodiscard]] std::string comma_list(const std::vector<std::string>& words);

/// Returns the parts of a list with commas, without the blanks around them.
[[nodiscard]] std::vector<std::string> parts_of_list(std::string_view list);

/// Returns the same text with small letters for the capitals A to Z.
[[nodiscard]] std::string in_small_letters(std::string_view text);

/// Returns whether a text begins with a letter, of any alphabet.
[[nodiscard]] bool begins_with_letter(std::string_view text);

/// Assigns symbols, each only once.
class Words {
 public:
  /// Reserves a word, so that no record gets it.
  void reserve(const std::string& word) { taken_.insert(word); }
  [[nodiscard]] bool is_free(const std::string& word) const { return taken_.find(word) == taken_.end(); }

  /// Returns the first candidate that is free and `fits`, otherwise the last one followed by the first number from 2 on
  /// that makes it free.
  std::string claim(const std::vector<std::string>& candidates,
                    const std::function<bool(const std::string&)>& fits = nullptr);

 private:
  std::set<std::string, std::less<>> taken_;
};

}  // namespace spoils::importers
