#include "program/constant_values.h"

#include <algorithm>
#include <array>

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

/// Returns the place of the first record among the arguments; empty if there is none.
Span record_of(const Program& program, const Def& def, std::span<const Word> arguments) {
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const auto& type = program.slots[def.parameters[i]].type;
    if (!type.has_table()) { continue; }
    const auto& table = program.tables[type.table];
    if (const auto row = table.row_index(arguments[i]); row >= 0) {
      return table.rows[static_cast<std::size_t>(row)].place;
    }
  }
  return {};
}

}  // namespace

struct ConstantValues::Node {
  // Nearly all have so few: a lookup then reads nothing but the node.
  static constexpr std::size_t kInside = 2;
  const Node* next = nullptr;
  std::uint32_t def = 0;
  std::array<Word, kInside> first{};  // 0 where there are fewer
  Value value;
  std::vector<Word> rest;
};

/// The arguments of a lookup. A def has the same number of them at each call.
struct ConstantValues::Key {
  std::uint32_t def = 0;
  std::array<Word, Node::kInside> first{};
  std::span<const Word> rest;
  std::size_t bucket = 0;

  Key(std::uint32_t of, std::span<const Word> arguments) : def(of) {
    const auto inside = std::min(arguments.size(), Node::kInside);
    for (std::size_t i = 0; i < inside; ++i) { first[i] = arguments[i]; }
    rest = arguments.subspan(inside);
    auto hash = number::mixed(number::mixed(of + 1, static_cast<std::uint64_t>(first[0])),
                              static_cast<std::uint64_t>(first[1]));
    for (const auto word : rest) { hash = number::mixed(hash, static_cast<std::uint64_t>(word)); }
    bucket = static_cast<std::size_t>(hash) % kBuckets;
  }

  [[nodiscard]] bool is(const Node& node) const {
    return node.def == def && node.first == first && std::equal(node.rest.begin(), node.rest.end(), rest.begin());
  }
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

inline const ConstantValues::Node* ConstantValues::find(const Key& key) const {
  for (const auto* node = buckets_[key.bucket].load(std::memory_order_acquire); node != nullptr; node = node->next) {
    if (key.is(*node)) { return node; }
  }
  return nullptr;
}

const ConstantValues::Value& ConstantValues::of(const Program& program, std::uint32_t def,
                                                std::span<const Word> arguments, std::uint64_t* work) {
  const Key key(def, arguments);
  if (const auto* known = find(key)) [[likely]] { return known->value; }
  return compute(program, key, arguments, work);
}

const ConstantValues::Value& ConstantValues::compute(const Program& program, const Key& key,
                                                     std::span<const Word> arguments, std::uint64_t* work) {
  const auto def = key.def;
  const LockGuard<RecursiveMutex> lock(mutex_);
  if (const auto* known = find(key)) { return known->value; }
  auto& left = work != nullptr ? *work : work_left_;
  if (left == 0 || stored_ >= kMaxConstants) { return exhausted_; }

  // An exception leaves the levels as they were.
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
  if (reading.failed() && value.fault.record == Span{}) { value.fault.record = record_of(program, called, arguments); }
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
  node.first = key.first;
  node.rest.assign(key.rest.begin(), key.rest.end());
  node.value = std::move(value);
  node.next = buckets_[key.bucket].load(std::memory_order_relaxed);
  buckets_[key.bucket].store(&node, std::memory_order_release);
  return node.value;
}

}  // namespace spoils::program
