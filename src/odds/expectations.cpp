// odds/expectations.cpp
//
// Evaluates both sides of an `expect` with the odds engine and compares them, for each combination of the inputs
// that it leaves open. Doubles decide that two figures differ; that they are equal is decided by fractions, or, if
// those take too long, not at all.
#include "odds/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

#include "odds/figures.h"
#include "odds/figures_of_many_rolls.h"
#include "odds/figures_of_means.h"
#include "odds/open_inputs.h"
#include "odds/row_shares.h"
#include "program/to_source.h"
#include "text/plain/figures.h"

namespace spoils::odds {

using namespace figures;
using namespace program;

namespace {

/// Fractions that take more paths than this (some ten million a second) leave open whether two figures are equal.
constexpr std::uint64_t kMostExactPaths = 20'000'000;

/// Paths after which the mean of a number is asked of amounts (odds/amounts_as_things.h), if it can be.
constexpr std::uint64_t kPathsBeforeAmounts = 100'000;

/// Returns the value of an outcome of a mean, which may take two words.
template <class Mass>
Mass amount_of(const Program& program, const Query& query, const std::vector<Word>& words) {
  const bool wide = program.expressions[query.condition].type.kind == ValueKind::Number;
  if (words[0] == kUnset) { return Mass(0); }
  return wide ? Mass(words[0]) / Mass(words[1]) : Mass(words[0]);
}

template <class Mass>
Mass total_of(const Answer<Mass>& answer) {
  Mass total(0);
  for (const auto& outcome : answer.outcomes) { total += outcome.mass; }
  return total;
}

template <class Mass>
Mass reduce(const Program& program, const Query& query, const Answer<Mass>& answer) {
  const Mass total = total_of(answer);
  Mass sum(0);
  for (const auto& outcome : answer.outcomes) {
    if (query.is_mean) {
      sum += outcome.mass * amount_of<Mass>(program, query, outcome.words);
    } else if (query.condition == kNone || outcome.words.back() == 1) {
      sum += outcome.mass;
    }
  }
  return total > Mass(0) ? Mass(sum / total) : Mass(0);
}

/// A check must end: an expectation that takes more paths than this remains undecided.
constexpr std::uint64_t kMaxPaths = 100'000'000;

Budget bounded(Budget budget) {
  budget.max_paths = std::min(budget.max_paths, kMaxPaths);
  return budget;
}

class Judge {
 public:
  Judge(const Program& program, const Budget& budget, const OnJudged& on_judged, const OnUndecided& on_undecided)
      : program_(program),
        budget_(budget),
        on_judged_(on_judged),
        on_undecided_(on_undecided),
        many_rolls_(program, budget),
        doubles_(program, budget),
        means_(program, budget, exact_budget()) {}

  Verdict judge(const Expectation& expectation) {
    Verdict out;
    out.holds = true;
    std::vector<SlotId> open;
    for (const auto* side : {&expectation.left, &expectation.right, &expectation.last}) {
      if (!side->query) { continue; }
      const auto& query = program_.queries[*side->query];
      for (const auto slot : query.is_of_many_rolls() ? many_rolls_.reads(query) : doubles_.reads(query)) {
        // State begins as declared; only inputs are anybody's choice.
        if (program_.slots[slot].kind != Slot::Kind::Input) { continue; }
        if (std::find(open.begin(), open.end(), slot) == open.end()) { open.push_back(slot); }
      }
    }
    const OpenInputs inputs(program_, std::move(open));
    out.assumed = inputs.assumed();
    of_ = inputs.size();
    std::optional<Verdict> likely;  // of the last combination that is no more than that
    const auto is_hopeless = [&] { return likely && number_ > OpenInputs::kMostOfOne; };  // it will not be proved
    for (number_ = 0; number_ < of_ && !is_hopeless(); ++number_) {
      const auto settings = inputs.combination(number_);
      out.is_decided = true;
      out.is_likely = false;
      out.where = inputs.text(settings);
      compare(expectation, settings, out);
      if (!out.holds || out.fault.kind != Fault::Kind::None) { return out; }
      if (!out.is_decided) { likely = out; }
    }
    if (inputs.are_all_tried() && number_ >= of_) { return likely ? *likely : out; }
    out.is_decided = out.holds = false;
    out.is_likely = !likely || likely->is_likely;
    out.tried = number_;
    return out;
  }

