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

namespace spoils::explain {

using namespace program;
using number::Rational;

namespace {

constexpr std::size_t kMostOfRange = 100;                                // the ends of a range show the other values
constexpr auto kManyOrders = std::numeric_limits<std::uint64_t>::max();  // where their number does not fit 64 bits

double to_double(const Rational& value) {
  return static_cast<double>(value.numerator()) / static_cast<double>(value.denominator());
}

Step::Kind kind_of(roll::Scope::Kind kind) {
  using Kind = roll::Scope::Kind;
  switch (kind) {
    case Kind::Root: return Step::Kind::Roll;
    case Kind::Run: return Step::Kind::Run;
    case Kind::Drop: return Step::Kind::Drop;
    case Kind::Hold: return Step::Kind::Hold;
    case Kind::Turn: return Step::Kind::Turn;
    case Kind::Member: return Step::Kind::Member;
    case Kind::Try: return Step::Kind::Try;
    case Kind::Attempt: return Step::Kind::Attempt;
    case Kind::Input: return Step::Kind::Input;
    case Kind::Stream: return Step::Kind::Stream;
    case Kind::Declared: return Step::Kind::Lcg;
    case Kind::WorldDef: break;
  }
  return Step::Kind::WorldDef;
}

}  // namespace

Recorder::Recorder(const Program& program, const text::Sources& sources, roll::Interpreter& interpreter,
                   ExplainOptions options)
    : program_(program),
      sources_(sources),
      interpreter_(interpreter),
      options_(options),
      labels_(program, sources, interpreter.heap()),
      entries_left_(options.most_entries) {
  find_targets();
}

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

Decision Recorder::begin(const roll::Draw& draw, Decision::Kind kind) {
  labels_.look_at(interpreter_.slots().data());
  Decision decision;
  decision.kind = kind;
  decision.is_declared = draw.is_declared;
  decision.is_stored = !draw.is_declared && !open_.empty() && open_.back().is_stored;
  const auto target = targets_.find(draw.place);
  if (target != targets_.end()) {
    decision.target = program_.slots[target->second.slot].name + shown_key(target->second.key);
    decision.adds = target->second.adds;
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
  if (exact) { decision.probability = to_double(*exact); }
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
  step.decision = std::move(decision);
  keep(std::move(step));
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
  auto decision = begin(draw, Decision::Kind::Chance);
  const auto yes = std::clamp(chance, Rational(0), Rational(1));
  const auto no = number::subtract(Rational(1), yes).value_or(Rational(0));  // within 0..1 it always fits
  decision.chosen = came ? "true" : "false";
  const auto& other = came ? no : yes;
  if (other != Rational(0) && room() > 0) {
    decision.alternatives.push_back({came ? "false" : "true", to_double(other)});
  } else if (other != Rational(0)) {
    decision.left_out = 1;
    decision.left_out_probability = to_double(other);
  }
  finish(draw, std::move(decision), came ? yes : no);
}

/// Counts the unlisted ones of so many equally likely outcomes as left out.
void Recorder::add_evenly(Decision& decision, std::uint64_t count) {
  const auto listed = decision.alternatives.size();
  decision.left_out = count - 1 - listed;
  decision.left_out_probability = static_cast<double>(decision.left_out) / static_cast<double>(count);
}

void Recorder::range(const roll::Draw& draw, Word first, Word last, Word drawn) {
  auto decision = begin(draw, Decision::Kind::Range);
  decision.chosen = fmt::format("{}", drawn);
  decision.drawn_from = fmt::format("{}..{}", first, last);
  const auto count = static_cast<std::uint64_t>(last) - static_cast<std::uint64_t>(first) + 1;
  const auto share = 1 / static_cast<double>(count);
  const auto most = std::min(room(), kMostOfRange);
  for (auto value = first; decision.alternatives.size() < most; ++value) {
    if (value != drawn) { decision.alternatives.push_back({fmt::format("{}", value), share}); }
    if (value == last) { break; }
  }
  add_evenly(decision, count);
  decision.probability = share;
  finish(draw, std::move(decision),
         count <= static_cast<std::uint64_t>(std::numeric_limits<Word>::max())
             ? Rational::make(1, static_cast<std::int64_t>(count))
             : std::nullopt);
}

void Recorder::member(const roll::Draw& draw, Word list, std::size_t index) {
  auto decision = begin(draw, Decision::Kind::Member);
  const auto type = program_.expressions[program_.expressions[draw.place].a].type;
  const auto members = program_.list(list, interpreter_.heap());
  const auto label = [&](std::size_t i) { return labels_.value({type.element, ValueKind::Unknown}, members.first[i]); };
  decision.chosen = label(index);
  const auto share = 1 / static_cast<double>(members.count);
  const auto most = room();
  for (std::size_t i = 0; i < members.count && decision.alternatives.size() < most; ++i) {
    if (i != index) { decision.alternatives.push_back({label(i), share}); }
  }
  add_evenly(decision, members.count);
  finish(draw, std::move(decision), Rational::make(1, static_cast<std::int64_t>(members.count)));
}

void Recorder::distinct(const roll::Draw& draw, const program::Distinct& from, std::span<const std::uint32_t> left,
                        std::size_t place) {
  auto decision = begin(draw, Decision::Kind::Row);
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
      decision.alternatives.push_back({label(others[i]), share(others[i])});
    } else {
      decision.left_out_probability += share(others[i]);
    }
  }
  decision.left_out = others.size() - kept;
  finish(draw, std::move(decision),
         Rational::make(static_cast<std::int64_t>(from.shares[left[place]]), static_cast<std::int64_t>(total)));
}

