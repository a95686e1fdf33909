// api/tweak_reach.cpp
//
// `Tweaker::reach`: whether decisions of the shown roll can give a column a value. Each choice of each decision is
// tried by a replay in which all other decisions are kept. The odds of the value are those of the paths (tweak/paths.h)
// with decisions open in three steps, until the value comes: those that change the column while all other decisions
// stay; also those that change it through decisions that they add, leave out or draw anew; all. So 0 is exact only
// after all paths of the whole roll; whatever a limit left out makes the answer inexact. Tests:
// tests/tweak/reach_test.cpp.
#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string_view>
#include <tuple>
#include <utility>

#include "api/error.h"
#include "api/tweak_questions.h"
#include "api/tweak_values.h"

namespace spoils::api {

using namespace program;
using tweak::Exact;
using tweak::Wish;

namespace {

constexpr std::uint64_t kMostChoices = 10'000;  // of one decision; the others make the answer inexact
// Choices of each decision that are tried before all choices of any: a column that depends on a decision mostly differs
// after one of them, so that decisions at the end of a long roll are found before the budget is spent.
constexpr std::size_t kFirstChoices = 24;
constexpr std::size_t kMostOrdered = 6;     // members of a shuffle; of more only exchanges of two are tried
constexpr std::size_t kMostShuffled = 100;  // members of a shuffle for which the probability of an order is computed

/// Returns an integer with decimals, if there are some; nothing for other texts. Not std::from_chars of doubles: the
/// C++ library of the WebAssembly build has none.
std::optional<double> decimal_in(std::string_view text) {
  const bool is_negative = text.substr(0, 1) == "-";
  if (is_negative) { text.remove_prefix(1); }
  const auto point = std::min(text.find('.'), text.size());
  std::uint64_t whole = 0;
  const auto [at, code] = std::from_chars(text.data(), text.data() + point, whole);
  if (code != std::errc() || at != text.data() + point) { return std::nullopt; }
  auto out = static_cast<double>(whole);
  double unit = 1;
  for (const auto digit : text.substr(std::min(point + 1, text.size()))) {
    if (digit < '0' || digit > '9') { return std::nullopt; }
    unit /= 10;
    out += (digit - '0') * unit;
  }
  return is_negative ? -out : out;
}

/// Returns a number as a pack writes it; nothing for other values.
std::optional<double> number_in(std::string_view text) {
  const auto slash = std::min(text.find('/'), text.size());
  const auto first = decimal_in(text.substr(0, slash));
  if (!first || slash == text.size()) { return first; }
  const auto second = decimal_in(text.substr(slash + 1));
  return second && *second != 0 ? std::optional(*first / *second) : std::nullopt;
}

program::ValueType type_of(const OutlookColumn& column, const Program& program) {
  switch (column.kind) {
    case OutlookColumn::Kind::Field: return program.slots[program.fields[column.index]].type;
    // An integer is a number without a denominator.
    case OutlookColumn::Kind::Measure: return of(ValueKind::Number);
    case OutlookColumn::Kind::Name: break;
  }
  return of(ValueKind::Symbol);
}

/// Returns orders of a shuffle besides the given one, and whether these are all.
std::pair<std::vector<tweak::Choice>, bool> other_orders(const std::vector<std::uint32_t>& now) {
  std::vector<tweak::Choice> out;
  if (now.size() <= kMostOrdered) {
    auto order = now;
    while (std::next_permutation(order.begin(), order.end()) || order != now) {
      if (order == now) { break; }
      out.push_back({0, order});
    }
    return {std::move(out), true};
  }
  for (std::size_t i = 0; i < now.size(); ++i) {
    for (auto j = i + 1; j < now.size() && out.size() < kMostChoices; ++j) {
      auto order = now;
      std::swap(order[i], order[j]);
      out.push_back({0, std::move(order)});
    }
  }
  return {std::move(out), false};
}

/// The influence of one decision of the shown roll on the column, as far as its choices were tried.
struct Influence {
  const tweak::Made* made = nullptr;
  bool is_direct = false;        // a choice changes the column, and all other decisions stay
  bool is_indirect = false;      // a choice that changes other decisions changes the column
  bool leads_elsewhere = false;  // a choice changes other decisions, of which not all choices were tried
  bool is_covered = false;       // all of its choices were tried
  Exact seen = 0;  // of the value: the probability of a choice that gives it and leaves all other decisions as they are
};

class ReachSearch {
 public:
  ReachSearch(TweakerData& data, const OutlookColumn& column, std::string_view value, TweakLimits limits)
      : data_(data),
        columns_{column},
        value_(value),
        rolls_(std::max<std::size_t>(1, limits.most_replays)),
        state_(data.state),
        irrelevant_(data, state_, columns_) {
    // The overlay of a field hides the value that the decisions give.
    state_.overlays.clear();
  }

