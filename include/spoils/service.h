// spoils/service.h
//
// The language service: answers about the text of packs while it is being written, for editors and pages. It holds the
// texts as the editor has them, finds out which files make one pack, and answers also while a text has mistakes: what
// follows from the text alone (tokens, outline, folds, names) is that of the newest text, as far as the parser can read
// it; what needs a compiled pack (types, odds) is that of the last text that compiled.
//
//   spoils::LanguageService service;
//   service.set_text("/home/me/mine.loot", text);
//   service.refresh("/home/me/mine.loot");
//   for (const auto& file : service.findings("/home/me/mine.loot")) { ... file.findings[0].message ... }
//   if (auto hover = service.hover("/home/me/mine.loot", offset)) { ... hover->text ... }
//
// Files are named by absolute paths. Any other name is that of a text that is on no disk, and is a pack by itself.
// Places are offsets of bytes in the text of a file; an offset beyond its end counts as its end. An object is used by
// one thread at a time. No function throws on purpose; what a function cannot answer is empty.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils::service {
class Workspace;
}  // namespace spoils::service

namespace spoils {
inline namespace v1 {

/// A half-open range of bytes in the text of a file.
struct ByteRange {
  std::size_t begin = 0;
  std::size_t end = 0;

  friend bool operator==(const ByteRange&, const ByteRange&) = default;
};

/// A range in one of the files of a pack.
struct FileRange {
  std::string file;
  ByteRange range;

  friend bool operator==(const FileRange&, const FileRange&) = default;
};

/// The meaning of a word of a pack at its place.
enum class WordKind : std::uint8_t {
  Keyword,  // a word of the language
  Pack,     // after `pack` and `use`
  Input,    // and so on: what the declaration of that name is
  State,
  Field,
  Scratch,
  Measure,
  Table,
  Grid,
  Collection,
  Record,
  Rule,
  Def,
  Function,  // of the language, as `floor`
  Parameter,
  Local,   // a let, the variable of a loop, a pick or a fold
  Column,  // of a table; the field of a record; the column of its rows
  Block,   // of a record
  Symbol,  // a word that means itself
  Type,    // of the language, as `int`
};

/// Returns the kind in words: "input", "column".
[[nodiscard]] SPOILS_EXPORT std::string_view to_text(WordKind kind);

/// The class of a piece of the text.
enum class TokenClass : std::uint8_t { Word, Number, Dice, Text, Comment, Documentation };

/// A piece of the text, for highlighting. Marks have none.
struct TextToken {
  ByteRange range;
  TokenClass kind = TokenClass::Word;
  WordKind word = WordKind::Keyword;  ///< of a Word
  bool is_declaration = false;        ///< of a Word: the place that declares it
};

/// An entry of the outline of a file.
struct OutlineEntry {
  std::string name;
  std::string detail;  ///< "table of 12 rows", the type of an input; may be empty
  WordKind kind = WordKind::Rule;
  ByteRange range;       ///< the whole declaration
  ByteRange name_range;  ///< within `range`
  std::vector<OutlineEntry> children;
};

/// Lines that may be hidden after the first of them.
struct Fold {
  ByteRange range;
  bool is_comment = false;
};

/// A word that may follow at a place.
struct Completion {
  std::string word;
  WordKind kind = WordKind::Keyword;
  std::string detail;         ///< "input 1..30", "table"
  std::string documentation;  ///< its `##` lines
};

struct Completions {
  ByteRange replaced;             ///< the word that is being typed
  std::vector<Completion> words;  ///< those that begin like it, the likelier kinds first
  bool is_complete = true;        ///< false: there are more; ask again when more of the word is typed
};

/// The facts about a word, or about a row of a table.
struct HoverText {
  ByteRange range;
  std::string text;  ///< Markdown; texts of the pack in it are escaped
};

/// A grey remark in the text.
struct InlayText {
  std::size_t offset = 0;
  std::string text;     ///< "12.5%"
  std::string tooltip;  ///< "1/8 at depth 3"
};

/// A change of the text of a file.
struct FileEdit {
  FileRange place;
  std::string replacement;
};

/// The findings in one file of a pack, in the order of places. `Span::source` in them has no meaning here: the file is
/// that of `FileFindings`, and of labels and edits those that the entry names.
struct FileFindings {
  struct Entry {
    Diagnostic finding;
    std::vector<std::string> label_files;  ///< one for each of its labels
    std::string edit_file;                 ///< of its edit; "" if it has none
  };
  std::string file;
  std::vector<Entry> findings;
};

/// How texts are found that the editor does not have.
struct ServiceOptions {
  /// Folders in which used packs are looked for, after the folder of the pack: absolute paths.
  std::vector<std::string> search;
  /// Returns the text of a file, or the .loot files of a folder with their paths; none if there is no such thing.
  /// Errors: why it cannot be read, in words that follow "cannot read X: ". Empty: from the disk.
  std::function<Result<std::vector<PackFile>, std::string>(const std::string& path)> read;
};

class SPOILS_EXPORT LanguageService {
 public:
  explicit LanguageService(ServiceOptions options = {});
  LanguageService(LanguageService&& other) noexcept;
  LanguageService& operator=(LanguageService&& other) noexcept;
  ~LanguageService();

  /// Gives a file the text that the editor has; it counts instead of that on the disk, for all packs.
  /// Cost: linear in the text; nothing is compiled.
  void set_text(const std::string& file, std::string text);
  /// From now on the text on the disk counts again.
  void close(const std::string& file);
  /// Says that files on the disk were changed.
  void disk_changed();
  /// Returns the text that set_text() gave last, or that was read; nothing if the file is not known.
  [[nodiscard]] std::optional<std::string_view> text(const std::string& file) const;

  /// Sets the inputs at which odds of rows are given; others have their initial values. Names that a pack does not have
  /// and values that it cannot read are passed over.
  void set_inputs(Values inputs);

  /// Whether the pack of the file is not compiled as its texts are now.
  [[nodiscard]] bool is_stale(const std::string& file) const;
  /// Compiles the pack of the file, if that is needed. Returns whether it has no errors.
  /// Cost: that of Pack::load.
  bool refresh(const std::string& file);
  /// The same without the check of quantities for all values of the inputs, the longest part of loading: findings may
  /// lack some, and is_stale() stays true, until refresh(). For odds and types, which do not depend on that check.
  bool refresh_quickly(const std::string& file);
  /// Returns the name of the file or folder of the pack to which a file belongs. A folder is a pack if just one of its
  /// files has a `pack` line; else each file is one.
  [[nodiscard]] std::string pack_of(const std::string& file) const;

  /// Returns the findings about the pack of the file, when it was compiled last: an entry for each of its files, also
  /// without findings, and for other files with findings. Findings at no known place are in the file of the pack line.
  [[nodiscard]] std::vector<FileFindings> findings(const std::string& file) const;

  /// All of these: of the newest text. Cost: linear in the texts of the pack, if one of them changed since the last
  /// question; else logarithmic, or linear in the answer.
  [[nodiscard]] std::vector<TextToken> tokens(const std::string& file) const;
  [[nodiscard]] std::vector<OutlineEntry> outline(const std::string& file) const;
  [[nodiscard]] std::vector<Fold> folds(const std::string& file) const;
  [[nodiscard]] Completions completions(const std::string& file, std::size_t offset) const;
  [[nodiscard]] std::optional<HoverText> hover(const std::string& file, std::size_t offset) const;
  /// The places that declare a word; several for what a used pack declares and this one overrides, and for fields that
  /// are not declared, which each assignment defines.
  [[nodiscard]] std::vector<FileRange> definitions(const std::string& file, std::size_t offset) const;
  /// All places of a word, declarations among them if wanted, by file and place.
  [[nodiscard]] std::vector<FileRange> references(const std::string& file, std::size_t offset,
                                                  bool with_declarations) const;
  /// The word that rename() would change; nothing where there is none.
  [[nodiscard]] std::optional<ByteRange> renamable(const std::string& file, std::size_t offset) const;
  /// Returns the edits that give a word another name everywhere in its pack.
  /// Errors, in words: the pack has errors; the new name is no name, is taken, or the pack would mean something else;
  /// the word belongs to a used pack. Cost: two compilations.
  [[nodiscard]] Result<std::vector<FileEdit>, std::string> rename(const std::string& file, std::size_t offset,
                                                                  const std::string& name) const;
  /// The edit that gives the text its canonical layout: nothing is changed if it has it already.
  /// Errors: the text has mistakes of spelling or grammar.
  [[nodiscard]] Result<std::optional<FileEdit>, std::string> format(const std::string& file) const;
  /// The odds of rows at the inputs in force, for tables and picks in the range whose weights depend on nothing else;
  /// and those of the cells of a grid among those of their key (interpolated: each written key), one remark a line.
  /// Cost: one evaluation of each weight.
  [[nodiscard]] std::vector<InlayText> inlays(const std::string& file, ByteRange range) const;

 private:
  std::unique_ptr<service::Workspace> workspace_;
};

}  // namespace v1
}  // namespace spoils
