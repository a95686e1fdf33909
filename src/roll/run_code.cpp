// roll/run_code.cpp
//
// The dispatch loop of the bytecode (roll/bytecode.h), compiled twice: an observed roll also reports its draws and
// scopes, and draws the same numbers. Tests: tests/roll/bytecode_test.cpp, tests/property/random_pack_test.cpp (with
// and without an observer), tests/mutants/bytecode.toml.
#include <algorithm>
#include <array>
#include <optional>

#include "number/rational.h"
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;

Interpreter::Flow Interpreter::run_block(BlockId block) {
  if (observer_ == nullptr) [[likely]] { return run_code<false>(code_of(block)); }
  const auto calls = call_frame_;
  const auto loops = loop_frame_;
  const bool is_whole_roll = block == program_->rules[rule_].body && current_ == 0 && calls == 0;
  const auto* const given = is_whole_roll ? observer_->given_thing() : nullptr;
  auto flow = Flow::Next;
  if (given != nullptr) {
    set_given(*given);
  } else {
    flow = run_code<true>(code_of(block));
  }
  if (is_whole_roll && flow != Flow::Fault) { flow = run_extra(flow); }
  return flow == Flow::Fault ? leave<true>(flow, calls, loops) : flow;
}

// The temporaries of the code around it keep their values; no other code can be in the midst of this fragment, since
// nothing recurs.
Word Interpreter::run_fragment(const Fragment& fragment, Word* second) {
  std::array<Word, Bytecode::kFragmentTemporaries> saved;
  auto* const temporaries = slots_ + slot_words_.size() - fragment.temporaries;
  std::copy_n(temporaries, fragment.temporaries, saved.begin());
  const auto* const first = fragment.instructions.data();
  const auto flow = observer_ == nullptr ? run_code<false>(first) : run_code<true>(first);
  const auto result = flow == Flow::Fault ? 0 : slots_[fragment.result];
  if (second != nullptr) { *second = flow == Flow::Fault ? 1 : slots_[fragment.result + 1]; }
  std::copy_n(saved.begin(), fragment.temporaries, temporaries);
  return result;
}

