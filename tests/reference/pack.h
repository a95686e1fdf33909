// tests/reference/pack.h
//
// A pack for the reference evaluator: the declarations of its syntax tree by their names, as the pack itself and the
// pack `base` that it may use see them. Only the tree is shared with the library.
#pragma once

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

/// The line that ends the text of a pack; the text of the pack `base` follows it.
inline constexpr std::string_view kBaseLine = "#### base.loot\n";

/// Returns the part of a text before or after that line.
[[nodiscard]] std::string own_part(const std::string& text);
[[nodiscard]] std::string base_part(const std::string& text);

class Pack {
 public:
  /// Requires: a text that the library accepts.
  explicit Pack(const std::string& text);
  Pack(const Pack&) = delete;
  Pack& operator=(const Pack&) = delete;

  using Declarations = std::map<std::string, const lang::Declaration*, std::less<>>;

  /// The names of one pack: its own declarations, then those of the pack that it uses.
  struct Names {
    Declarations fields, scratch, inputs, states, tables, grids, rules, defs, measures, collections, records;
  };

  /// Returns the names of the pack in which something is written.
  [[nodiscard]] const Names& seen(const lang::Expression& from) const { return seen(from.span.source); }
  [[nodiscard]] const Names& seen(std::uint32_t source) const { return source == base_source_ ? base_ : own_; }
  [[nodiscard]] const Names& own() const { return own_; }

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
  std::map<std::string, std::string, std::less<>> names;
  std::vector<const lang::Declaration*> expectations;
  std::string first_rule;

  /// Returns whether an expression is in parentheses: in a row this distinguishes a name from a symbol.
  [[nodiscard]] bool is_in_parentheses(const lang::Expression& e) const;

 private:
  static void read(const lang::File& file, Names& into);
  void add_records(const lang::File& file, const lang::File& overriding);
  const lang::Declaration* declared_record(std::string_view name) const;
  std::vector<const lang::Declaration*> line_of(const lang::Declaration& record) const;

  text::Sources sources_;
  lang::File file_;
  lang::File base_file_;
  std::uint32_t base_source_ = static_cast<std::uint32_t>(-1);
  Names own_;
  Names base_;
  std::vector<Record> records_;  // in order, abstract ones and those without a name among them
};

}  // namespace spoils::reference
