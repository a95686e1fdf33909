// cli/output_explain.cpp
//
// Writes an explained roll as an indented tree, aligns figures, and cuts texts to the width of the screen.
#include "cli/output_explain.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <vector>

#include "cli/odds_heading.h"
#include "cli/output_text.h"
#include "cli/screen.h"
#include "text/plain/counted.h"
#include "text/plain/figures.h"

namespace spoils::cli {

namespace {

constexpr std::size_t kIndent = 2;
constexpr std::size_t kExplainGap = 2;
constexpr std::size_t kComfortable = 80;  // on a wider screen it is hard to see which place belongs to which result
constexpr std::size_t kMostRejected = 3;  // consecutive tries that are shown one by one
constexpr double kRounding = 1e-12;       // of products of a few probabilities
constexpr double kMostDice = 1e15;        // from this N on, "1 in N" of dice is written as a power of their sides

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string line_text(const Place& place) {
  return printable(fmt::format("{}:{}", file_name(place.file), place.location.line));
}

std::string cut(const std::string& text, std::size_t room) {
  if (display_width(text) <= room) { return text; }
  return wrap(text, room > 3 ? room - 3 : 1, room).front() + "...";
}

bool is_chance(const Decision& decision) { return decision.kind == Decision::Kind::Chance; }

// The result of a decision, in parts that are styled differently: `kind = ` `bottle` ` from find`.
struct Chosen {
  std::string before;
  std::string chosen;
  std::string from;