 private:
  Figure figure(const Expectation::Side& side, const Settings& settings, Verdict& verdict) {
    if (!side.query) { return Figure::of(exact_of(side.number)); }
    const auto& query = program_.queries[*side.query];
    if (query.is_of_many_rolls()) { return many_rolls_.figure(query, settings, verdict.fault); }
    if (is_expectation(program_, query)) { return told(query, settings, verdict, means_.of_things(query, settings)); }
    auto* from = query.is_mean ? &quickly() : &doubles_;
    auto answer = from->answer(query, settings);
    if (query.is_mean && answer.unexplored > 0 && answer.fault.kind == Fault::Kind::None) {
      if (auto mean = means_.of_number(query, settings)) {
        of_amounts_.insert(&query);
        return told(query, settings, verdict, *mean);
      }
      from = &doubles_;
      answer = from->answer(query, settings);
    }
    Figure out;
    // The fault of another side stays: a figure beside it is none.
    if (verdict.fault.kind == Fault::Kind::None) { verdict.fault = answer.fault; }
    out.value = reduce(program_, query, answer);
    out.is_whole = answer.unexplored == 0;
    const auto error = slack(query, answer, out.value);
    out.low = out.value - error;
    out.high = out.value + error;
    out.has_evidence = !answer.outcomes.empty() || !out.is_whole;
    tell(query, settings, verdict, answer, from->heap(), out.value);
    if (!out.is_whole) {
      bound(query, answer, out);
    } else if (const auto share = certain(query, answer)) {
      return Figure::of(Exact(*share));
    }
    return out;
  }

  // Returns by how much a figure may be wrong at most.
  double slack(const Query& query, const Answer<double>& answer, double value) const {
    double largest = 1;
    for (const auto& outcome : answer.outcomes) {
      if (query.is_mean) { largest = std::max(largest, std::abs(amount_of<double>(program_, query, outcome.words))); }
    }
    if (is_lost(total_of(answer))) { return largest; }
    return (query.is_mean ? kTolerance * largest : kTolerance * value) + kLeastMass;
  }

  // Returns 0 or 1 for what none or all of the outcomes are, which needs no sum.
  static std::optional<int> certain(const Query& query, const Answer<double>& answer) {
    if (query.is_mean || answer.outcomes.empty()) { return std::nullopt; }
    std::size_t hits = 0;
    for (const auto& outcome : answer.outcomes) {
      if (query.condition == kNone || outcome.words.back() == 1) { ++hits; }
    }
    if (hits > 0 && hits < answer.outcomes.size()) { return std::nullopt; }
    return hits == 0 ? 0 : 1;
  }

  // The bounds of an answer with an unexplored part, which may meet what is given, or not.
  static void bound(const Query& query, const Answer<double>& answer, Figure& out) {
    constexpr double kRounding = 1e-12;
    out.low = query.is_mean ? -figures::kInfinity : 0;
    out.high = query.is_mean ? figures::kInfinity : 1;
    const double total = total_of(answer);
    if (query.is_mean || answer.is_refused) { return; }
    const double hits = out.value * total;
    const double all = query.given == kNone && answer.rejected == 0 ? 1 : total + answer.unexplored;
    out.low = std::max(0.0, hits / all - kRounding);
    out.high = std::min(1.0, (hits + answer.unexplored) / all + kRounding);
  }

  // Narrows the bounds of a figure to its estimate. Returns whether there is one.
  bool narrow(const Expectation::Side& side, const Settings& settings, Figure& figure) const {
    if (figure.is_whole || !side.query) { return true; }
    if (program_.queries[*side.query].is_of_many_rolls()) { return false; }
    const auto found = on_undecided_ ? on_undecided_(program_.queries[*side.query], settings) : std::nullopt;
    if (!found) { return false; }
    figure.low = std::max(figure.low, found->first);
    figure.high = std::min(figure.high, found->second);
    return figure.low <= figure.high;
  }

  // Makes a figure exact, if that is not too much work.
  void make_exact(const Expectation::Side& side, const Settings& settings, Figure& figure) {
    if (!figure.is_whole || figure.exact || !side.query) { return; }
    if (auto exact = exact_figure(side, settings)) { figure = Figure::of(*exact); }
  }

  void tell(const Query& query, const Settings& settings, const Verdict& verdict, const Answer<double>& answer,
            const Heap& heap, double mean) const {
    if (!on_judged_ || answer.is_refused || answer.fault.kind != Fault::Kind::None) { return; }
    on_judged_({query, settings, number_, of_, verdict.where, &answer, &heap, mean, answer.unexplored == 0});
  }

  // The figure of a mean for which no state holds the number.
  Figure told(const Query& query, const Settings& settings, Verdict& verdict, const FiguresOfMeans::Known& mean) const {
    if (verdict.fault.kind == Fault::Kind::None) { verdict.fault = mean.fault; }
    if (on_judged_ && !mean.is_refused && mean.fault.kind == Fault::Kind::None) {
      on_judged_({query, settings, number_, of_, verdict.where, nullptr, nullptr, mean.figure.value,
                  mean.figure.is_whole, mean.error});
    }
    return mean.figure;
  }

