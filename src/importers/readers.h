// importers/readers.h
//
// Reads the files of Pyrel into records: a function for each kind of file. Each reads every field by name and type,
// reports mistakes, unknown fields and data that a pack cannot contain, and uses only its own file.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "importers/fields.h"
#include "importers/game.h"
#include "spoils/import.h"

namespace spoils::importers {

/// Opens the files of one folder.
class Folder {
 public:
  Folder(std::string path, Notes& notes) : path_(std::move(path)), notes_(notes) {}

  /// Calls `see` for each record of the list in NAME.txt or NAME.json. A missing file is a problem only if it is
  /// `needed`. Returns the summary of the file.
  ImportedFile& each_record(const std::string& name, bool needed, const std::function<void(Fields&)>& see);

  /// The same for the whole tree; `see` gets the name of the file.
  ImportedFile& whole(const std::string& name, bool needed,
                      const std::function<void(const std::string& file, const Json& root)>& see);

  [[nodiscard]] std::vector<ImportedFile>& files() { return files_; }
  [[nodiscard]] Notes& notes() const { return notes_; }
  /// Returns whether a file could not be read, so that its records are unknown to others.
  [[nodiscard]] bool is_broken() const { return is_broken_; }

 private:
  std::string path_;
  Notes& notes_;
  bool is_broken_ = false;
  std::vector<ImportedFile> files_;
};

void read_items(Folder& folder, Game& game);      // object_template, object, artifact
void read_affixes(Folder& folder, Game& game);    // affix_meta, affix
void read_themes(Folder& folder, Game& game);     // theme
void read_flags(Folder& folder, Game& game);      // object_flags, flavor_colors
void read_templates(Folder& folder, Game& game);  // loot_template
void read_creatures(Folder& folder, Game& game);  // creature_template, creature

/// Reads `stats`, `mods`, `flags`, `randoms` and `minima`.
[[nodiscard]] Effects read_effects(Fields& fields);

/// Reads `allocatorRules`. Affixes have a quality, items have piles, themes have neither.
enum class AllocationOf : std::uint8_t { Item, Affix, Theme };
[[nodiscard]] std::vector<Allocation> read_allocations(Fields& fields, AllocationOf of);

/// Reads dice, as an integer or a text. Nothing, with a message, if they are wrong.
[[nodiscard]] std::optional<Dice> dice_field(Fields& fields, std::string_view key);

/// Returns the name of a record in messages.
[[nodiscard]] std::string record_name(const Json& record);

/// A record that can inherit from others.
struct Kin {
  const Place* place;
  std::string name;  // its name for others; empty: no record can inherit from it
  const std::vector<std::string>* parents;
};

/// Returns for each record the numbers of its ancestors, in the order in which they apply: the parents of the first
/// parent, it, and so on, without duplicates. Reports parents that do not exist, and cycles.
[[nodiscard]] std::vector<std::vector<std::size_t>> ancestors_of(const std::vector<Kin>& records, Notes& notes);

}  // namespace spoils::importers
