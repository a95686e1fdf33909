// diff/comparison.cpp
//
// Pairs the questions of both packs (each field of each rule, and the numbers of things), has them answered in
// batches by `exact_odds`, and shows equal differences once, at the rule with which the fewest rules work. Equal odds
// of each field do not make equal rules: further questions, about what these leave open, are shown where these are
// equal.
#include "diff/comparison.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

#include "diff/gaps.h"
#include "diff/inputs.h"
#include "diff/order.h"
#include "diff/rows.h"
#include "diff/same_parts.h"

namespace spoils::diff {

namespace {

constexpr double kFurtherBudget = 0.25;  // of a question about what others leave open, relative to them
constexpr double kThingsBudget = 0.05;   // of one about a field of made things, of which there are many

/// A question to both packs.
struct Pair {
  /// Field, State and Mean are always shown, the others if the odds that they refine are equal.
  enum class Kind : std::uint8_t { Field, State, Mean, Members, LookedUp, Number, Things, Together };
  Kind kind = Kind::Field;
  std::string rule;
  std::vector<std::string> by;     // empty: numbers of things
  std::vector<std::string> names;  // of the counted rules
  std::size_t participants = 0;    // the number of rules that work on the rule's thing
  bool has_before = true;          // the rule sets it on this side; else it is unset there
  bool has_after = true;
  std::size_t before = 0;  // index of the question to each side
  std::size_t after = 0;
};

bool contains(const std::vector<std::string>& all, const std::string& one) {
  return std::find(all.begin(), all.end(), one) != all.end();
}

std::string written(const std::vector<std::string>& by) { return fmt::format("{}", fmt::join(by, ",")); }

class Comparison {
 public:
  Comparison(Side& before, Side& after, const DiffOptions& options)
      : before_(before), after_(after), options_(options), same_(before.program(), after.program()) {}

  Result<Difference, Error> run() {
    if (auto wrong = find_wrong_setting(before_, after_, options_)) { return Failure{std::move(*wrong)}; }
    for (const auto& rule : before_.pack().rules()) {
      if (is_chosen(options_, rule.name) && !after_.rule(rule.name)) { out_.only_before.push_back(rule.name); }
    }
    std::vector<std::string> common;
    for (const auto& rule : after_.pack().rules()) {
      if (!is_chosen(options_, rule.name)) { continue; }
      if (before_.rule(rule.name)) {
        common.push_back(rule.name);
      } else {
        out_.only_after.push_back(rule.name);
      }
    }
    // Rules before those that run them, as program/facts/query_budget.h requires.
    auto in_order = common;
    std::stable_sort(in_order.begin(), in_order.end(), [&](const std::string& a, const std::string& b) {
      return after_.participants(*after_.rule(a)) < after_.participants(*after_.rule(b));
    });
    for (const auto& rule : in_order) { ask(rule); }
    const auto old_answers = exact_odds(before_.pack(), old_questions_);
    const auto new_answers = exact_odds(after_.pack(), new_questions_);
    if (!options_.by.empty()) {
      if (auto wrong = wrong_everywhere(old_answers, new_answers)) { return Failure{std::move(*wrong)}; }
    }
    for (const auto& pair : pairs_) { compare(pair, old_answers, new_answers); }
    if (options_.estimate_rolls > 0) { estimate(old_answers, new_answers); }
    refer_back();
    compare_inputs(before_, after_, options_, read_, out_);
    put_in_order(common, out_);
    return std::move(out_);
  }

