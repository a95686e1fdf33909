// tests/reference/pack.h
//
// A pack as the reference evaluator reads it: the declarations of its syntax tree by their names. The tree is all that
// it shares with the library.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "lang/tree.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils::reference {

class Pack {
 public:
  /// Requires: a text that the library accepts.
  explicit Pack(const std::string& text);
  Pack(const Pack&) = delete;
  Pack& operator=(const Pack&) = delete;

  using Declarations = std::map<std::string, const lang::Declaration*, std::less<>>;

  Declarations inputs, states, fields, scratch, tables, grids, rules, defs, measures, collections, records;
  std::vector<const lang::Declaration*> displays;
  std::vector<const lang::Declaration*> in_order;  // records
  std::string first_rule;

  /// Returns whether an expression stands in parentheses: in a row this tells a name from a symbol.
  [[nodiscard]] bool is_in_parentheses(const lang::Expression& e) const;

 private:
  text::Sources sources_;
  lang::File file_;
};

}  // namespace spoils::reference
