// importers/writers.h
//
// Converts records to the text of a pack: a function for each kind of record. The formatter lays the text out later;
// only the contents of lines are decided here.
#pragma once

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "importers/game.h"
#include "importers/symbols.h"

namespace spoils::importers {

/// One record of a collection, with its lines and an optional block.
struct RecordText {
  std::string head;  // "kind dagger : sword"
  std::vector<std::string> lines;
  std::string block_name;
  std::vector<std::string> block;

  /// Returns the record, on one line if it fits, with a line end.
  [[nodiscard]] std::string text() const;
};

/// State that the writers share.
struct Writing {
  Symbols& symbols;
  Notes& notes;
  std::set<std::string> percents;     // stats that have percentages
  std::set<std::string> amounts;      // stats that are set to amounts
  std::set<std::string> flavor_defs;  // declarations of draws of flavors
  bool moves_ranks = false;           // `moved` and `capped` are needed
  bool caps_chances = false;
  bool has_flavors = false;
};

/// Returns the statements for effects. `sets`: these are the first ones, on an item that has none yet.
[[nodiscard]] std::vector<std::string> effect_lines(const Effects& effects, std::string_view level, bool sets,
                                                    const Place& place, Writing& writing);

/// Notes the flags of a record, inherited ones excepted, that the file of flags does not have.
void note_unknown_flags(const Effects& effects, const Place& place, Writing& writing);

/// Returns " 5..40" with "allocate" before it.
[[nodiscard]] std::string allocate_range(const Allocation& rule);
[[nodiscard]] std::string range_of(std::int64_t least, std::int64_t most);

[[nodiscard]] std::string write_kinds(Writing& writing);
[[nodiscard]] std::string write_classes(Writing& writing);
[[nodiscard]] std::string write_affixes(Writing& writing);
[[nodiscard]] std::string write_themes(Writing& writing);
[[nodiscard]] std::string write_flags(Writing& writing);
[[nodiscard]] std::string write_templates(Writing& writing);
[[nodiscard]] std::string write_creatures(Writing& writing);

/// The lines of a loot template. `over`: of overrides after `with`, where filters add to inherited ones. `within` is
/// the prefix of field names in messages.
struct TemplateText {
  std::vector<std::string> lines;
  std::vector<std::string> boost_level;
  std::vector<std::string> boost;
};
[[nodiscard]] TemplateText template_text(const Json& record, const Place& place, const std::string& within, bool over,
                                         Writing& writing);

}  // namespace spoils::importers
