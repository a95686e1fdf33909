// service/workspace.h
//
// The texts that an editor has, and the packs that they make. A project is one pack: its files as the parser reads
// them, its findings when it was compiled last, and the last pack that compiled. The answers of spoils/service.h are
// functions of a project (answers.h). Read by service.cpp; pinned by tests/service/service_test.cpp.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "service/names.h"
#include "spoils/pack.h"
#include "spoils/service.h"

namespace spoils::service {

/// How a place of the text that compiled last is found in the newest text: before the first and after the last change
/// it is where it was, and between them nowhere.
class OffsetMap {
 public:
  OffsetMap(std::string_view before, std::string_view now);
  [[nodiscard]] std::optional<ByteRange> now(Span span) const;

 private:
  std::size_t same_begin_ = 0;  // bytes from the beginning
  std::size_t same_end_ = 0;    // bytes from the end
  std::size_t before_ = 0;
  std::size_t now_ = 0;
};

/// The parts of a compiled pack by their names.
struct ProgramFacts {
  explicit ProgramFacts(const program::Program& program);
  std::map<std::string_view, program::SlotId> slots;  // inputs, state, fields, scratch
  std::map<std::string_view, std::uint32_t> defs;
  std::map<std::string_view, std::uint32_t> measures;
  std::map<std::string_view, std::uint32_t> tables;
};

struct Project {
  std::string root;                                // the file or folder
  std::vector<NameIndex::File> files;              // own ones first, ascending by path
  std::map<std::string, std::uint32_t> numbers;    // of files, by path
  std::optional<Pack> good;                        // the last one that compiled
  Findings findings;                               // of the newest compilation
  bool is_stale = true;                            // a text was changed since then, or quantities were not checked
  bool is_compiled = false;                        // the newest texts were compiled, perhaps without that check
  bool is_sound = false;                           // that compilation gave `good`
  mutable std::unique_ptr<const NameIndex> index;  // of the newest texts; null: to be made

  mutable std::unique_ptr<const ProgramFacts> known;  // of `good`; null: to be made

  void set_stale() {
    is_stale = true;
    is_compiled = false;
  }
  [[nodiscard]] const NameIndex& names() const;
  /// Requires: `good`.
  [[nodiscard]] const ProgramFacts& facts() const;
  [[nodiscard]] const ParsedFile* file(const std::string& path) const;
};

class Workspace {
 public:
  explicit Workspace(ServiceOptions options) : options_(std::move(options)) {}

  void set_text(const std::string& file, std::string text);
  void close(const std::string& file);
  void disk_changed();
  [[nodiscard]] std::optional<std::string_view> text(const std::string& file);
  void set_inputs(Values inputs) { inputs_ = std::move(inputs); }
  [[nodiscard]] const Values& inputs() const { return inputs_; }

  /// The project of a file, whose texts are read if they are not yet. Nothing is compiled.
  Project& project(const std::string& file);
  /// Compiles the project if that is needed; returns whether it has no errors.
  bool refresh(Project& project, bool checks_quantities = true);
  /// Compiles the pack with other texts for some of its files; nothing is kept.
  [[nodiscard]] Loaded compile_with(const Project& project, const std::map<std::string, std::string>& texts) const;
  [[nodiscard]] std::string root_of(const std::string& file) const;

 private:
  using Texts = std::map<std::string, std::string>;

  [[nodiscard]] Result<std::vector<PackFile>, std::string> read(const std::string& path, const Texts& texts) const;
  [[nodiscard]] Loaded load(const std::string& root, const Texts& texts, bool checks_quantities,
                            std::vector<PackFile>* own, std::vector<PackFile>* used) const;
  void read_files(Project& project) const;
  static void take(Project& project, const std::vector<PackFile>& own, const std::vector<PackFile>& used);

  ServiceOptions options_;
  Values inputs_;
  Texts texts_;                                       // of the editor
  mutable std::map<std::string, std::string> roots_;  // of files; emptied when that may change
  std::map<std::string, Project> projects_;           // by root
};

/// Returns the folder of a path; "" for a name that is no path.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace spoils::service