  [[nodiscard]] std::string text() const { return before + chosen + from; }
};

// The text of the draw is cut if the whole takes more than `room` columns.
Chosen result_of(const Step& step, std::size_t room) {
  const Decision& decision = *step.decision;
  Chosen result;
  result.chosen = printable(decision.chosen);
  if (!decision.target.empty()) {
    result.before = fmt::format("{} {} ", decision.target, decision.adds ? "+=" : "=");
    if (!decision.drawn_from.empty()) { result.from = " from " + printable(decision.drawn_from); }
    return result;
  }
  if (is_chance(decision)) { result.chosen = decision.chosen == "true" ? "yes" : "no"; }
  // `pick 1..4` already shows the range, `pick 1..last` does not.
  const bool computed = decision.kind == Decision::Kind::Range || decision.kind == Decision::Kind::Dice;
  if (computed && !decision.drawn_from.empty() && step.source.find(decision.drawn_from) == std::string::npos &&
      "1" + step.source != decision.drawn_from) {
    result.from = " from " + decision.drawn_from;
  }
  const std::size_t used = display_width(result.chosen) + display_width(result.from) + 2;
  result.before = cut(printable(step.source), room > used + 12 ? room - used : 12) + ": ";
  return result;
}

// Rows of one outcome are one result for a reader, though each is drawn by itself. Sums are right only if no row is
// left out.
Decision joined(const Decision& decision) {
  Decision out = decision;
  if (decision.kind != Decision::Kind::Row || decision.left_out > 0 || decision.is_declared) { return out; }
  out.alternatives.clear();
  for (const auto& other : decision.alternatives) {
    if (other.value == decision.chosen && other.why_not.empty()) {
      out.probability += other.probability;
      continue;
    }
    const auto same = std::find_if(out.alternatives.begin(), out.alternatives.end(),
                                   [&](const auto& known) { return known.value == other.value; });
    if (same == out.alternatives.end()) {
      out.alternatives.push_back(other);
    } else {
      same->probability += other.probability;
    }
  }
  if (out.alternatives.empty() && !decision.alternatives.empty()) { out.probability = 1; }
  std::stable_sort(out.alternatives.begin(), out.alternatives.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  return out;
}

std::string chance_column(const Decision& decision) {
  if (decision.is_declared) { return "fixed"; }
  if (decision.is_stored) { return "settled"; }
  if (decision.probability >= 1) { return "certain"; }
  if (decision.die_by_die && decision.probability * kMostDice < 1) {
    const std::size_t dice = decision.drawn_from.find('d');
    return fmt::format("1 in {}^{}", decision.drawn_from.substr(dice + 1), decision.drawn_from.substr(0, dice));
  }
  return odds_in_words(decision.probability, std::log10(decision.probability));
}

bool is_even(const Decision& decision) {
  if (decision.kind == Decision::Kind::Range || decision.kind == Decision::Kind::Member) { return true; }
  const auto same = [&](double p) { return std::abs(p - decision.probability) < 1e-12 * p; };
  return decision.left_out == 0 && std::all_of(decision.alternatives.begin(), decision.alternatives.end(),
                                               [&](const auto& other) { return same(other.probability); });
}

// Returns whether the line of the decision shows all alternatives already.
bool says_all(const Decision& decision) {
  if (decision.alternatives.empty() && decision.left_out == 0) { return true; }
  if (is_chance(decision) || decision.kind == Decision::Kind::Range) { return true; }
  if (decision.kind == Decision::Kind::Order) { return true; }
  return decision.kind == Decision::Kind::Dice && decision.drawn_from.substr(0, 2) == "1d";
}

// "scroll 30%", "14 (6.944%)", "golden (1 in 216)".
std::string other_text(const Decision::Alternative& other, bool bare) {
  std::string text = printable(other.value);
  if (bare) { return text; }
  const std::string odds = odds_in_words(other.probability, std::log10(other.probability));
  const bool is_number = !text.empty() && (text.front() == '-' || (text.front() >= '0' && text.front() <= '9'));
  const bool apart = is_number || odds.back() != '%';
  return apart ? fmt::format("{} ({})", text, odds) : fmt::format("{} {}", text, odds);
}

// Returns the lines, of `across` columns at most, that list the alternatives of a decision: one line, with as many as
// fit, or `all`. None if there are no alternatives.
std::vector<std::string> others_lines(const Decision& decision, std::size_t across, bool all) {
  if (decision.die_by_die) {
    return {"the probability is that of these dice: there are too many for the odds of their sum"};
  }
  if (decision.is_stored || says_all(decision)) { return {}; }
  const bool even = is_even(decision);
  std::vector<std::string> lines = {decision.is_declared ? "not " : even ? "or equally " : "or "};
  const std::size_t count = decision.alternatives.size() + decision.left_out;
  std::size_t left = count;
  for (const auto& other : decision.alternatives) {
    std::string next = other_text(other, even || decision.is_declared);
    --left;
    std::string& line = lines.back();
    const bool first = left + 1 == count;
    const std::string separator = first ? "" : ", ";
    const std::string rest = !all && left > 0 ? fmt::format(" and {} more", left) : "";
    if (first || display_width(line) + display_width(separator) + display_width(next) + display_width(rest) <= across) {
      line += separator + next;
    } else if (all) {
      line += ',';
      lines.push_back(std::move(next));
    } else {
      line += fmt::format(" and {} more", left + 1);
      return lines;
    }
  }
  if (left > 0) { lines.back() += fmt::format(" and {} more", left); }
  return lines;
}

class TextTeller {
 public:
  TextTeller(const RollHeading& heading, const Explanation& told, bool all, RollText& written)
      : heading_(heading),
        told_(told),
        all_(all),
        width_(static_cast<std::size_t>(heading.screen.width)),
        written_(written),
        out_(written.text()) {}

  void tell() {
    print_heading();
    find_depths();
    measure();
    const std::vector<Step>& steps = told_.steps;
    for (std::size_t i = 1; i < steps.size();) {
      if (!written_.pass_on()) { return; }
      if (!all_ && is_rejected_try(steps[i])) {
        i = print_rejected(i);
        continue;
      }
      if (steps[i].decision) {
        print_decision(i);
      } else if (!is_only_try(steps[i])) {
        print_scope(i);
      }
      ++i;
    }
    if (told_.left_out > 0) {
      out_ += dim("and " + text::counted(told_.left_out, "more step"), heading_.screen) + '\n';
    }
    print_product();
    if (!told_.fault) { print_things(); }
  }

 private:
  static bool is_rejected_try(const Step& step) { return step.kind == Step::Kind::Try && step.is_rejected; }

  // If the first try is accepted, the retry itself is not shown.
  static bool is_only_try(const Step& step) {
    const bool stays = step.kind == Step::Kind::Attempt && step.value != "undone";
    return stays || (step.kind == Step::Kind::Try && step.number == 1 && !step.is_rejected);
  }

  // The first level is not indented: the heading describes the roll itself. Steps that are not shown do not indent.
  void find_depths() {
    std::vector<std::size_t> inside;  // by depth: the indentation of the steps there
    for (const Step& step : told_.steps) {
      inside.resize(step.depth + std::size_t{1});
      const std::size_t own = step.depth == 0 ? 0 : inside[step.depth];
      indents_.push_back(std::min(kIndent * own, width_ / 3));
      inside.push_back(step.depth == 0 || is_only_try(step) ? own : own + 1);
    }
  }

  void print_heading() {
    std::string text = fmt::format("{} {}", heading_.pack->name(), heading_.rule->name);
    for (const auto& [name, value] : heading_.values) { text += fmt::format("  {} {}", name, value); }
    for (const auto& [name, value] : heading_.states) { text += fmt::format("  {} {}", name, value); }
    if (!heading_.world.empty()) { text += fmt::format("  world {}", heading_.world); }
    text += fmt::format("  seed {}  index {}", seed_to_text(heading_.seed), heading_.first);
    for (const std::string& line : wrap(printable(text), width_, width_)) { out_ += dim(line, heading_.screen) + '\n'; }
    out_ += '\n';
  }

  // Computes the columns of probabilities and places.
  void measure() {
    std::size_t result = 0;
    for (std::size_t i = 1; i < told_.steps.size(); ++i) {
      const Step& step = told_.steps[i];
      places_ = std::max(places_, display_width(line_text(step.place)));
      if (!step.decision || (step.is_rejected && !all_)) { continue; }
      const Decision& decision = decision_of(i);
      chances_ = std::max(chances_, display_width(chance_column(decision)));
      const bool counts = !step.is_rejected && !decision.is_declared && !decision.is_stored;
      if (counts) { joined_ *= decision.probability / step.decision->probability; }
      result = std::max(result, indents_[i] + display_width(result_of(step, width_).text()));
    }
    places_ = std::min(places_, width_ / 4);
    const std::size_t taken = chances_ + places_ + 2 * kExplainGap;
    results_ = std::min(result, width_ > taken + width_ / 3 ? width_ - taken : width_ / 3);
    right_ = std::min(width_, std::max(results_ + taken, kComfortable));
  }

  // Prints a line that takes `used` columns with its indent, and the place at the right end, if there is room for it.
  void print_line(std::size_t indent, const std::string& text, std::size_t used, const Place& place, bool faint) {
    const std::string shown = line_text(place);
    std::string line = std::string(indent, ' ') + text;
    const std::size_t needed = used + kExplainGap + display_width(shown);
    if (needed <= width_) {
      line += std::string(std::max(right_, needed) - used - display_width(shown), ' ') +
              (faint ? shown : dim(shown, heading_.screen));
    }
    out_ += (faint ? dim(line, heading_.screen) : line) + '\n';
  }

  // Requires: the step has one.
  const Decision& decision_of(std::size_t number) {
    const auto [known, is_new] = decisions_.try_emplace(number);
    if (is_new) { known->second = joined(*told_.steps[number].decision); }
    return known->second;
  }

  void print_decision(std::size_t number) {
    const Step& step = told_.steps[number];
    const Decision& decision = decision_of(number);
    const std::size_t indent = indents_[number];
    const std::size_t room = results_ > indent + 12 ? results_ - indent : 12;
    const Chosen result = result_of(step, room);
    const bool faint = step.is_rejected || (decision.probability >= 1 && !decision.is_declared);
    std::string line = result.text();
    std::size_t used = indent + display_width(line);
    if (used <= results_) {
      if (!faint) {
        line = result.before + bold(result.chosen, heading_.screen);
        if (!result.from.empty()) { line += dim(result.from, heading_.screen); }
      }
      line.append(results_ - used, ' ');
      used = results_;
    } else {
      // A long value has lines of its own; odds and place are at the end of the last.
      const std::vector<std::string> lines = wrap(line, width_ - indent, room - kExplainGap);
      for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
        const std::string part = std::string(indent + (i > 0 ? kExplainGap : 0), ' ') + lines[i];
        out_ += (faint ? dim(part, heading_.screen) : part) + '\n';
      }
      line = (lines.size() > 1 ? std::string(kExplainGap, ' ') : "") + lines.back();
      used = indent + display_width(line);
      line.append(used < results_ ? results_ - used : 0, ' ');
      used = std::max(used, results_);
    }
    const std::string chance = chance_column(decision);
    if (used + kExplainGap + display_width(chance) > width_) {
      // On a narrow screen the odds are below.
      line.insert(0, indent, ' ');
      out_ += (faint ? dim(line, heading_.screen) : line) + '\n';
      line.assign(kExplainGap, ' ');
      used = indent + kExplainGap;
    }
    line += std::string(kExplainGap, ' ') + chance;
    print_line(indent, line, used + kExplainGap + display_width(chance), step.place, faint);
    const std::size_t margin = std::min(indent + 2 * kIndent, width_ / 2);
    const std::size_t across = width_ - margin;
    for (const std::string& line_of_others : others_lines(decision, across, all_)) {
      for (const std::string& part : wrap(line_of_others, across, across)) {
        out_ += dim(std::string(margin, ' ') + part, heading_.screen) + '\n';
      }
    }
  }

  [[nodiscard]] std::string scope_text(const Step& step) const {
    switch (step.kind) {
      case Step::Kind::Run: return step.source + "()";
      case Step::Kind::Drop: return "drop " + step.source;
      case Step::Kind::Hold: return "hold " + step.source;
      case Step::Kind::Turn: return fmt::format("iteration {} of {}", step.number, step.most);
      case Step::Kind::Member: return fmt::format("{} = {}", step.source, step.value);
      case Step::Kind::Attempt: return "try, undone";
      case Step::Kind::After: return "after a rule, undone";
      case Step::Kind::Try: return fmt::format("try {}{}", step.number, step.is_rejected ? ", rejected" : "");
      case Step::Kind::Input: return fmt::format("with {} = {}", step.source, step.value);
      case Step::Kind::Stream: return "with stream " + step.source;
      case Step::Kind::Lcg: return "with stream lcg";
      case Step::Kind::WorldDef:
      case Step::Kind::WorldRule:
        return fmt::format("world {} {}{}", step.kind == Step::Kind::WorldDef ? "def" : "rule", step.source,
                           step.value.empty() ? "" : "(" + step.value + ")");
      case Step::Kind::Extra: return step.source + "(), added";
      case Step::Kind::Roll:
      case Step::Kind::Loop:
      case Step::Kind::Decision: break;
    }
    return step.source;
  }

  void print_scope(std::size_t number) {
    const Step& step = told_.steps[number];
    const std::size_t indent = indents_[number];
    std::string text = printable(scope_text(step));
    std::size_t used = indent + display_width(text);
    text = step.is_rejected ? text : bold(text, heading_.screen);
    const bool makes = step.kind == Step::Kind::Drop || step.kind == Step::Kind::Hold;
    if (makes && !step.is_rejected && !told_.fault) {
      std::string made =
          step.thing < 0 ? "nothing" : printable(told_.things[static_cast<std::size_t>(step.thing)].name());
      made = ": " + cut(made, width_ > used + places_ + 12 ? width_ - used - places_ - 2 * kExplainGap : 8);
      text += made;
      used += display_width(made);
    }
    constexpr std::string_view kWhy = ": drawn by the declared stream";
    if (step.kind == Step::Kind::Lcg && used + kWhy.size() <= width_) {
      text += kWhy;
      used += kWhy.size();
    }
    print_line(indent, text, used, step.place, step.is_rejected);
  }

  // Prints each rejected try on one line, and the number of the others. Returns the first step after them.
  std::size_t print_rejected(std::size_t first) {
    const std::vector<Step>& steps = told_.steps;
    const std::uint32_t depth = steps[first].depth;
    std::size_t tries = 0;
    std::size_t i = first;
    while (i < steps.size() && steps[i].depth == depth && is_rejected_try(steps[i])) {
      const Step& head = steps[i];
      std::string text = fmt::format("try {}, rejected", head.number);
      std::size_t decided = 0;
      for (++i; i < steps.size() && steps[i].depth > depth; ++i) {
        if (tries >= kMostRejected || !steps[i].decision) { continue; }
        const Chosen result = result_of(steps[i], width_ / 3);
        text += (decided++ == 0 ? ": " : ", ") + result.before + result.chosen;
      }
      if (++tries > kMostRejected) { continue; }
      const std::size_t indent = indents_[first];
      text = cut(text, width_ > indent + places_ + 12 ? width_ - indent - places_ - kExplainGap : 10);
      print_line(indent, text, indent + display_width(text), head.place, true);
    }
    if (tries > kMostRejected) {
      const std::string text =
          fmt::format("and {} more {}, rejected", tries - kMostRejected, tries == kMostRejected + 1 ? "try" : "tries");
      out_ += dim(std::string(indents_[first], ' ') + text, heading_.screen) + '\n';
    }
    return i;
  }

  void print_product() {
    if (told_.steps.size() > 1) { out_ += '\n'; }
    if (told_.decisions == 0) {
      print_wrapped("nothing was random", {});
    } else {
      const bool is_joined = joined_ != 1;
      const bool is_certain =
          is_joined ? told_.probability * joined_ > 1 - kRounding : told_.numerator == 1 && told_.denominator == 1;
      print_wrapped(told_.decisions == 1 ? std::string("probability of this decision: ")
                                         : fmt::format("probability of all {} decisions together: ", told_.decisions),
                    is_certain
                        ? "certain"
                        : odds_in_words(told_.probability * joined_, told_.log10_probability + std::log10(joined_)));
    }
    if (told_.has_rejected) {
      const std::string text = "accepted tries count as if they had been the only ones";
      for (const std::string& line : wrap(text, width_, width_)) { out_ += dim(line, heading_.screen) + '\n'; }
    }
  }

  void print_wrapped(const std::string& text, const std::string& strong) {
    const std::vector<std::string> lines = wrap(text + strong, width_, width_);
    if (lines.size() == 1) {
      out_ += text + (strong.empty() ? "" : bold(strong, heading_.screen)) + '\n';
      return;
    }
    for (const std::string& line : lines) { out_ += line + '\n'; }
  }

  void print_things() {
    out_ += '\n';
    write_things(heading_, told_.things, written_);
    for (const auto measure : heading_.measures) {
      for (const Thing thing : told_.things) {
        if (!written_.pass_on()) { return; }
        print_terms(thing, measure);
      }
    }
  }

  // The parts of a measure, one a line, if it is a sum.
  void print_terms(const Thing& thing, std::size_t measure) {
    const auto terms = thing.terms(measure);
    if (terms.empty()) { return; }
    std::string head = heading_.pack->measures()[measure].name;
    if (told_.things.size() > 1) { head += " of " + printable(thing.name()); }
    out_ += '\n' + bold(cut(head, width_), heading_.screen) + '\n';
    std::vector<std::string> values;
    std::size_t name_width = 0;
    std::size_t value_width = 0;
    for (const auto& [name, value] : terms) {
      values.emplace_back();
      documents::append_plain(values.back(), value, "", true);
      name_width = std::max(name_width, display_width(printable(name)));
      value_width = std::max(value_width, values.back().size());
    }
    const std::size_t most_name = std::max<std::size_t>(8, width_ / 2);
    name_width = std::min(name_width, most_name);
    for (std::size_t i = 0; i < terms.size(); ++i) {
      const std::string name = cut(printable(terms[i].name), most_name);
      out_.append(kIndent, ' ');
      out_ += name;
      const auto gap = name_width - std::min(name_width, display_width(name)) + kExplainGap;
      out_.append(gap + value_width - values[i].size(), ' ');
      out_ += values[i] + '\n';
    }
  }

  const RollHeading& heading_;
  const Explanation& told_;
  bool all_;
  std::size_t width_;
  std::vector<std::size_t> indents_;  // by step
  std::size_t results_ = 0;           // the end of the column of results
  std::size_t right_ = 0;             // the end of the column of places
  std::size_t chances_ = 0;           // widths
  std::size_t places_ = 0;
  std::map<std::size_t, Decision> decisions_;  // with their rows joined, by step
  double joined_ = 1;  // by how much rows of one outcome make the result likelier than its own rows
  RollText& written_;
  std::string& out_;  // its text, until it is passed on
};

}  // namespace

std::string odds_in_words(double probability, double log10) {
  return probability >= 0.01 ? text::percent_alone(probability) : text::one_in(probability, log10);
}

void write_explanation_text(const RollHeading& heading, const Explanation& told, bool all, RollText& out) {
  TextTeller(heading, told, all, out).tell();
}

}  // namespace spoils::cli
