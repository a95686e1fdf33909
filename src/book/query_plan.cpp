// book/query_plan.cpp
//
// Decides which questions a book asks, with a budget for each (program/facts/query_budget.h), has all answered by
// `exact_odds`, and selects the pairs of fields that depend on each other for joint tables.
#include "book/query_plan.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <functional>
#include <set>
#include <utility>

#include "book/examples.h"
#include "book/references.h"
#include "book/wording.h"
#include "program/facts/query_budget.h"
#include "program/facts/rule_effects.h"
#include "program/walk.h"
#include "spoils/roll.h"

namespace spoils::book {

using program::kNone;
using program::Op;
using program::Program;
using program::RuleId;
using program::RuleSummary;
using program::SlotId;
using program::ValueKind;

namespace {

constexpr std::size_t kMostVariants = 8;
constexpr std::size_t kMostGroups = 64;  // of expected numbers
constexpr std::size_t kMostKinds = 600;  // of those of a whole game
constexpr std::size_t kMostDown = 24;    // values of two fields in one joint table
constexpr std::size_t kMostAcross = 8;
constexpr std::size_t kMostJointDistributions = 2;  // of one rule
constexpr double kNumbersQueryBudget = 2;           // relative to other questions: a whole game may be counted
constexpr double kMeasureQueryBudget = 24;          // there are few, and a rating has one way an item
constexpr double kCountQueryBudget = 0.125;         // for distributions of numbers, whose states are larger

// Returns the table in whose column a field is looked up, if its rule does nothing else with it.
std::optional<std::uint32_t> column_of(const Program& program, const RuleSummary& effects, SlotId field) {
  const auto values = program::values_given(program, effects, field);
  if (values.size() != 1) { return std::nullopt; }
  const auto& e = program.expressions[values.front()];
  const bool is_column =
      e.op == Op::Cell && !program.tables[e.a].name.empty() && program.expressions[e.c].op == Op::Slot;
  return is_column ? std::optional(e.a) : std::nullopt;
}

class Planner {
 public:
  Planner(const Pack& pack, const Program& program, const Outline& outline, const BookOptions& options,
          unsigned threads)
      : pack_(pack),
        program_(program),
        outline_(outline),
        options_(options),
        effects_(program.rules.size()),
        query_budget_(program, effects_, options.most_work, [this](std::size_t states) { return go_on(states); }),
        threads_(threads),
        left_(options.total_work),
        scopes_(pack, program) {}

  /// Whether the work of all questions was used up, so that their order decided which were given up.
  [[nodiscard]] bool is_spent() const { return options_.total_work > 0 && left_ == 0; }

  QueryPlan make() {
    choose_depths();
    out_.rules.resize(program_.rules.size());
    // Rules before those that run them: if the query of the former is too large, so is that of the latter.
    std::vector<RuleId> rules;
    for (const auto& entry : outline_.entries) {
      if (entry.kind == Entry::Kind::Table) { ask_table(entry.index); }
      if (entry.kind != Entry::Kind::Rule) { continue; }
      effects_[entry.index] = program::summary_of(program_, entry.index);
      rules.push_back(entry.index);
    }
    std::stable_sort(rules.begin(), rules.end(), [&](RuleId a, RuleId b) {
      return effects_[a].participants.size() < effects_[b].participants.size();
    });
    for (const auto rule : rules) { ask_rule(rule); }
    answer();
    for (const auto& entry : outline_.entries) {
      if (entry.kind != Entry::Kind::Rule) { continue; }
      ask_joint_distributions(entry.index);
      ask_numbers(entry.index);
    }
    answer();
    for (const auto& entry : outline_.entries) {
      if (entry.kind == Entry::Kind::Rule) { ask_kinds(entry.index); }
    }
    answer();
    return std::move(out_);
  }

 private:
  // Called every 1024 paths of each query; counts down the total for all queries.
  bool go_on(std::size_t states) {
    constexpr std::uint64_t kWaysOfTurn = 1024;
    if (options_.go_on && !options_.go_on(states)) { return false; }
    if (options_.total_work == 0) { return true; }
    left_ -= std::min(left_, kWaysOfTurn);
    return left_ > 0;
  }

