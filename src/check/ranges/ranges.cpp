// check/ranges/ranges.cpp
//
// Searches for input values with which a place goes wrong: runs the abstract interpreter over boxes of inputs and
// bisects the boxes that leave a place undecided (branch and bound with a budget).
#include "check/ranges/ranges.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "check/ranges/range_findings.h"
#include "number/rational.h"
#include "program/facts/call_graph.h"
#include "program/facts/rule_effects.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

constexpr std::size_t kMaxBoxes = 40'000;  // that are tried for one rule: 20,000 single values and what encloses them
// The search for warnings has a smaller budget: a few boxes, or more if they are cheap.
constexpr std::size_t kMaxBoxesForWarnings = 8;
constexpr std::uint64_t kMaxStepsForWarnings = 30'000;  // about two milliseconds
constexpr std::size_t kMaxBad = 4'000;                  // that are kept of one place
constexpr std::size_t kMaxKept = 50'000;                // and of all places beyond their first: 50 MB with 64 inputs
// An end of the range of a state that is further from its initial value is taken for one that no game comes to, as that
// of a counter up to a million.
constexpr Word kMaxDistance = 10'000;

/// Some values of the free inputs, and the places, ascending, that go wrong with all values of a box around them.
struct Part {
  InputBox box;
  std::vector<Site> known;
};

class Search {
 public:
  Search(const Program& program, text::Report& report, AbstractInterpreter& interpreter)
      : program_(program), report_(report), interpreter_(interpreter) {}

