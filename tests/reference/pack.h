// tests/reference/pack.h
//
// A pack for the reference evaluator: the declarations of its syntax tree by their names, as the pack itself and the
// packs that it may use see them: `base`, and `root`, which `base` uses. Only the tree is shared with the library.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "lang/tree.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::reference {

/// The lines after which a text has the packs `base` and `root`.
inline constexpr std::string_view kBaseLine = "#### base.loot\n";
inline constexpr std::string_view kRootLine = "#### root.loot\n";

/// The names of the packs of a text, the pack itself first.
inline constexpr std::array<const char*, 3> kPackNames{"tiny", "base", "root"};

/// Returns the texts of these packs; "" for those that a text does not have.
[[nodiscard]] std::array<std::string, 3> parts_of(const std::string& text);

class Pack {
 public:
  /// Requires: a text that the library accepts.
  explicit Pack(const std::string& text);
  Pack(const Pack&) = delete;
  Pack& operator=(const Pack&) = delete;

  using Declarations = std::map<std::string, const lang::Declaration*, std::less<>>;

  /// The names of one pack: its own declarations, then those of the packs that it uses.
  struct Names {
    Declarations fields, scratch, inputs, states, tables, grids, rules, defs, measures, collections, records;
  };

  /// Returns the names of the pack in which something is written.
  [[nodiscard]] const Names& seen(const lang::Expression& from) const { return seen(from.span.source); }
  [[nodiscard]] const Names& seen(std::uint32_t source) const;
  [[nodiscard]] const Names& own() const { return parts_[0].names; }

  /// A record with all from which it inherits, in their order, itself last.
  struct Record {
    const lang::Declaration* declaration = nullptr;
    const lang::Declaration* collection = nullptr;
    std::vector<const lang::Declaration*> line;
    int rank = 0;
  };
  /// Returns the record of that name; nullptr if there is none.
  [[nodiscard]] const Record* record(std::string_view name) const;
  /// Returns the records of a collection that are outcomes, in order.
  [[nodiscard]] std::vector<const Record*> records_of(std::string_view collection) const;

  std::vector<const lang::Declaration*> displays;
  std::map<std::string, std::string, std::less<>> names;    // of one
  std::map<std::string, std::string, std::less<>> plurals;  // that differ from the usual one
  std::vector<const lang::Declaration*> expectations;
  std::string first_rule;

  /// Returns whether an expression is in parentheses: in a row this distinguishes a name from a symbol.
  [[nodiscard]] bool is_in_parentheses(const lang::Expression& e) const;

 private:
  /// A pack of the text.
  struct Part {
    lang::File file;
    std::uint32_t source = 0;
    Names names;
  };
  static void read(const lang::File& file, Names& into);
  void add_fields_of(Part& used) const;
  void add_name(const std::string& symbol, const std::string& text);
  void add_records(std::size_t part);
  std::vector<const lang::Declaration*> line_of(const lang::Declaration& record) const;

  text::Sources sources_;
  std::vector<Part> parts_;      // that are in use, the pack itself first
  std::vector<Record> records_;  // in order, abstract ones and those without a name among them
};

}  // namespace spoils::reference
