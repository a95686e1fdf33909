// importers/readers.h
//
// From the files of Pyrel to records: a function for each kind of file. Each reads every field by name and type, says
// what is wrong, what is unknown and what a pack has no place for, and looks at nothing beyond its own file.
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

  /// Calls `see` for each record of the list in NAME.txt or NAME.json. A file that is not there is a problem only if
  /// it is `needed`. Returns what is to be said of it.
  ImportedFile& each_record(const std::string& name, bool needed, const std::function<void(Fields&)>& see);

  /// The same for the whole tree; `see` gets the name of the file.
  ImportedFile& whole(const std::string& name, bool needed,
                      const std::function<void(const std::string& file, const Json& root)>& see);

  [[nodiscard]] std::vector<ImportedFile>& files() { return files_; }
  [[nodiscard]] Notes& notes() const { return notes_; }
  /// Returns whether a file could not be read, so that what it has is unknown to others.
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

/// Reads `allocatorRules`. `is_affix`: with quality; `is_item`: with piles; else neither, as themes have them.
enum class AllocationOf : std::uint8_t { Item, Affix, Theme };
[[nodiscard]] std::vector<Allocation> read_allocations(Fields& fields, AllocationOf of);

/// Reads dice, as an integer or a text. Nothing, with a message, if they make no sense.
[[nodiscard]] std::optional<Dice> dice_field(Fields& fields, std::string_view key);

/// Returns how messages call a record.
[[nodiscard]] std::string record_name(const Json& record);

/// Of records that name others as parents: who they are.
struct Kin {
  const Place* place;
  std::string name;  // as others call it; empty: nobody inherits from it
  const std::vector<std::string>* parents;
};

/// Returns of each record the numbers of those that it inherits from, in the order in which they apply: the parents of
/// the first parent, it, and so on, each once. Complains of parents that do not exist, and of circles.
[[nodiscard]] std::vector<std::vector<std::size_t>> ancestors_of(const std::vector<Kin>& records, Notes& notes);

}  // namespace spoils::importers
