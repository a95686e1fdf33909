// spoils/pack.h
//
// A compiled pack: from files or text, with all findings. A pack never changes and is shared, not copied; any number of
// rollers on any number of threads may use one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/export.h"
#include "spoils/result.h"

namespace spoils::api {
struct PackData;
struct PackMaker;
struct FindingsData;
}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

/// How findings are drawn as text.
struct RenderOptions {
  bool colour = false;  ///< terminal colours
  int width = 80;       ///< columns; long source lines are cut to the part around the place
};

/// The findings about a pack, with the source that they refer to. Copies share them, and moves copy.
class SPOILS_EXPORT Findings {
 public:
  Findings();
  Findings(const Findings&) = default;
  Findings& operator=(const Findings&) = default;
  ~Findings() = default;

  /// Returns all findings in the order of files and places.
  [[nodiscard]] const std::vector<Diagnostic>& all() const;
  [[nodiscard]] std::size_t errors() const;
  [[nodiscard]] std::size_t warnings() const;
  [[nodiscard]] std::size_t notes() const;

  /// Returns the findings as text for people: place, headline, the source line underlined, help. At most `most` of
  /// them; a last line gives the number of the others.
  [[nodiscard]] std::string text(RenderOptions options = {}, std::size_t most = 20) const;

  /// Returns one finding as text. A finding of another pack is shown beside the wrong lines, or without lines.
  [[nodiscard]] std::string text(const Diagnostic& finding, RenderOptions options = {}) const;

  /// Returns the findings as a JSON array for editors.
  [[nodiscard]] std::string json() const;

 private:
  friend struct api::PackMaker;
  explicit Findings(std::shared_ptr<const api::FindingsData> data);
  std::shared_ptr<const api::FindingsData> data_;
};

/// A value that the caller may set: an input of the pack or a parameter of a rule.
struct InputInfo {
  enum class Kind : std::uint8_t { Integer, Number, Flag, Symbol, Text };
  std::string name;
  std::string doc;  ///< its `##` lines
  Kind kind = Kind::Integer;
  std::optional<std::int64_t> first;  ///< least and greatest value of an Integer, where declared
  std::optional<std::int64_t> last;
  std::vector<std::string> choices;    ///< of a Symbol, in their order; empty: any
  std::optional<std::string> initial;  ///< as it would be written; unset: the caller must give a value
};

struct RuleInfo {
  std::string name;
  std::string doc;
  bool own = true;  ///< declared by this pack, not by one that it uses
  std::vector<InputInfo> parameters;

  /// Whether a parameter has this name. It hides an input of the name, which a rule of a used pack may not know: the
  /// caller gives the parameter its value, and the input has its initial one. Cost: linear in the parameters.
  [[nodiscard]] SPOILS_EXPORT bool hides(std::string_view input) const;
};

struct FieldInfo {
  std::string name;
  std::string type;  ///< "integer", "number", "flag", "symbol", "text", "list of symbol", ...
};

/// A `measure` of a pack or of one that it uses: a value that follows from the fields of a thing.
struct MeasureInfo {
  std::string name;
  std::string doc;
  std::string type;  ///< as FieldInfo::type
};

/// A table of a pack or of one that it uses.
struct TableInfo {
  std::string name;
  std::string doc;
  std::string type;  ///< of its outcomes, as FieldInfo::type
  std::vector<std::string> columns;
  std::size_t rows = 0;
};

struct Loaded;

/// The findings of the check of quantities about a text, to be kept for the next time that it is loaded.
struct CheckedQuantities {
  /// Statements in which a roll may fail, by the numbers that this build of the library gives them, ascending. Odds
  /// evaluate them even if their results are not asked for, so that they are refused where rolls fail.
  std::vector<std::uint32_t> may_fail;
};

/// How a pack is loaded.
struct LoadOptions {
  std::vector<std::string> search;  ///< folders in which a used pack is looked for, after the folder of the pack itself
  /// Whether quantities are checked for mistakes (E05xx, W05xx, N05xx) with all values of the inputs, which is the
  /// longest part of loading a large pack. Without it such a mistake ends the roll that meets it, and odds meet it only
  /// in what a question reads.
  bool checks_quantities = true;
  /// Called with the hash of the text before quantities are checked: what Pack::checked_quantities() gave if this text
  /// passed before, so that the check is skipped. Not called if names or types are wrong.
  std::function<std::optional<CheckedQuantities>(std::uint64_t hash)> was_checked;
};

/// The declarations in the files of a pack itself, without the packs that it uses.
struct PackHead {
  std::string name;
  std::string title;
  std::string version;
  std::vector<std::string> rules;   ///< in their order
  std::vector<std::string> inputs;  ///< in their order
};

