// check/link/hoist.cpp
//
// Finds hoisted expressions: a bottom-up pass computes for each node the inputs that it reads and its cost, and the
// largest nodes that qualify are recorded.
#include "check/link/hoist.h"

#include <algorithm>
#include <array>

#include "program/walk.h"

namespace spoils::check {

using namespace program;

namespace {

class Hoister {
 public:
  explicit Hoister(const Program& program) : program_(program), nodes_(program.expressions.size()) {}

  std::vector<Hoisted> all(ExpressionId first) {
    for (ExpressionId id = first; id < nodes_.size(); ++id) { static_cast<void>(of(id)); }
    std::vector<bool> inside(nodes_.size(), false);
    for (ExpressionId id = first; id < nodes_.size(); ++id) {
      if (!is_worth_it(id)) { continue; }
      // A part of a hoisted expression is not evaluated by itself; the body of a def is, by other calls.
      for_each_part(program_.expressions[id], [&](ExpressionId part) { inside[part] = true; });
    }
    std::vector<Hoisted> out;
    for (ExpressionId id = first; id < nodes_.size(); ++id) {
      if (!is_worth_it(id) || inside[id]) { continue; }
      const auto& node = nodes_[id];
      out.push_back({id, node.read[0], node.read[node.count - 1]});
    }
    return out;
  }

 private:
  /// Inputs that a kept expression reads at most; of what may become one, also parameters of the def that it is in.
  static constexpr std::size_t kMaxInputs = 2;
  static constexpr std::size_t kMaxRead = 6;
  /// An integer or symbol of fewer nodes is computed as fast as it is looked up.
  static constexpr std::uint8_t kMinCost = 5;
  static constexpr std::uint8_t kFractionCost = 10;  // and that of a call

  struct Node {
    bool is_done = false;
    bool is_fixed = true;  // draws nothing, and takes nothing from the heap
    std::uint8_t cost = 1;
    std::uint8_t count = 0;
    std::array<SlotId, kMaxRead> read{};  // `count` slots, each once

    void add(SlotId slot) {
      const auto* const end = read.begin() + count;
      if (std::find(read.cbegin(), end, slot) != end) { return; }
      if (count == kMaxRead) {
        is_fixed = false;
      } else {
        read[count++] = slot;
      }
    }
    void remove(SlotId slot) {
      count = static_cast<std::uint8_t>(std::remove(read.begin(), read.begin() + count, slot) - read.begin());
    }
  };

  [[nodiscard]] static bool is_fixed(const program::Expression& e) {
    if (e.draws || lies_in_heap(e.type.kind)) { return false; }
    switch (e.op) {
      case Op::RowCell:
      case Op::RowOutcome:
      case Op::Fold:
      case Op::Bind:
      case Op::MemberAt:
      case Op::Size:
      case Op::Hash:
      case Op::Contains:
      case Op::SameText:
      case Op::SameList: return false;
      default: return true;
    }
  }

  /// Calls f for the operands, not for the body of a def or the cells of a table.
  template <class F>
  void for_each_part(const program::Expression& e, F&& f) const {
    if (e.op == Op::Invoke) {
      for (std::uint32_t i = 0; i < e.b; ++i) { f(program_.operands[e.a + i]); }
    } else if (e.op == Op::Cell) {
      f(e.c);
    } else {
      for_each_operand(program_, e, f);
    }
  }

  // Recursion ends: how deep expressions nest was checked before.
  const Node& of(ExpressionId id) {
    auto& node = nodes_[id];
    if (node.is_done) { return node; }
    node.is_done = true;
    const auto& e = program_.expressions[id];
    node.is_fixed = is_fixed(e);
    if (!node.is_fixed) { return node; }
    const auto take = [&](ExpressionId part) {
      const auto& other = of(part);
      node.is_fixed = node.is_fixed && other.is_fixed;
      node.cost = std::min<std::uint8_t>(kFractionCost, node.cost + other.cost);
      for (std::size_t i = 0; i < other.count; ++i) { node.add(other.read[i]); }
    };
    if (e.op == Op::Slot) {
      node.add(e.a);
    } else if (e.op == Op::Invoke) {
      const auto& def = program_.defs[static_cast<std::size_t>(e.value)];
      take(def.body);
      for (const auto slot : def.parameters) { node.remove(slot); }
      node.cost = kFractionCost;
    }
    if (e.type.kind == ValueKind::Number && e.op != Op::Fraction) { node.cost = kFractionCost; }
    if (e.op == Op::Cell) {
      const auto& table = program_.tables[e.a];
      for (std::size_t i = e.b; i < table.cells.size(); i += table.columns.size()) { take(table.cells[i]); }
    }
    for_each_part(e, take);
    return node;
  }

  [[nodiscard]] bool is_worth_it(ExpressionId id) const {
    const auto& node = nodes_[id];
    const auto is_input = [&](SlotId slot) {
      const auto& known = program_.slots[slot];
      return known.kind == Slot::Kind::Input && known.type.kind != ValueKind::Number;
    };
    return node.is_fixed && node.cost >= kMinCost && node.count > 0 && node.count <= kMaxInputs &&
           std::all_of(node.read.begin(), node.read.begin() + node.count, is_input);
  }

  const Program& program_;
  std::vector<Node> nodes_;  // by expression
};

}  // namespace

void find_hoisted(Program& program, std::size_t first) {
  const auto found = Hoister(program).all(static_cast<ExpressionId>(first));
  program.hoisted.insert(program.hoisted.end(), found.begin(), found.end());
}

}  // namespace spoils::check
