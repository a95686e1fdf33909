// odds/figures_of_means.cpp
//
// Asks the engines of means, and bounds their rounding.
#include "odds/figures_of_means.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace spoils::odds {

using namespace program;

namespace {

/// With so few states a fraction takes little more time than a double.
constexpr std::size_t kQuickStates = 400;

}  // namespace

FiguresOfMeans::Known FiguresOfMeans::of_things(const Query& query, const Settings& settings) {
  const auto answer = means_.answer(query, settings);
  Known out;
  auto& figure = out.figure;
  figure.has_evidence = !answer.outcomes.empty() || Mean<double>(0) < answer.unexplored;
  figure.value = answer.outcomes.empty() ? 0 : answer.outcomes[0].mass.m;
  figure.is_whole = !(Mean<double>(0) < answer.unexplored);
  figure.low = -figures::kInfinity;
  figure.high = figures::kInfinity;
  out.is_refused = answer.is_refused;
  out.fault = answer.fault;
  if (!figure.is_whole) { return out; }
  // Sums of both signs may cancel what is far larger than the mean.
  const bool may_cancel = query.accumulators.front().kind == FoldKind::Sum;
  out.error = figures::kTolerance * std::max(1.0, may_cancel ? size_of(query, settings) : std::abs(figure.value));
  figure.low = figure.value - out.error;
  figure.high = figure.value + out.error;
  if (out.fault.kind == Fault::Kind::None && may_cancel && answer.states <= kQuickStates) {
    if (const auto exact = exact_of_things(query, settings)) { figure = figures::Figure::of(*exact); }
  }
  return out;
}

std::optional<FiguresOfMeans::Known> FiguresOfMeans::of_number(const Query& query, const Settings& settings) {
  auto* const amounts = of_amounts(query);
  if (amounts == nullptr) { return std::nullopt; }
  auto out = amounts->figures.of_things(amounts->asked->query, settings);
  const bool is_known = out.figure.is_whole && !out.is_refused && out.fault.kind == Fault::Kind::None;
  return is_known ? std::optional(std::move(out)) : std::nullopt;
}

std::optional<Exact> FiguresOfMeans::exact_of_things(const Query& query, const Settings& settings) {
  if (!exact_means_) { exact_means_.emplace(program_, exact_budget_); }
  const auto answer = exact_means_->answer(query, settings);
  const bool is_known = answer.fault.kind == Fault::Kind::None && !(Mean<Exact>(0) < answer.unexplored);
  if (!is_known || answer.outcomes.empty()) { return std::nullopt; }
  return answer.outcomes[0].mass.m;
}

std::optional<Exact> FiguresOfMeans::exact_of_number(const Query& query, const Settings& settings) {
  auto* const amounts = of_amounts(query);
  if (amounts == nullptr) { return std::nullopt; }
  return amounts->figures.exact_of_things(amounts->asked->query, settings);
}

FiguresOfMeans::RewrittenFigures* FiguresOfMeans::of_amounts(const Query& query) {
  const auto [found, is_new] = of_amounts_.try_emplace(&query);
  if (is_new) {
    if (auto asked = ask_of_amounts(program_, query)) {
      found->second = std::make_shared<RewrittenFigures>(std::move(asked), budget_, exact_budget_);
    }
  }
  return found->second.get();
}

// Returns the mean of a sum of amounts without their signs; infinity, if it is not known.
double FiguresOfMeans::size_of(const Query& query, const Settings& settings) {
  if (!sizes_) {
    sizes_.emplace(program_, budget_);
    sizes_->count_sizes();
  }
  const auto answer = sizes_->answer(query, settings);
  const bool is_whole = !(Mean<double>(0) < answer.unexplored) && !answer.outcomes.empty();
  return is_whole ? answer.outcomes[0].mass.m : figures::kInfinity;
}

}  // namespace spoils::odds
