#include "program/constant_values.h"

#include <algorithm>

#include "number/word_hash.h"
#include "program/draw_free.h"
#include "program/program.h"

namespace spoils::program {

namespace {

/// Evaluates the body of one constant def.
class ConstantReading : public DrawFreeEvaluator<ConstantReading> {
 public:
  using DrawFreeEvaluator<ConstantReading>::DrawFreeEvaluator;
  static constexpr bool kComputesConstants = true;
  static constexpr bool kLooksAtClock = true;

  [[nodiscard]] std::uint64_t work_left() const { return work_left_; }
};

}  // namespace

struct ConstantValues::Node {
  std::uint32_t def = 0;
  std::vector<Word> arguments;
  Value value;
  const Node* next = nullptr;
};

/// The slots and the heap of one evaluation.
struct ConstantValues::Level {
  std::vector<Word> slots;
  Heap heap;
};

ConstantValues::ConstantValues() : buckets_(std::make_unique<std::atomic<const Node*>[]>(kBuckets)) {
  exhausted_.fault.kind = Fault::Kind::TooManyConstants;
}

ConstantValues::~ConstantValues() = default;

std::size_t ConstantValues::size() const {
  const LockGuard<RecursiveMutex> lock(mutex_);
  return nodes_.size();
}

const ConstantValues::Node* ConstantValues::find(std::size_t bucket, std::uint32_t def,
                                                 std::span<const Word> arguments) const {
  for (const auto* node = buckets_[bucket].load(std::memory_order_acquire); node != nullptr; node = node->next) {
    if (node->def == def && std::equal(arguments.begin(), arguments.end(), node->arguments.begin())) { return node; }
  }
  return nullptr;
}

const ConstantValues::Value& ConstantValues::of(const Program& program, std::uint32_t def,
                                                std::span<const Word> arguments, std::uint64_t* work) {
  const auto hash = number::hash_of_words(
      arguments.size(), [&](std::size_t i) { return arguments[i]; }, def + 1);
  const auto bucket = static_cast<std::size_t>(hash) % kBuckets;
  if (const auto* known = find(bucket, def, arguments)) { return known->value; }
  const LockGuard<RecursiveMutex> lock(mutex_);
  if (const auto* known = find(bucket, def, arguments)) { return known->value; }
  auto& left = work != nullptr ? *work : work_left_;
  if (left == 0 || stored_ >= kMaxConstants) { return exhausted_; }

  // Whatever throws leaves the levels as they were.
  if (depth_ == levels_.size()) { levels_.push_back(std::make_unique<Level>()); }
  auto& level = *levels_[depth_];
  struct Deeper {
    std::size_t& depth;
    explicit Deeper(std::size_t& of) : depth(of) { ++depth; }
    ~Deeper() { --depth; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;
  };
  const Deeper deeper(depth_);
  level.slots.assign(program.slots.size() + 1, kUnset);
  level.heap.clear();

  const auto& called = program.defs[def];
  for (std::size_t i = 0; i < arguments.size(); ++i) { level.slots[called.parameters[i]] = arguments[i]; }
  ConstantReading reading(program, level.slots.data(), level.heap);
  reading.limit_work(left);
  Value value;
  const auto type = program.expressions[called.body].type;
  if (type.kind == ValueKind::Number) {
    const auto number = reading.number_or_unset(called.body);
    value.first = number.numerator();
    value.second = number.denominator();
  } else {
    value.first = reading.word(called.body);
  }
  left = reading.work_left();
  value.fault = reading.fault();
  if (value.fault.kind == Fault::Kind::TooMuchWork || value.fault.kind == Fault::Kind::TooManyConstants) {
    return exhausted_;
  }
  if (!reading.failed() && lies_in_heap(type.kind) && value.first != kUnset && (value.first & Heap::kMark) != 0) {
    const auto members = program.list(value.first, level.heap);
    value.has_members = true;
    value.members.assign(members.begin(), members.end());
  }
  stored_ += 1 + value.members.size();
  auto& node = nodes_.emplace_back();
  node.def = def;
  node.arguments.assign(arguments.begin(), arguments.end());
  node.value = std::move(value);
  node.next = buckets_[bucket].load(std::memory_order_relaxed);
  buckets_[bucket].store(&node, std::memory_order_release);
  return node.value;
}

}  // namespace spoils::program
