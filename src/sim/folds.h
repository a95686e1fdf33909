// sim/folds.h
//
// The record of a simulation: exact counts, nothing else. Folds of different runs merge in any order, with the same
// result, so a merged fold does not show which thread or process made which runs.
//
// A fold knows nothing of packs: outcomes are keys, strings of bytes.
#pragma once

#include <boost/unordered/unordered_flat_map.hpp>

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "sim/bytes.h"
#include "sim/wide_sum.h"

namespace spoils::sim {

/// Hashes keys, and finds them without making strings.
struct KeyHash {
  using is_transparent = void;
  std::size_t operator()(std::string_view key) const;
};
struct KeyEqual {
  using is_transparent = void;
  bool operator()(std::string_view a, std::string_view b) const { return a == b; }
};
template <class Value>
using KeyMap = boost::unordered_flat_map<std::string, Value, KeyHash, KeyEqual>;

/// The room for the keys of one fold: for so many, and for so many bytes, since texts may be long.
class KeyRoom {
 public:
  static constexpr std::size_t kMostBytes = 64'000'000;

  explicit KeyRoom(std::size_t max_keys) : keys_(max_keys) {}

  /// Takes the room of another key; false if there is none.
  bool take(std::string_view key) {
    if (keys_ == 0 || key.size() > bytes_) { return false; }
    --keys_;
    bytes_ -= key.size();
    return true;
  }

 private:
  std::size_t keys_;  // left, as are the bytes
  std::size_t bytes_ = kMostBytes;
};

/// Things by key: how many, and in how many runs.
class TableFold {
 public:
  TableFold(std::size_t sums, std::size_t max_keys) : sums_(sums), room_(max_keys) {}

  /// Counts a thing of the run under way; `values` has one integer for each sum.
  void add(std::string_view key, const std::int64_t* values);
  void end_run();

  void merge(const TableFold& other);
  void write(Writer& out) const;
  void read(Reader& in);

  struct Row {
    std::uint64_t runs = 0;
    std::uint64_t most = 0;
    Moments things;             // by run
    std::vector<Moments> sums;  // by run
    // The run under way.
    std::uint64_t now = 0;
    std::vector<std::int64_t> sums_now;
  };
  struct Entry {
    std::string_view key;
    const Row* row = nullptr;
  };
  /// Returns all rows, ascending by the bytes of their keys.
  [[nodiscard]] std::vector<Entry> entries() const;
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }
  [[nodiscard]] bool has_overflown() const;

 private:
  Row* row(std::string_view key);

  std::size_t sums_;
  KeyRoom room_;
  KeyMap<std::uint32_t> index_;
  std::vector<Row> rows_;
  std::vector<std::uint32_t> touched_;  // rows that the run under way has
  bool is_too_large_ = false;
  bool has_overflown_ = false;
};

/// Integers by run, in bins as narrow as their number allows. The final bins depend on the values alone, not on their
/// order: all have the least width that covers all values.
class IntegerFold {
 public:
  void add(std::int64_t value);
  void merge(const IntegerFold& other);
  void write(Writer& out) const;
  void read(Reader& in);

  struct Bin {
    std::int64_t first = 0;
    std::int64_t last = 0;
    std::uint64_t runs = 0;
  };
  [[nodiscard]] std::vector<Bin> bins() const;  // ascending
  [[nodiscard]] const Moments& moments() const { return moments_; }
  [[nodiscard]] std::int64_t least() const { return least_; }
  [[nodiscard]] std::int64_t greatest() const { return greatest_; }
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  void widen(unsigned shift);
  void fit();

  std::uint64_t count_ = 0;
  Moments moments_;
  std::int64_t least_ = std::numeric_limits<std::int64_t>::max();
  std::int64_t greatest_ = std::numeric_limits<std::int64_t>::min();
  unsigned shift_ = 0;
  boost::unordered_flat_map<std::int64_t, std::uint64_t> bins_;
};

/// Other values by run.
class ValueFold {
 public:
  explicit ValueFold(std::size_t max_keys) : room_(max_keys) {}

  void add(std::string_view key);
  void merge(const ValueFold& other);
  void write(Writer& out) const;
  void read(Reader& in);

  [[nodiscard]] std::vector<std::pair<std::string_view, std::uint64_t>> entries() const;  // ascending by key
  [[nodiscard]] bool is_too_large() const { return is_too_large_; }

 private:
  void add(std::string_view key, std::uint64_t runs);

  KeyRoom room_;
  KeyMap<std::uint64_t> runs_;
  bool is_too_large_ = false;
};

/// One expression by run: integers, or whatever it gives.
struct RunFold {
  explicit RunFold(std::size_t max_keys) : values(max_keys) {}
  std::uint64_t unset = 0;
  IntegerFold integers;
  ValueFold values;

  void merge(const RunFold& other);
  void write(Writer& out) const;
  void read(Reader& in);
};

/// The n-th thing that satisfies something.
struct FirstFold {
  explicit FirstFold(std::size_t max_keys) : at(max_keys) {}
  static constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t runs = 0;
  std::uint64_t first_run = kNever;
  RunFold at;

  void merge(const FirstFold& other);
  void write(Writer& out) const;
  void read(Reader& in);
};

/// All folds of a simulation.
struct Folds {
  std::uint64_t runs = 0;
  std::uint64_t things = 0;
  std::vector<TableFold> tables;
  std::vector<RunFold> per_run;
  std::vector<FirstFold> firsts;  // one for each n of each

  /// Requires: folds of the same simulation.
  void merge(const Folds& other);
  void write(Writer& out) const;
  void read(Reader& in);

  /// Returns whether something has more keys than it may; then what was counted is of no use.
  [[nodiscard]] bool is_too_large() const;
};

}  // namespace spoils::sim
