// program/constant_values.h
//
// The values of constant defs: a hash table of what was computed, keyed by def and arguments. A value is computed when
// a reading needs it first, by an evaluator of its own, and stays as long as the pack. Lookups take no lock: buckets
// are chains to which nodes are only ever prepended, published by a release store. Values are computed under a lock, so
// each is computed once, on whatever thread. Tests: tests/odds/constant_def_test.cpp,
// tests/limits/roll_limits_test.cpp.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "program/fault.h"
#include "program/limits.h"
#include "program/mutex.h"
#include "program/value.h"

namespace spoils::program {

struct Program;

class ConstantValues {
 public:
  struct Value {
    Word first = 0;             // the word; of a number the numerator
    Word second = 1;            // of a number the denominator
    bool has_members = false;   // it is a list, set or map that the program has no constant for
    Fault fault;                // why there is no value
    std::vector<Word> members;  // of a value with members
  };

  ConstantValues();
  ConstantValues(const ConstantValues&) = delete;
  ConstantValues& operator=(const ConstantValues&) = delete;
  ~ConstantValues();

  /// Returns the value of a constant def for arguments of one word each. `program` is the one that this belongs to, or
  /// a copy to which questions were added. `work`: what a constant def that is under computation may still spend, less
  /// what this takes; null: no such def asks. Valid as long as this exists.
  const Value& of(const Program& program, std::uint32_t def, std::span<const Word> arguments, std::uint64_t* work);

  /// How many values are stored; for tests.
  [[nodiscard]] std::size_t size() const;

 private:
  struct Node;
  struct Key;
  struct Level;

  [[nodiscard]] const Node* find(const Key& key) const;
  const Value& compute(const Program& program, const Key& key, std::span<const Word> arguments, std::uint64_t* work);

  static constexpr std::size_t kBuckets = std::size_t{1} << 16U;  // 512 KB; 15 values each at the limit
  std::unique_ptr<std::atomic<const Node*>[]> buckets_;
  mutable RecursiveMutex mutex_;  // a constant def may need another one
  std::deque<Node> nodes_;
  std::vector<std::unique_ptr<Level>> levels_;  // what evaluations that need each other use, the outermost first
  std::size_t depth_ = 0;                       // how many of them are under way
  std::uint64_t stored_ = 0;                    // values, with members
  std::uint64_t work_left_ = kMaxConstantWork;
  Value exhausted_;
};

}  // namespace spoils::program
