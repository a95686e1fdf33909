// api/tweak_questions.cpp
//
// `Tweaker::choices` and `outlook`: trial rolls with the second roller, which change nothing. Odds are exact sums over
// paths (tweak/paths.h). Tests: tests/tweak/odds_test.cpp. `Tweaker::reach`: api/tweak_reach.cpp.
#include "api/tweak_questions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <optional>
#include <set>
#include <string_view>

#include "api/error.h"
#include "explain/labels.h"
#include "explain/reasons.h"
#include "program/evaluate.h"
#include "text/plain/nearest.h"
#include "text/plain/symbol_source.h"
#include "text/plain/text_source.h"
#include "tweak/paths.h"

namespace spoils::api {

using namespace program;
using tweak::Exact;
using tweak::Wish;

std::string written(const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: return "none";
    case Value::Kind::Integer: return std::to_string(value.integer());
    case Value::Kind::Number:
      return value.denominator() == 1 ? std::to_string(value.integer())
                                      : fmt::format("{}/{}", value.integer(), value.denominator());
    case Value::Kind::Flag: return value.flag() ? "true" : "false";
    case Value::Kind::Symbol: return text::symbol_to_source(value.text());
    case Value::Kind::Text: return text::text_to_source(value.text());
    case Value::Kind::List: {
      std::string out = "[";
      for (const auto& member : value.members()) { out += (out.size() > 1 ? ", " : "") + written(member); }
      return out + "]";
    }
    case Value::Kind::Map: break;
  }
  std::string out = "{";
  for (const auto& [key, amount] : value.entries()) {
    out += fmt::format("{}{}: {}", out.size() > 1 ? ", " : "", written(key), amount);
  }
  return out + "}";
}

namespace {

/// Reads the choices of one draw of a trial roll.
class ChoiceInspector final : public tweak::Inspector {
 public:
  ChoiceInspector(RollerData& data, std::uint64_t from, std::uint64_t count)
      : data_(data),
        labels_(data.program, *data.pack.data().sources, data.interpreter.heap()),
        texts_(data.program, *data.pack.data().sources, data.interpreter),
        reasons_(data.program, labels_, data.interpreter.heap()),
        from_(from),
        count_(count) {}

  void inspect(const roll::Draw& draw, const tweak::Offer& offer) override {
    if (found) { return; }
    found.emplace();
    found->count = offer.size();
    const auto* const slots = data_.interpreter.slots().data();
    labels_.look_at(slots);
    const auto end = offer.size() - std::min(offer.size(), from_) < count_ ? offer.size() : from_ + count_;
    for (auto place = from_; place < end; ++place) {
      FoundChoice each;
      each.number = offer.number(place);
      each.value = texts_.of(draw.place, offer, each.number);
      each.probability = offer.probability(each.number, sums_);
      if (each.probability && *each.probability == 0) {
        auto reason = why_not(offer, each.number, slots);
        each.why_not = std::move(reason.text);
        each.place = reason.place;
      }
      found->page.push_back(std::move(each));
    }
  }

  std::optional<FoundChoices> found;

 private:
  // Requires: the choice exists and has no chance.
  explain::Reason why_not(const tweak::Offer& offer, Word number, const Word* slots) {
    using Kind = roll::Options::Kind;
    const auto& options = offer.options();
    const auto row = static_cast<std::size_t>(offer.outcome(number));
    switch (options.kind) {
      case Kind::Chance: return explain::Reasons::of_chance(number == 1);
      case Kind::Range: return {fmt::format("outside of {}..{}", options.first, options.last), {}};
      case Kind::Dice: return {fmt::format("{}d{} cannot sum up to it", options.first, options.last), {}};
      case Kind::Row: return reasons_.of_row(options.index, row, slots);
      case Kind::Choice: return reasons_.of_choice(options.index, row, slots);
      default: return {"no chance", {}};
    }
  }

  RollerData& data_;
  explain::Labels labels_;
  tweak::ChoiceTexts texts_;
  explain::Reasons reasons_;
  explain::DiceSums sums_;
  std::uint64_t from_;
  std::uint64_t count_;
};

}  // namespace

Result<OutlookColumn, Error> find_column(const Pack& pack, std::string_view name) {
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    if (pack.fields()[i].name == name) { return OutlookColumn{OutlookColumn::Kind::Field, i}; }
  }
  for (std::size_t i = 0; i < pack.measures().size(); ++i) {
    if (pack.measures()[i].name == name) { return OutlookColumn{OutlookColumn::Kind::Measure, i}; }
  }
  if (name == "name") { return OutlookColumn{}; }
  std::vector<std::string_view> known{"name"};
  for (const auto& field : pack.fields()) { known.push_back(field.name); }
  for (const auto& measure : pack.measures()) { known.push_back(measure.name); }
  const auto near = text::nearest(name, known);
  return Failure{make_error(Error::Kind::BadValue,
                            fmt::format("pack `{}` has no field or measure `{}`", pack.name(), name),
                            near ? fmt::format("did you mean `{}`?", *near) : "", {{"field", std::string(name)}})};
}

