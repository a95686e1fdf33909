// spoils/import.h
//
// Data of other programs as packs.
//
//   auto imported = spoils::import_pyrel("pyrel/data", {"mine"});
//   if (imported.text) ...  // a pack, formatted; imported.left_out says what it does not say
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace spoils {

/// What is wrong with the data. Any of these, and there is no pack.
struct ImportProblem {
  std::string file;      ///< "affix.txt"
  std::size_t line = 1;  ///< where the record, or the broken text, begins or stands
  std::string record;    ///< "Sharp (177)": its name and, if it has one, its index; empty: the whole file
  std::string field;     ///< "allocatorRules[1].affixLevel"; empty: the whole record
  std::string what;      ///< "is a number, where a text belongs"
  std::string help;      ///< what to do about it; may be empty

  /// Returns `affix.txt:12: Sharp (177), field stats: what is wrong`.
  [[nodiscard]] std::string text() const;
};

/// What the pack does not say, although the data does.
struct LeftOut {
  std::string file;
  std::string record;  ///< empty: the whole file
  std::string field;
  std::string why;
};

/// What came of one file.
struct ImportedFile {
  std::string name;
  bool there = true;  ///< false: there is none, and none is needed
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
[[nodiscard]] Imported import_pyrel(const std::string& folder, const ImportOptions& options = {});

}  // namespace spoils
