// api/question.h
//
// Questions as programs: the pack is compiled once more, with everything that is asked behind it. Compiling costs far
// more than most answers, so many questions share one program.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/odds.h"
#include "text/source.h"

namespace spoils::api {

/// A question in the language of packs, or why it cannot be written in it.
using Posed = Result<std::string, RollError>;

/// Returns the question about the named rule with all its values; but for an input that is `left_out`, whose value is
/// set when the question is answered. `number` tells questions of one program apart. Errors: as Roller::make.
[[nodiscard]] Posed pose(const Pack& pack, const Question& question, const std::string& left_out, std::size_t number);

/// Returns the question what a value is on average, for the rule and the values of `question`. Errors: as Roller::make.
[[nodiscard]] Posed pose_mean(const Pack& pack, const Question& question, const std::string& value);

/// Questions and the program that they are part of.
struct Asked {
  std::shared_ptr<text::Sources> sources;
  program::Program program;
  /// One a question: which query of the program it is, or why it is none.
  std::vector<Result<std::uint32_t, RollError>> query_of;
};

/// Compiles questions. One that is wrong is left out and does not harm the others.
/// Errors, in Asked::query_of: those of `posed`; BadValue with what the checker finds.
/// Cost: that of compiling the pack, a second time if one of the questions is wrong.
[[nodiscard]] Asked compile_questions(const Pack& pack, const std::vector<Posed>& posed);

}  // namespace spoils::api