  std::vector<std::uint32_t> run() {
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      free_inputs_.push_back(free_inputs_of(program_, rule));
    }
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      begin(rule, true);
      const auto& parameters = program_.rules[rule].parameters;
      const bool has_others = std::any_of(parameters.begin(), parameters.end(), [&](const RuleParameter& parameter) {
        const auto& free_inputs = free_inputs_[rule];
        return parameter.initial != kNone &&
               std::none_of(free_inputs.begin(), free_inputs.end(),
                            [&](const FreeInput& free_input) { return free_input.slot == parameter.slot; });
      });
      if (has_others) { begin(rule, false); }
      keep_doubts_of_samples(rule);
    }
    // The message interprets the failing box again, so it needs an interpreter with budget left.
    std::optional<AbstractInterpreter> fresh;
    if (interpreter_.is_spent()) { fresh.emplace(program_); }
    const auto divisors = places_of(Code::DividesByZero);
    for (auto& finding : findings_) {
      finding.is_partial = partial_.contains(finding.site);
      const auto code = finding.site.code;
      const bool is_quantity = code == Code::NegativeWeight || code == Code::ChanceOutside;
      // Around a divisor that may be 0 the quantity goes wrong for the same reason.
      if (is_quantity && is_around(program_.places[finding.site.expression], divisors)) { continue; }
      file(program_, free_inputs_, finding, fresh ? *fresh : interpreter_, report_);
    }
    return {may_fail_.begin(), may_fail_.end()};
  }

 private:
  // The places of all findings of a code, in order.
  [[nodiscard]] std::vector<Span> places_of(Code code) const {
    std::vector<Span> out;
    for (const auto& finding : findings_) {
      if (finding.site.code == code && !finding.bad.empty()) {
        out.push_back(program_.places[finding.site.expression]);
      }
    }
    std::sort(out.begin(), out.end(), is_before);
    return out;
  }

  static bool is_before(Span a, Span b) { return std::pair(a.source, a.begin) < std::pair(b.source, b.begin); }

  static bool is_around(Span place, const std::vector<Span>& sorted) {
    auto at = std::lower_bound(sorted.begin(), sorted.end(), place, is_before);
    for (; at != sorted.end() && at->source == place.source && at->begin < place.end; ++at) {
      if (at->end <= place.end) { return true; }
    }
    return false;
  }

  void begin(RuleId rule, bool takes_defaults) {
    rule_ = rule;
    takes_defaults_ = takes_defaults;
    untried_ = 0;
    interpreter_.suppress({});
    const auto all = all_values(free_inputs_[rule]);
    interpret(all);
    if (interpreter_.is_spent()) {
      untried_ = ~std::uint64_t{0};
      return file_untried();
    }
    Part first{all, {}};
    if (interpreter_.open_inputs() == 0) {
      take(first);
      keep_doubts();
    } else {
      suppress_undecidable(all);
      explore(std::move(first));
    }
    if (untried_ != 0) { file_untried(); }
  }

  void interpret(const InputBox& box) {
    auto entry = entry_of(interpreter_.values(), rule_, free_inputs_[rule_], box);
    entry.takes_defaults = takes_defaults_;
    interpreter_.run(entry);
  }

  // A place that is in doubt with the first, the middle and the last values, because of what is drawn there, hardly is
  // settled with others.
  void suppress_undecidable(const InputBox& all) {
    auto candidates = interpreter_.open_places();
    std::set<Site> all_undecided;
    for (const int third : {0, 1, 2}) {
      auto box = all;
      for (auto& interval : box) {
        const auto index = third == 0 ? interval.first : third == 1 ? interval.last / 2 : interval.last;
        interval = {index, index};
      }
      interpret(box);
      const std::set<Site> undecided(interpreter_.undecided().begin(), interpreter_.undecided().end());
      for (const auto& hit : interpreter_.bad()) { candidates.erase(hit.site); }
      for (const auto& site : interpreter_.sound()) {
        if (!undecided.contains(site)) { candidates.erase(site); }
      }
      all_undecided.insert(undecided.begin(), undecided.end());
    }
    std::erase_if(candidates, [&](const Site& site) { return !all_undecided.contains(site); });
    interpreter_.suppress(std::move(candidates));
  }

  // Splits what is open into halves, wide boxes before narrow ones, so that what is left out is spread evenly.
  void explore(Part first) {
    std::deque<Part> parts{std::move(first)};
    std::size_t boxes = 0;
    const auto steps = interpreter_.steps();
    for (; !parts.empty(); parts.pop_front()) {
      auto& part = parts.front();
      interpret(part.box);
      if (interpreter_.is_spent()) {
        untried_ = ~std::uint64_t{0};
        for (const auto& finding : findings_) { partial_.insert(finding.site); }
        return;
      }
      take(part);
      auto open = interpreter_.open_inputs();
      if (boxes >= kMaxBoxesForWarnings && interpreter_.steps() - steps > kMaxStepsForWarnings) {
        if (open != interpreter_.open_for_errors()) { note_partial(); }
        open = interpreter_.open_for_errors();
      }
      std::size_t widest = part.box.size();
      for (std::size_t i = 0; i < part.box.size(); ++i) {
        if ((open & bit_of(i)) == 0 || part.box[i].size() < 2) { continue; }
        if (widest == part.box.size() || part.box[i].size() > part.box[widest].size()) { widest = i; }
      }
      // What a part leaves open is looked at in its halves; those of an input without bounds are samples.
      const bool is_settled_by_halves = widest < part.box.size() && free_inputs_[rule_][widest].is_bounded;
      if (!is_settled_by_halves) { keep_doubts(); }
      if (widest == part.box.size()) { continue; }
      boxes += 2;
      if (boxes > kMaxBoxes) {
        note_partial();
        keep_doubts();
        untried_ |= bit_of(widest);
        continue;
      }
      const auto whole = part.box[widest];
      const auto middle = whole.first + (whole.last - whole.first) / 2;
      for (const auto& half : {Interval{whole.first, middle}, Interval{middle + 1, whole.last}}) {
        parts.push_back(part);
        parts.back().box[widest] = half;
      }
    }
  }

  // Notes the places that may be left in doubt: what is known of them does not hold for all values.
  void note_partial() { partial_.insert(interpreter_.open_places().begin(), interpreter_.open_places().end()); }

  // Keeps the statements that may fail with the values of a part.
  void keep_doubts() { may_fail_.insert(interpreter_.may_fail().begin(), interpreter_.may_fail().end()); }

  // Keeps what may fail with any value of an input of which only samples were tried.
  void keep_doubts_of_samples(RuleId rule) {
    auto free_inputs = free_inputs_[rule];
    const auto is_sample = [](const FreeInput& free_input) { return !free_input.is_bounded; };
    if (std::erase_if(free_inputs, is_sample) == 0 || interpreter_.is_spent()) { return; }
    interpreter_.suppress({});
    auto entry = entry_of(interpreter_.values(), rule, free_inputs, all_values(free_inputs));
    entry.takes_defaults = false;
    interpreter_.run(entry);
    keep_doubts();
    if (interpreter_.is_spent()) {
      untried_ = ~std::uint64_t{0};
      file_untried();
    }
  }

  // Keeps what the interpretation of a part has found.
  void take(Part& part) {
    std::set<Site> fresh;
    for (const auto& hit : interpreter_.bad()) {
      if (std::binary_search(part.known.begin(), part.known.end(), hit.site)) { continue; }
      if (!fresh.insert(hit.site).second) { continue; }
      auto& bad = finding_of(hit.site).bad;
      if (may_keep(bad, hit.site)) { bad.push_back({rule_, takes_defaults_, hit.depth, part.box}); }
    }
    const auto before = static_cast<std::ptrdiff_t>(part.known.size());
    part.known.insert(part.known.end(), fresh.begin(), fresh.end());
    std::inplace_merge(part.known.begin(), part.known.begin() + before, part.known.end());
    for (const auto& site : interpreter_.sound()) {
      auto& sound = finding_of(site).sound;
      if ((sound.empty() || sound.back().box != part.box) && may_keep(sound, site)) {
        sound.push_back({rule_, takes_defaults_, 0, part.box});
      }
    }
  }

  // Whether there is room for one more box of a place; if not, not all is kept of it.
  template <class Kept>
  bool may_keep(const std::vector<Kept>& of_place, const Site& site) {
    if (of_place.empty()) { return true; }
    if (of_place.size() >= kMaxBad || kept_ >= kMaxKept) {
      partial_.insert(site);
      return false;
    }
    ++kept_;
    return true;
  }

  RangeFinding& finding_of(const Site& site) {
    const auto [known, is_new] = numbers_.try_emplace(site, findings_.size());
    if (is_new) { findings_.push_back({site, {}, {}}); }
    return findings_[known->second];
  }

  void file_untried() {
    std::string names;
    Span place = program_.rules[rule_].place;
    bool is_first = true;
    for (std::size_t i = 0; i < free_inputs_[rule_].size(); ++i) {
      const auto& free_input = free_inputs_[rule_][i];
      if ((untried_ & bit_of(i)) == 0 || free_input.count < 2) { continue; }
      const auto& slot = program_.slots[free_input.slot];
      if (is_first) { place = slot.place; }
      names += fmt::format("{}`{}`", is_first ? "" : ", ", slot.name);
      is_first = false;
    }
    if (is_first) { names = fmt::format("what `{}` meets", program_.rules[rule_].name); }
    report_.add(Code::NotAllTried, place, names)
        .label(program_.rules[rule_].place, "too many for this rule")
        .note("what else goes wrong shows when it is rolled");
  }

  const Program& program_;
  text::Report& report_;
  AbstractInterpreter& interpreter_;
  std::vector<std::vector<FreeInput>> free_inputs_;  // of each rule
  std::vector<RangeFinding> findings_;               // in the order in which they were met
  std::map<Site, std::size_t> numbers_;
  std::set<Site> partial_;  // of which not all is known or kept
  std::set<std::uint32_t> may_fail_;
  RuleId rule_ = 0;
  bool takes_defaults_ = true;
  std::size_t kept_ = 0;
  std::uint64_t untried_ = 0;
};