  // Nothing, if the fractions were too much work.
  std::optional<Exact> exact_figure(const Expectation::Side& side, const Settings& settings) {
    if (!side.query) { return exact_of(side.number); }
    const auto& query = program_.queries[*side.query];
    if (query.is_of_many_rolls()) { return many_rolls_.exact_figure(query, settings); }
    if (is_expectation(program_, query)) { return means_.exact_of_things(query, settings); }
    if (of_amounts_.contains(&query)) { return means_.exact_of_number(query, settings); }
    const auto answer = exacts().answer(query, settings);
    if (Exact(0) < answer.unexplored) { return std::nullopt; }
    return reduce(program_, query, answer);
  }

  [[nodiscard]] Budget exact_budget() const {
    auto out = budget_;
    out.max_paths = std::min(out.max_paths, kMostExactPaths);
    return out;
  }
  // A mean of few paths needs no other program.
  Interpreter<double>& quickly() {
    if (!quickly_) {
      auto budget = budget_;
      budget.max_paths = std::min(budget.max_paths, kPathsBeforeAmounts);
      budget.bounds = Bounds::None;
      quickly_.emplace(program_, budget);
    }
    return *quickly_;
  }
  Interpreter<Exact>& exacts() {
    if (!exacts_) { exacts_.emplace(program_, exact_budget()); }
    return *exacts_;
  }

  std::string show(const Expectation::Side& side, const Figure& figure) const {
    const bool is_mean = side.query && program_.queries[*side.query].is_mean;
    const auto shown = [&](double value) { return is_mean ? fmt::format("{:.6g}", value) : text::percent(value); };
    if (figure.value > 0 && is_lost(figure.value)) { return "less than 1 in 10^300"; }
    if (figure.is_whole) { return shown(figure.value); }
    const bool has_bounds = -figures::kInfinity < figure.low && figure.high < figures::kInfinity;
    if (!has_bounds) { return "no bounds"; }
    return is_mean ? shown(figure.low) + " to " + shown(figure.high) : text::percent_between(figure.low, figure.high);
  }

  void compare(const Expectation& e, const Settings& settings, Verdict& out) {
    out.settings = settings;
    if (e.kind == Expectation::Kind::Distribution) {
      compare_distribution(e, settings, out);
      return;
    }
    auto left = figure(e.left, settings, out);
    auto right = figure(e.right, settings, out);
    auto last = e.kind == Expectation::Kind::Within ? figure(e.last, settings, out) : Figure::of(0);
    if (out.fault.kind != Fault::Kind::None) { return; }
    if (!left.has_evidence || !right.has_evidence || !last.has_evidence) { return has_no_evidence(out); }
    // Doubles tell that two figures differ; only fractions tell that they are the same.
    auto truth = compared(e, left, right, last, Equals::Proven);
    if (truth == Truth::Maybe) {
      make_exact(e.left, settings, left);
      make_exact(e.right, settings, right);
      make_exact(e.last, settings, last);
      truth = compared(e, left, right, last, Equals::Proven);
    }
    out.holds = truth == Truth::Yes;
    const auto& shown_as = e.left.query ? e.left : e.right;
    out.wanted = wanted_text(e.kind, show(shown_as, right), show(shown_as, last));
    if (truth == Truth::Maybe) {
      out.is_decided = false;
      const bool is_known =
          narrow(e.left, settings, left) && narrow(e.right, settings, right) && narrow(e.last, settings, last);
      // What is likely does not end the search for a combination that is not met.
      out.holds = out.is_likely = is_known && compared(e, left, right, last, Equals::Near) == Truth::Yes;
    }
    out.found = show(e.left, left);
    if (!out.is_decided || out.holds) { return; }
    const bool is_above = e.kind == Expectation::Kind::Within && right.value < left.value;
    out.found += apart(shown_as, left, is_above ? last : right);
  }

  // By how much a figure differs from one that is written alike; else nothing.
  std::string apart(const Expectation::Side& side, const Figure& found, const Figure& wanted) const {
    if (!found.is_whole || !wanted.is_whole || show(side, found) != show(side, wanted)) { return ""; }
    const bool is_known = found.exact && wanted.exact;
    if (is_known && *found.exact == *wanted.exact) { return " (exactly as much)"; }
    const double by = is_known ? double_of(*found.exact - *wanted.exact) : found.value - wanted.value;
    return more_or_less(by, side.query && program_.queries[*side.query].is_mean);
  }

