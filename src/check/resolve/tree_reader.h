// check/resolve/tree_reader.h
//
// One walk over the trees of a pack for findings about words: it comes by every declaration, row, statement and
// expression, and leaves it to the reader what a word means there. Used by check/resolve/unused.cpp and
// check/resolve/slips.cpp, which the golden files of tests/golden/diagnostics pin.
#pragma once

#include <set>
#include <string_view>
#include <vector>

#include "check/resolve/scope.h"
#include "lang/tree.h"
#include "program/program.h"

namespace spoils::check {

/// `Reader` derives from TreeReader<Reader> and has read(const lang::Expression&) and read(const lang::Statement&),
/// which go on with read_parts(); and note(std::string_view), for a word of a type. It may have value(const
/// lang::Expression&) of its own, for an expression whose bare word may be the symbol of that name, and row(const
/// lang::Row&).
template <class Reader>
class TreeReader {
 public:
  void read(const lang::Declaration& declaration) {
    for (const auto& parameter : declaration.parameters) { read(parameter); }
    for (const auto& column : declaration.columns) {
      read(column.type);
      for (const auto& value : column.values) { self().read(value); }
    }
    for (const auto& row : declaration.rows) { self().row(row); }
    self().read(*declaration.key);
    self().read(*declaration.value);
    self().read(*declaration.condition);
    read(declaration.block);
    for (const auto& rows : declaration.record_rows) {
      for (const auto& column : rows.columns) { self().read(column); }
    }
    for (const auto& item : declaration.items) {
      for (const auto& value : item.values) { self().read(value); }
      read(item.block);
    }
  }

 protected:
  void value(const lang::Expression& e) { self().read(e); }
  void row(const lang::Row& one) { read(one); }

  void read(const lang::TypeName& type) {
    for (const auto& word : type.words) { self().note(word); }
    for (const auto& bound : type.bounds) { self().read(bound); }
  }

  void read(const lang::Parameter& parameter) {
    read(parameter.type);
    self().read(parameter.initial);
  }

  void read(const lang::Row& row) {
    for (const auto& outcome : row.outcomes) {
      self().read(*outcome.weight);
      self().value(outcome.value);
      for (const auto& cell : outcome.cells) { self().value(cell); }
    }
    self().read(*row.condition);
    self().read(*row.otherwise);
  }

  void read(const lang::Block& block) {
    for (const auto& statement : block.statements) { self().read(statement); }
  }

  /// The blocks and cases of a statement, without its expressions.
  void read_parts(const lang::Statement& s) {
    for (const auto& block : s.blocks) { read(block); }
    for (const auto& arm : s.arms) {
      for (const auto& pattern : arm.patterns) { self().value(pattern); }
      read(arm.block);
    }
  }

 private:
  Reader& self() { return static_cast<Reader&>(*this); }
};

/// Returns what a bare word means before it means itself: slots, and the defs and measures of all packs. The names are
/// those of the program and the trees.
[[nodiscard]] inline std::set<std::string_view> names_of_values(const std::vector<PackTree>& packs,
                                                                const program::Program& program) {
  using Declared = lang::Declaration::Kind;
  std::set<std::string_view> out;
  for (const auto& slot : program.slots) { out.insert(slot.name); }
  for (const auto& pack : packs) {
    for (const auto& file : pack.files) {
      for (const auto& declaration : file.declarations) {
        if (declaration.kind == Declared::Def || declaration.kind == Declared::Measure) {
          out.insert(declaration.name);
        }
      }
    }
  }
  return out;
}

}  // namespace spoils::check
