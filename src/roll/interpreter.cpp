#include "roll/interpreter.h"

#include <algorithm>
#include <utility>

#include "roll/seed.h"

namespace spoils::roll {

using namespace program;

Interpreter::Interpreter(const Program& program) : Interpreter(std::make_unique<SharedCode>(program)) {}

Interpreter::Interpreter(std::unique_ptr<SharedCode> code) : Interpreter(*code) { own_code_ = std::move(code); }

Interpreter::Interpreter(SharedCode& code)
    : Evaluator(code.program(), nullptr, own_heap_),
      code_(code),
      expressions_(code.expressions().data()),
      slot_traits_(code.slot_traits().data()),
      layouts_(code.layouts().data()),
      constants_(code.constants().data()),
      inputs_(code.inputs()),
      slot_count_(code.slots()),
      slot_words_(code.registers(), kUnset),
      cache_(*program_),
      memos_(program_->memos.size()),
      trie_(code, own_heap_),
      blocks_(program_->blocks.size()),
      folds_(program_->folds.size()),
      def_blocks_(program_->blocks.size()),
      conditions_(code.conditions()),
      worlds_(code.world_names()) {
  slots_ = slot_words_.data();
  hoisted_.resize(program_->hoisted.size());
  for (std::size_t i = 0; i < hoisted_.size(); ++i) {
    hoisted_[i].first = program_->hoisted[i].first;
    hoisted_[i].second = program_->hoisted[i].second;
  }
}

const Instruction* Interpreter::request_block(BlockId block) {
  blocks_[block] = request([&](Bytecode& bytecode) { return bytecode.block(block); });
  return blocks_[block];
}

const Fragment& Interpreter::request_fold(std::uint32_t fold, ExpressionId id) {
  folds_[fold] = &request([&](Bytecode& bytecode) -> const Fragment& { return bytecode.fold(fold, id); });
  return *folds_[fold];
}

const Fragment& Interpreter::request_def_block(const Expression& e, ExpressionId id) {
  def_blocks_[e.a] = &request([&](Bytecode& bytecode) -> const Fragment& { return bytecode.def_block(id); });
  return *def_blocks_[e.a];
}

const Fragment& Interpreter::request_condition(std::uint32_t choice, std::size_t place) {
  auto& known = conditions_[code_.first_condition(choice) + place];
  known = &request([&](Bytecode& bytecode) -> const Fragment& {
    return place < Bytecode::kKinds ? bytecode.steps(choice, static_cast<ConditionStep::Kind>(place))
                                    : bytecode.static_step(choice, place - Bytecode::kKinds);
  });
  return *known;
}

void Interpreter::begin(RuleId rule, SlotId first, const std::vector<Word>& words) {
  rule_ = rule;
  own_heap_.clear();
  things_.clear();
  clear_fault();
  std::copy(words.begin(), words.end(), slots_ + first);
}

inline void Interpreter::start(std::uint64_t seed, std::uint64_t index, std::uint64_t world) {
  seed_ = seed;
  index_ = index;
  worlds_.begin(seed, world);
  steps_ = 0;
  cost_saved_ = 0;
  limit_work(kMaxWork);
  depth_ = 0;
  current_ = -1;
  saved_.cut(0);
  found_.clear();
  loop_frame_ = 0;
  call_frame_ = 0;
  forget_streams();
  if (!trie_missed_) { trie_.forget(); }
}

inline void Interpreter::forget_streams() {
  for (const auto named : begun_streams_) { named_streams_[named].is_begun = false; }
  begun_streams_.clear();
  source_.is_lcg = false;
}

inline void Interpreter::begin_stream(std::uint64_t seed, std::uint64_t index) {
  if (rule_ != rule_key_of_) [[unlikely]] {
    rule_key_ = {};
    rule_key_of_ = rule_;
  }
  const auto key = rule_key_.of(seed, "rule/", program_->rules[rule_].name);
  // After a roll that drew nothing the next may draw nothing either: its words are generated at its first draw.
  const auto* const block = source_.stream.draws() > 0 ? block_prefetch_.of(key, index) : nullptr;
  if (block != nullptr) [[likely]] {
    source_.stream.restart(key, index, *block);
  } else {
    source_.stream.restart(key, index);
  }
}

// The part of roll_from_trie() for a thing that is looked up.
bool Interpreter::find_in_trie(RuleId rule, SlotId first, const std::vector<Word>& words, std::uint64_t seed,
                               std::uint64_t index) {
  rule_ = rule;
  begin_stream(seed, index);
  worlds_.begin(seed, index);
  const auto known = trie_.find(rule, words.data(), first, source_.stream, worlds_, kMaxWork, kMaxSteps);
  trie_missed_ = !known;
  if (trie_missed_) {
    has_begun_stream_ = true;
    begun_seed_ = seed;
    begun_index_ = index;
    return false;
  }
  forget_streams();
  own_heap_.clear();
  things_.clear();
  clear_fault();
  for (const auto slot : program_->states) { slots_[slot] = words[slot - first]; }
  copy_thing(rule, -1, known, words.data(), first);
  collect();
  return true;
}

bool Interpreter::roll(const std::vector<std::uint8_t>& given, std::uint64_t seed, std::uint64_t index,
                       std::uint64_t world) {
  start(seed, index, world);
  // A lookup in the trie has left the stream where it began.
  const bool has_begun = std::exchange(has_begun_stream_, false) && seed == begun_seed_ && index == begun_index_;
  if (!has_begun) { begin_stream(seed, index); }
  const ScopeGuard guard(observer_,
                         [this] { return Scope{Scope::Kind::Root, rule_, program_->rules[rule_].place, 0, 0, 0, {}}; });
  const auto& parameters = program_->rules[rule_].parameters;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (given[i] == 0 && parameters[i].initial != kNone) { store(parameters[i].slot, parameters[i].initial); }
  }
  if (failed()) { return false; }
  const bool trie_missed = std::exchange(trie_missed_, false);
  const bool is_known = !trie_missed && copy_from_trie(rule_, -1);
  if (!is_known && build(rule_, -1) == Flow::Fault) { return false; }
  collect();
  return true;
}

bool Interpreter::finish(RuleId last, int depth, std::uint64_t key, std::uint64_t seed, std::uint64_t index) {
  start(seed, index, index);
  source_.stream.restart(key, index);
  things_.rows.push_back({rule_, 0, -1, true, -1});
  current_ = 0;
  depth_ = depth;
  const auto flow = run_rule(last);
  if (flow == Flow::Fault) { return false; }
  finish_thing(0, flow == Flow::Discard);
  if (failed()) { return false; }
  collect();
  return true;
}

}  // namespace spoils::roll