  void choose_depths() {
    out_.depth = depth_input(pack_);
    if (!out_.depth) { return; }
    const auto& input = pack_.inputs()[*out_.depth];
    auto depths = options_.depths;
    if (depths.empty()) { depths = chosen_values(*input.first, *input.last); }
    for (const auto depth : depths) { out_.depths.push_back(fmt::format("{}", depth)); }
    scopes_.set_columns(*out_.depth, out_.depths);
  }

  [[nodiscard]] std::string middle_depth() const {
    return out_.depths.empty() ? std::string() : out_.depths[out_.depths.size() / 2];
  }

  template <class Kind>
  [[nodiscard]] Kind question() {
    Kind out;
    out.max_states = program::kStatesKept;
    out.max_memory = options_.max_memory;
    out.tighten = false;
    out.go_on = [this](std::size_t states) { return go_on(states); };
    out.threads = threads_;
    return out;
  }

  template <class Kind>
  [[nodiscard]] Kind question(RuleId rule, const Values& values, const std::string& what, double times = 1) {
    auto out = question<Kind>();
    out.rule = program_.rules[rule].name;
    out.values = values;
    out.go_on = query_budget_.question(rule, what, times);
    group_ = what;
    return out;
  }

  // At all depths, or at the given one.
  void ask(Question question, Odds* answer, Scope scope, const std::string& depth = {}) {
    Sweep sweep;
    if (out_.depth) {
      sweep.input = pack_.inputs()[*out_.depth].name;
      sweep.values = depth.empty() ? out_.depths : std::vector{depth};
    }
    queries_.push_back({std::move(question), std::move(sweep), std::exchange(group_, {})});
    answers_.push_back({answer, std::move(scope)});
  }

  // One variant for each choice of the first parameter that has no default; none if a parameter has no candidate
  // values.
  std::vector<Variant> variants_of(const RuleInfo& rule) {
    std::vector<Variant> variants(1);
    for (const auto& parameter : rule.parameters) {
      if (parameter.initial) { continue; }
      std::vector<std::string> choices = parameter.choices;
      if (parameter.kind == InputInfo::Kind::Flag) { choices = {"false", "true"}; }
      if (parameter.kind == InputInfo::Kind::Integer && parameter.first && parameter.last) {
        for (const auto value : chosen_values(*parameter.first, *parameter.last)) {
          choices.push_back(fmt::format("{}", value));
        }
        if (variants.size() > 1) { choices.resize(1); }
      }
      if (choices.empty() || variants.size() * choices.size() > kMostVariants) { return {}; }
      std::vector<Variant> more;
      for (const auto& variant : variants) {
        for (const auto& choice : choices) {
          more.push_back(variant);
          more.back().values.emplace_back(parameter.name, choice);
        }
      }
      variants = std::move(more);
    }
    return variants;
  }

  void ask_rule(RuleId rule) {
    auto& queries = out_.rules[rule];
    const auto& effects = effects_[rule];
    queries.variants = variants_of(pack_.rules()[rule]);
    queries.is_asked = !queries.variants.empty();
    queries.works_with = effects.participants.size();
    if (!queries.is_asked) { return; }
    for (auto& variant : queries.variants) {
      for (const auto field : effects.fields) {
        const auto& slot = program_.slots[field];
        FieldOdds shown;
        shown.field = field;
        shown.asked = slot.name;
        if (const auto table = column_of(program_, effects, field)) {
          shown.kind = FieldOdds::Kind::Column;
          shown.table = *table;
        }
        if (program::holds_words(slot.type.kind)) { shown.asked = fmt::format("count({})", slot.name); }
        variant.fields.push_back(std::move(shown));
      }
      add_measures(rule, variant);
      for (auto& field : variant.fields) {
        if (field.kind != FieldOdds::Kind::Odds) { continue; }
        const auto times = field.field == kNone ? kMeasureQueryBudget : 1;
        auto asked = question<Marginal>(rule, variant.values, field.asked, times);
        asked.by = {field.asked};
        ask(std::move(asked), &field.odds, scopes_.of_rule(rule, slots_of(field), variant.values));
      }
      const bool is_game = std::any_of(effects.drops.begin(), effects.drops.end(),
                                       [&](RuleId dropped) { return !effects_[dropped].drops.empty(); });
      if (!effects.creates.empty() && !is_game) {
        auto asked = question<Count>(rule, variant.values, "number of things", kCountQueryBudget);
        ask(std::move(asked), &variant.things.emplace(),
            scopes_.of_rule(rule, {}, variant.values, program::InputSlice::Of::Things));
      }
    }
    if (options_.stop && options_.stop()) { return; }
    if (!effects.drops.empty()) { queries.listing = listing_of(pack_, program_, rule); }
    queries.examples = examples_of(rule, queries.variants.front().values);
  }

