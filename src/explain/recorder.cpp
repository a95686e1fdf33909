// explain/recorder.cpp
//
// Turns the reports of an observed roll into steps: finds the slot that each draw is assigned to, computes the odds
// of the alternatives, and multiplies the probabilities on the way. Limits bound the number of stored entries.
#include "explain/recorder.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

#include "text/plain/figures.h"

namespace spoils::explain {

using namespace program;
using number::Rational;

namespace {

constexpr std::size_t kMostOfRange = 100;                                // the ends of a range show the other values
constexpr auto kManyOrders = std::numeric_limits<std::uint64_t>::max();  // where their number does not fit 64 bits

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

}  // namespace

Recorder::Recorder(const Program& program, const text::Sources& sources, roll::Interpreter& interpreter,
                   ExplainOptions options, DependentFields* dependent)
    : program_(program),
      sources_(sources),
      interpreter_(interpreter),
      options_(options),
      dependent_(dependent),
      labels_(program, sources, interpreter.heap()),
      reasons_(program, labels_, interpreter.heap()),
      targets_(find_targets(program)),
      ids_(program, targets_),
      entries_left_(options.most_entries) {}

// ---- Decisions --------------------------------------------------------------

Place Recorder::place_of(Span span) {
  const auto& source = sources_[span.source];
  const auto key = (std::uint64_t{span.source} << 32) | span.begin;
  auto known = locations_.find(key);
  if (known == locations_.end()) { known = locations_.emplace(key, source.locate(span.begin)).first; }
  return {source.name(), known->second};
}

/// Returns the limit on alternatives of the next decision: a decision with very many of them must leave room for the
/// others.
std::size_t Recorder::room() const { return std::min(options_.most_alternatives, entries_left_ / 4); }

Decision Recorder::begin(const roll::Draw& draw, Decision::Kind kind, std::int64_t choice, std::string_view dice) {
  labels_.look_at(interpreter_.slots().data());
  Decision decision;
  decision.kind = kind;
  decision_id_ = ids_.decision(draw.place, dice);
  decision.choice = choice;
  decision.thing = open_.empty() ? -1 : open_.back().thing;
  decision.is_declared = draw.is_declared;
  decision.is_stored = !draw.is_declared && !open_.empty() && open_.back().is_stored;
  if (const auto* const target = target_of(draw.place)) {
    decision.target = program_.slots[target->slot].name + shown_key(target->key);
    decision.adds = target->adds;
  }
  return decision;
}

/// Stores a decision with its odds, which are `exact` if that fits; otherwise decision.probability holds them.
void Recorder::finish(const roll::Draw& draw, Decision decision, std::optional<Rational> exact) {
  if (decision.is_declared || decision.is_stored) {
    exact = Rational(1);
    for (auto& alternative : decision.alternatives) { alternative.probability = 0; }
    decision.left_out_probability = 0;
  }
  if (exact) { decision.probability = text::below_certainty(to_double(*exact), *exact != Rational(1)); }
  const bool has_chance = !exact || *exact != Rational(0);
  for (auto& alternative : decision.alternatives) {
    alternative.probability = text::below_certainty(alternative.probability, has_chance);
  }
  decision.left_out_probability = text::below_certainty(decision.left_out_probability, has_chance);
  decision.numerator = exact ? exact->numerator() : 0;
  decision.denominator = exact ? exact->denominator() : 0;
  if (!decision.die_by_die) { product_.multiply(decision.probability, exact); }
  ++out_.decisions;
  if (!tells()) {
    ++out_.left_out;
    return;
  }
  Step step;
  step.kind = Step::Kind::Decision;
  step.depth = static_cast<std::uint32_t>(open_.size());
  step.source = labels_.source(program_.places[draw.place]);
  step.place = place_of(program_.places[draw.place]);
  step.id = std::move(decision_id_);
  step.decision = std::move(decision);
  const bool is_kept = keep(std::move(step));
  if (is_kept && options_.with_fields) { draws_.push_back({out_.steps.size() - 1, draw.place, open_.back().rule}); }
}

bool Recorder::keep(Step step) {
  const auto entries = 1 + (step.decision ? step.decision->alternatives.size() : 0);
  if (!tells() || entries > entries_left_) {
    ++out_.left_out;
    return false;
  }
  entries_left_ -= entries;
  out_.steps.push_back(std::move(step));
  return true;
}

void Recorder::chance(const roll::Draw& draw, const Rational& chance, bool came) {
  auto decision = begin(draw, Decision::Kind::Chance, came ? 1 : 0);
  const auto yes = std::clamp(chance, Rational(0), Rational(1));
  const auto no = number::subtract(Rational(1), yes).value_or(Rational(0));  // within 0..1 it always fits
  decision.chosen = came ? "true" : "false";
  const auto& other = came ? no : yes;
  if (other != Rational(0) && room() > 0) {
    decision.alternatives.push_back({came ? "false" : "true", to_double(other), came ? 0 : 1, {}, {}});
  } else if (other != Rational(0)) {
    decision.left_out = 1;
    decision.left_out_probability = to_double(other);
  } else {
    add_impossible(decision, came ? "false" : "true", came ? 0 : 1, Reasons::of_chance(!came));
  }
  finish(draw, std::move(decision), came ? yes : no);
}

/// Adds an alternative without a chance, if there is room and the caller wants them.
void Recorder::add_impossible(Decision& decision, std::string value, std::int64_t choice, Reason reason) {
  if (!options_.with_impossible) { return; }
  if (decision.alternatives.size() >= room()) {
    ++decision.left_out;
    return;
  }
  Decision::Alternative other{std::move(value), 0, choice, std::move(reason.text), {}};
  if (reason.place.end > 0) { other.place = place_of(reason.place); }
  decision.alternatives.push_back(std::move(other));
}

/// Adds the rows of a table that have no share in a pick; if there is none, all rows.
void Recorder::add_impossible_rows(Decision& decision, const Table& table, const roll::WeightedPick* pick,
                                   std::uint32_t position, std::optional<std::uint32_t> choice) {
  if (!options_.with_impossible || !tells()) { return; }
  const auto* const slots = interpreter_.slots().data();
  const auto* const picks = choice ? &program_.choices[*choice] : nullptr;
  const bool has_nothing = picks != nullptr && (picks->or_nothing || picks->nothing_weight != kNone);
  const auto rows = static_cast<std::uint32_t>(table.rows.size());
  const auto index = static_cast<std::uint32_t>(&table - program_.tables.data());
  for (std::uint32_t row = 0; row < rows + (has_nothing ? 1 : 0); ++row) {
    const bool has_share = pick != nullptr && row < pick->size() && pick->share(row) > 0;
    if (has_share || row == position) { continue; }
    if (decision.alternatives.size() >= room()) {
      ++decision.left_out;
      continue;
    }
    auto reason = choice ? reasons_.of_choice(*choice, row, slots) : reasons_.of_row(index, row, slots);
    auto value = row < rows ? labels_.outcome(table.rows[row]) : std::string("none");
    add_impossible(decision, std::move(value), row < rows ? static_cast<Word>(row) + 1 : 0, std::move(reason));
  }
}

/// Counts the unlisted ones of so many equally likely outcomes as left out.
void Recorder::add_evenly(Decision& decision, std::uint64_t count) {
  const auto listed = decision.alternatives.size();
  decision.left_out = count - 1 - listed;
  decision.left_out_probability = static_cast<double>(decision.left_out) / static_cast<double>(count);
}

void Recorder::range(const roll::Draw& draw, Word first, Word last, Word drawn) {
  auto drawn_from = fmt::format("{}..{}", first, last);
  auto decision = begin(draw, Decision::Kind::Range, drawn, drawn_from);
  decision.chosen = fmt::format("{}", drawn);
  decision.drawn_from = std::move(drawn_from);
  const auto count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  const auto share = 1 / static_cast<double>(count);
  const auto most = std::min(room(), kMostOfRange);
  for (auto value = first; decision.alternatives.size() < most; ++value) {
    if (value != drawn) { decision.alternatives.push_back({fmt::format("{}", value), share, value, {}, {}}); }
    if (value == last) { break; }
  }
  add_evenly(decision, count);
  if (drawn < first || drawn > last) {
    decision.probability = 0;
    finish(draw, std::move(decision), Rational(0));
    return;
  }
  decision.probability = share;
  finish(draw, std::move(decision),
         count <= static_cast<std::uint64_t>(std::numeric_limits<Word>::max())
             ? Rational::make(1, static_cast<std::int64_t>(count))
             : std::nullopt);
}

void Recorder::member(const roll::Draw& draw, Word list, std::size_t index) {
  auto decision = begin(draw, Decision::Kind::Member, static_cast<Word>(index) + 1);
  const auto type = program_.expressions[program_.expressions[draw.place].a].type;
  const auto members = program_.list(list, interpreter_.heap());
  const auto label = [&](std::size_t i) { return labels_.value({type.element, ValueKind::Unknown}, members.first[i]); };
  decision.chosen = label(index);
  const auto share = 1 / static_cast<double>(members.count);
  const auto most = room();
  for (std::size_t i = 0; i < members.count && decision.alternatives.size() < most; ++i) {
    if (i != index) { decision.alternatives.push_back({label(i), share, static_cast<Word>(i) + 1, {}, {}}); }
  }
  add_evenly(decision, members.count);
  finish(draw, std::move(decision), Rational::make(1, static_cast<std::int64_t>(members.count)));
}

void Recorder::distinct(const roll::Draw& draw, const program::Distinct& from, std::span<const std::uint32_t> left,
                        std::size_t place) {
  auto decision = begin(draw, Decision::Kind::Row, static_cast<Word>(left[place]) + 1);
  const auto& asked = program_.expressions[draw.place];
  const auto element = asked.type.element;
  if (asked.b == kNone) {
    decision.drawn_from = program_.tables[program_.choices[static_cast<std::size_t>(asked.value)].table].name;
  }
  const auto label = [&](std::uint32_t i) { return labels_.value({element, ValueKind::Unknown}, from.values[i]); };
  std::uint64_t total = 0;
  for (const auto i : left) { total += from.shares[i]; }
  const auto share = [&](std::uint32_t i) { return static_cast<double>(from.shares[i]) / static_cast<double>(total); };
  decision.chosen = label(left[place]);
  std::vector<std::uint32_t> others(left.begin(), left.end());
  others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
  std::stable_sort(others.begin(), others.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return from.shares[a] > from.shares[b]; });
  const auto kept = std::min(room(), others.size());
  for (std::size_t i = 0; i < others.size(); ++i) {
    if (i < kept) {
      decision.alternatives.push_back({label(others[i]), share(others[i]), static_cast<Word>(others[i]) + 1, {}, {}});
    } else {
      decision.left_out_probability += share(others[i]);
    }
  }
  decision.left_out = others.size() - kept;
  if (options_.with_impossible) {
    for (std::uint32_t i = 0; i < from.values.size(); ++i) {
      const bool is_left = std::find(left.begin(), left.end(), i) != left.end();
      if (!is_left) { add_impossible(decision, label(i), static_cast<Word>(i) + 1, {"it was drawn before", {}}); }
    }
  }
  finish(draw, std::move(decision),
         Rational::make(static_cast<std::int64_t>(from.shares[left[place]]), static_cast<std::int64_t>(total)));
}

