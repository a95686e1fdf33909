// service/names.h
//
// The index of names: each name of a pack, with all places that mention it. It is made by one walk over the syntax
// trees (names.cpp, name_walk.cpp), which resolves words by their places as docs/language.md (6) says, so it exists for
// texts that do not compile, too. Compilation resolves names by itself and with types; where the tree does not
// determine a meaning (the column of a value whose table is not known), the name has no owner. rename() therefore
// compares the compiled packs before and after. Pinned by tests/service/service_test.cpp and, on the shipped packs,
// by packs_test.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "lang/tree.h"
#include "program/program.h"
#include "service/parsed_file.h"

namespace spoils::service {

/// Namespaces of the language, and those of the service beside them.
enum class Space : std::uint8_t { Variable, Table, Rule, Def, Local, Column, Block, Symbol, Pack, Language };

using NameId = std::uint32_t;
inline constexpr NameId kNoName = 0xFFFFFFFF;

/// A place that mentions a name.
struct Use {
  std::uint32_t file = 0;  // in NameIndex::files
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  NameId name = kNoName;
  bool declares = false;
};

struct Name {
  Space space = Space::Symbol;
  WordKind kind = WordKind::Symbol;
  std::string word;
  std::string owner;                               // of a column or block: its table or collection, "" if not known
  const lang::Declaration* declaration = nullptr;  // that is in force, if it has one
  const lang::Parameter* parameter = nullptr;      // of a parameter, or the field of a collection
  std::uint32_t file = 0;                          // of the declaration
  std::uint32_t scope_begin = 0;                   // of a local: where it is known
  std::uint32_t scope_end = 0;
  bool is_own = false;              // the pack itself mentions or declares it
  bool is_used = false;             // a used pack declares it
  std::vector<std::uint32_t> uses;  // in NameIndex::uses
};

/// The local names at a place: a stack, and for each word its entries, so that a look-up is not linear in the stack.
class LocalNames {
 public:
  void push(std::string_view word, NameId name) {
    words_.push_back(word);
    names_[word].push_back(name);
  }
  [[nodiscard]] std::size_t size() const { return words_.size(); }
  void resize(std::size_t size) {
    for (; words_.size() > size; words_.pop_back()) { names_[words_.back()].pop_back(); }
  }
  [[nodiscard]] std::optional<NameId> find(std::string_view word) const {
    const auto found = names_.find(word);
    return found == names_.end() || found->second.empty() ? std::nullopt : std::optional(found->second.back());
  }

 private:
  std::vector<std::string_view> words_;
  std::unordered_map<std::string_view, std::vector<NameId>> names_;  // looked up, never walked
};

class NameIndex {
 public:
  struct File {
    std::shared_ptr<const ParsedFile> parsed;
    bool is_own = true;
  };

  /// `program`: types of fields, from the last text that compiled; null if there is none.
  NameIndex(std::vector<File> files, const program::Program* program);

  [[nodiscard]] const std::vector<File>& files() const { return files_; }
  [[nodiscard]] const std::vector<Name>& names() const { return names_; }
  [[nodiscard]] const std::vector<Use>& uses() const { return uses_; }
  /// The uses in a file, ascending and without overlap.
  [[nodiscard]] const std::vector<std::uint32_t>& uses_in(std::uint32_t file) const { return by_file_[file]; }
  /// The use that contains an offset or ends there; null if there is none.
  [[nodiscard]] const Use* use_at(std::uint32_t file, std::size_t offset) const;
  [[nodiscard]] NameId find(Space space, std::string_view word, std::string_view owner = {}) const;
  /// The table or collection whose columns describe the value of an expression; "" if it is not known. For the text
  /// before a `.`: `word` alone, or a word followed by a key in brackets.
  [[nodiscard]] std::string table_of_word(std::uint32_t file, std::size_t offset, std::string_view word,
                                          bool is_lookup) const;

 private:
  friend class NameWalk;
  using Key = std::tuple<Space, std::string, std::string>;

  NameId intern(Space space, std::string_view word, std::string_view owner = {});
  void declare(std::uint32_t file);
  void declare_fields(const lang::Block& block, LocalNames& hidden, std::uint32_t file);
  void add(std::uint32_t file, ByteRange place, NameId name, bool declares);
  void sort();
  void note_types(const program::Program& program);
  /// The table of whose outcomes a variable is one, by the compiled pack.
  [[nodiscard]] std::string table_of_variable(std::string_view word) const;
  [[nodiscard]] bool holds_several(std::string_view word) const;

  std::vector<File> files_;
  std::vector<Name> names_;
  std::map<Key, NameId> ids_;
  std::map<std::string, std::vector<std::string>, std::less<>> columns_;    // by word: the tables that have it
  std::map<std::string, std::vector<std::string>, std::less<>> blocks_;     // likewise, collections
  std::map<std::string, std::string, std::less<>> collection_of_;           // of records
  std::map<const void*, std::vector<NameId>> parameters_;                   // of a rule or def; looked up, never walked
  std::map<std::pair<const void*, std::string>, NameId> named_parameters_;  // likewise
  std::vector<std::string> local_tables_;                                   // by name; of locals
  std::map<std::string, std::string, std::less<>> variable_tables_;         // of fields, inputs and state
  std::set<std::string, std::less<>> several_;                              // those that are lists, sets or maps
  std::vector<Use> uses_;
  std::vector<std::vector<std::uint32_t>> by_file_;
};

}  // namespace spoils::service
