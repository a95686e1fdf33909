// cli/answered.cpp
#include "cli/answered.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/interrupt.h"
#include "cli/output_verify.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "documents/check.h"

namespace spoils::cli {

namespace {

// Whether the work ended before the first roll was explored, and none was made either.
bool is_without_answer(const Answer& answer) {
  const auto* const odds = probabilities(answer);
  return odds != nullptr && odds->rows.empty() && odds->unexplored >= 1 && !odds->estimate;
}

}  // namespace

Answered::Answered(const Pack& pack, const Question& question, std::uint64_t rolls, const std::string& format)
    : pack_(pack), question_(question), format_(format) {
  options_.rolls = rolls;
  options_.go_on = [] { return !interrupted(); };
}

Outcome Answered::print(std::string written, const std::string& input, const std::vector<Swept<Answer>>& rows) const {
  if (options_.rolls == 0) {
    const bool has_some =
        std::any_of(rows.begin(), rows.end(), [](const auto& row) { return !is_without_answer(row.table); });
    return spoils::cli::print(written, has_some ? ExitCode::Fine : ExitCode::LimitHit);
  }
  const auto each = verify_odds(pack_, question_, input, rows, options_);
  if (!each) { return Failure{complaint_of(each.error())}; }
  const auto verification = all_verified(*each, input, rows);
  const auto line = verification_line(verification);
  if (format_ == "text") { written += paragraphs(line + "\n", screen_of(STDOUT_FILENO).width); }
  if (format_ == "json") {
    written.erase(written.rfind('}'));
    written += fmt::format(",\"verify\":{}}}\n", documents::verification_json(verification));
  }
  auto printed = spoils::cli::print(written);
  if (!printed) { return printed; }
  // The verification is on standard error, since a table has no place for it.
  if (format_ == "csv" && verification.agrees()) { print_remark(line); }
  if (!verification.agrees()) { return Failure{disagreement(verification)}; }
  return printed;
}

}  // namespace spoils::cli