/// One decision for the whole order. Equal members have equal labels: m of n leave n! / m! orders.
void Recorder::order(const roll::Draw& draw, std::span<const Word> members) {
  auto decision = begin(draw, Decision::Kind::Order);
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
  auto decision = begin(draw, Decision::Kind::Dice);
  decision.drawn_from = fmt::format("{}d{}", count, sides);
  decision.chosen = fmt::format("{}", sum);
  const auto* odds = dice_sums_.of(count, sides);
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
      decision.alternatives.push_back({fmt::format("{}", count + static_cast<Word>(order[i])), probability});
    } else {
      ++decision.left_out;
      decision.left_out_probability += probability;
    }
  }
  finish(draw, std::move(decision), odds->exact(drawn));
}

void Recorder::row(const roll::Draw& draw, std::uint32_t table, const roll::WeightedPick& pick, std::uint32_t row) {
  const auto& asked = program_.expressions[draw.place];
  weighted(draw, program_.tables[table], asked.op == Op::PickGrid ? program_.grids[asked.a].name : "", pick, row);
}

void Recorder::choice(const roll::Draw& draw, std::uint32_t choice, const roll::WeightedPick* pick,
                      std::uint32_t position) {
  const auto& table = program_.tables[program_.choices[choice].table];
  if (pick != nullptr) {
    weighted(draw, table, "", *pick, position);
    return;
  }
  auto decision = begin(draw, Decision::Kind::Row);
  decision.drawn_from = table.name;
  decision.chosen = "none";
  finish(draw, std::move(decision), Rational(1));
}

void Recorder::weighted(const roll::Draw& draw, const Table& table, const std::string& grid,
                        const roll::WeightedPick& pick, std::uint32_t position) {
  auto decision = begin(draw, Decision::Kind::Row);
  decision.drawn_from = grid.empty() ? table.name : grid;
  const auto exact =
      Rational::make(static_cast<std::int64_t>(pick.share(position)), static_cast<std::int64_t>(pick.total()));
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
      decision.alternatives.push_back({label(others[i]), static_cast<double>(share) / total});
    } else {
      rest += share;
    }
  }
  decision.left_out = others.size() - kept;
  decision.left_out_probability = static_cast<double>(rest) / total;
  finish(draw, std::move(decision), exact);
}

// ---- Scopes -----------------------------------------------------------------

