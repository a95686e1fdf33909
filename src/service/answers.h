// service/answers.h
//
// The answers of the language service about one project; spoils/service.h says what each gives. One file each:
// tokens.cpp, outline.cpp, complete.cpp, hover.cpp, rename.cpp, inlays.cpp.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "service/workspace.h"
#include "spoils/service.h"

namespace spoils::service {

[[nodiscard]] std::vector<TextToken> tokens_of(const Project& project, std::uint32_t file);
[[nodiscard]] std::vector<OutlineEntry> outline_of(const ParsedFile& file);
[[nodiscard]] std::vector<Fold> folds_of(const ParsedFile& file);
[[nodiscard]] Completions complete(const Project& project, std::uint32_t file, std::size_t offset);
[[nodiscard]] std::optional<HoverText> hover_at(const Project& project, std::uint32_t file, std::size_t offset,
                                                const Values& inputs);
[[nodiscard]] std::vector<FileRange> definitions_at(const Project& project, std::uint32_t file, std::size_t offset);
[[nodiscard]] std::vector<FileRange> references_at(const Project& project, std::uint32_t file, std::size_t offset,
                                                   bool with_declarations);
[[nodiscard]] std::optional<ByteRange> renamable_at(const Project& project, std::uint32_t file, std::size_t offset);
[[nodiscard]] Result<std::vector<FileEdit>, std::string> rename_at(const Workspace& workspace, const Project& project,
                                                                   std::uint32_t file, std::size_t offset,
                                                                   const std::string& name);

/// The odds of one row, or of the cell of a grid among those of its key, where it is in the newest text.
struct RowShare {
  ByteRange place;
  std::string table;  // or the grid; "" without a name
  bool is_cell = false;
  double share = 0;
  std::string fraction;  // "1/8"
  std::string setting;   // "at depth 3"
  /// Of a row `x if C else y`: what `share` is of.
  enum class Of : std::uint8_t {
    Outcome,  // of x, and that of y follows; or the row has no `else`
    Either,   // of the whole row, for a roll decides between x and y
  };
  Of of = Of::Outcome;
  std::optional<double> other;  // the share of y
  std::string other_fraction;
};

/// Those of the rows of a file that touch a range, ascending. Needs a pack that compiled once.
[[nodiscard]] std::vector<RowShare> row_shares(const Project& project, std::uint32_t file, ByteRange range,
                                               const Values& inputs);
[[nodiscard]] std::vector<InlayText> inlays_of(const Project& project, std::uint32_t file, ByteRange range,
                                               const Values& inputs);

/// Returns what is known of a name in a few words: "input 1..30", "field, an integer". For completion and hover.
[[nodiscard]] std::string describe(const Project& project, const Name& name);
/// Returns the `##` lines of a name.
[[nodiscard]] std::string documentation(const Name& name);

}  // namespace spoils::service