  static std::string more_or_less(double by, bool is_mean) {
    if (by == 0) { return ""; }
    const auto amount = std::abs(by);
    return fmt::format(" ({} by {})", by < 0 ? "less" : "more",
                       is_mean ? fmt::format("{:.3g}", amount) : text::one_in(amount, std::log10(amount)));
  }

  static void has_no_evidence(Verdict& out) {
    out.holds = false;
    out.found = "that what is given never holds";
    out.wanted = "odds given it";
  }

  // Doubles tell that two distributions differ; that they are equal is for fractions to tell.
  void compare_distribution(const Expectation& e, const Settings& settings, Verdict& out) {
    if (!e.left.query) { return; }
    const auto& query = program_.queries[*e.left.query];
    const auto answer = doubles_.answer(query, settings);
    out.fault = answer.fault;
    const bool is_whole = answer.unexplored == 0;
    out.is_decided = out.holds = is_whole;
    out.found.clear();  // what was found for another combination; bounds that leave it open are no finding
    tell(query, settings, out, answer, doubles_.heap(), 0);
    if (answer.fault.kind != Fault::Kind::None) { return; }
    if (is_whole && answer.outcomes.empty()) { return has_no_evidence(out); }
    const auto wanted = wanted_shares(program_, e);
    if (!is_whole) {
      if (answer.is_refused) { return; }
      const double total = total_of(answer);
      const double all = total + answer.unexplored;
      const auto may_be = [&](double found, const Exact& share) {
        const auto low = found * total / all;
        const auto wants = static_cast<double>(share);
        return low <= wants * (1 + kTolerance) && wants <= (low + answer.unexplored / all) * (1 + kTolerance);
      };
      out.is_decided = differ(found_shares(program_, doubles_.heap(), query, answer), wanted, may_be, out);
      if (out.is_decided) { out.found += " of the part that was explored"; }
      return;
    }
    const auto is_near = [](double found, const Exact& share) {
      const auto wants = static_cast<double>(share);
      return std::abs(found - wants) <= kTolerance * std::max(found, wants) + kLeastMass;
    };
    if (!is_lost(total_of(answer)) &&
        differ(found_shares(program_, doubles_.heap(), query, answer), wanted, is_near, out)) {
      return;
    }
    const auto exact = exacts().answer(query, settings);
    if (Exact(0) < exact.unexplored || exact.fault.kind != Fault::Kind::None) {
      out.is_decided = false;
      out.holds = out.is_likely = true;
      return;
    }
    const auto is_same = [](const Exact& found, const Exact& share) { return found == share; };
    differ(found_shares(program_, exacts().heap(), query, exact), wanted, is_same, out);
  }

  // Finds a row that is not as it is wanted, and returns whether there is one; `is_as` compares two shares.
  template <class Mass, class IsAs>
  static bool differ(const Shares<Mass>& found, const Shares<Exact>& wanted, IsAs is_as, Verdict& out) {
    out.wanted = "the distribution written";
    const auto report = [&](const Values& row, const Mass& share, const Exact& wants) {
      out.holds = false;
      const auto has = text::percent(double_of(share));
      const auto is_to_have = text::percent(double_of(wants));
      const auto apart = has == is_to_have ? more_or_less(double_of(Mass(share - Mass(wants))), false) : "";
      out.found = fmt::format("{} with {}{}", to_text(row), has, apart);
      out.wanted = fmt::format("{} with {}", to_text(row), is_to_have);
      return true;
    };
    for (const auto& [row, share] : found) {
      const auto written = wanted.find(row);
      const auto wants = written == wanted.end() ? Exact(0) : written->second;
      if (!is_as(share, wants)) { return report(row, share, wants); }
    }
    for (const auto& [row, wants] : wanted) {
      if (found.count(row) == 0 && !is_as(Mass(0), wants)) { return report(row, Mass(0), wants); }
    }
    return false;
  }

  const Program& program_;
  Budget budget_;
  const OnJudged& on_judged_;
  const OnUndecided& on_undecided_;
  std::size_t number_ = 0;  // of the settings in question
  std::size_t of_ = 1;
  FiguresOfManyRolls many_rolls_;
  Interpreter<double> doubles_;
  FiguresOfMeans means_;
  std::set<const Query*> of_amounts_;  // the questions that were answered by amounts
  std::optional<Interpreter<double>> quickly_;
  std::optional<Interpreter<Exact>> exacts_;
};

}  // namespace

Verdict judge(const Program& program, const Expectation& expectation, const Budget& budget, const OnJudged& on_judged,
              const OnUndecided& on_undecided) {
  return Judge(program, bounded(budget), on_judged, on_undecided).judge(expectation);
}

}  // namespace spoils::odds