Step Recorder::step_of(const roll::Scope& scope) {
  using Kind = roll::Scope::Kind;
  Step step;
  step.kind = kind_of(scope.kind);
  step.depth = static_cast<std::uint32_t>(open_.size());
  step.place = place_of(scope.place);
  step.number = scope.value;
  step.most = scope.last;
  step.thing = scope.thing;
  switch (scope.kind) {
    case Kind::Root:
    case Kind::Run:
    case Kind::Drop:
    case Kind::Hold: step.source = program_.rules[scope.what].name; break;
    case Kind::Member:
    case Kind::Input:
      step.source = program_.slots[scope.what].name;
      step.value = labels_.slot(scope.what);
      break;
    case Kind::Stream: step.source = program_.texts[program_.streams[scope.what].name]; break;
    case Kind::WorldDef: {
      const auto add = [&](SlotId slot) { step.value += (step.value.empty() ? "" : ", ") + labels_.slot(slot); };
      if (scope.what >= program_.defs.size()) {
        const auto& rule = program_.rules[scope.what - program_.defs.size()];
        step.source = rule.name;
        step.kind = Step::Kind::WorldRule;
        for (const auto& parameter : rule.parameters) { add(parameter.slot); }
        break;
      }
      const auto& def = program_.defs[scope.what];
      step.source = def.name;
      for (const auto slot : def.parameters) { add(slot); }
      break;
    }
    case Kind::Turn:
    case Kind::Attempt:
    case Kind::Try:
    case Kind::Declared: break;
  }
  return step;
}

/// Returns whether a world def is evaluated again after its value was computed in this roll.
bool Recorder::is_stored_in_world(const roll::Scope& scope) {
  std::vector<Word> key(scope.words.begin(), scope.words.end());
  key.push_back(static_cast<Word>(scope.what));
  const auto added = settled_.insert(std::move(key));
  if (added.second) { settled_in_order_.push_back(added.first); }
  return !added.second;
}

void Recorder::enter(const roll::Scope& scope) {
  labels_.look_at(interpreter_.slots().data());
  Open open;
  open.before = product_;
  open.decisions_before = out_.decisions;
  open.settled_before = settled_in_order_.size();
  open.is_stored =
      scope.kind == roll::Scope::Kind::WorldDef ? is_stored_in_world(scope) : !open_.empty() && open_.back().is_stored;
  open.keeps_empty = scope.kind == roll::Scope::Kind::Root || scope.kind == roll::Scope::Kind::Drop ||
                     scope.kind == roll::Scope::Kind::Hold;
  if (!tells()) {
    ++out_.left_out;
  } else if (keep(step_of(scope))) {
    open.step = out_.steps.size() - 1;
  }
  open_.push_back(open);
}

void Recorder::leave() {
  const auto& open = open_.back();
  const bool is_empty = open.step && *open.step + 1 == out_.steps.size() && out_.left_out == 0;
  if (is_empty && !open.keeps_empty && !out_.steps.back().is_rejected) {
    out_.steps.pop_back();
    ++entries_left_;
  }
  open_.pop_back();
}

void Recorder::reject() {
  const auto& open = open_.back();
  out_.has_rejected = true;
  product_ = open.before;
  out_.decisions = open.decisions_before;
  // World defs that were evaluated in a rejected try count at their next use.
  for (; settled_in_order_.size() > open.settled_before; settled_in_order_.pop_back()) {
    settled_.erase(settled_in_order_.back());
  }
  if (!open.step) { return; }
  for (auto i = *open.step; i < out_.steps.size(); ++i) {
    out_.steps[i].is_rejected = true;
    out_.steps[i].thing = -1;
  }
}

void Recorder::undo() {
  const auto& open = open_.back();
  if (!open.step) { return; }
  out_.steps[*open.step].value = "undone";
  for (auto i = *open.step; i < out_.steps.size(); ++i) { out_.steps[i].thing = -1; }
}

Explanation Recorder::take() {
  const auto& rows = interpreter_.things().rows;
  for (auto& step : out_.steps) {
    if (step.thing < 0) { continue; }
    const auto row = static_cast<std::size_t>(step.thing);
    step.thing = !interpreter_.failed() && row < rows.size() ? rows[row].position : -1;
  }
  out_.probability = product_.value();
  out_.log10_probability = product_.log10();
  const auto& exact = product_.exact();
  out_.numerator = exact ? exact->numerator() : 0;
  out_.denominator = exact ? exact->denominator() : 0;
  return std::move(out_);
}

}  // namespace spoils::explain
