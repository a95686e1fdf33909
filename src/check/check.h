// check/check.h
//
// Tree to program, or findings that say why not. Nothing past here sees a tree.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "check/resolve/pack_context.h"
#include "check/resolve/question_tree.h"
#include "program/program.h"
#include "text/report.h"

namespace spoils::check {

using Packs = std::shared_ptr<const std::vector<PackTree>>;

/// A program, and what the lowering of questions needs beside it.
struct Compiled {
  program::Program program;
  std::shared_ptr<const PackContext> context;
};

/// Returns the program of a pack, used packs before their users, the pack itself last; nothing if there are errors.
/// Errors: E03xx names, E04xx types, E05xx quantities, in `report`, with warnings and notes.
/// Cost: linear in the text, times the values of the inputs, within fixed limits.
[[nodiscard]] std::optional<Compiled> check(const Packs& packs, text::Report& report);

/// The same without the search of quantities: for a pack that passed it before.
[[nodiscard]] std::optional<Compiled> compile(const Packs& packs, text::Report& report);

/// Returns `program` with one query more, the last; nothing if the question is wrong. Requires: `program` is that of
/// `context`, perhaps with questions that were added before.
/// Errors: E03xx and E04xx at places of the question, in `report`.
/// Cost: that of a copy of the program (a quarter of a millisecond for 30,000 expressions), and linear in the question.
[[nodiscard]] std::optional<program::Program> add_question(const PackContext& context, const program::Program& program,
                                                           const QuestionTree& question, text::Report& report);

}  // namespace spoils::check
