// check/questions.h
//
// Questions to a finished program: each becomes a query of a copy of it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "check/resolve/pack_context.h"
#include "check/resolve/question_tree.h"
#include "check/resolve/types.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

/// Adds queries to a copy of a program. A copy takes as long as the pack is large, so all questions of a caller share
/// one.
class Questions {
 public:
  /// Requires: `program` is that of `context`; both outlive this.
  Questions(const PackContext& context, const program::Program& program);

  /// Adds a query, and returns its number; nothing if the question is wrong, which leaves all others as they are.
  /// Errors: E03xx and E04xx at places of the question, in `report`.
  /// Cost: linear in the question, and in what of the program it reaches; after a question that is wrong, or that has
  /// to be lowered again with a type that it taught, that of another copy with all questions before.
  [[nodiscard]] std::optional<std::uint32_t> add(QuestionTree question, text::Report& report);

  /// Returns the program with the queries. Nothing can be added after this.
  [[nodiscard]] program::Program take() { return std::move(program_); }

 private:
  /// A question, and the types of what it names, which are known by the places of its nodes.
  struct Added {
    QuestionTree tree;
    Types types;
  };

  /// Lowers and links it into the program.
  void lower(Added& question, text::Report& report);
  /// Begins anew with the questions that were right.
  void restore(const text::Sources& sources);

  const PackContext& context_;
  const program::Program& original_;
  program::Program program_;
  std::vector<std::unique_ptr<Added>> added_;  // types refer to the nodes, which must stay where they are
};

}  // namespace spoils::check
