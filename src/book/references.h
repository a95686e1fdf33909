// book/references.h
//
// Collects the names that a declaration itself refers to: the tables it draws from or looks up, the rules it runs, the
// definitions it uses. Unlike the walks of program/walk.h this does not follow any name.
#pragma once

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

#include "book/outline.h"
#include "program/program.h"

namespace spoils::book {

using Reference = std::pair<Entry::Kind, std::uint32_t>;

/// Collects references and the use of tables.
class References {
 public:
  explicit References(const program::Program& program) : program_(program) {}

  void read(program::ExpressionId id);
  void read_rows(const program::Table& table);
  void read_block(program::BlockId block);
  void read_entry(const Entry& entry);

  [[nodiscard]] const std::vector<Reference>& found() const { return found_; }
  /// Tables from which a row is picked by the weights as written.
  [[nodiscard]] const std::set<std::uint32_t>& picked() const { return picked_; }

 private:
  void add(Entry::Kind kind, std::uint32_t index);

  const program::Program& program_;
  std::vector<Reference> found_;  // in the order of occurrence, without duplicates
  std::set<std::uint32_t> picked_;
  std::set<program::ExpressionId> seen_;
};

}  // namespace spoils::book
