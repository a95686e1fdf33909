// spoils/import.h
//
// Converts data of other programs into packs. A library of its own: `find_package(spoils COMPONENTS import)`, target
// `spoils::import`.
//
//   auto imported = spoils::import_pyrel("pyrel/data", {"mine"});
//   if (imported.text) ...  // a pack, formatted; imported.left_out lists the data that it does not contain
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "spoils/export.h"

namespace spoils {
inline namespace v1 {

/// A mistake in the data. If there is one, no pack is made.
struct SPOILS_EXPORT ImportProblem {
  std::string file;      ///< "affix.txt"
  std::size_t line = 1;  ///< the line where the record begins, or of the broken text
  std::string record;    ///< "Sharp (177)": its name and, if it has one, its index; empty: the whole file
  std::string field;     ///< "allocatorRules[1].affixLevel"; empty: the whole record
  std::string what;      ///< "is a number, but a text is expected"
  std::string help;      ///< what to do about it; may be empty

  /// Returns `affix.txt:12: Sharp (177), field stats: what is wrong`.
  [[nodiscard]] std::string text() const;
};

/// Data that the pack does not contain.
struct LeftOut {
  std::string file;
  std::string record;  ///< empty: the whole file
  std::string field;
  std::string why;
};

/// The result of one file.
struct ImportedFile {
  std::string name;
  bool there = true;  ///< false: the file is missing and not required
  std::size_t records = 0;
  std::vector<std::pair<std::string, std::size_t>> further;  ///< {"rules", 332}
};

struct Imported {
  std::optional<std::string> text;  ///< of the pack, in its canonical layout; nothing if there are problems
  std::vector<ImportProblem> problems;
  std::vector<LeftOut> left_out;  ///< by file, field and reason; within these in the order of the records
  std::vector<ImportedFile> files;
};

struct ImportOptions {
  std::string name = "imported";  ///< of the pack: a word of letters, digits and underscores
  std::string title = "Imported";
};

/// Reads the data files of Pyrel in a folder (object.txt, affix.txt and so on; also with the ending .json) and returns
/// a pack that uses the library `affixes`. Equal data make equal bytes.
///
/// Errors: in `problems`, as many as were found.
/// Cost: linear in the data; half a second for those of the game.
[[nodiscard]] SPOILS_EXPORT Imported import_pyrel(const std::string& folder, const ImportOptions& options = {});

}  // namespace v1
}  // namespace spoils