/// One decision for the whole order. Equal members have equal labels: m of n leave n! / m! orders.
void Recorder::order(const roll::Draw& draw, std::span<const Word> members, std::span<const std::uint32_t>) {
  auto decision = begin(draw, Decision::Kind::Order, 0);
  const auto& type = program_.expressions[draw.place].type;
  std::map<std::string, std::int64_t> seen;
  Product product;
  std::int64_t count = 0;
  for (const auto member : members) {
    const auto equals = ++seen[labels_.value({type.element, ValueKind::Unknown}, member)];
    const auto share = Rational::make(equals, ++count);
    product.multiply(static_cast<double>(equals) / static_cast<double>(count), share);
  }
  decision.chosen = labels_.list(type, members);
  decision.probability = product.value();
  const auto exact = product.exact();
  if (exact != Rational(1)) {
    decision.left_out = exact ? static_cast<std::uint64_t>(exact->denominator()) - 1 : kManyOrders;
    decision.left_out_probability = 1 - decision.probability;
  }
  finish(draw, std::move(decision), exact);
}

void Recorder::dice(const roll::Draw& draw, Word count, Word sides, Word sum) {
  if (count == 0) { return; }
  auto drawn_from = fmt::format("{}d{}", count, sides);
  auto decision = begin(draw, Decision::Kind::Dice, sum, drawn_from);
  decision.drawn_from = std::move(drawn_from);
  decision.chosen = fmt::format("{}", sum);
  const auto* odds = dice_sums_.of(count, sides);
  const bool is_possible = sum >= count && (sum - count) <= count * (sides - 1);
  if (!is_possible) {
    decision.probability = 0;
    finish(draw, std::move(decision), Rational(0));
    return;
  }
  if (odds == nullptr) {
    decision.die_by_die = true;
    Product all;
    const bool counts = !decision.is_declared && !decision.is_stored;
    for (Word i = 0; i < count; ++i) {
      // One by one, since their product may be smaller than the smallest double.
      all.multiply(1 / static_cast<double>(sides), Rational::make(1, sides));
      if (counts) { product_.multiply(1 / static_cast<double>(sides), Rational::make(1, sides)); }
    }
    decision.probability = all.value();
    decision.left_out = 1;
    decision.left_out_probability = 1 - decision.probability;
    finish(draw, std::move(decision), all.exact());
    return;
  }
  const auto drawn = static_cast<std::size_t>(sum - count);
  decision.probability = odds->probability[drawn];
  if (!tells()) {
    finish(draw, std::move(decision), odds->exact(drawn));
    return;
  }
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < odds->probability.size(); ++i) {
    if (i != drawn) { order.push_back(i); }
  }
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return odds->probability[a] > odds->probability[b]; });
  const auto most = room();
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto probability = odds->probability[order[i]];
    if (i < most) {
      const auto other = count + static_cast<Word>(order[i]);
      decision.alternatives.push_back({fmt::format("{}", other), probability, other, {}, {}});
    } else {
      ++decision.left_out;
      decision.left_out_probability += probability;
    }
  }
  finish(draw, std::move(decision), odds->exact(drawn));
}