template <bool kObserved>
Interpreter::Flow Interpreter::run_code(const Instruction* i) {
  auto* const r = slots_;
  const auto calls = call_frame_;  // what is entered from here on has higher numbers
  const auto loops = loop_frame_;
  const auto store_checked = [this, r](std::uint32_t to, std::optional<std::int64_t> value, ExpressionId id,
                                       Fault::Kind kind = Fault::Kind::Overflow) {
    r[to] = checked(value, id, kind);
    return !failed();
  };
  const auto rational = [r](std::uint32_t at) { return number::Rational::in_lowest_terms(r[at], r[at + 1]); };
  const auto store_number = [r](std::uint32_t to, const number::Rational& value) {
    r[to] = value.numerator();
    r[to + 1] = value.denominator();
  };
  const auto store_checked_number = [&](std::optional<number::Rational> value,
                                        Fault::Kind kind = Fault::Kind::Overflow) {
    store_number(i->to, checked(value, i->id, kind));
    return !failed();
  };
  const auto draw = [ this, &i ](const number::Rational& chance) __attribute__((always_inline)) {
    if constexpr (kObserved) {
      drawing_ = i->id;
      return draw_chance(chance, i->a);
    } else {
      return draw_bernoulli(chance, i->a);
    }
  };
  // Goes to the body of a loop; `kind` and the others describe its scope.
  const auto begin_iteration =
      [ this, &i ](LoopFrame & loop, Scope::Kind kind, Word value = 0, Word last = 0) __attribute__((always_inline)) {
    const auto& at = *i;
    i = next_iteration(i);
    if (i == nullptr) { return false; }
    if constexpr (kObserved) {
      observer_->enter(scope(kind, kind == Scope::Kind::Turn ? 0 : at.to, at.b, value, last));
      loop.has_scope = true;
    }
    return true;
  };
  for (;; ++i) {
    switch (i->opcode) {
      case Opcode::Steps:
        steps_ += i->a;
        if (steps_ <= kMaxSteps) [[likely]] { break; }
        steps_ -= i->a;
        return run_to_limit(i->b, static_cast<std::uint32_t>(i->offset));
      case Opcode::Spend:
        if (!spend(1, i->id)) { return Flow::Fault; }
        break;

      case Opcode::Move: r[i->to] = r[i->a]; break;
      case Opcode::OrZero: r[i->to] = r[i->a] == kUnset ? 0 : r[i->a]; break;
      case Opcode::Negate: r[i->to] = -r[i->a]; break;
      case Opcode::Absolute: r[i->to] = r[i->a] < 0 ? -r[i->a] : r[i->a]; break;
      case Opcode::Add:
        if (!store_checked(i->to, number::add(r[i->a], r[i->b]), i->id)) { return Flow::Fault; }
        break;
      case Opcode::Subtract:
        if (!store_checked(i->to, number::subtract(r[i->a], r[i->b]), i->id)) { return Flow::Fault; }
        break;
      case Opcode::Multiply:
        if (!store_checked(i->to, number::multiply(r[i->a], r[i->b]), i->id)) { return Flow::Fault; }
        break;
      case Opcode::FloorDivide:
        if (!store_checked(i->to, number::floor_divide(r[i->a], r[i->b]), i->id, Fault::Kind::DivisionByZero)) {
          return Flow::Fault;
        }
        break;
      case Opcode::Modulo:
        if (!store_checked(i->to, number::modulo(r[i->a], r[i->b]), i->id, Fault::Kind::DivisionByZero)) {
          return Flow::Fault;
        }
        break;
      case Opcode::Minimum: r[i->to] = std::min(r[i->a], r[i->b]); break;
      case Opcode::Maximum: r[i->to] = std::max(r[i->a], r[i->b]); break;
      case Opcode::Contains:
        r[i->to] = contains(ValueKind::Int, r[i->b], r[i->a], i->id) ? 1 : 0;
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Size: r[i->to] = static_cast<Word>(program_->list(r[i->a], *heap_).count); break;
      case Opcode::Cell: {
        const auto row = i->column->table->row_index(r[i->a]);
        if (row < 0) {
          r[i->to] = kUnset;
          break;
        }
        if (!spend(1, i->id)) { return Flow::Fault; }
        r[i->to] = i->column->words[row];
        break;
      }
      case Opcode::RowWord: r[i->to] = r[i->a] == kUnset ? kUnset : i->words[r[i->a]]; break;
      case Opcode::Hoisted:
        r[i->to] = hoisted_word(node(i->id), i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Memoised:
        r[i->to] = memoised_word(node(i->id), i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Floor: r[i->to] = number::floor(rational(i->a)); break;
      case Opcode::Ceil: r[i->to] = number::ceil(rational(i->a)); break;
      case Opcode::Round: r[i->to] = number::round(rational(i->a)); break;
      case Opcode::ConstantWord:
      case Opcode::ConstantNumber: {
        const auto& e = node(i->id);
        const std::array<Word, 2> arguments{r[i->a], r[i->b]};
        const auto* const value = constant_of(e, i->id, {arguments.data(), e.b});
        if (value == nullptr) { return Flow::Fault; }
        if (i->opcode == Opcode::ConstantNumber) {
          r[i->to] = value->first;
          r[i->to + 1] = value->first == kUnset ? kUnset : value->second;
          break;
        }
        r[i->to] = word_of(*value, i->id);
        if (failed()) { return Flow::Fault; }
        break;
      }
      case Opcode::ValueAt:
        if (!spend(1, i->id)) { return Flow::Fault; }
        r[i->to] = value_at(r[i->a], r[i->b]);
        break;
      case Opcode::Keys:
        if (r[i->b] == kUnset) {
          r[i->b] = keys_of(node(i->id), i->id);
          if (failed()) { return Flow::Fault; }
        } else if (!spend(program_->list(r[i->a], *heap_).count, i->id)) {
          return Flow::Fault;
        }
        r[i->to] = r[i->b];
        break;
      case Opcode::MoveNumber: {
        const auto second = r[i->a + 1];
        r[i->to] = r[i->a];
        r[i->to + 1] = second;
        break;
      }
      case Opcode::NumberOrZero: {
        const bool is_set = r[i->a] != kUnset;
        const auto second = is_set ? r[i->a + 1] : 1;
        r[i->to] = is_set ? r[i->a] : 0;
        r[i->to + 1] = second;
        break;
      }
      case Opcode::Widen: {
        const auto value = r[i->a];
        r[i->to] = value;
        r[i->to + 1] = value == kUnset ? kUnset : 1;
        break;
      }
      case Opcode::AddNumbers:
        if (!store_checked_number(number::add(rational(i->a), rational(i->b)))) { return Flow::Fault; }
        break;
      case Opcode::SubtractNumbers:
        if (!store_checked_number(number::subtract(rational(i->a), rational(i->b)))) { return Flow::Fault; }
        break;
      case Opcode::MultiplyNumbers:
        if (!store_checked_number(number::multiply(rational(i->a), rational(i->b)))) { return Flow::Fault; }
        break;
      case Opcode::DivideNumbers: {
        const auto kind = r[i->b] == 0 ? Fault::Kind::DivisionByZero : Fault::Kind::Overflow;
        if (!store_checked_number(number::divide(rational(i->a), rational(i->b)), kind)) { return Flow::Fault; }
        break;
      }
      case Opcode::MinimumNumber: store_number(i->to, std::min(rational(i->a), rational(i->b))); break;
      case Opcode::MaximumNumber: store_number(i->to, std::max(rational(i->a), rational(i->b))); break;
      case Opcode::EvaluateNumber: {
        const auto value = number_or_unset(i->id);
        if (failed()) { return Flow::Fault; }
        r[i->to] = value.numerator();
        r[i->to + 1] = second_word(value);
        break;
      }
      case Opcode::Arguments:
        if (!bind_arguments(node(i->id), i->id) || failed()) { return Flow::Fault; }
        break;
      case Opcode::Evaluate:
        r[i->to] = word(i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Store:
        store(i->to, i->id);
        if (failed()) { return Flow::Fault; }
        break;

      case Opcode::Chance: r[i->to] = draw(*i->fraction) ? 1 : 0; break;
      case Opcode::ChanceOf: {
        const auto chance = number(node(i->id).a);
        if (failed()) { return Flow::Fault; }
        r[i->to] = draw(chance) ? 1 : 0;
        break;
      }
      case Opcode::Range:
        r[i->to] = pick_range(r[i->a], r[i->b], i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Dice:
        r[i->to] = throw_dice(r[i->a], r[i->b], i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Member:
        r[i->to] = pick_member(r[i->a], i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Pick: {
        if (!spend(1, i->id)) { return Flow::Fault; }
        if constexpr (kObserved) {
          r[i->to] = i->pick->outcomes[static_cast<std::size_t>(draw_row(i->a, i->id))];
        } else {
          r[i->to] = i->pick->outcomes[draw_constant_row(*i->pick->pick)];
        }
        break;
      }
      case Opcode::Row: {
        if (!spend(1, i->id)) { return Flow::Fault; }
        const auto row = draw_row(i->a, i->id);
        if (row < 0) { return Flow::Fault; }
        r[i->to] = row;
        break;
      }

      case Opcode::Jump: i += i->offset; break;
      case Opcode::JumpIf:
        if (r[i->a] == 1) { i += i->offset; }
        break;
      case Opcode::JumpIfNot:
        if (r[i->a] != 1) { i += i->offset; }
        break;
      case Opcode::JumpIfEqual:
        if (r[i->a] == r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfNotEqual:
        if (r[i->a] != r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfLess:
        if (r[i->a] < r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfLessOrEqual:
        if (r[i->a] <= r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfSameNumber:
        if (rational(i->a) == rational(i->b)) { i += i->offset; }
        break;
      case Opcode::JumpIfNotSameNumber:
        if (rational(i->a) != rational(i->b)) { i += i->offset; }
        break;
      case Opcode::JumpIfLessNumber:
        if (rational(i->a) < rational(i->b)) { i += i->offset; }
        break;
      case Opcode::JumpIfLessOrEqualNumber:
        if (rational(i->a) <= rational(i->b)) { i += i->offset; }
        break;
      case Opcode::JumpIfRowWord:
        if (r[i->a] != kUnset && i->words[r[i->a]] == r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfNotRowWord:
        if (r[i->a] == kUnset || i->words[r[i->a]] != r[i->b]) { i += i->offset; }
        break;
      case Opcode::JumpIfContains:
      case Opcode::JumpIfNotContains: {
        const auto list = program_->list(r[i->b], *heap_);
        if (!spend(list.count, i->id)) { return Flow::Fault; }
        const auto* member = list.begin();
        while (member != list.end() && *member != r[i->a]) { ++member; }
        if ((member != list.end()) == (i->opcode == Opcode::JumpIfContains)) { i += i->offset; }
        break;
      }
      case Opcode::JumpIfChance:
        if (draw(*i->fraction)) { i += i->offset; }
        break;
      case Opcode::JumpIfNoChance:
        if (!draw(*i->fraction)) { i += i->offset; }
        break;
      case Opcode::Switch: i += i->targets[r[i->a]]; break;

      case Opcode::BeginFold:
        if (!spend(program_->list(r[i->a], *heap_).count, i->id)) { return Flow::Fault; }
        r[i->to] = 0;
        r[i->to + 1] = r[i->a];
        i += i->offset;
        break;
      case Opcode::NextOfFold: {
        const auto members = program_->list(r[i->a + 1], *heap_);
        const auto place = static_cast<std::size_t>(r[i->a]++);
        if (place == members.count) { break; }
        r[i->to] = members.first[place];
        i += i->offset;
        break;
      }
      case Opcode::Count: ++r[i->to]; break;
      case Opcode::AddNumber:
        if (!add_number(i->a, i->id)) { return Flow::Fault; }
        break;
      case Opcode::CountMatches:
        if (count_matches(*i)) { i += i->offset; }
        if (failed()) { return Flow::Fault; }
        break;

      case Opcode::BeginFound: r[i->to] = static_cast<Word>(found_.size()); break;
      case Opcode::Found: found_.push_back(r[i->a]); break;
      case Opcode::EndFound:
        r[i->to] = value_of_found(*i);
        if (failed()) { return Flow::Fault; }
        break;

      case Opcode::CheckState:
        if (!program_->slots[i->a].holds(r[i->a])) {
          fail_state(i->a, program_->statement_places[i->b]);
          return Flow::Fault;
        }
        break;
      case Opcode::BeginRepeat:
        push_loop({r[i->a], 0, r[i->a]});
        if constexpr (kObserved) { begin_observed_repeat(i->b); }
        break;
      case Opcode::NextRepeat: {
        auto& loop = end_iteration<kObserved>();
        if (loop.left <= 0) {
          --loop_frame_;
          break;
        }
        --loop.left;
        if constexpr (kObserved) {
          if (observer_->skips(scope(Scope::Kind::Turn, 0, i->b, loop.last - loop.left, loop.last))) {
            if (!step(i->b)) { return Flow::Fault; }
            --i;
            break;
          }
        }
        if (!begin_iteration(loop, Scope::Kind::Turn, loop.last - loop.left, loop.last)) { return Flow::Fault; }
        break;
      }
      case Opcode::BeginRange: push_loop({r[i->a] <= r[i->b] ? 1 : 0, r[i->a], r[i->b]}); break;
      case Opcode::NextInRange: {
        auto& loop = end_iteration<kObserved>();
        if (loop.left == 0) {
          --loop_frame_;
          break;
        }
        r[i->to] = loop.next;
        // The last may be the greatest integer there is.
        if (loop.next == loop.last) {
          loop.left = 0;
        } else {
          ++loop.next;
        }
        if constexpr (kObserved) {
          if (skips_member(i)) {
            if (failed()) { return Flow::Fault; }
            --i;
            break;
          }
        }
        if (!begin_iteration(loop, Scope::Kind::Member)) { return Flow::Fault; }
        break;
      }
      case Opcode::BeginMembers:
        push_loop({static_cast<Word>(program_->list(r[i->a], *heap_).count), 0, r[i->a]});
        break;
      case Opcode::NextMember: {
        auto& loop = end_iteration<kObserved>();
        if (loop.next == loop.left) {
          --loop_frame_;
          break;
        }
        r[i->to] = program_->list(loop.last, *heap_).first[loop.next++];
        if constexpr (kObserved) {
          if (skips_member(i)) {
            if (failed()) { return Flow::Fault; }
            --i;
            break;
          }
        }
        if (!begin_iteration(loop, Scope::Kind::Member)) { return Flow::Fault; }
        break;
      }
      case Opcode::EndLoop:
        if constexpr (kObserved) { observer_->end_while(); }
        pop_loops<kObserved>(loop_frame_ - 1);
        break;
      case Opcode::Bind: {
        const auto& s = program_->statements[i->a];
        bind(s.a, s.b, s.c);
        if (failed()) { return Flow::Fault; }
        store_bound(s.a);
        break;
      }
      case Opcode::Call:
        if constexpr (kObserved) {
          if (observer_->skips(scope(Scope::Kind::Run, i->a, i->b))) { break; }
        }
        i = enter<kObserved>(i->a, i) - 1;
        break;
      case Opcode::Dispatch: {
        const auto rule = i->rules != nullptr
                              ? i->rules->rule(r[i->a])
                              : DispatchTable::search(program_->dispatches[program_->statements[i->b].b], r[i->a]);
        if (rule == DispatchTable::kNoRule) { break; }
        store_defaults(rule);
        if (failed()) { return Flow::Fault; }
        if constexpr (kObserved) {
          if (observer_->skips(scope(Scope::Kind::Run, rule, i->b))) { break; }
        }
        i = enter<kObserved>(rule, i) - 1;
        break;
      }
      case Opcode::MakeThing:
        if constexpr (kObserved) {
          const auto& s = program_->statements[i->a];
          if (observer_->skips(scope_of_thing(s, i->a))) {
            // Its arguments are drawn all the same, so that the draws after them keep their ids.
            if (s.c > 0) { bind(s.a, s.b, s.c); }
            if (failed()) { return Flow::Fault; }
            break;
          }
        }
        if (make_thing(program_->statements[i->a], i->a) == Flow::Fault) { return Flow::Fault; }
        break;
      case Opcode::Run: {
        const auto flow = run(program_->statements[i->a], i->a);
        if (flow == Flow::Next) { break; }
        if (flow != Flow::Stop || call_frame_ == calls) { return leave<kObserved>(flow, calls, loops); }
        i = leave_rule<kObserved>();
        break;
      }
      case Opcode::Stop:
      case Opcode::End: {
        const auto flow = i->opcode == Opcode::Stop ? Flow::Stop : Flow::Next;
        if (call_frame_ == calls) { return leave<kObserved>(flow, calls, loops); }
        i = leave_rule<kObserved>();
        break;
      }
      case Opcode::Discard: return leave<kObserved>(Flow::Discard, calls, loops);
      default: __builtin_unreachable();
    }
  }
}

}  // namespace spoils::roll