/// Failures at an end of the range of a state, where a world may begin a roll as anywhere in it: interprets each rule
/// once more with one state at one end, and reports what is certain to fail then, with that value. A state that leaves
/// its range is the likeliest.
class StateEnds {
 public:
  StateEnds(const Program& program, text::Report& report, AbstractInterpreter& interpreter)
      : program_(program), report_(report), interpreter_(interpreter) {
    for (const auto& told : report.sorted()) { told_.insert(place_of(told.span)); }
  }

  void find() {
    if (program_.may_fail.empty()) { return; }
    RuleEffects effects(program_);
    std::set<RuleId> called;  // their callers may keep the state inside
    for (const auto& s : program_.statements) {
      for_each_call(program_, s, [&](RuleId rule, CallKind) { called.insert(rule); });
    }
    std::vector<SlotId> states;
    std::copy_if(program_.states.begin(), program_.states.end(), std::back_inserter(states),
                 [&](SlotId state) { return program_.slots[state].has_bounds; });
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      if (called.contains(rule) || !(effects.of_rule(rule).may_fail || computes_defaults(rule))) { continue; }
      const auto free_inputs = free_inputs_of(program_, rule);
      const auto all = all_values(free_inputs);
      const auto single = single_values(free_inputs);
      const auto reads = reads_of(rule);
      for (const auto state : states) {
        if (!std::binary_search(reads.begin(), reads.end(), state)) { continue; }
        const auto& slot = program_.slots[state];
        for (const auto end : {slot.last, slot.first}) {
          const auto distance = number::subtract(end, slot.initial);
          if (!distance || *distance > kMaxDistance || *distance < -kMaxDistance) { continue; }
          const auto doubts = interpreter_.doubts();
          try_one(rule, free_inputs, all, state, end);
          // If nothing may fail with all values at once, nothing does with a single one.
          if (interpreter_.doubts() == doubts) { continue; }
          for (const auto& box : single) { try_one(rule, free_inputs, box, state, end); }
        }
      }
    }
  }

 private:
  using Place = std::pair<std::uint32_t, std::uint32_t>;
  static Place place_of(Span span) { return {span.source, span.begin}; }

  /// The slots that a rule reads, with all that it runs and makes.
  [[nodiscard]] std::vector<SlotId> reads_of(RuleId rule) const {
    std::vector<ExpressionId> roots;
    for (const auto reached : rules_reached(program_, {rule}, Follow::AllThings)) {
      const auto more = expressions_of(program_, reached);
      roots.insert(roots.end(), more.begin(), more.end());
    }
    return slots_read(program_, roots);
  }

  /// Whether a default is computed: it belongs to no statement, so Program::may_fail does not tell of it.
  [[nodiscard]] bool computes_defaults(RuleId rule) const {
    const auto& parameters = program_.rules[rule].parameters;
    return std::any_of(parameters.begin(), parameters.end(), [&](const RuleParameter& parameter) {
      return parameter.initial != kNone && program_.expressions[parameter.initial].op != Op::Constant;
    });
  }

  /// Some single values of the inputs: a condition on an input leaves all values together undecided.
  [[nodiscard]] std::vector<InputBox> single_values(const std::vector<FreeInput>& free_inputs) const {
    if (free_inputs.empty()) { return {}; }
    InputBox first;
    InputBox last;
    InputBox initial;
    for (const auto& free_input : free_inputs) {
      first.push_back({0, 0});
      last.push_back({free_input.count - 1, free_input.count - 1});
      const auto value = program_.slots[free_input.slot].initial;
      auto index = std::uint64_t{0};
      if (!free_input.list.empty()) {
        const auto at = std::find(free_input.list.begin(), free_input.list.end(), value);
        if (at != free_input.list.end()) { index = static_cast<std::uint64_t>(at - free_input.list.begin()); }
      } else if (value != kUnset && value >= free_input.first) {
        index = static_cast<std::uint64_t>(value) - static_cast<std::uint64_t>(free_input.first);
        if (index >= free_input.count) { index = 0; }
      }
      initial.push_back({index, index});
    }
    return {initial, first, last};
  }

  void try_one(RuleId rule, const std::vector<FreeInput>& free_inputs, const InputBox& box, SlotId state, Word end) {
    if (interpreter_.is_spent()) { return; }
    auto entry = entry_of(interpreter_.values(), rule, free_inputs, box);
    entry.settings.emplace_back(state, Values::known(number::Rational(end)));
    interpreter_.run(entry);
    const auto hits = interpreter_.bad();
    for (const auto& hit : hits) {
      const auto place = program_.places[hit.site.expression];
      if (told_.contains(place_of(place))) { continue; }
      if (const auto* const what = failure(hit.site.code)) {
        told_.insert(place_of(place));
        auto told = report_.add(Code::FailsInState, place, program_.slots[state].name, end, what);
        told.label(program_.slots[state].place, "a world may begin a roll with any value of this range");
        if (hit.site.code == Code::NegativeWeight) {
          auto weight = report_.sources().text(place);
          if (weight.starts_with('(') && weight.ends_with(')')) { weight = weight.substr(1, weight.size() - 2); }
          told.help(Edit{place, fmt::format("(max(0, {}))", weight)}, "for a weight of 0 there");
        }
      }
      if (hit.site.code != Code::StateOutOfRange) { continue; }
      const auto& slot = program_.slots[program_.statements[hit.site.statement].a];
      if (!slot.has_bounds) { continue; }
      interpreter_.watch(hit.site);
      interpreter_.run(entry);
      if (interpreter_.seen().empty()) { continue; }
      told_.insert(place_of(place));
      file(place, slot, program_.slots[state], end, interpreter_.seen()[0]);
    }
  }

  // Returns what else fails, null for what has findings of its own or is a limit.
  static const char* failure(Code code) {
    switch (code) {
      case Code::DividesByZero: return "this divides by zero";
      case Code::EmptyTable: return "there is nothing to pick from";
      case Code::NegativeWeight: return "this weight is negative";
      case Code::EmptyRange: return "the range ends before it begins";
      case Code::TooManyWanted: return "there is less to pick from than is wanted";
      default: return nullptr;
    }
  }

  void file(Span place, const Slot& slot, const Slot& state, Word end, const number::Rational& value) {
    auto told = report_.add(Code::StateMayLeave, place, slot.name, state.name, end);
    told.label(place, fmt::format("{} then", number::to_text(value)));
    told.label(slot.place, fmt::format("declared {}..{}", slot.first, slot.last));
    const bool is_above = value > number::Rational(slot.last);
    const auto begin = fmt::format("{}({}, ", is_above ? "min" : "max", is_above ? slot.last : slot.first);
    std::string written(report_.sources().text(place));
    const auto sign = written.find_first_of("+-", 0);
    const bool is_compound = sign != std::string::npos && written.compare(0, slot.name.size(), slot.name) == 0 &&
                             written.compare(sign + 1, 1, "=") == 0;
    if (is_compound) {
      auto amount = written.substr(std::min(written.size(), written.find_first_not_of(' ', sign + 2)));
      if (written[sign] == '-' && amount.find(' ') != std::string::npos) { amount = "(" + amount + ")"; }
      written = fmt::format("{} = {}{} {} {})", slot.name, begin, slot.name, written[sign], amount);
    } else {
      written = fmt::format("{}{})", begin, written);
    }
    told.help(Edit{place, written}, "to stay inside, or declare a wider range: a roll that leaves it fails");
  }

  const Program& program_;
  text::Report& report_;
  AbstractInterpreter& interpreter_;
  std::set<Place> told_;
};

}  // namespace

std::vector<std::uint32_t> check_ranges(const Program& program, text::Report& report,
                                        AbstractInterpreter& interpreter) {
  return Search(program, report, interpreter).run();
}

void lint_states(const Program& program, text::Report& report, AbstractInterpreter& interpreter) {
  StateEnds(program, report, interpreter).find();
}

}  // namespace spoils::check
