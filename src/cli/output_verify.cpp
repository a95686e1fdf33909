// cli/output_verify.cpp
//
// Joins the comparisons of a sweep and writes them as one line, as JSON, or as the complaint of exit code 6.
#include "cli/output_verify.h"

#include <fmt/format.h>

#include <algorithm>

#include "cli/odds_heading.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kMostShown = 10;

std::string figure(const Discrepancy& wrong, double value) {
  return wrong.is_share ? text::percent_alone(value) : text::amount(value);
}

}  // namespace

Verification all_verified(const std::vector<Verification>& each, const std::string& input,
                          const std::vector<Swept<Answer>>& rows) {
  if (each.size() == 1 && input.empty()) { return each.front(); }
  Verification out;
  for (std::size_t i = 0; i < each.size(); ++i) {
    const auto where = fmt::format(" when {} = {}", input, rows[i].value);
    out.rolls += each[i].rolls;
    out.seed = each[i].seed;
    out.risk = each[i].risk;
    out.outcomes += each[i].outcomes;
    out.has_bounds = out.has_bounds || each[i].has_bounds;
    if (each[i].classes > out.classes) {
      out.classes = each[i].classes;
      out.chi_square = each[i].chi_square;
    }
    if (out.uncompared.empty() && !each[i].uncompared.empty()) { out.uncompared = each[i].uncompared + where; }
    for (auto wrong : each[i].discrepancies) {
      wrong.what += where;
      out.discrepancies.push_back(std::move(wrong));
    }
  }
  return out;
}

std::string verification_line(const Verification& verification) {
  std::string out;
  if (verification.rolls > 0) {
    out = fmt::format("{} compared with the odds: {} (a sound answer is reported as wrong once in {:.3g}",
                      counted(verification.rolls, "roll"), verification.agrees() ? "all agree" : "NOT all agree",
                      1 / verification.risk);
    if (verification.classes > 1) {
      out += fmt::format("; chi-square {} in {} classes", text::four_digits(verification.chi_square),
                         verification.classes);
    }
    out += ")";
  }
  if (!verification.uncompared.empty()) {
    out += fmt::format("{}ompared: {}", verification.rolls > 0 ? "; not all c" : "not c", verification.uncompared);
  }
  return printable(out);
}

std::string discrepancy_text(const Discrepancy& wrong, const Verification& verification) {
  const auto odds = wrong.low == wrong.high
                        ? fmt::format("exactly {}", figure(wrong, wrong.low))
                        : fmt::format("{} to {}", figure(wrong, wrong.low), figure(wrong, wrong.high));
  return fmt::format("{}: {} {}, but {}{}", wrong.what, figure(wrong, wrong.rolled),
                     wrong.is_share ? "of the rolls" : "in a roll", odds,
                     wrong.index ? fmt::format(" (--seed {} --index {})", verification.seed, *wrong.index) : "");
}

Complaint disagreement(const Verification& verification) {
  const auto& all = verification.discrepancies;
  for (std::size_t i = 0; i < std::min(all.size(), kMostShown); ++i) {
    print_remark(discrepancy_text(all[i], verification));
  }
  if (all.size() > kMostShown) { print_remark(fmt::format("and {} more", all.size() - kMostShown)); }
  return {ExitCode::Disagreement,
          fmt::format("odds and rolls disagree in {}; the probability of this by chance is 1 in {:.3g}",
                      counted(all.size(), "figure"), 1 / verification.risk),
          "this is a fault of spoils; please report it with the pack"};
}

}  // namespace spoils::cli
