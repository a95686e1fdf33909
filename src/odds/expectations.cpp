// odds/expectations.cpp
//
// Evaluates both sides of an `expect` with the odds engine and compares them, for each combination of the inputs
// that it leaves open. Doubles decide that two figures differ; that they are equal is decided by fractions, if few
// states were met.
#include "odds/expectations.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "odds/open_inputs.h"
#include "odds/row_shares.h"
#include "program/to_source.h"
#include "text/plain/figures.h"

namespace spoils::odds {

using namespace program;

namespace {

/// More states than this are not computed twice: the fractions would take too long.
constexpr std::size_t kMaxExactStates = 400;
/// Figures that differ by less may be the same: shares by a part of them, since they are sums of masses that are right
/// to so many digits, and means, in which sums of both signs cancel, by so much.
constexpr double kTolerance = 1e-9;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A probability or mean.
struct Figure {
  double value = 0;
  bool has_evidence = true;   // false: what is given never holds, so there is no figure
  bool may_be_exact = false;  // few states were met: a fraction can be had, too
  bool is_mean = false;
  bool is_whole = true;  // false: only its bounds are known
  double low = value;    // where it is whole, both are the value
  double high = value;
};

double tolerance(const Figure& a, const Figure& b) {
  if (a.is_mean || b.is_mean) { return kTolerance; }
  return kTolerance * std::max(std::abs(a.value), std::abs(b.value));
}

/// Whether a comparison holds for all figures within their bounds, for none, or for some.
enum class Truth : std::uint8_t { No, Maybe, Yes };

// Whether `at_most` holds wherever left and right may be, and whether for none.
Truth is_below(const Figure& left, const Figure& right, bool or_equal) {
  if (or_equal ? left.high <= right.low : left.high < right.low) { return Truth::Yes; }
  return (or_equal ? left.low > right.high : left.low >= right.high) ? Truth::No : Truth::Maybe;
}

Truth opposite(Truth truth) {
  if (truth == Truth::Maybe) { return truth; }
  return truth == Truth::Yes ? Truth::No : Truth::Yes;
}

Truth both(Truth a, Truth b) {
  if (a == Truth::No || b == Truth::No) { return Truth::No; }
  return a == Truth::Yes && b == Truth::Yes ? Truth::Yes : Truth::Maybe;
}

/// The half of the last digit that `about` is written with.
double half_of_last(const Expectation& e) { return 0.5 * std::pow(10.0, -e.right.decimals) * (1 + 1e-9) + 1e-15; }

// Compares figures of which some have bounds alone.
Truth compared(const Expectation& e, const Figure& left, const Figure& right, const Figure& last) {
  using Kind = Expectation::Kind;
  const auto moved = [](Figure figure, double by) {
    figure.low += by;
    figure.high += by;
    return figure;
  };
  const bool is_apart = left.high < right.low || right.high < left.low;
  switch (e.kind) {
    case Kind::Equal: return is_apart ? Truth::No : Truth::Maybe;
    case Kind::NotEqual: return is_apart ? Truth::Yes : Truth::Maybe;
    case Kind::Less: return is_below(left, right, false);
    case Kind::LessOrEqual: return is_below(left, right, true);
    case Kind::Greater: return opposite(is_below(left, right, true));
    case Kind::GreaterOrEqual: return opposite(is_below(left, right, false));
    case Kind::Within:
      return both(is_below(moved(right, -tolerance(left, right)), left, true),
                  is_below(left, moved(last, tolerance(left, last)), true));
    case Kind::About:
      return both(is_below(moved(right, -half_of_last(e)), left, true),
                  is_below(left, moved(right, half_of_last(e)), true));
    case Kind::Distribution: break;
  }
  return Truth::Maybe;
}

double double_of(const number::Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

/// Returns the value of an outcome of a mean, which may take two words.
template <class Mass>
Mass amount_of(const Program& program, const Query& query, const std::vector<Word>& words) {
  const bool wide = program.expressions[query.condition].type.kind == ValueKind::Number;
  if (words[0] == kUnset) { return Mass(0); }
  return wide ? Mass(words[0]) / Mass(words[1]) : Mass(words[0]);
}

template <class Mass>
Mass reduce(const Program& program, const Query& query, const Answer<Mass>& answer) {
  Mass total(0);
  Mass sum(0);
  for (const auto& outcome : answer.outcomes) {
    total += outcome.mass;
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
        doubles_(program, budget),
        means_(program, budget) {}

  Verdict judge(const Expectation& expectation) {
    Verdict out;
    out.holds = true;
    std::vector<SlotId> open;
    for (const auto* side : {&expectation.left, &expectation.right, &expectation.last}) {
      if (!side->query) { continue; }
      const auto& query = program_.queries[*side->query];
      for (const auto slot : doubles_.reads(query)) {
        // State begins as declared; only inputs are anybody's choice.
        if (program_.slots[slot].kind != Slot::Kind::Input) { continue; }
        bool set = false;
        for (const auto& [known, value] : query.settings) { set = set || known == slot; }
        if (!set && std::find(open.begin(), open.end(), slot) == open.end()) { open.push_back(slot); }
      }
    }
    const OpenInputs inputs(program_, std::move(open));
    const auto all = inputs.combinations();
    of_ = all.size();
    std::optional<Verdict> likely;  // of the last combination that is no more than that
    for (number_ = 0; number_ < of_; ++number_) {
      out.is_decided = true;
      out.is_likely = false;
      out.where = inputs.text(all[number_]);
      compare(expectation, all[number_], out);
      if (!out.holds || out.fault.kind != Fault::Kind::None) { return out; }
      if (!out.is_decided) { likely = out; }
    }
    if (inputs.are_all_tried()) { return likely ? *likely : out; }
    out.is_decided = out.holds = false;
    out.is_likely = !likely || likely->is_likely;
    out.tried = of_;
    return out;
  }

 private:
  Figure figure(const Expectation::Side& side, const Settings& settings, Verdict& verdict) {
    if (!side.query) { return {double_of(side.number), true, true}; }
    const auto& query = program_.queries[*side.query];
    Figure out;
    out.is_mean = query.is_mean;
    const auto note = [&](const auto& answer) {
      verdict.fault = answer.fault;
      out.is_whole = !(decltype(answer.unexplored)(0) < answer.unexplored);
      return out.is_whole && answer.states <= kMaxExactStates && answer.fault.kind == Fault::Kind::None;
    };
    if (is_expectation(program_, query)) {
      const auto answer = means_.answer(query, settings);
      out.value = answer.outcomes.empty() ? 0 : answer.outcomes[0].mass.m;
      out.may_be_exact = note(answer);
      tell(query, settings, verdict, answer, nullptr, out.value);
      out.low = out.is_whole ? out.value : -kInfinity;
      out.high = out.is_whole ? out.value : kInfinity;
    } else {
      const auto answer = doubles_.answer(query, settings);
      out.value = reduce(program_, query, answer);
      out.may_be_exact = note(answer);
      out.has_evidence = !answer.outcomes.empty() || !out.is_whole;
      tell(query, settings, verdict, answer, &answer, out.value);
      out.low = out.high = out.value;
      if (!out.is_whole) { bound(query, answer, out); }
    }
    return out;
  }

  // The bounds of an answer with an unexplored part, which may meet what is given, or not.
  static void bound(const Query& query, const Answer<double>& answer, Figure& out) {
    constexpr double kRounding = 1e-12;
    out.low = query.is_mean ? -kInfinity : 0;
    out.high = query.is_mean ? kInfinity : 1;
    double total = 0;
    for (const auto& outcome : answer.outcomes) { total += outcome.mass; }
    if (query.is_mean || answer.is_refused) { return; }
    const double hits = out.value * total;
    const double all = query.given == kNone && answer.rejected == 0 ? 1 : total + answer.unexplored;
    out.low = std::max(0.0, hits / all - kRounding);
    out.high = std::min(1.0, (hits + answer.unexplored) / all + kRounding);
  }

  // Narrows the bounds of a figure to its estimate. Returns whether there is one.
  bool narrow(const Expectation::Side& side, const Settings& settings, Figure& figure) const {
    if (figure.is_whole || !side.query) { return true; }
    const auto found = on_undecided_ ? on_undecided_(program_.queries[*side.query], settings) : std::nullopt;
    if (!found) { return false; }
    figure.low = std::max(figure.low, found->first);
    figure.high = std::min(figure.high, found->second);
    return figure.low <= figure.high;
  }

  // Judges figures of which some have bounds alone: by proof, or by estimates as likely.
  void compare_bounds(const Expectation& e, const Settings& settings, Figure left, Figure right, Figure last,
                      Verdict& out) {
    auto truth = compared(e, left, right, last);
    if (truth == Truth::Maybe) {
      out.is_decided = false;
      const bool is_known =
          narrow(e.left, settings, left) && narrow(e.right, settings, right) && narrow(e.last, settings, last);
      if (is_known) { truth = compared(e, left, right, last); }
      out.is_likely = truth == Truth::Yes;
    }
    out.holds = truth == Truth::Yes;
    out.found = show(e.left, left);
  }

  template <class Mass>
  void tell(const Query& query, const Settings& settings, const Verdict& verdict, const Answer<Mass>& from,
            const Answer<double>* answer, double mean) const {
    if (!on_judged_ || from.is_refused || from.fault.kind != Fault::Kind::None) { return; }
    on_judged_({query, settings, number_, of_, verdict.where, answer, answer == nullptr ? nullptr : &doubles_.heap(),
                mean, !(decltype(from.unexplored)(0) < from.unexplored)});
  }

  // Nothing, if the fractions were too much work.
  std::optional<Exact> exact_figure(const Expectation::Side& side, const Settings& settings) {
    if (!side.query) { return exact_of(side.number); }
    const auto& query = program_.queries[*side.query];
    if (is_expectation(program_, query)) {
      const auto answer = exact_means().answer(query, settings);
      if (Mean<Exact>(0) < answer.unexplored || answer.outcomes.empty()) { return std::nullopt; }
      return answer.outcomes[0].mass.m;
    }
    const auto answer = exacts().answer(query, settings);
    if (Exact(0) < answer.unexplored) { return std::nullopt; }
    return reduce(program_, query, answer);
  }

  Interpreter<Exact>& exacts() {
    if (!exacts_) { exacts_.emplace(program_, budget_); }
    return *exacts_;
  }
  Interpreter<Mean<Exact>>& exact_means() {
    if (!exact_means_) { exact_means_.emplace(program_, budget_); }
    return *exact_means_;
  }

  std::string show(const Expectation::Side& side, const Figure& figure) const {
    const auto shown = [&](double value) {
      if (side.query && program_.queries[*side.query].is_mean) { return fmt::format("{:.6g}", value); }
      return text::percent(value);
    };
    if (figure.is_whole) { return shown(figure.value); }
    const bool has_bounds = -kInfinity < figure.low && figure.high < kInfinity;
    return has_bounds ? shown(figure.low) + " to " + shown(figure.high) : "no bounds";
  }

  void compare(const Expectation& e, const Settings& settings, Verdict& out) {
    out.settings = settings;
    if (e.kind == Expectation::Kind::Distribution) {
      compare_distribution(e, settings, out);
      return;
    }
    const auto left = figure(e.left, settings, out);
    const auto right = figure(e.right, settings, out);
    const auto last = e.kind == Expectation::Kind::Within ? figure(e.last, settings, out) : Figure{};
    if (out.fault.kind != Fault::Kind::None) { return; }
    if (!left.has_evidence || !right.has_evidence) {
      out.holds = false;
      out.found = "that what is given never holds";
      out.wanted = "odds given it";
      return;
    }
    const bool is_order = e.kind != Expectation::Kind::Within && e.kind != Expectation::Kind::About;
    const bool is_whole = left.is_whole && right.is_whole && last.is_whole;
    bool same = std::abs(left.value - right.value) <= tolerance(left, right);
    bool less = left.value < right.value;
    // Doubles tell what is not the same; only fractions tell what is.
    if (is_whole && same && is_order && left.may_be_exact && right.may_be_exact) {
      const auto exact_left = exact_figure(e.left, settings);
      const auto exact_right = exact_figure(e.right, settings);
      if (exact_left && exact_right) {
        same = *exact_left == *exact_right;
        less = *exact_left < *exact_right;
      }
    }
    out.found = show(e.left, left);
    const auto& shown_as = e.left.query ? e.left : e.right;
    const auto text = [&](const Figure& value) { return show(shown_as, value); };
    switch (e.kind) {
      case Expectation::Kind::Equal:
        out.holds = same;
        out.wanted = "exactly " + text(right);
        break;
      case Expectation::Kind::NotEqual:
        out.holds = !same;
        out.wanted = "anything but " + text(right);
        break;
      case Expectation::Kind::Less:
        out.holds = less && !same;
        out.wanted = "less than " + text(right);
        break;
      case Expectation::Kind::LessOrEqual:
        out.holds = less || same;
        out.wanted = "at most " + text(right);
        break;
      case Expectation::Kind::Greater:
        out.holds = !less && !same;
        out.wanted = "more than " + text(right);
        break;
      case Expectation::Kind::GreaterOrEqual:
        out.holds = !less || same;
        out.wanted = "at least " + text(right);
        break;
      case Expectation::Kind::Within: {
        out.holds =
            left.value >= right.value - tolerance(left, right) && left.value <= last.value + tolerance(left, last);
        out.wanted = text(right) + " to " + text(last);
        break;
      }
      case Expectation::Kind::About: {
        out.holds = std::abs(left.value - right.value) <= half_of_last(e);
        out.wanted = "about " + text(right);
        break;
      }
      case Expectation::Kind::Distribution: break;
    }
    if (!is_whole) { compare_bounds(e, settings, left, right, last, out); }
  }

  // Doubles tell that two distributions differ; that they are equal is for fractions to tell, if few states were met.
  void compare_distribution(const Expectation& e, const Settings& settings, Verdict& out) {
    if (!e.left.query) { return; }
    const auto& query = program_.queries[*e.left.query];
    const auto answer = doubles_.answer(query, settings);
    out.fault = answer.fault;
    const bool is_whole = answer.unexplored == 0;
    out.is_decided = out.holds = is_whole;
    out.found.clear();  // what was found for another combination; bounds that leave it open are no finding
    tell(query, settings, out, answer, &answer, 0);
    if (answer.fault.kind != Fault::Kind::None) { return; }
    const auto wanted = wanted_shares(program_, e);
    if (!is_whole) {
      if (answer.is_refused) { return; }
      double total = 0;
      for (const auto& outcome : answer.outcomes) { total += outcome.mass; }
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
      const Figure wants{static_cast<double>(share)};
      return std::abs(found - wants.value) <= tolerance({found}, wants);
    };
    if (differ(found_shares(program_, doubles_.heap(), query, answer), wanted, is_near, out)) { return; }
    if (answer.states > kMaxExactStates) { return; }
    const auto exact = exacts().answer(query, settings);
    if (Exact(0) < exact.unexplored || exact.fault.kind != Fault::Kind::None) { return; }
    const auto is_same = [](const Exact& found, const Exact& share) { return found == share; };
    differ(found_shares(program_, exacts().heap(), query, exact), wanted, is_same, out);
  }

  // Finds a row that is not as it is wanted, and returns whether there is one; `is_as` compares two shares.
  template <class Mass, class IsAs>
  static bool differ(const Shares<Mass>& found, const Shares<Exact>& wanted, IsAs is_as, Verdict& out) {
    out.wanted = "the distribution written";
    const auto report = [&](const Values& row, double has, double wants) {
      out.holds = false;
      out.found = fmt::format("{} with {}", to_text(row), text::percent(has));
      out.wanted = fmt::format("{} with {}", to_text(row), text::percent(wants));
      return true;
    };
    for (const auto& [row, share] : found) {
      const auto written = wanted.find(row);
      const auto wants = written == wanted.end() ? Exact(0) : written->second;
      if (!is_as(share, wants)) { return report(row, static_cast<double>(share), static_cast<double>(wants)); }
    }
    for (const auto& [row, wants] : wanted) {
      if (found.count(row) == 0 && !is_as(Mass(0), wants)) { return report(row, 0, static_cast<double>(wants)); }
    }
    return false;
  }

  const Program& program_;
  Budget budget_;
  const OnJudged& on_judged_;
  const OnUndecided& on_undecided_;
  std::size_t number_ = 0;  // of the settings in question
  std::size_t of_ = 1;
  Interpreter<double> doubles_;
  Interpreter<Mean<double>> means_;
  std::optional<Interpreter<Exact>> exacts_;
  std::optional<Interpreter<Mean<Exact>>> exact_means_;
};

}  // namespace

Verdict judge(const Program& program, const Expectation& expectation, const Budget& budget, const OnJudged& on_judged,
              const OnUndecided& on_undecided) {
  return Judge(program, bounded(budget), on_judged, on_undecided).judge(expectation);
}

}  // namespace spoils::odds
