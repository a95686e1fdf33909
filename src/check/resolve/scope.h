// check/resolve/scope.h
//
// The symbol table: all declarations of a pack and of the packs that it uses, by kind and name, after overriding. The
// place of a name determines its kind, so a rule, a table and a field may share a name; the pack that contains the
// place determines which declarations it can mean: its own, and those of the packs that it uses.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "check/resolve/collections.h"
#include "check/resolve/overrides.h"
#include "check/resolve/visibility.h"
#include "lang/tree.h"
#include "text/report.h"

namespace spoils::check {

/// The files of one pack.
struct PackTree {
  std::string name;
  std::vector<lang::File> files;
  std::vector<std::size_t> uses;  // the packs that its `use` lines name, by their number
};

class Scope {
 public:
  using Kind = lang::Declaration::Kind;
  using List = std::vector<const lang::Declaration*>;

  /// Takes in packs, used ones before their users, the pack itself last.
  /// Errors: names declared twice, overrides of nothing, a missing or second `pack` line.
  Scope(const std::vector<PackTree>& packs, text::Report& report);

  [[nodiscard]] const lang::Declaration* pack() const { return pack_; }
  /// Declarations of a kind that are in force: of the pack itself first, then of those it uses; each in written order.
  [[nodiscard]] const List& all(Kind kind) const { return lists_[static_cast<std::size_t>(kind)]; }
  [[nodiscard]] bool is_own(const lang::Declaration& declaration) const;
  /// How many of all(kind) are of the pack itself: the first ones.
  [[nodiscard]] std::size_t own_count(Kind kind) const { return own_counts_[static_cast<std::size_t>(kind)]; }

  /// A rule as a name at that place means it; so in all of these. Null if the pack that holds the place sees none.
  [[nodiscard]] const lang::Declaration* rule(std::string_view name, Span place) const {
    return find(Space::Rule, name, place);
  }
  [[nodiscard]] const lang::Declaration* table(std::string_view name, Span place) const {
    return find(Space::Table, name, place);
  }  // or grid
  [[nodiscard]] const lang::Declaration* def(std::string_view name, Span place) const {
    return find(Space::Def, name, place);
  }
  /// An input, state, declared field, scratch field or measure.
  [[nodiscard]] const lang::Declaration* variable(std::string_view name, Span place) const {
    return find(Space::Variable, name, place);
  }

  /// The facts about a collection; null if there is none of that name.
  [[nodiscard]] const CollectionFacts* collection(std::string_view name) const {
    const auto found = collections_.facts.find(name);
    return found == collections_.facts.end() ? nullptr : &found->second;
  }

  /// Frees the rows of the tables that collections became, and the names of their records. Call once they are lowered.
  void forget_rows();

  /// Tags that some record has; see Collections.
  [[nodiscard]] const std::set<std::string, std::less<>>& tags() const { return collections_.tags; }
  /// The words of the filters of records, each with its place.
  [[nodiscard]] const std::vector<std::pair<std::string, Span>>& filter_words() const {
    return collections_.filter_words;
  }

  /// Returns names of a space for suggestions, ascending.
  enum class Space : std::uint8_t { Rule, Table, Def, Variable };
  [[nodiscard]] std::vector<std::string_view> names(Space space, Span place) const;
  /// How near the declaration of a name is to a place.
  [[nodiscard]] Nearness nearness(Space space, std::string_view name, Span place) const;
  /// How near the text of a pack that sets such a field is, also where another pack overrides the rule that does.
  [[nodiscard]] Nearness nearness_of_field(std::string_view name, Span place) const;

 private:
  [[nodiscard]] const lang::Declaration* find(Space space, std::string_view name, Span place) const;
  void note_fields(const lang::Declaration& declaration, std::size_t pack);
  void note_fields(const lang::Block& block, std::size_t pack, std::vector<std::string_view>& hidden);
  void sort_lists();
  void sort_by_users(Kind kind);
  void take(const lang::Declaration& declaration, std::size_t pack, text::Report& report);
  static bool has_space(Kind kind);
  static Space space_of(Kind kind);

  struct Entry {
    const lang::Declaration* declaration = nullptr;
    std::size_t pack = 0;     // of the declaration that is in force
    Visibility::Homes homes;  // of that and those that it overrides
    std::size_t place = 0;    // in the list of its kind, until that is sorted
  };
  void replace(Entry& old, const lang::Declaration& fresh);
  void override_displays(const lang::Declaration& declaration, std::size_t pack, text::Report& report);
  std::size_t add_to_list(const lang::Declaration& declaration, std::size_t pack);
  void remove(Kind kind, std::size_t place);

  static constexpr std::size_t kNoPack = static_cast<std::size_t>(-1);
  Visibility visibility_;
  Overrides overrides_;
  std::map<std::string, Visibility::Homes, std::less<>> field_homes_;  // packs whose text sets a name that is no local
  std::array<std::map<std::string, Entry, std::less<>>, 4> spaces_;
  std::array<List, 16> lists_;
  std::array<std::vector<std::size_t>, 16> list_packs_;
  // By rule: the places of its displays, by pack, until the lists are sorted.
  std::map<std::string, std::map<std::size_t, std::vector<std::size_t>>, std::less<>> displays_;
  std::map<std::string, Visibility::Homes, std::less<>> display_homes_;  // by rule: packs with a display, also of old
  std::array<std::size_t, 16> own_counts_{};
  Collections collections_;
  const lang::Declaration* pack_ = nullptr;
  std::size_t own_ = 0;
};

}  // namespace spoils::check