 private:
  void ask(const std::string& rule) {
    const auto old_rule = *before_.rule(rule);
    const auto new_rule = *after_.rule(rule);
    const bool is_same = same_.rules(old_rule, new_rule);
    for (const auto* side : {&before_, &after_}) {
      const auto untold = side->untold(*side->rule(rule), options_.values);
      if (!untold) { continue; }
      if (is_same) {  // equal for any value
        out_.compared.push_back(rule);
        return;
      }
      out_.gaps.push_back({rule, "", fmt::format("its parameter `{}` needs a value", *untold)});
      return;
    }
    out_.compared.push_back(rule);
    Pair pair;
    pair.rule = rule;
    pair.participants = after_.participants(new_rule);
    if (!options_.by.empty()) {
      pair.by = options_.by;
      query_source(std::move(pair));
      return;
    }
    auto fields = after_.fields(new_rule);
    for (const auto& field : before_.fields(old_rule)) {
      if (!contains(fields, field)) { fields.push_back(field); }
    }
    if (is_same) {
      check_same(std::move(pair), fields);
      return;
    }
    for (const auto& field : fields) {
      pair.by = {field};
      pair.has_before = contains(before_.fields(old_rule), field);
      pair.has_after = contains(after_.fields(new_rule), field);
      query_source(pair);
    }
    pair.has_before = pair.has_after = true;
    const auto states = changed_states(old_rule, new_rule);
    pair.kind = Pair::Kind::State;
    for (const auto& state : states) {
      pair.by = {state};
      query_source(pair);
    }
    out_.leaves_worlds = out_.leaves_worlds || before_.settles() || after_.settles();
    ask_further(pair, fields, states, old_rule, new_rule);
    pair.by.clear();
    pair.kind = Pair::Kind::Mean;
    pair.names = {std::string(kAllThings)};
    for (const auto* side : {&before_, &after_}) {
      for (const auto& made : side->makes(*side->rule(rule))) {
        if (!contains(pair.names, made) && before_.rule(made) && after_.rule(made)) { pair.names.push_back(made); }
      }
    }
    // If one rule makes all things, its name says more.
    const auto makers = std::set<std::string>(before_.makes(old_rule).begin(), before_.makes(old_rule).end());
    if (pair.names.size() == 2 && makers.size() == 1 && before_.makes(old_rule) == after_.makes(new_rule)) {
      pair.names.erase(pair.names.begin());
    }
    if (before_.makes(old_rule).empty() && after_.makes(new_rule).empty()) { return; }
    query_source(pair);
    out_.leaves_joint_things = true;
    pair.kind = Pair::Kind::Number;
    query_source(pair);
    ask_of_things(std::move(pair), old_rule, new_rule);
  }

  // All that the rule needs is the same, so that its odds are: only the options may be wrong for it.
  void check_same(Pair pair, const std::vector<std::string>& fields) {
    for (const auto* side : {&before_, &after_}) {
      Count unanswered;
      set_up(unanswered, *side, pair.rule);
      unanswered.go_on = [](std::size_t) { return false; };
      const auto refused = exact_odds(side->pack(), unanswered, sweep_of(*side));
      if (refused || refused.error().kind == Error::Kind::Limit) { continue; }
      out_.gaps.push_back({pair.rule, "", refused.error().text()});
      return;
    }
    for (const auto& field : fields) {
      pair.by = {field};
      note_conditions(pair);
    }
    const auto rule = *after_.rule(pair.rule);
    for (const auto& state : after_.changed_states(rule)) {
      pair.by = {state};
      note_conditions(pair);
    }
    pair.by.clear();
    if (!after_.makes(rule).empty()) { note_conditions(pair); }
  }

  // The states in which a roll may leave the world otherwise than it was. Those that only one pack has are among the
  // inputs that differ.
  std::set<std::string> changed_states(program::RuleId old_rule, program::RuleId new_rule) {
    std::set<std::string> out(before_.changed_states(old_rule).begin(), before_.changed_states(old_rule).end());
    out.insert(after_.changed_states(new_rule).begin(), after_.changed_states(new_rule).end());
    std::erase_if(out, [&](const auto& state) { return !before_.has_state(state) || !after_.has_state(state); });
    return out;
  }

  // Made things are compared by themselves, too, but there with the parameters, inputs and states that they have by
  // default.
  void ask_of_things(Pair pair, program::RuleId old_rule, program::RuleId new_rule) {
    pair.kind = Pair::Kind::Things;
    const auto old_made = before_.makes_at_any_depth(old_rule);
    for (const auto& made : after_.makes_at_any_depth(new_rule)) {
      if (old_made.count(made) == 0 || !before_.rule(made) || !after_.rule(made)) { continue; }
      std::map<std::string, std::vector<std::string>> columns;  // by field
      for (auto* side : {&before_, &after_}) {
        for (const auto field : side->varied_fields(*side->rule(made), *side->rule(pair.rule))) {
          columns[side->name_of(field)] = side->columns_of_things(*side->rule(made), field);
        }
      }
      for (const auto& [field, by] : columns) {
        if (by.empty()) {
          out_.gaps.push_back({pair.rule, field, fmt::format("texts of `{}` may depend on what makes it", made)});
          continue;
        }
        pair.by = by;
        pair.names = {made};
        query_source(pair);
      }
    }
  }