std::string column_of(const OutlookColumn& column, const Things& things) {
  if (things.empty()) { return "none"; }
  const auto thing = things[0];
  switch (column.kind) {
    case OutlookColumn::Kind::Name: return thing.name();
    case OutlookColumn::Kind::Field: return written(thing.field(column.index));
    case OutlookColumn::Kind::Measure: break;
  }
  return written(thing.measure(column.index));
}

namespace {

/// Returns what columns read of a thing.
explain::DependentFields::Reads reads_of(const Program& program, const std::vector<OutlookColumn>& columns) {
  explain::DependentFields::Reads out;
  for (const auto& column : columns) {
    switch (column.kind) {
      case OutlookColumn::Kind::Field: out.slots.push_back(program.fields[column.index]); continue;
      case OutlookColumn::Kind::Measure: out.expressions.push_back(program.measures[column.index].value); continue;
      case OutlookColumn::Kind::Name: break;
    }
    // Without a display a name is the kind; articles and plurals read the quantity.
    for (const auto* const field : {"kind", "quantity"}) {
      if (const auto slot = program.find_field(field)) { out.slots.push_back(*slot); }
    }
    for (const auto& display : program.displays) {
      for (const auto id : {display.condition, display.text}) {
        if (id != kNone) { out.expressions.push_back(id); }
      }
    }
  }
  return out;
}

/// Whether a plan leads only to rolls that the rules could make, as the facts about a program take for granted.
bool keeps_the_rules(const TweakerData& data, const TweakState& state) {
  const auto& plan = state.plan;
  return !data.by_hand && plan.skipped.empty() && plan.more.empty() && plan.runs.empty() &&
         std::none_of(plan.choices.begin(), plan.choices.end(),
                      [](const auto& each) { return each.second.wish == Wish::Forced; });
}

}  // namespace

IrrelevantDraws::IrrelevantDraws(TweakerData& data, const TweakState& state, const std::vector<OutlookColumn>& columns)
    : data_(data), knows_facts_(keeps_the_rules(data, state)), reads_(reads_of(data.program(), columns)) {
  if (!data.dependent) { data.dependent.emplace(data.program()); }
}

bool IrrelevantDraws::contains(ExpressionId draw) {
  if (!knows_facts_) { return false; }
  const auto [found, is_new] = known_.try_emplace(draw, false);
  if (is_new) { found->second = data_.dependent->is_irrelevant(data_.shown.data()->rule, draw, reads_); }
  return found->second;
}

tweak::PathDrawer::Odds odds_of_paths(TweakerData& data, const TweakState& state,
                                      const std::vector<OutlookColumn>& columns, TrialBudget& budget) {
  IrrelevantDraws irrelevant(data, state, columns);
  tweak::PathDrawer drawer([&](ExpressionId draw) { return irrelevant.contains(draw); });
  const auto may_go_on = [&] { return drawer.work() < budget.cost && budget.rolls > 0 && !drawer.is_full(); };
  while (may_go_on() && drawer.next()) {
    const auto replayed = data.replay(data.trial, {&state, &drawer, {}, nullptr}, nullptr);
    std::vector<std::string> row;
    if (replayed) {
      for (const auto& column : columns) { row.push_back(column_of(column, replayed->things)); }
    }
    drawer.finish(std::move(row), !replayed);
    budget.spend(data.trial.data()->interpreter.cost());
  }
  budget.cost -= std::min(budget.cost, drawer.work());
  return drawer.odds();
}

double as_double(const Exact& value) { return value.convert_to<double>(); }
std::string numerator_of(const Exact& value) { return boost::multiprecision::numerator(value).str(); }
std::string denominator_of(const Exact& value) { return boost::multiprecision::denominator(value).str(); }

namespace {

void fill_exact(const Exact& value, TweakChoice& out) {
  out.probability = as_double(value);
  const auto num = boost::multiprecision::numerator(value);
  const auto den = boost::multiprecision::denominator(value);
  if (den > std::numeric_limits<std::int64_t>::max()) { return; }
  out.numerator = num.convert_to<std::int64_t>();
  out.denominator = den.convert_to<std::int64_t>();
}

/// Returns all that shows of a roll, as one text.
std::string seen_of(const Pack& pack, const Things& things) {
  std::string out;
  const auto add = [&out](std::string_view part) { out.append(part).push_back('\n'); };
  for (std::size_t i = 0; i < things.size(); ++i) {
    const auto thing = things[i];
    add(thing.made_by());
    add(std::to_string(thing.holder()));
    add(thing.name());
    for (std::size_t k = 0; k < pack.fields().size(); ++k) { add(written(thing.field(k))); }
  }
  return out;
}

}  // namespace

std::optional<FoundChoices> inspect(TweakerData& data, const std::string& id, std::uint64_t from, std::uint64_t count) {
  ChoiceInspector inspector(*data.trial.data(), from, count);
  tweak::StreamDrawer drawer(data.stream(data.edits.size() + 1));
  static_cast<void>(data.replay(data.trial, {&data.state, &drawer, id, &inspector}, nullptr));
  return std::move(inspector.found);
}

}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