/// Reads the head of a pack from a file, or from the .loot files of a folder. Names and types are not checked.
/// Errors: nothing if the files cannot be read or have mistakes of spelling or grammar.
/// Cost: linear in the text; 100 KB in some 3 ms.
[[nodiscard]] SPOILS_EXPORT std::optional<PackHead> read_pack_head(const std::string& path);

/// One file of a pack.
struct PackFile {
  std::string name;  ///< as in findings
  std::string text;
};

/// A folder that is not on the disk: in a revision, an archive, a database.
struct PackSource {
  std::string folder;  ///< as in findings
  /// Returns the files of the pack of that name in the folder, as `rogue`, `chest.loot` or `lib/dice`, in their order;
  /// none if there is no such pack. Requires: not empty; otherwise: misuse (spoils/misuse.h), and the pack cannot be
  /// read. Errors: why it cannot be read, in words that follow "cannot read X: ".
  std::function<Result<std::vector<PackFile>, std::string>(const std::string& name)> read;
};

/// A compiled pack. Copies share it, and so do a moved-from object and its target: there is no Pack without a pack.
/// References and texts that its readers return stay valid as long as one of the copies exists.
class SPOILS_EXPORT Pack {
 public:
  /// Reads and compiles a file, or a folder whose .loot files are read together. A pack that it uses is looked for in
  /// the same folder and then in `search`.
  /// Errors: in the findings; then there is no pack.
  /// Cost: linear in the text, times the values of the inputs that the checks go through. Never runs the pack's rules.
  [[nodiscard]] static Loaded load(const std::string& path, const std::vector<std::string>& search = {});
  [[nodiscard]] static Loaded load(const std::string& path, LoadOptions options);

  /// The same for a pack of a folder that is not on the disk. A pack that it uses is looked for there, then in
  /// `LoadOptions::search`, which is on the disk. The limits of sizes are those of files on the disk.
  [[nodiscard]] static Loaded load(const PackSource& source, const std::string& name, LoadOptions options);

  /// Compiles a text; `name` is the name of its file in the findings.
  [[nodiscard]] static Loaded compile(std::string name, std::string text, const std::vector<std::string>& search = {});

  // Without moves, so that no object is left empty.
  Pack(const Pack&) = default;
  Pack& operator=(const Pack&) = default;
  ~Pack() = default;

  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] std::string_view title() const;
  [[nodiscard]] std::string_view version() const;
  [[nodiscard]] std::uint64_t hash() const;  ///< of the bytes of all its files
  /// What was found out when the quantities were checked; nothing is in it if they were not.
  [[nodiscard]] CheckedQuantities checked_quantities() const;

  [[nodiscard]] const std::vector<RuleInfo>& rules() const;  ///< its own first, in their order
  [[nodiscard]] const std::vector<InputInfo>& inputs() const;
  [[nodiscard]] const std::vector<InputInfo>& states() const;
  [[nodiscard]] const std::vector<FieldInfo>& fields() const;      ///< in the order in which the pack first sets them
  [[nodiscard]] const std::vector<MeasureInfo>& measures() const;  ///< in the order of their declarations
  [[nodiscard]] const std::vector<TableInfo>& tables() const;      ///< those with a name, in the order of compilation
  [[nodiscard]] std::size_t expectations() const;                  ///< how many `expect` lines it has

  /// Returns the number of a symbol in this compiled pack, as Thing::read() writes it, so that a game compares integers
  /// instead of texts; nothing if the pack has none of that name. Another version of the pack may have other numbers:
  /// they are not for saved games.
  [[nodiscard]] std::optional<std::int64_t> symbol(std::string_view name) const;
  /// Returns the name of a symbol; "" if there is none of that number.
  [[nodiscard]] std::string_view symbol_name(std::int64_t number) const;

  /// Returns the compiled program as readable text, for inspection and for tests.
  [[nodiscard]] std::string dump() const;
  /// Returns the bytecode that rolls run as readable text, rule by rule: what `spoils check --dump=bytecode` prints.
  [[nodiscard]] std::string dump_bytecode() const;

  /// For internal use by the library.
  [[nodiscard]] const api::PackData& data() const { return *data_; }

 private:
  friend struct api::PackMaker;
  explicit Pack(std::shared_ptr<const api::PackData> data);
  std::shared_ptr<const api::PackData> data_;
};

/// The result of loading: a pack, unless there are errors, and all findings.
struct Loaded {
  std::optional<Pack> pack;
  Findings findings;
};

/// Returns the source of a pack in its canonical layout. Comments stay; the tokens stay the same.
/// No text if the source has lexical or syntax errors, which are in the findings.
struct Formatted {
  std::optional<std::string> text;
  Findings findings;
};
[[nodiscard]] SPOILS_EXPORT Formatted format(std::string name, std::string text);

}  // namespace v1
}  // namespace spoils