  // Questions that the odds of each field and state leave open: the members of lists, fields that are looked up in a
  // column, and whether they depend on each other.
  void ask_further(Pair pair, const std::vector<std::string>& fields, const std::set<std::string>& states,
                   program::RuleId old_rule, program::RuleId new_rule) {
    const auto ask_both = [&](Pair::Kind kind, const std::vector<std::string>& old_names,
                              const std::vector<std::string>& new_names) {
      for (const auto& name : new_names) {
        if (!contains(old_names, name)) { continue; }
        pair.kind = kind;
        pair.by = {name};
        query_source(pair);
      }
    };
    ask_both(Pair::Kind::Members, before_.lists(old_rule), after_.lists(new_rule));
    ask_both(Pair::Kind::LookedUp, before_.looked_up(old_rule), after_.looked_up(new_rule));
    pair.kind = Pair::Kind::Together;
    pair.by.clear();
    for (const auto& field : fields) {
      if (contains(before_.fields(old_rule), field) && contains(after_.fields(new_rule), field)) {
        pair.by.push_back(field);
      }
    }
    pair.by.insert(pair.by.end(), states.begin(), states.end());
    if (pair.by.size() > 1) { query_source(std::move(pair)); }
  }

  void set_up(OddsSettings& question, const Side& side, const std::string& rule) const {
    question.rule = rule;
    question.values = side.known(*side.rule(rule), options_.values);
    question.states = side.known_states(options_.values);
    question.max_states = program::kStatesKept;
    question.max_memory = options_.max_memory;
    question.tighten = false;
    question.threads = options_.threads;
  }

  // A pack without the swept input is the same for all its values.
  [[nodiscard]] Sweep sweep_of(const Side& side) const {
    const auto can = [&](const Side& of) { return of.can_sweep(options_.sweep.input); };
    return can(side) || !(can(before_) || can(after_)) ? options_.sweep : Sweep{};
  }

  void query_source(Pair pair) {
    const auto what = label(pair);
    const auto is = [&](Pair::Kind kind) { return pair.kind == kind; };
    const bool is_first = is(Pair::Kind::Field) || is(Pair::Kind::State) || is(Pair::Kind::Mean);
    const double further = is(Pair::Kind::Things) ? kThingsBudget : kFurtherBudget;
    const double budget = is_first ? budget_of_fields(options_) : further;
    const auto query = [&](Side& side) {
      const auto rule = *side.rule(pair.rule);
      const auto completed = [&](auto question) -> Query {
        set_up(question, side, pair.rule);
        question.go_on = side.query_budget(rule, what, budget);
        // Its budget depends on what was found of other rules.
        return {std::move(question), sweep_of(side), what};
      };
      ExpectedCounts means;
      means.by = {"made_by"};
      Marginal odds;
      odds.by = pair.by;
      if (pair.kind == Pair::Kind::Number) { return completed(Count{}); }
      if (is_of_means(pair)) {
        if (pair.kind == Pair::Kind::Things) { means.by = pair.by; }
        return completed(std::move(means));
      }
      return completed(std::move(odds));
    };
    pair.before = old_questions_.size();
    pair.after = new_questions_.size();
    if (pair.has_before) { old_questions_.push_back(query(before_)); }
    if (pair.has_after) { new_questions_.push_back(query(after_)); }
    pairs_.push_back(std::move(pair));
  }

  void compare(const Pair& pair, const std::vector<Answered>& old_answers, const std::vector<Answered>& new_answers) {
    const auto by = label(pair);
    for (const auto* answer :
         {pair.has_before ? &old_answers[pair.before] : nullptr, pair.has_after ? &new_answers[pair.after] : nullptr}) {
      auto why = answer == nullptr ? std::string() : gap_of(*answer);
      if (why.empty()) { continue; }
      out_.gaps.push_back({pair.rule, by, std::move(why), static_cast<bool>(*answer)});
      return;
    }
    note_conditions(pair);
    const auto& some = pair.has_before ? *old_answers[pair.before] : *new_answers[pair.after];
    auto old_odds = pair.has_before ? *old_answers[pair.before] : unset(some);
    auto new_odds = pair.has_after ? *new_answers[pair.after] : unset(some);
    spread(old_odds, new_odds);
    spread(new_odds, old_odds);
    note_unpaired(old_odds, new_odds);
    if (pair.kind == Pair::Kind::Together) {
      compare_together(pair, old_odds, new_odds);
      return;
    }
    if (is_refined_elsewhere(pair)) { return; }
    DiffTable table;
    table.rule = pair.rule;
    table.by = pair.by.empty() ? std::vector<std::string>{by} : pair.by;
    table.is_mean = is_of_means(pair);
    table.rows = pair.kind == Pair::Kind::Mean ? moved_means(old_odds, new_odds, pair.names, options_)
                 : table.is_mean               ? moved_things(old_odds, new_odds, pair.names.front(), options_)
                                               : moved(old_odds, new_odds, options_);
    add(pair, std::move(table));
  }