using tweak::Wish;

Result<TweakChoices, Error> Tweaker::choices(std::string_view id, std::uint64_t from, std::size_t count) {
  if (data_ == nullptr) { return Failure{api::misuse_error("Tweaker::choices: the tweaker was moved from")}; }
  auto& data = *data_;
  auto whole = data.find(id, data.ids(true, false, false), "decision");
  if (!whole) { return Failure{std::move(whole).error()}; }
  TweakChoices out;
  out.id = std::move(*whole);
  const auto found = api::inspect(data, out.id, from, count);
  if (!found) { return out; }
  out.count = found->count;
  const auto made = std::find_if(data.now.made.begin(), data.now.made.end(),
                                 [&](const tweak::Made& each) { return each.id == out.id; });
  std::vector<std::string> rolls;  // by entry of out.choices
  for (const auto& each : found->page) {
    std::string roll;
    TweakChoice choice;
    choice.choice = each.number;
    choice.value = each.value;
    choice.is_current = made->choice.number == each.number;
    choice.why_not = each.why_not;
    if (each.place.end > 0) { choice.place = api::place_of(*data.pack.data().sources, each.place); }
    auto trial = data.state;
    trial.plan.choices[out.id] = {{each.number, {}}, std::nullopt, Wish::Forced, data.edits.size() + 1};
    tweak::StreamDrawer drawer(data.stream(data.edits.size() + 1));
    const auto replayed = data.replay(data.trial, {&trial, &drawer, {}, nullptr}, nullptr);
    if (!replayed) {
      choice.fault = replayed.error().text();
    } else {
      std::set<std::string_view> still;
      for (const auto& now : replayed->made) {
        if (!now.is_lost) { still.insert(now.id); }
      }
      for (const auto& before : data.now.made) { choice.lost += still.contains(before.id) ? 0U : 1U; }
      roll = api::seen_of(data.pack, replayed->things);
      if (!replayed->things.empty()) {
        const auto thing = replayed->things[0];
        choice.name = thing.name();
        for (std::size_t i = 0; i < data.pack.measures().size(); ++i) {
          choice.measures.emplace_back(data.pack.measures()[i].name, api::written(thing.measure(i)));
        }
      }
    }
    // Choices that differ in nothing share an entry.
    const auto same = std::find_if(out.choices.begin(), out.choices.end(), [&](const TweakChoice& other) {
      return other.value == choice.value && other.why_not == choice.why_not && other.lost == choice.lost &&
             other.fault == choice.fault && rolls[static_cast<std::size_t>(&other - out.choices.data())] == roll;
    });
    if (each.probability) {
      api::fill_exact(*each.probability, choice);
    } else {
      choice.probability = std::numeric_limits<double>::quiet_NaN();
    }
    if (same == out.choices.end()) {
      out.choices.push_back(std::move(choice));
      rolls.push_back(std::move(roll));
      continue;
    }
    same->is_current = same->is_current || choice.is_current;
    if (choice.denominator > 0 && same->denominator > 0) {
      api::fill_exact(
          tweak::Exact(same->numerator, same->denominator) + tweak::Exact(choice.numerator, choice.denominator), *same);
    } else {
      same->probability += choice.probability;
    }
  }
  return out;
}

Result<TweakOutlook, Error> Tweaker::outlook(std::string_view id, const std::vector<std::string>& by,
                                             TweakLimits limits) {
  if (data_ == nullptr) { return Failure{api::misuse_error("Tweaker::outlook: the tweaker was moved from")}; }
  auto& data = *data_;
  std::vector<api::OutlookColumn> columns;
  for (const auto& name : by) {
    auto column = api::find_column(data.pack, name);
    if (!column) { return Failure{std::move(column).error()}; }
    columns.push_back(*column);
  }
  std::string whole;
  if (!id.empty()) {
    auto found = data.find(id, data.ids(true, true, false), "decision or step");
    if (!found) { return Failure{std::move(found).error()}; }
    whole = std::move(*found);
  }
  const auto [state, open] = api::opened(data, whole);
  api::TrialBudget budget{api::kMostTrialCost, std::max<std::size_t>(1, limits.most_replays)};
  const auto odds = api::odds_of_paths(data, state, columns, budget);
  TweakOutlook out;
  out.by = by;
  out.open = open;
  for (const auto& [values, probability] : odds.rows) {
    out.rows.push_back(
        {values, api::as_double(probability), api::numerator_of(probability), api::denominator_of(probability)});
  }
  std::stable_sort(out.rows.begin(), out.rows.end(),
                   [](const auto& a, const auto& b) { return a.probability > b.probability; });
  out.failed = api::as_double(odds.failed);
  out.unknown = api::as_double(odds.unknown);
  out.is_exact = odds.unknown == 0;
  return out;
}

}  // namespace v1
}  // namespace spoils
