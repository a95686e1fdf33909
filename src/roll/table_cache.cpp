#include "roll/table_cache.h"

#include <algorithm>

#include "number/weight.h"
#include "number/word_hash.h"

namespace spoils::roll {

using namespace program;

std::vector<PreparedTable> constant_tables(const Program& program) {
  std::vector<PreparedTable> out(program.tables.size());
  for (std::size_t i = 0; i < program.tables.size(); ++i) {
    const auto& table = program.tables[i];
    out[i].is_constant = !table.constant_weights.empty();
    if (!out[i].is_constant) { continue; }
    const auto shares = number::shares(table.constant_weights);
    if (!shares || shares->total == 0) { continue; }
    out[i].pick.assign(shares->parts);
    out[i].is_empty = false;
  }
  return out;
}

// The word of a text is its address, not its content, so tables that read texts are prepared at each pick.
TableCache::Found TableCache::table(std::uint32_t table, const Word* slots) {
  const auto& known = program_.tables[table];
  if (known.reads_heap) { return scratch(); }
  make_room();
  if (tables_.empty()) { tables_.resize(program_.tables.size()); }
  return find(tables_[table], known.reads, kMaxPrepared, slots);
}

TableCache::Found TableCache::choice(std::uint32_t choice, const Word* slots) {
  const auto& known = program_.choices[choice];
  make_room();
  if (choices_.empty()) { choices_.resize(program_.choices.size()); }
  if (!known.steps.empty()) { return find(choices_[choice], known.planned_reads, kMaxSettled, slots); }
  if (known.reads_heap) { return scratch(); }
  return find(choices_[choice], known.reads, kMaxPrepared, slots);
}

TableCache::Found TableCache::step(std::uint32_t choice, std::size_t step, const Word* slots) {
  if (steps_.empty()) { steps_.resize(program_.choices.size()); }
  if (steps_[choice].empty()) { steps_[choice].resize(program_.choices[choice].steps.size()); }
  return find(steps_[choice][step], program_.choices[choice].steps[step].reads, kMaxPrepared, slots);
}

void TableCache::forget(const Found& found) {
  if (found.duplicate_outcomes == nullptr) { return; }
  found.duplicate_outcomes->entries.clear();
  std::fill(found.duplicate_outcomes->buckets.begin(), found.duplicate_outcomes->buckets.end(), 0);
}

void TableCache::keep(const Found& found) {
  if (found.duplicate_outcomes == nullptr || found.is_counted) { return; }
  const auto& table = *found.table;
  kept_rows_ += table.pick.size() + table.rows.size() + table.passes.size() + kRowsATable;
}

void TableCache::rehash(Bucketed& all) {
  all.buckets.assign(std::max<std::size_t>(16, 2 * all.buckets.size()), 0);
  for (std::uint32_t index = 0; index < all.entries.size(); ++index) {
    const auto& key = all.entries[index].key;
    const auto hash = number::hash_of_words(key.size(), [&](std::size_t i) { return key[i]; });
    auto at = static_cast<std::size_t>(hash % all.buckets.size());
    while (all.buckets[at] != 0) { at = (at + 1) % all.buckets.size(); }
    all.buckets[at] = index + 1;
  }
}

void TableCache::make_room() {
  if (kept_rows_ <= kMaxPreparedRows) { return; }
  for (auto& bucketed : tables_) { bucketed = Bucketed{}; }
  for (auto& bucketed : choices_) { bucketed = Bucketed{}; }
  for (auto& steps : steps_) {
    for (auto& bucketed : steps) { bucketed = Bucketed{}; }
  }
  kept_rows_ = 0;
}

TableCache::Found TableCache::find(Bucketed& all, const std::vector<SlotId>& reads, std::size_t most,
                                   const Word* slots) {
  const auto same = [&](const Entry& entry) {
    for (std::size_t i = 0; i < reads.size(); ++i) {
      if (entry.key[i] != slots[reads[i]]) { return false; }
    }
    return true;
  };
  if (all.last < all.entries.size() && same(all.entries[all.last])) { return again(all, all.last); }
  if (all.entries.size() == most) { forget({nullptr, false, &all, false}); }
  if (2 * (all.entries.size() + 1) > all.buckets.size()) { rehash(all); }
  const auto hash = number::hash_of_words(reads.size(), [&](std::size_t i) { return slots[reads[i]]; });
  auto at = static_cast<std::size_t>(hash % all.buckets.size());
  for (; all.buckets[at] != 0; at = (at + 1) % all.buckets.size()) {
    const auto index = all.buckets[at] - 1;
    if (!same(all.entries[index])) { continue; }
    all.last = index;
    return again(all, index);
  }
  all.entries.emplace_back();
  all.last = static_cast<std::uint32_t>(all.entries.size() - 1);
  all.buckets[at] = all.last + 1;
  for (const auto slot : reads) { all.entries.back().key.push_back(slots[slot]); }
  return {&all.entries.back().table, true, &all, false};
}

TableCache::Found TableCache::again(Bucketed& all, std::uint32_t entry) {
  auto& table = all.entries[entry].table;
  if (!table.cost.fills_heap) [[likely]] { return {&table, false, &all, true}; }
  table = {};
  return {&table, true, &all, true};
}

}  // namespace spoils::roll
