// roll/table_cache.h
//
// Tables made ready to pick from. One whose weights are known is prepared once for all rolls of a program; one whose
// weights depend on inputs, state or fields once for each combination of values that a roller meets, until its cache is
// full and begins anew.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "program/program.h"
#include "roll/cost.h"
#include "roll/pick.h"

namespace spoils::roll {

/// A table or choice as it is for certain values of the slots that it reads.
struct PreparedTable {
  WeightedPick pick;
  bool is_empty = true;
  bool is_constant = false;      // the weights depend on nothing
  bool nothing_is_last = false;  // the last position means that nothing is picked
  Cost cost;

  // For a choice whose condition is split into steps:
  std::vector<std::uint32_t> rows;        // those that pass all but the open steps; the positions of pick
  std::vector<number::Rational> weights;  // theirs, if they are settled
  bool is_open = false;                   // asking or weighing rows beforehand goes wrong: all are weighed each time
  bool has_duplicate_outcomes = false;    // several rows of one outcome are among them
  // For one step: a bit for each row that passes.
  std::vector<std::uint64_t> passes;
};

/// The tables with known weights, by table; of others only that they are none. Cost: linear in their rows.
[[nodiscard]] std::vector<PreparedTable> constant_tables(const program::Program& program);

class TableCache {
 public:
  /// Tables kept for one table or choice; with 100 rows each takes about 2 KB.
  static constexpr std::size_t kMaxPrepared = 1024;
  /// The same of a choice that is taken apart, of which few rows are left.
  static constexpr std::size_t kMaxSettled = 8192;
  /// Rows kept in all; about 20 bytes each, 40 of choices that are taken apart: 80 to 160 MB.
  static constexpr std::size_t kMaxPreparedRows = 4'000'000;
  /// The memory of a table besides its rows, counted in rows.
  static constexpr std::size_t kRowsATable = 16;

  /// Allocates nothing before a table or choice is requested.
  explicit TableCache(const program::Program& program) : program_(program) {}

  struct Entry {
    std::vector<program::Word> key;
    PreparedTable table;
  };
  struct Bucketed {
    std::vector<Entry> entries;
    std::vector<std::uint32_t> buckets;  // open addressing over entries, at most half full; 0: free, else index + 1
    std::uint32_t last = 0;              // the entry that was found last, tried first
  };

  /// Returns what was prepared for these values, or an empty place to prepare it in (`is_new`).
  struct Found {
    PreparedTable* table = nullptr;
    bool is_new = false;
    Bucketed* duplicate_outcomes = nullptr;
    bool is_counted = false;  // among the rows kept
  };
  Found table(std::uint32_t table, const program::Word* slots);
  Found choice(std::uint32_t choice, const program::Word* slots);
  /// The rows that pass a step of a choice. The entry that choice() has returned stays in place.
  Found step(std::uint32_t choice, std::size_t step, const program::Word* slots);

  /// A place for what is prepared anew each time.
  Found scratch() { return {&scratch_, true, nullptr, false}; }

  /// Counts the rows of what has been prepared; once there are too many, the next table or choice empties the cache.
  void keep(const Found& found);

  /// Drops what could not be prepared, with all its sisters.
  static void forget(const Found& found);

  /// Returns the rows of all that is cached; a hit adds none. For tests.
  [[nodiscard]] std::size_t cached_rows() const { return kept_rows_; }

 private:
  static void rehash(Bucketed& all);
  void make_room();
  static Found again(Bucketed& all, std::uint32_t entry);
  Found find(Bucketed& all, const std::vector<program::SlotId>& reads, std::size_t most, const program::Word* slots);

  const program::Program& program_;
  std::vector<Bucketed> tables_;  // none before the first is requested; likewise the others
  std::vector<Bucketed> choices_;
  std::vector<std::vector<Bucketed>> steps_;  // by choice and step
  PreparedTable scratch_;
  std::size_t kept_rows_ = 0;
};

}  // namespace spoils::roll
