// roll/observed_draws.cpp
//
// The draws of an observed roll: the observer may choose the outcome of each before the stream is read, and the outcome
// is reported to it afterwards. Plain rolls branch past this file at the head of each draw (roll/draws.cpp), so they
// pay nothing for it. Also the steps that an observer leaves out or adds. Tests: tests/explain (the same numbers as a
// plain roll), tests/tweak.
#include <numeric>
#include <utility>

#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;
using number::Rational;

// Makes a draw as an unobserved roll does.
template <class Plain>
auto Interpreter::unobserved(Plain&& draw) {
  auto* const observer = std::exchange(observer_, nullptr);
  const auto out = draw();
  observer_ = observer;
  return out;
}

std::optional<Word> Interpreter::ask(ExpressionId place, const Options& options) {
  return observer_->chooses() ? observer_->choose(drawn_at(place), options) : std::nullopt;
}

bool Interpreter::observed_chance(const Rational& chance, Word written) {
  Options options;
  options.chance = chance;
  const auto chosen = ask(drawing_, options);
  const bool came = chosen ? *chosen != 0 : draw_bernoulli(chance, written);
  observer_->chance(drawn_at(drawing_), chance, came);
  return came;
}

Word Interpreter::observed_range(Word first, Word last) {
  Options options;
  options.kind = Options::Kind::Range;
  options.first = first;
  options.last = last;
  const auto chosen = ask(drawing_, options);
  const auto drawn = chosen ? *chosen : unobserved([&] { return draw_range(first, last); });
  observer_->range(drawn_at(drawing_), first, last, drawn);
  return drawn;
}

Word Interpreter::observed_dice(Word count, Word sides) {
  Options options;
  options.kind = Options::Kind::Dice;
  options.first = count;
  options.last = sides;
  const auto chosen = count == 0 ? std::nullopt : ask(drawing_, options);
  const auto sum = chosen ? *chosen : unobserved([&] { return draw_dice(count, sides); });
  observer_->dice(drawn_at(drawing_), count, sides, sum);
  return sum;
}

std::size_t Interpreter::observed_member(std::size_t count) {
  Options options;
  options.kind = Options::Kind::Member;
  options.list = drawn_from_;
  options.count = count;
  const auto place = drawing_;
  const auto chosen = ask(place, options);
  const auto member = chosen ? static_cast<std::size_t>(*chosen) : static_cast<std::size_t>(below(count));
  observer_->member(drawn_at(place), drawn_from_, member);
  return member;
}

std::int32_t Interpreter::observed_row(std::uint32_t table, const PreparedTable& prepared, ExpressionId place) {
  Options options;
  options.kind = Options::Kind::Row;
  options.index = table;
  options.pick = &prepared.pick;
  const auto chosen = ask(place, options);
  const auto row = chosen                 ? static_cast<std::uint32_t>(*chosen)
                   : prepared.is_constant ? draw_constant_row(prepared.pick)
                                          : draw_weighted_row(prepared.pick);
  observer_->row(drawn_at(place), table, prepared.pick, row);
  return static_cast<std::int32_t>(row);
}

// Returns the row that the observer chooses, -1 for nothing; nothing at all if the streams decide.
std::optional<std::int32_t> Interpreter::chosen_row(std::uint32_t index, ExpressionId place) {
  if (!observer_->chooses()) { return std::nullopt; }
  const auto& choice = program_->choices[index];
  const auto rows = program_->tables[choice.table].rows.size();
  if (!spend(rows, place)) { return -1; }
  const auto pick = weigh_anew(index, place);
  Options options;
  options.kind = Options::Kind::Choice;
  options.index = index;
  options.pick = pick ? &*pick : nullptr;
  const auto chosen = observer_->choose(drawn_at(place), options);
  if (!chosen) { return std::nullopt; }
  const auto position = static_cast<std::uint32_t>(*chosen);
  observer_->choice(drawn_at(place), index, options.pick, position);
  if (position >= rows) { return -1; }
  slots_[choice.row] = static_cast<Word>(position);
  return static_cast<std::int32_t>(position);
}

std::optional<Word> Interpreter::chosen_place(const Distinct& from, const std::vector<std::uint32_t>& left,
                                              ExpressionId place) {
  Options options;
  options.kind = Options::Kind::Distinct;
  options.from = &from;
  options.left = left;
  return ask(place, options);
}

void Interpreter::observed_order(std::vector<Word>& members) {
  const auto place = drawing_;
  const auto chosen = observer_->chooses() ? observer_->choose_order(drawn_at(place), members.size()) : std::nullopt;
  std::vector<std::uint32_t> from(members.size());
  if (chosen) {
    from = *chosen;
  } else {
    std::iota(from.begin(), from.end(), 0U);
    for (auto left = from.size(); left > 1; --left) {
      const auto place_of_last = static_cast<std::size_t>(below(left));
      std::swap(from[left - 1], from[place_of_last]);
    }
  }
  const auto before = members;
  for (std::size_t i = 0; i < members.size(); ++i) { members[i] = before[from[i]]; }
  observer_->order(drawn_at(place), members, from);
}

void Interpreter::begin_observed_repeat(std::uint32_t statement) {
  auto& loop = loop_frames_[loop_frame_ - 1];
  const auto more = observer_->begin_repeat(program_->statement_places[statement], loop.left);
  if (more > 0) {
    loop.left = std::max<Word>(0, loop.left) + more;
    loop.last = loop.left;
  }
}

// Whether the member that a `for` has come to is left out; it costs a step, so that a loop of these is bounded, too.
bool Interpreter::skips_member(const Instruction* at) {
  if (!observer_->skips(scope(Scope::Kind::Member, at->to, at->b))) { return false; }
  step(at->b);
  return true;
}

// Gives the thing of the rolled rule the fields of a thing that was not rolled.
void Interpreter::set_given(const std::vector<GivenField>& fields) {
  for (const auto& field : fields) {
    auto first = field.value.first;
    if (field.value.text) { first = own_heap_.add_text(*field.value.text); }
    if (field.members) { first = own_heap_.add_list(field.members->data(), field.members->size()); }
    slots_[field.slot] = first;
    if (is_wide(field.slot)) { slots_[field.slot + 1] = field.value.second; }
  }
}

// Goes on with the thing of the rolled rule, unless that was discarded.
Interpreter::Flow Interpreter::run_extra(Flow flow) {
  const auto* const runs = observer_->extra_runs();
  if (runs == nullptr || flow == Flow::Discard) { return flow; }
  for (const auto& run : *runs) {
    const auto& rule = program_->rules[run.rule];
    for (std::size_t i = 0; i < rule.parameters.size(); ++i) {
      const auto& parameter = rule.parameters[i];
      const auto& given = run.arguments[i];
      if (!given) {
        store(parameter.slot, parameter.initial);
        if (failed()) { return Flow::Fault; }
        continue;
      }
      slots_[parameter.slot] = given->text ? own_heap_.add_text(*given->text) : given->first;
      if (is_wide(parameter.slot)) { slots_[parameter.slot + 1] = given->second; }
    }
    const ScopeGuard guard(observer_,
                           [&] { return Scope{Scope::Kind::Extra, run.rule, rule.place, run.number, 0, -1, {}}; });
    show(run.rule);
    ++depth_;
    const auto next = run_code<true>(code_of(rule.body));
    --depth_;
    if (next == Flow::Fault || next == Flow::Discard) { return next; }
  }
  return flow;
}

}  // namespace spoils::roll
