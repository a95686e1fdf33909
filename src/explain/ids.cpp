#include "explain/ids.h"

#include <algorithm>

namespace spoils::explain {

using namespace program;
using ScopeKind = roll::Scope::Kind;

namespace {

/// Names that loops and edits use with numbers of their own.
std::string unreserved(std::string_view name) {
  std::string out(name);
  if (out == "turn" || out == "member" || out == "edit") { out += '_'; }
  return out;
}

/// `turn`, `turn'`, `turn'3`: of the loops of one parent in their order.
std::string numbered(std::string_view word, std::uint32_t loop) {
  std::string out(word);
  if (loop > 1) { out += '\''; }
  if (loop > 2) { out += std::to_string(loop); }
  return out;
}

std::uint32_t count_of(const std::vector<std::pair<std::string, std::uint32_t>>& counts, std::string_view label) {
  const auto known = std::find_if(counts.begin(), counts.end(), [&](const auto& each) { return each.first == label; });
  return known == counts.end() ? 0 : known->second;
}

}  // namespace

void Ids::clear() {
  frames_.clear();
  saved_.clear();
  path_.clear();
}

Ids::Frame& Ids::owner() {
  auto frame = frames_.end();
  do { --frame; } while (frame->is_try);
  return *frame;
}

const Ids::Frame& Ids::owner() const { return const_cast<Ids*>(this)->owner(); }

std::string Ids::label(const roll::Scope& scope) const {
  switch (scope.kind) {
    case ScopeKind::Run:
    case ScopeKind::Drop:
    case ScopeKind::Hold: return unreserved(program_.rules[scope.what].name);
    case ScopeKind::Attempt: return "try";
    case ScopeKind::After: return "after";
    case ScopeKind::Input: return unreserved(program_.slots[scope.what].name);
    case ScopeKind::Stream: return unreserved(program_.texts[program_.streams[scope.what].name]);
    case ScopeKind::Declared: return "lcg";
    case ScopeKind::WorldDef:
      return unreserved(scope.what < program_.defs.size() ? program_.defs[scope.what].name
                                                          : program_.rules[scope.what - program_.defs.size()].name);
    default: return {};
  }
}

Ids::Part Ids::part(const roll::Scope& scope) const {
  const auto& frame = owner();
  if (scope.kind == ScopeKind::Turn) { return {frame.turn, scope.value, false}; }
  if (scope.kind == ScopeKind::Extra) { return {"edit", scope.value, false}; }
  if (scope.kind == ScopeKind::Member) {
    const bool begins = frame.fors == 0 || frame.member_loop != scope.place;
    return {begins ? numbered("member", frame.fors + 1) : frame.member, begins ? 1 : frame.members + 1, begins};
  }
  auto word = label(scope);
  const auto number = count_of(frame.counts, word) + 1;
  return {std::move(word), number, false};
}

void Ids::count(const roll::Scope& scope, const Part& part) {
  auto& frame = owner();
  if (scope.kind == ScopeKind::Turn || scope.kind == ScopeKind::Extra) { return; }
  if (scope.kind == ScopeKind::Member) {
    if (part.begins_loop) { ++frame.fors; }
    frame.member = part.label;
    frame.members = part.number;
    frame.member_loop = scope.place;
    return;
  }
  for (auto& [label, number] : frame.counts) {
    if (label != part.label) { continue; }
    ++number;
    return;
  }
  frame.counts.emplace_back(part.label, 1);
}

const std::string& Ids::enter(const roll::Scope& scope) {
  Frame frame;
  frame.length = path_.size();
  frame.is_try = scope.kind == ScopeKind::Try;
  if (frame.is_try) {
    saved_.push_back(owner());
  } else if (scope.kind != ScopeKind::Root) {
    const auto part = this->part(scope);
    count(scope, part);
    if (!path_.empty()) { path_ += '/'; }
    path_ += part.label + '.' + std::to_string(part.number);
  }
  frames_.push_back(std::move(frame));
  return path_;
}

std::string Ids::next(const roll::Scope& scope) const {
  const auto part = this->part(scope);
  return path_ + (path_.empty() ? "" : "/") + part.label + '.' + std::to_string(part.number);
}

void Ids::pass(const roll::Scope& scope) { count(scope, part(scope)); }

void Ids::leave() {
  if (frames_.back().is_try) { saved_.pop_back(); }
  path_.resize(frames_.back().length);
  frames_.pop_back();
}

void Ids::reject() { owner() = saved_.back(); }

std::string Ids::begin_repeat() {
  auto& frame = owner();
  frame.turn = numbered("turn", ++frame.repeats);
  return path_ + (path_.empty() ? "" : "/") + frame.turn;
}

std::string Ids::decision(ExpressionId draw, std::string_view dice) {
  const auto& e = program_.expressions[draw];
  const auto target = targets_.find(draw);
  std::string word;
  if (target != targets_.end()) {
    word = program_.slots[target->second.slot].name;
  } else if (e.op == Op::Dice || e.op == Op::PickRange) {
    word = dice;
  } else if (e.op == Op::PickTable) {
    word = program_.tables[e.a].name;
  } else if (e.op == Op::PickGrid) {
    word = program_.grids[e.a].name;
  } else if (e.op == Op::PickWhere) {
    word = program_.tables[program_.choices[e.a].table].name;
  } else if (e.op == Op::PickDistinct && e.b == kNone) {
    word = program_.tables[program_.choices[static_cast<std::size_t>(e.value)].table].name;
  } else if (e.op == Op::Chance) {
    word = "chance";
  } else if (e.op == Op::Shuffle) {
    word = "order";
  }
  word = word.empty() ? "pick" : unreserved(word);
  auto& frame = owner();
  const auto number = count_of(frame.counts, word) + 1;
  if (number == 1) {
    frame.counts.emplace_back(word, 1);
  } else {
    std::find_if(frame.counts.begin(), frame.counts.end(), [&](const auto& each) {
      return each.first == word;
    })->second = number;
  }
  return path_ + (path_.empty() ? "" : "/") + word + '.' + std::to_string(number);
}

}  // namespace spoils::explain
