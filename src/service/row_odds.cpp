// service/row_odds.cpp
//
// Evaluates the weights of tables, and the conditions of their rows, outside of a roll.
#include "service/row_odds.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "api/roller_data.h"
#include "number/weight.h"
#include "program/draw_free.h"
#include "program/to_source.h"

namespace spoils::service {

using number::Rational;
using program::kNone;

namespace {

/// Work for all tables of one question: some 50 ms.
constexpr std::uint64_t kMostWork = 2'000'000;

/// The program's evaluator, for weights.
class Weigher : public program::DrawFreeEvaluator<Weigher> {
 public:
  using DrawFreeEvaluator::DrawFreeEvaluator;

  [[nodiscard]] std::optional<Rational> weight(const program::TableRow& row) {
    const auto out = row_weight(row);
    return failed() ? std::nullopt : std::optional(out);
  }
  [[nodiscard]] std::optional<Rational> truth(program::ExpressionId id) {
    const auto out = flag(id);
    return failed() ? std::nullopt : std::optional(Rational(out ? 1 : 0));
  }
  [[nodiscard]] std::optional<Rational> figure(program::ExpressionId id) {
    const auto out = number(id);
    return failed() ? std::nullopt : std::optional(out);
  }
  [[nodiscard]] std::uint64_t work_left() const { return work_left_; }
};

std::optional<std::vector<Rational>> fractions_of(const std::vector<Rational>& weights) {
  const auto shares = number::shares(weights);
  if (!shares || shares->total == 0) { return std::nullopt; }
  std::vector<Rational> out;
  for (const auto part : shares->parts) {
    const auto share = Rational::make(static_cast<std::int64_t>(part), static_cast<std::int64_t>(shares->total));
    if (!share) { return std::nullopt; }
    out.push_back(*share);
  }
  return out;
}

}  // namespace

RowOdds::RowOdds(const Pack& pack, const Values& inputs)
    : pack_(pack),
      program_(pack.data().program),
      facts_(program_),
      slots_(program_.slots.size(), program::kUnset),
      work_(kMostWork) {
  for (const auto* list : {&program_.inputs, &program_.states}) {
    for (const auto slot : *list) {
      const auto& known = program_.slots[slot];
      slots_[slot] = known.initial;
      if (known.type.kind == program::ValueKind::Number) { slots_[slot + 1] = known.initial_denominator; }
      const auto given =
          std::find_if(inputs.begin(), inputs.end(), [&](const auto& value) { return value.first == known.name; });
      if (given == inputs.end() || program::lies_in_heap(known.type.kind)) { continue; }
      api::RollerData::Preset preset;
      preset.slot = slot;
      if (api::read_value(preset, program_, given->second)) { continue; }
      slots_[slot] = preset.first;
      if (known.type.kind == program::ValueKind::Number) { slots_[slot + 1] = preset.second; }
    }
  }
}

bool RowOdds::is_input(program::SlotId slot) const {
  const auto kind = program_.slots[slot].kind;
  return kind == program::Slot::Kind::Input || kind == program::Slot::Kind::State;
}

bool RowOdds::is_known(const program::Table& table) const {
  const bool reads_alone =
      std::all_of(table.reads.begin(), table.reads.end(), [&](program::SlotId slot) { return is_input(slot); });
  const auto draws = [&](program::ExpressionId id) { return id != kNone && program_.expressions[id].draws; };
  return reads_alone && !table.reads_heap &&
         std::none_of(table.rows.begin(), table.rows.end(), [&](const program::TableRow& row) {
           return draws(row.weight) || (row.otherwise == kNone && draws(row.condition));
         });
}

std::optional<std::vector<Rational>> RowOdds::shares(std::uint32_t number) {
  const auto& table = program_.tables[number];
  auto weights = table.constant_weights;
  if (weights.empty()) {
    if (!is_known(table)) { return std::nullopt; }
    auto slots = slots_;
    program::Heap heap;
    Weigher weigher(program_, slots.data(), heap);
    weigher.limit_work(work_);
    for (const auto& row : table.rows) {
      const auto weight = weigher.weight(row);
      if (!weight) {
        work_ = std::min(work_, weigher.work_left());
        return std::nullopt;
      }
      weights.push_back(*weight);
    }
    work_ = weigher.work_left();
  }
  return fractions_of(weights);
}

// Returns the probability of a condition that draws nothing, or of chances that nothing but `and`, `or` and `not`
// joins: as no part has a name, each is drawn for itself.
std::optional<Rational> RowOdds::probability(program::ExpressionId condition) {
  using program::Op;
  const auto& e = program_.expressions[condition];
  const Rational one(1);
  if (e.draws) {
    const auto opposite = [&](const std::optional<Rational>& of) {
      return of ? number::subtract(one, *of) : std::nullopt;
    };
    if (e.op == Op::Not) { return opposite(probability(e.a)); }
    if (e.op == Op::And || e.op == Op::Or) {
      const auto first = probability(e.a);
      const auto second = first ? probability(e.b) : std::nullopt;
      if (!second) { return std::nullopt; }
      if (e.op == Op::And) { return number::multiply(*first, *second); }
      const auto neither_first = opposite(first);
      const auto neither_second = opposite(second);
      return neither_first && neither_second ? opposite(number::multiply(*neither_first, *neither_second))
                                             : std::nullopt;
    }
    if (e.op != Op::Chance || program_.expressions[e.a].draws) { return std::nullopt; }
  }
  const auto reads = facts_.reads_of({condition});
  const bool is_known = std::all_of(reads.begin(), reads.end(), [&](program::SlotId slot) {
    return is_input(slot) && !program::lies_in_heap(program_.slots[slot].type.kind);
  });
  if (!is_known) { return std::nullopt; }
  auto slots = slots_;
  program::Heap heap;
  Weigher weigher(program_, slots.data(), heap);
  weigher.limit_work(work_);
  const auto out = e.draws ? weigher.figure(e.a) : weigher.truth(condition);
  work_ = out ? weigher.work_left() : std::min(work_, weigher.work_left());
  return out ? std::optional(std::clamp(*out, Rational(0), one)) : std::nullopt;
}

std::optional<std::pair<Rational, Rational>> RowOdds::outcomes(const program::TableRow& row, const Rational& share) {
  if (row.condition == kNone || row.otherwise == kNone) { return std::nullopt; }
  const auto holds = probability(row.condition);
  const auto first = holds ? number::multiply(share, *holds) : std::nullopt;
  const auto other = first ? number::subtract(share, *first) : std::nullopt;
  return other ? std::optional(std::pair(*first, *other)) : std::nullopt;
}

std::optional<std::vector<const program::Points*>> RowOdds::points(std::uint32_t number) const {
  std::vector<const program::Points*> out;
  for (const auto& row : program_.tables[number].rows) {
    if (row.weight == kNone) { return std::nullopt; }
    const auto& weight = program_.expressions[row.weight];
    if (weight.op != program::Op::Interpolate) { return std::nullopt; }
    out.push_back(&program_.points[weight.a]);
  }
  return out;
}

std::optional<std::vector<Rational>> RowOdds::shares_at(const std::vector<const program::Points*>& rows,
                                                        std::size_t point) {
  std::vector<Rational> weights;
  for (const auto* row : rows) { weights.push_back(row->height[point]); }
  return fractions_of(weights);
}

std::string RowOdds::setting(std::uint32_t number, const program::TableRow& row) {
  auto reads = program_.tables[number].reads;
  if (row.condition != kNone && row.otherwise != kNone) {
    const auto of_condition = facts_.reads_of({row.condition});
    std::copy_if(of_condition.begin(), of_condition.end(), std::back_inserter(reads), [&](program::SlotId slot) {
      return is_input(slot) && !program::lies_in_heap(program_.slots[slot].type.kind);
    });
    std::sort(reads.begin(), reads.end());
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  }
  std::string out;
  for (const auto slot : reads) {
    const auto& known = program_.slots[slot];
    if (known.name.empty()) { continue; }  // the denominator of the slot before it
    const bool is_wide = known.type.kind == program::ValueKind::Number;
    const auto value = program::to_source(program_, known.type, slots_[slot], is_wide ? slots_[slot + 1] : 1);
    out += fmt::format("{}{} {}", out.empty() ? "at " : ", ", known.name, value);
  }
  return out;
}

}  // namespace spoils::service