  // Returns the slots that the question about a field or measure reads.
  [[nodiscard]] std::vector<SlotId> slots_of(const FieldOdds& field) const {
    if (field.field != kNone) { return {field.field}; }
    for (const auto& measure : program_.measures) {
      if (measure.name == field.asked) { return program::slots_read(program_, {measure.value}); }
    }
    return {};
  }

  // Documented measures that read what the rule sets, of rules that begin a thing.
  void add_measures(RuleId rule, Variant& variant) {
    if (is_run_by_others(rule)) { return; }
    const auto& fields = effects_[rule].fields;
    for (const auto& measure : program_.measures) {
      const auto kind = program_.expressions[measure.value].type.kind;
      if (measure.doc.empty() || (kind != ValueKind::Int && kind != ValueKind::Flag)) { continue; }
      const auto read = program::slots_read(program_, {measure.value});
      const bool reads_any = std::any_of(read.begin(), read.end(), [&](SlotId slot) {
        return std::find(fields.begin(), fields.end(), slot) != fields.end();
      });
      if (!reads_any) { continue; }
      FieldOdds shown;
      shown.field = kNone;
      shown.asked = measure.name;
      variant.fields.push_back(std::move(shown));
    }
  }

  [[nodiscard]] bool is_run_by_others(RuleId rule) const {
    for (RuleId other = 0; other < effects_.size(); ++other) {
      if (other != rule && effects_[other].participants.count(rule) != 0) { return true; }
    }
    return false;
  }

  [[nodiscard]] bool holds_symbol(const FieldOdds& field) const {
    return field.field != kNone && program_.slots[field.field].type.kind == ValueKind::Symbol;
  }

  std::vector<std::string> examples_of(RuleId rule, Values values) {
    if (out_.depth && !out_.depths.empty() && !pack_.rules()[rule].hides(pack_.inputs()[*out_.depth].name)) {
      values.emplace_back(pack_.inputs()[*out_.depth].name, out_.depths[(out_.depths.size() - 1) / 2]);
    }
    return book::examples_of(pack_, program_, rule, values, options_.stop);
  }

  // The shares of a table that depend on inputs or on chance; if they depend on the thing itself, only its rule has
  // odds.
  void ask_table(std::uint32_t index) {
    const auto& table = program_.tables[index];
    bool is_open = table.constant_weights.empty();
    std::vector<program::ExpressionId> roots;
    for (const auto& row : table.rows) {
      program::for_each_part_of_row(row, [&](program::ExpressionId id) { roots.push_back(id); });
      is_open = is_open || row.otherwise != kNone || program_.expressions[row.outcome].draws;
    }
    if (!is_open) { return; }
    const auto read = program::slots_read(program_, roots);
    for (const auto slot : read) {
      const auto kind = program_.slots[slot].kind;
      if (kind != program::Slot::Kind::Input && kind != program::Slot::Kind::State) { return; }
    }
    auto asked = question<Draw>();
    asked.from = table.name;
    ask(std::move(asked), &out_.tables[index], scopes_.of_slots(read));
  }

