// roll/run_code.cpp
//
// The dispatch loop of the bytecode (roll/bytecode.h). Each instruction means the same as the tree that it was compiled
// from; tests compare the two for random packs and for all packs that ship.
#include <algorithm>
#include <optional>

#include "number/rational.h"
#include "roll/interpreter.h"

namespace spoils::roll {

using namespace program;

Interpreter::Flow Interpreter::run_code(BlockId block) {
  auto* const r = slots_;
  const auto* i = bytecode_.block(block);
  const auto calls = call_frame_;  // what is entered from here on has higher numbers
  const auto loops = loop_frame_;
  const auto store_checked = [this, r](std::uint32_t to, std::optional<std::int64_t> value, ExpressionId id,
                                       Fault::Kind kind = Fault::Kind::Overflow) {
    r[to] = checked(value, id, kind);
    return !failed();
  };
  for (;; ++i) {
    switch (i->opcode) {
      case Opcode::Steps:
        steps_ += i->a;
        if (steps_ <= kMaxSteps) [[likely]] { break; }
        // One of these is too much; which, and whether another fault comes before, the tree knows.
        steps_ -= i->a;
        return run_as_written(i->b, static_cast<std::uint32_t>(i->offset));
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
      case Opcode::Evaluate:
        r[i->to] = word(i->id);
        if (failed()) { return Flow::Fault; }
        break;
      case Opcode::Store:
        store(i->to, i->id);
        if (failed()) { return Flow::Fault; }
        break;

      case Opcode::Chance: r[i->to] = draw_bernoulli(*i->fraction, i->a) ? 1 : 0; break;
      case Opcode::ChanceOf: {
        const auto chance = number(node(i->id).a);
        if (failed()) { return Flow::Fault; }
        r[i->to] = draw_bernoulli(chance, i->a) ? 1 : 0;
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
        const auto& pick = *i->pick->pick;
        r[i->to] = i->pick->outcomes[draw_constant_row(pick)];
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
      case Opcode::JumpIfChance:
        if (draw_bernoulli(*i->fraction, i->a)) { i += i->offset; }
        break;
      case Opcode::JumpIfNoChance:
        if (!draw_bernoulli(*i->fraction, i->a)) { i += i->offset; }
        break;
      case Opcode::Switch: i += i->targets[r[i->a]]; break;

      case Opcode::CheckState:
        if (!program_->slots[i->a].holds(r[i->a])) {
          fail(Fault::Kind::StateOutOfRange, program_->statement_places[i->b]);
          return Flow::Fault;
        }
        break;
      case Opcode::BeginRepeat: push_loop({r[i->a], 0, 0}); break;
      case Opcode::NextRepeat: {
        auto& loop = loop_frames_[loop_frame_ - 1];
        if (loop.left <= 0) {
          --loop_frame_;
          break;
        }
        --loop.left;
        i = next_iteration(i);
        if (i == nullptr) { return Flow::Fault; }
        break;
      }
      case Opcode::BeginRange: push_loop({r[i->a] <= r[i->b] ? 1 : 0, r[i->a], r[i->b]}); break;
      case Opcode::NextInRange: {
        auto& loop = loop_frames_[loop_frame_ - 1];
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
        i = next_iteration(i);
        if (i == nullptr) { return Flow::Fault; }
        break;
      }
      case Opcode::BeginMembers:
        push_loop({static_cast<Word>(program_->list(r[i->a], *heap_).count), 0, r[i->a]});
        break;
      case Opcode::NextMember: {
        auto& loop = loop_frames_[loop_frame_ - 1];
        if (loop.next == loop.left) {
          --loop_frame_;
          break;
        }
        r[i->to] = program_->list(loop.last, *heap_).first[loop.next++];
        i = next_iteration(i);
        if (i == nullptr) { return Flow::Fault; }
        break;
      }
      case Opcode::EndLoop: --loop_frame_; break;
      case Opcode::Call: i = enter(i->a, i) - 1; break;
      case Opcode::Dispatch: {
        const auto& rules = i->rules->rules;
        const auto at = static_cast<std::uint64_t>(r[i->a]) - static_cast<std::uint64_t>(i->rules->first);
        if (at >= rules.size() || rules[at] == DispatchTable::kNoRule) { break; }
        store_defaults(rules[at]);
        if (failed()) { return Flow::Fault; }
        i = enter(rules[at], i) - 1;
        break;
      }
      case Opcode::MakeThing:
        if (make_thing(program_->statements[i->a], i->a) == Flow::Fault) { return Flow::Fault; }
        break;
      case Opcode::Run: {
        const auto flow = run(program_->statements[i->a], i->a);
        if (flow == Flow::Next) { break; }
        if (flow != Flow::Stop || call_frame_ == calls) { return leave(flow, calls, loops); }
        i = leave_rule();
        break;
      }
      case Opcode::Stop:
      case Opcode::End: {
        const auto flow = i->opcode == Opcode::Stop ? Flow::Stop : Flow::Next;
        if (call_frame_ == calls) { return leave(flow, calls, loops); }
        i = leave_rule();
        break;
      }
      case Opcode::Discard: return leave(Flow::Discard, calls, loops);
      default: __builtin_unreachable();
    }
  }
}

}  // namespace spoils::roll