void Recorder::row(const roll::Draw& draw, std::uint32_t table, const roll::WeightedPick& pick, std::uint32_t row) {
  const auto& asked = program_.expressions[draw.place];
  weighted(draw, program_.tables[table], asked.op == Op::PickGrid ? program_.grids[asked.a].name : "", pick, row,
           std::nullopt);
}

void Recorder::choice(const roll::Draw& draw, std::uint32_t choice, const roll::WeightedPick* pick,
                      std::uint32_t position) {
  const auto& table = program_.tables[program_.choices[choice].table];
  if (pick != nullptr) {
    weighted(draw, table, "", *pick, position, choice);
    return;
  }
  const bool is_row = position < table.rows.size();
  auto decision = begin(draw, Decision::Kind::Row, is_row ? static_cast<Word>(position) + 1 : 0);
  decision.drawn_from = table.name;
  decision.chosen = is_row ? labels_.outcome(table.rows[position]) : "none";
  if (is_row) { decision.row = place_of(table.rows[position].place); }
  add_impossible_rows(decision, table, nullptr, position, choice);
  finish(draw, std::move(decision), Rational(is_row ? 0 : 1));
}

void Recorder::weighted(const roll::Draw& draw, const Table& table, const std::string& grid,
                        const roll::WeightedPick& pick, std::uint32_t position, std::optional<std::uint32_t> choice) {
  const auto number = [&](std::uint32_t row) { return row < table.rows.size() ? static_cast<Word>(row) + 1 : 0; };
  auto decision = begin(draw, Decision::Kind::Row, number(position));
  decision.drawn_from = grid.empty() ? table.name : grid;
  const auto share_of_it = position < pick.size() ? pick.share(position) : 0;
  const auto exact = Rational::make(static_cast<std::int64_t>(share_of_it), static_cast<std::int64_t>(pick.total()));
  if (!tells()) {
    finish(draw, std::move(decision), exact);
    return;
  }
  const auto label = [&](std::uint32_t row) {
    return row < table.rows.size() ? labels_.outcome(table.rows[row]) : std::string("none");
  };
  decision.chosen = label(position);
  if (position < table.rows.size()) {
    decision.row = place_of(table.rows[position].place);
    pass_on_target(draw.place, table.rows[position], decision);
  }
  const auto total = static_cast<double>(pick.total());
  std::vector<std::uint32_t> others;
  for (std::uint32_t row = 0; row < pick.size(); ++row) {
    if (row != position && pick.share(row) > 0) { others.push_back(row); }
  }
  const auto likelier = [&](std::uint32_t a, std::uint32_t b) {
    return pick.share(a) != pick.share(b) ? pick.share(a) > pick.share(b) : a < b;
  };
  const auto kept = std::min(room(), others.size());
  std::partial_sort(others.begin(), others.begin() + static_cast<std::ptrdiff_t>(kept), others.end(), likelier);
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < others.size(); ++i) {
    const auto share = pick.share(others[i]);
    if (i < kept) {
      decision.alternatives.push_back(
          {label(others[i]), static_cast<double>(share) / total, number(others[i]), {}, {}});
    } else {
      rest += share;
    }
  }
  decision.left_out = others.size() - kept;
  decision.left_out_probability = static_cast<double>(rest) / total;
  add_impossible_rows(decision, table, &pick, position, choice);
  finish(draw, std::move(decision), exact);
}

}  // namespace spoils::explain