  // Pairs of fields with few values, at the middle depth.
  void ask_joint_distributions(RuleId rule) {
    auto& variants = out_.rules[rule].variants;
    if (variants.size() != 1) { return; }
    auto& variant = variants.front();
    std::vector<const FieldOdds*> fields;
    for (const auto& field : variant.fields) {
      const bool is_symbol = holds_symbol(field);
      const auto count = field.odds.outcomes.size();
      if (is_symbol && field.kind == FieldOdds::Kind::Odds && field.odds.usable() && field.odds.exact && count > 1 &&
          count <= kMostDown) {
        fields.push_back(&field);
      }
    }
    variant.joint_distributions.reserve(kMostJointDistributions);  // the answers keep pointers into it
    for (std::size_t i = 0; i < fields.size(); ++i) {
      for (std::size_t k = i + 1; k < fields.size() && variant.joint_distributions.size() < kMostJointDistributions;
           ++k) {
        const auto* down = fields[i];
        const auto* across = fields[k];
        if (down->odds.outcomes.size() < across->odds.outcomes.size()) { std::swap(down, across); }
        if (across->odds.outcomes.size() > kMostAcross) { continue; }
        auto& joint = variant.joint_distributions.emplace_back();
        joint.first = down->asked;
        joint.second = across->asked;
        joint.depth = middle_depth();
        auto asked = question<Marginal>(rule, variant.values, joint.first + " and " + joint.second);
        asked.by = {joint.first, joint.second};
        auto slots = slots_of(*down);
        const auto more = slots_of(*across);
        slots.insert(slots.end(), more.begin(), more.end());
        ask(std::move(asked), &joint.odds, scopes_.of_rule(rule, slots, variant.values), joint.depth);
      }
    }
  }

  // The number of each kind for a rule that drops things: by the field of those things that each of them has, and of
  // such fields by the one with the fewest outcomes, but more than one.
  void ask_numbers(RuleId rule) {
    if (effects_[rule].creates.empty()) { return; }
    const auto rank = [](const Odds& odds) {
      return std::pair(std::ranges::count(odds.outcomes, "none"), odds.outcomes.size());
    };
    const auto has_fewer = [&](const Odds& a, const Odds& b) { return rank(a) < rank(b); };
    for (auto& variant : out_.rules[rule].variants) {
      variant.numbers.reserve(2);  // the answers keep pointers into it
      if (const auto* by = field_of_things(rule, kMostGroups, has_fewer)) {
        ask_numbers_by({by->asked}, rule, variant);
      }
    }
  }

  // The same by that field and the one with the most outcomes, if one column is the same for all depths: that of a
  // whole game. If no thing has both fields, by the latter alone.
  void ask_kinds(RuleId rule) {
    auto& variants = out_.rules[rule].variants;
    if (variants.size() != 1 || variants.front().numbers.empty()) { return; }
    const auto& numbers = variants.front().numbers.front();
    if (!numbers.odds.usable() || !numbers.odds.is_level()) { return; }
    const auto has_more = [](const Odds& a, const Odds& b) { return a.outcomes.size() > b.outcomes.size(); };
    const auto* by = field_of_things(rule, kMostKinds, has_more);
    if (by == nullptr || by->asked == numbers.by.front()) { return; }
    auto fields = are_together(rule, numbers.by.front(), by->asked) ? std::vector{numbers.by.front(), by->asked}
                                                                    : std::vector{by->asked};
    ask_numbers_by(std::move(fields), rule, variants.front());
  }

  // Whether a thing that the rule makes may have both fields.
  bool are_together(RuleId rule, std::string_view first, std::string_view second) const {
    const auto made = things_of(rule);
    return std::any_of(made.begin(), made.end(), [&](RuleId one) {
      const auto& fields = out_.rules[one].variants.front().fields;
      const auto has = [&](std::string_view name) {
        return std::any_of(fields.begin(), fields.end(), [&](const FieldOdds& field) { return field.asked == name; });
      };
      return has(first) && has(second);
    });
  }

  void ask_numbers_by(std::vector<std::string> fields, RuleId rule, Variant& variant) {
    auto& numbers = variant.numbers.emplace_back();
    numbers.by = std::move(fields);
    auto asked = question<ExpectedCounts>(
        rule, variant.values, fmt::format("numbers by {}", fmt::join(numbers.by, " and ")), kNumbersQueryBudget);
    asked.by = numbers.by;
    std::vector<SlotId> slots;
    for (const auto field : program_.fields) {
      if (std::find(numbers.by.begin(), numbers.by.end(), program_.slots[field].name) != numbers.by.end()) {
        slots.push_back(field);
      }
    }
    ask(std::move(asked), &numbers.odds, scopes_.of_rule(rule, slots, variant.values, program::InputSlice::Of::Things));
  }

