#include "roll/interpreter.h"

#include <algorithm>

#include "roll/seed.h"

namespace spoils::roll {

using namespace program;

Interpreter::Interpreter(const Program& program)
    : Evaluator(program, nullptr, own_heap_), slot_words_(program.slots.size() + 1, kUnset), cache_(program) {
  slots_ = slot_words_.data();
  named_.assign(program.texts.size(), Stream{0, 0});
  named_begun_.assign(program.texts.size(), 0);
  rule_keys_.assign(program.rules.size(), 0);
  bound_.resize(kMaxRuleParameters);
}

void Interpreter::begin(RuleId rule) {
  rule_ = rule;
  own_heap_.clear();
  things_.clear();
  clear_fault();
  for (const auto slot : program_->rules[rule].fields) { slots_[slot] = kUnset; }
}

bool Interpreter::roll(const std::vector<std::uint8_t>& given, std::uint64_t seed, std::uint64_t index,
                       std::uint64_t settled) {
  if (!has_keys_ || key_seed_ != seed) {
    for (std::size_t i = 0; i < rule_keys_.size(); ++i) {
      rule_keys_[i] = stream_key(seed, "rule/" + program_->rules[i].name);
    }
    has_keys_ = true;
    key_seed_ = seed;
  }
  seed_ = seed;
  index_ = index;
  settled_ = settled;
  steps_ = 0;
  limit_work(kMaxWork);
  depth_ = 0;
  current_ = -1;
  saved_.clear();
  std::fill(named_begun_.begin(), named_begun_.end(), std::uint8_t{0});
  source_.is_lcg = false;
  source_.stream.restart(rule_keys_[rule_], index);
  const Watched watched(observer_,
                        [this] { return Scope{Scope::Kind::Root, rule_, program_->rules[rule_].place, 0, 0, 0, {}}; });
  const auto& parameters = program_->rules[rule_].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (given[i] == 0 && parameters[i].initial != kNone) { store(parameters[i].slot, parameters[i].initial); }
  }
  static_cast<void>(build(rule_, -1));
  if (failed()) { return false; }
  collect();
  return true;
}

}  // namespace spoils::roll