  // Those about several fields or things of a kind are left: they add to others what is seldom seen in rolls.
  void estimate(const std::vector<Answered>& old_answers, const std::vector<Answered>& new_answers) {
    GapEstimator estimator(before_.pack(), after_.pack(), options_);
    for (const auto& pair : pairs_) {
      using Kind = Pair::Kind;
      const bool is_asked =
          pair.kind == Kind::Field || pair.kind == Kind::State || pair.kind == Kind::Mean || pair.kind == Kind::Number;
      if (!is_asked) { continue; }
      GapEstimator::Asked before;
      GapEstimator::Asked after;
      if (pair.has_before) { before = {&old_questions_[pair.before], &old_answers[pair.before]}; }
      if (pair.has_after) { after = {&new_questions_[pair.after], &new_answers[pair.after]}; }
      const auto by = pair.by.empty() ? std::vector<std::string>{label(pair)} : pair.by;
      estimator.add({pair.rule, by, is_of_means(pair), {}, 0}, pair.names, before, after);
    }
    out_.estimates = estimator.make();
  }

  void add(const Pair& pair, DiffTable table) {
    if (table.rows.empty()) { return; }
    auto* last = out_.tables.empty() ? nullptr : &out_.tables.back();
    if (pair.kind == Pair::Kind::Mean && last != nullptr && last->is_mean && last->rule == table.rule) {
      last->rows.insert(last->rows.end(), table.rows.begin(), table.rows.end());
      return;
    }
    participants_.push_back(pair.participants);
    out_.tables.push_back(std::move(table));
  }

  // A field of symbols has an expected number of things for each.
  static bool is_of_means(const Pair& pair) {
    return pair.kind == Pair::Kind::Mean || (pair.kind == Pair::Kind::Things && pair.by.size() > 1);
  }

  static std::string label(const Pair& pair) {
    switch (pair.kind) {
      case Pair::Kind::Mean: return "how many";
      case Pair::Kind::Number: return "number of things";
      case Pair::Kind::Together: return "all fields together";
      default: return written(pair.by);
    }
  }

  [[nodiscard]] bool has_table(const std::string& rule, const std::vector<std::string>& by) const {
    return std::any_of(out_.tables.begin(), out_.tables.end(),
                       [&](const DiffTable& table) { return table.rule == rule && (by.empty() || table.by == by); });
  }

  // Whether a table that comes before this one makes it no news.
  [[nodiscard]] bool is_refined_elsewhere(const Pair& pair) const {
    switch (pair.kind) {
      case Pair::Kind::Members: return has_table(pair.rule, {fmt::format("count({})", pair.by.front())});
      case Pair::Kind::LookedUp: return has_table(pair.rule, {});
      case Pair::Kind::Number: return has_table(pair.rule, {"how many"});
      case Pair::Kind::Things: return has_table(pair.rule, {"how many"}) || has_table(pair.names.front(), {});
      default: return false;
    }
  }

  // Values of the swept input that one side does not have are compared with nothing.
  void note_unpaired(const std::vector<Swept<Answer>>& old_odds, const std::vector<Swept<Answer>>& new_odds) {
    const auto note = [&](const std::vector<Swept<Answer>>& some, const std::vector<Swept<Answer>>& others,
                          std::set<std::string>& known, const char* why) {
      auto values = unpaired(some, others);
      std::erase_if(values, [&](const auto& value) { return !known.insert(value).second; });
      if (values.empty()) { return; }
      out_.gaps.push_back({"", fmt::format("{} {}", options_.sweep.input, fmt::join(values, ", ")), why});
    };
    note(old_odds, new_odds, unpaired_before_, "only the first pack has these values");
    note(new_odds, old_odds, unpaired_after_, "only the second pack has these values");
  }

