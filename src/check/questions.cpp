// check/questions.cpp
//
// Lowers each question into the program itself. Nothing can be taken out of a program again, so where that went wrong
// it is built anew from the pack's program and the questions that were right.
#include "check/questions.h"

#include <utility>

#include "check/link/links.h"
#include "check/lower/lowering.h"

namespace spoils::check {

Questions::Questions(const PackContext& context, const program::Program& program)
    : context_(context), original_(program), program_(program) {}

std::optional<std::uint32_t> Questions::add(QuestionTree question, text::Report& report) {
  const auto before = program_.sizes();
  auto added = std::make_unique<Added>(Added{std::move(question), Types(&context_.types)});
  // As in compile(): the types of what the question itself names are learnt first.
  for (int pass = 0; pass < kMaxPasses; ++pass) {
    auto silent = report.silent();
    added->types.begin_pass();
    lower(*added, silent);
    const bool is_right = silent.count() == report.count();
    const bool is_settled = !added->types.changed() && !(is_right && added->types.close());
    if (is_settled && is_right) { break; }
    restore(report.sources());
    if (!is_settled) { continue; }
    lower(*added, report);
    break;
  }
  if (report.error_count() == 0) { link(program_, report, before); }
  if (report.error_count() > 0) {
    restore(report.sources());
    return std::nullopt;
  }
  added_.push_back(std::move(added));
  return static_cast<std::uint32_t>(program_.queries.size() - 1);
}

void Questions::lower(Added& question, text::Report& report) {
  program_ = Lowering(context_, std::move(program_), question.types, report).run(question.tree);
}

void Questions::restore(const text::Sources& sources) {
  program_ = {};  // before the copy: so there are never two
  program_ = program::Program(original_);
  for (const auto& question : added_) {
    const auto before = program_.sizes();
    auto silent = text::Report(sources).silent();
    lower(*question, silent);
    link(program_, silent, before);
  }
}

}  // namespace spoils::check