  // Returns the symbol field of the rule's things, with two to `most` outcomes, that is better than the others.
  template <class Better>
  const FieldOdds* field_of_things(RuleId rule, std::size_t most, Better is_better) {
    const FieldOdds* by = nullptr;
    for (const auto made : things_of(rule)) {
      for (const auto& field : out_.rules[made].variants.front().fields) {
        const bool is_known = field.kind == FieldOdds::Kind::Odds && field.odds.usable() && field.odds.exact;
        if (!is_known || !holds_symbol(field)) { continue; }
        const auto outcomes = field.odds.outcomes.size();
        if (outcomes < 2 || outcomes > most) { continue; }
        if (by == nullptr || is_better(field.odds, by->odds)) { by = &field; }
      }
    }
    return by;
  }

  // Returns the rules in the book that make things for this one, also those that make them for each other.
  std::vector<RuleId> things_of(RuleId rule) const {
    std::vector<RuleId> out;
    std::vector<RuleId> todo(effects_[rule].creates.rbegin(), effects_[rule].creates.rend());
    std::set<RuleId> seen;
    while (!todo.empty()) {
      const auto made = todo.back();
      todo.pop_back();
      if (!seen.insert(made).second) { continue; }
      todo.insert(todo.end(), effects_[made].creates.rbegin(), effects_[made].creates.rend());
      if (!out_.rules[made].variants.empty()) { out.push_back(made); }
    }
    return out;
  }

  void answer() {
    const auto answers = exact_odds(pack_, queries_);
    for (std::size_t i = 0; i < answers.size(); ++i) {
      auto& [odds, scope] = answers_[i];
      *odds = odds_of(answers[i]);
      odds->scope = std::move(scope);
    }
    if (options_.estimate_rolls > 0) { estimate(); }
    queries_.clear();
    answers_.clear();
  }

  // Asks again what was abandoned, with few paths, for bounds and estimates. Numbers of things and tables are shown
  // only if they are exact.
  void estimate() {
    constexpr std::uint64_t kPaths = 20'000;
    std::vector<Query> again;
    std::vector<Odds*> places;
    for (std::size_t i = 0; i < queries_.size(); ++i) {
      const auto& question = queries_[i].question;
      const bool is_shown = std::holds_alternative<Marginal>(question)
                                ? std::get<Marginal>(question).by.size() == 1
                                : std::holds_alternative<ExpectedCounts>(question);
      if (!answers_[i].first->too_much || !is_shown) { continue; }
      places.push_back(answers_[i].first);
      auto& query = again.emplace_back(queries_[i]);
      query.group.clear();
      std::visit(
          [&](OddsSettings& settings) {
            settings.max_paths = std::min(kPaths, options_.most_work);
            settings.tighten = true;
            settings.go_on = options_.go_on;
            settings.estimate_rolls = options_.estimate_rolls;
            settings.estimate_seconds = options_.estimate_seconds;
            settings.whole_rolls = true;
          },
          query.question);
    }
    const auto found = exact_odds(pack_, again);
    for (std::size_t i = 0; i < found.size(); ++i) {
      auto odds = odds_of(found[i]);
      if (!odds.is_estimated()) { continue; }
      odds.scope = std::move(places[i]->scope);
      *places[i] = std::move(odds);
    }
  }

  const Pack& pack_;
  const Program& program_;
  const Outline& outline_;
  const BookOptions& options_;
  QueryPlan out_;
  std::vector<RuleSummary> effects_;  // by rule
  program::QueryBudget query_budget_;
  unsigned threads_;
  std::uint64_t left_;  // of BookOptions::total_work
  std::string group_;   // of the next question: those whose budgets depend on each other
  std::vector<Query> queries_;
  std::vector<std::pair<Odds*, Scope>> answers_;  // the destinations of the answers
  Scopes scopes_;
};

}  // namespace

std::optional<std::size_t> depth_input(const Pack& pack) {
  const auto& inputs = pack.inputs();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if (inputs[i].kind == InputInfo::Kind::Integer && inputs[i].first && inputs[i].last) { return i; }
  }
  return std::nullopt;
}

QueryPlan make_query_plan(const Pack& pack, const Program& program, const Outline& outline,
                          const BookOptions& options) {
  if (options.threads != 1) {
    Planner planner(pack, program, outline, options, options.threads);
    auto plan = planner.make();
    if (!planner.is_spent()) { return plan; }
  }
  return Planner(pack, program, outline, options, 1).make();
}

}  // namespace spoils::book