  // Pairs of fields whose odds are equal each by itself, but not together; if there are none, all fields together.
  void compare_together(const Pair& pair, const std::vector<Swept<Answer>>& old_odds,
                        const std::vector<Swept<Answer>>& new_odds) {
    constexpr std::size_t kMostWork = 2'000'000;  // rows times pairs of fields
    auto rows = moved(old_odds, new_odds, options_);
    if (rows.empty()) { return; }
    const bool was_changed = has_table(pair.rule, {});
    std::vector<std::size_t> equal;
    for (std::size_t i = 0; i < pair.by.size(); ++i) {
      if (!has_table(pair.rule, {pair.by[i]})) { equal.push_back(i); }
    }
    std::size_t size = 0;
    for (const auto& row : old_odds) { size += probabilities(row.table)->rows.size(); }
    bool is_shown = was_changed;
    if (size * equal.size() * equal.size() <= kMostWork) {
      for (std::size_t i = 0; i < equal.size(); ++i) {
        for (std::size_t k = i + 1; k < equal.size(); ++k) {
          DiffTable table;
          table.rule = pair.rule;
          table.by = {pair.by[equal[i]], pair.by[equal[k]]};
          table.rows =
              moved(two_columns(old_odds, equal[i], equal[k]), two_columns(new_odds, equal[i], equal[k]), options_);
          is_shown = is_shown || !table.rows.empty();
          add(pair, std::move(table));
        }
      }
    }
    if (is_shown) { return; }
    DiffTable table;
    table.rule = pair.rule;
    table.by = pair.by;
    table.rows = std::move(rows);
    add(pair, std::move(table));
  }

  // Notes the inputs, parameters and states that a question may depend on and that the caller has not chosen.
  void note_conditions(const Pair& pair) {
    const auto note = [&](Side& side, std::string DiffCondition::*value) {
      const auto by = pair.kind == Pair::Kind::Things ? std::vector<std::string>() : pair.by;
      for (const auto& [kind, info] : side.reads(*side.rule(pair.rule), by)) {
        read_.insert(info->name);
        if (info->name == options_.sweep.input ||
            std::any_of(options_.values.begin(), options_.values.end(),
                        [&, name = info->name](const auto& given) { return given.first == name; })) {
          continue;
        }
        auto found = std::find_if(out_.conditions.begin(), out_.conditions.end(),
                                  [&, k = kind, i = info](const auto& c) { return c.kind == k && c.name == i->name; });
        if (found == out_.conditions.end()) {
          out_.conditions.push_back({kind, info->name, "", "", false});
          found = std::prev(out_.conditions.end());
        }
        (*found).*value = info->initial.value_or("");
        const bool has_range =
            info->kind == InputInfo::Kind::Flag || !info->choices.empty() || (info->first && info->last);
        found->has_range = found->has_range || (kind != DiffKind::Parameter && has_range);
      }
    };
    if (pair.has_before) { note(before_, &DiffCondition::before); }
    if (pair.has_after) { note(after_, &DiffCondition::after); }
  }

  // A change belongs to the rule that makes it; rules that run that rule refer to it.
  void refer_back() {
    const auto key_of = [](const DiffTable& table) {
      std::string key = written(table.by);
      for (const auto& row : table.rows) {
        key += fmt::format(";{}@{}:{:.9e}>{:.9e}", written(to_texts(row.values)), row.at, row.before, row.after);
      }
      return key;
    };
    std::map<std::string, std::size_t> owners;
    for (std::size_t i = 0; i < out_.tables.size(); ++i) {
      const auto [owner, is_new] = owners.try_emplace(key_of(out_.tables[i]), i);
      if (!is_new && participants_[i] < participants_[owner->second]) { owner->second = i; }
    }
    for (std::size_t i = 0; i < out_.tables.size(); ++i) {
      const auto owner = owners.at(key_of(out_.tables[i]));
      if (owner != i) { out_.tables[i].same_as = out_.tables[owner].rule; }
    }
  }

  Side& before_;
  Side& after_;
  const DiffOptions& options_;
  SameParts same_;
  Difference out_;
  std::set<std::string> read_;             // names of inputs, parameters and states
  std::set<std::string> unpaired_before_;  // values of the swept input
  std::set<std::string> unpaired_after_;
  std::vector<Pair> pairs_;
  std::vector<Query> old_questions_;
  std::vector<Query> new_questions_;
  std::vector<std::size_t> participants_;  // one per table
};

}  // namespace

Result<Difference, Error> compare_sides(Side& before, Side& after, const DiffOptions& options) {
  return Comparison(before, after, options).run();
}

}  // namespace spoils::diff