  /// Requires: is called once.
  TweakReach reach();

 private:
  using Odds = tweak::PathDrawer::Odds;

  [[nodiscard]] Result<Replayed, Error> replay();
  void try_choices(Influence& of, bool is_first, TrialBudget& budget);
  void try_choice(Influence& of, tweak::Choice choice, const Exact& probability, TrialBudget& budget);
  void try_all();
  [[nodiscard]] Odds odds_of(const TweakState& state, TrialBudget& budget, std::size_t parts);
  void follow_others();
  void open(std::vector<std::string> ids, bool are_all, std::uint64_t most_cost);
  void take(const Odds& odds);
  [[nodiscard]] Exact share_of_value(const Odds& odds) const;
  void note_nearest(const Odds& odds);

  TweakerData& data_;
  std::vector<OutlookColumn> columns_;
  std::string value_;
  std::size_t rolls_;
  TweakState state_;
  IrrelevantDraws irrelevant_;
  std::string current_;
  std::vector<Influence> influences_;  // of the decisions that may matter to the column
  TweakReach out_;
  Exact probability_ = 0;
  Exact unknown_ = 0;
  std::optional<std::pair<double, std::string>> below_;
  std::optional<std::pair<double, std::string>> above_;
};

Result<Replayed, Error> ReachSearch::replay() {
  tweak::StreamDrawer drawer(data_.stream(data_.edits.size() + 1));
  return data_.replay(data_.trial, {&state_, &drawer, {}, nullptr}, nullptr);
}

// `probability`: of the choice; 0 if it is not computed.
void ReachSearch::try_choice(Influence& of, tweak::Choice choice, const Exact& probability, TrialBudget& budget) {
  auto& wanted = state_.plan.choices[of.made->id];
  const auto kept = wanted;
  wanted = {std::move(choice), std::nullopt, Wish::Pinned, 0};
  const auto replayed = replay();
  state_.plan.choices[of.made->id] = kept;
  budget.spend(data_.trial.data()->interpreter.cost());
  ++out_.tried;
  if (!replayed) {
    // A `retry` may have put back what was drawn in it: another draw may be accepted.
    of.leads_elsewhere = true;
    return;
  }
  const auto& made = replayed->made;
  const bool is_alone = made.size() == data_.now.made.size() &&
                        std::none_of(made.begin(), made.end(), [](const tweak::Made& each) { return each.is_drawn; });
  const auto came = column_of(columns_.front(), replayed->things);
  const bool changes = came != current_;
  if (came == value_) {
    out_.is_found = true;
    if (is_alone && probability > of.seen) { of.seen = probability; }
  }
  of.is_direct = of.is_direct || (is_alone && changes);
  of.is_indirect = of.is_indirect || (!is_alone && changes);
  of.leads_elsewhere = of.leads_elsewhere || !is_alone;
}

// Tries some choices of a decision, or those that were left, until one changes the column and nothing else.
void ReachSearch::try_choices(Influence& of, bool is_first, TrialBudget& budget) {
  std::vector<tweak::Choice> choices;
  std::vector<Exact> probabilities;  // of them; of orders they are all the same
  bool are_all = true;
  const auto& now = of.made->choice;
  if (!now.order.empty()) {
    std::tie(choices, are_all) = other_orders(now.order);
    Exact one = 1;
    for (std::size_t i = 2; i <= now.order.size() && i <= kMostShuffled; ++i) { one /= i; }
    probabilities.assign(choices.size(), now.order.size() <= kMostShuffled ? one : Exact(0));
  } else {
    const auto found = inspect(data_, of.made->id, 0, kMostChoices);
    budget.spend(data_.trial.data()->interpreter.cost());
    are_all = found && found->count <= kMostChoices;
    if (found) {
      for (const auto& each : found->page) {
        const bool has_chance = !each.probability || *each.probability != 0;
        if (each.number == now.number || !has_chance) { continue; }
        choices.push_back({each.number, {}});
        probabilities.push_back(each.probability.value_or(Exact(0)));
      }
    }
  }
  const auto step = std::max<std::size_t>(1, choices.size() / kFirstChoices);
  std::size_t i = 0;
  for (; i < choices.size() && !of.is_direct && !budget.is_spent(); ++i) {
    if ((i % step == 0) == is_first) { try_choice(of, std::move(choices[i]), probabilities[i], budget); }
  }
  of.is_covered = are_all && i == choices.size() && (!is_first || step == 1);
}

void ReachSearch::try_all() {
  TrialBudget budget{kMostTrialCost, rolls_};
  for (const auto& made : data_.now.made) {
    if (made.is_fixed || irrelevant_.contains(made.place)) { continue; }
    influences_.push_back({&made});
  }
  for (const bool is_first : {true, false}) {
    for (auto& each : influences_) {
      if (!each.is_direct && !each.is_covered && !budget.is_spent()) { try_choices(each, is_first, budget); }
    }
  }
}

// Follows the paths of a state with a part of a budget.
ReachSearch::Odds ReachSearch::odds_of(const TweakState& state, TrialBudget& budget, std::size_t parts) {
  const TrialBudget given{budget.cost / parts, std::max<std::size_t>(1, budget.rolls / parts)};
  auto left = given;
  auto odds = odds_of_paths(data_, state, columns_, left);
  budget.cost -= given.cost - left.cost;
  budget.rolls -= std::min(budget.rolls, given.rolls - left.rolls);
  out_.tried += given.rolls - left.rolls;
  return odds;
}

// Follows the paths of each decision that leads to others, with it alone open, and takes the answer from the one that
// is likeliest to give the value.
void ReachSearch::follow_others() {
  std::vector<Influence*> others;
  for (auto& each : influences_) {
    if (each.leads_elsewhere && !each.is_direct) { others.push_back(&each); }
  }
  TrialBudget budget{kMostTrialCost / 2, rolls_};
  for (std::size_t i = 0; i < others.size(); ++i) {
    auto& each = *others[i];
    auto state = state_;
    state.plan.choices.erase(each.made->id);
    // An equal part of what is left for each, so that one with very many paths leaves some to those after it.
    const auto odds = odds_of(state, budget, others.size() - i);
    each.is_indirect = each.is_indirect || std::any_of(odds.rows.begin(), odds.rows.end(),
                                                       [&](const auto& row) { return row.first.front() != current_; });
    each.is_covered = each.is_indirect || odds.unknown == 0;  // its choices are among the paths
    note_nearest(odds);
    if (!each.is_indirect) { continue; }
    const auto share = share_of_value(odds);
    out_.through.push_back(
        {each.made->id, as_double(share), numerator_of(share), denominator_of(share), odds.unknown == 0});
    if (share > probability_) {
      out_.open = {each.made->id};
      take(odds);
    }
  }
}

Exact ReachSearch::share_of_value(const Odds& odds) const {
  const auto row = odds.rows.find({value_});
  return row == odds.rows.end() ? Exact(0) : row->second;
}

void ReachSearch::take(const Odds& odds) {
  probability_ = share_of_value(odds);
  unknown_ = odds.unknown;
}

void ReachSearch::note_nearest(const Odds& odds) {
  const auto wanted = number_in(value_);
  for (const auto& [values, share] : odds.rows) {
    const auto number = number_in(values.front());
    if (!wanted || !number) { continue; }
    if (*number < *wanted && (!below_ || *number > below_->first)) { below_.emplace(*number, values.front()); }
    if (*number > *wanted && (!above_ || *number < above_->first)) { above_.emplace(*number, values.front()); }
  }
}

// Takes the answer from the odds with some decisions open, unless they have nothing of the value and the answer has; or
// with all decisions open that the edits leave in any roll.
void ReachSearch::open(std::vector<std::string> ids, bool are_all, std::uint64_t most_cost) {
  auto state = state_;
  if (are_all) { state.plan.choices.clear(); }
  for (const auto& id : ids) { state.plan.choices.erase(id); }
  TrialBudget budget{most_cost, rolls_};
  const auto odds = odds_of(state, budget, 1);
  note_nearest(odds);
  if (probability_ != 0 && share_of_value(odds) == 0) { return; }
  out_.open = std::move(ids);
  take(odds);
}

TweakReach ReachSearch::reach() {
  const auto replayed = replay();
  current_ = replayed ? column_of(columns_.front(), replayed->things) : "none";
  try_all();
  for (const auto& each : influences_) {
    if (each.is_direct) { out_.decisions.push_back(each.made->id); }
  }
  open(out_.decisions, false, kMostTrialCost);
  if (probability_ == 0 || out_.decisions.empty()) {
    const auto kept = std::exchange(probability_, Exact(0));
    follow_others();
    if (out_.through.empty()) {
      probability_ = kept;
    } else {
      auto ids = out_.decisions;
      for (const auto& each : out_.through) { ids.push_back(each.id); }
      open(std::move(ids), false, kMostTrialCost / 2);
    }
  }
  for (const auto& each : influences_) {
    if (!each.is_direct && !each.is_covered) { out_.unsure.push_back(each.made->id); }
  }
  // A choice that was tried may be one of too many to follow.
  if (probability_ == 0) {
    for (const auto& each : influences_) {
      if (each.seen <= probability_) { continue; }
      out_.open = {each.made->id};
      probability_ = each.seen;
      unknown_ = Exact(1) - each.seen;
    }
  }
  // Several decisions may give the value together although none of them changes the column alone.
  const bool asks_all = probability_ == 0 && unknown_ == 0;
  if (asks_all) {
    std::vector<std::string> ids;
    for (const auto& each : influences_) { ids.push_back(each.made->id); }
    open(std::move(ids), true, kMostTrialCost / 2);
  }
  out_.is_found = out_.is_found || probability_ != 0;
  out_.probability = as_double(probability_);
  out_.numerator = numerator_of(probability_);
  out_.denominator = denominator_of(probability_);
  out_.unknown = as_double(unknown_);
  out_.is_exact = unknown_ == 0 && (asks_all || out_.unsure.empty());
  for (const auto& near : {below_, above_}) {
    if (near && !out_.is_found) { out_.nearest.push_back(near->second); }
  }
  return std::move(out_);
}

}  // namespace
}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

Result<TweakReach, Error> Tweaker::reach(std::string_view field, std::string_view value, TweakLimits limits) {
  if (data_ == nullptr) { return Failure{api::misuse_error("Tweaker::reach: the tweaker was moved from")}; }
  const auto column = api::find_column(data_->pack, field);
  if (!column) { return Failure{column.error()}; }
  const auto type = api::type_of(*column, data_->program());
  const auto wanted = api::as_written(data_->program(), type, value);
  if (!wanted) {
    return Failure{api::make_error(Error::Kind::BadValue,
                                   fmt::format("`{}` is not {}, which `{}` is", value, program::to_text(type), field),
                                   "", {{"field", std::string(field)}, {"value", std::string(value)}})};
  }
  return api::ReachSearch(*data_, *column, *wanted, limits).reach();
}

}  // namespace v1
}  // namespace spoils
