// sim/folds.cpp
//
// The folds of a simulation: add a run, merge two folds, write to and read from bytes in key order.
#include "sim/folds.h"

#include <algorithm>
#include <cstring>

#include "spoils/simulate.h"

namespace spoils::sim {

namespace {

// Entries of a map sorted by key: the map's own order depends on the order of insertion.
template <class Map>
auto sorted_entries(const Map& map) {
  std::vector<std::pair<std::string_view, typename Map::mapped_type>> out;
  out.reserve(map.size());
  for (const auto& [key, value] : map) { out.emplace_back(key, value); }
  std::sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return out;
}

}  // namespace

std::size_t KeyHash::operator()(std::string_view key) const {
  // Most keys are a few words of eight bytes.
  std::uint64_t hash = 0x9E3779B97F4A7C15U ^ key.size();
  const auto mix = [&](std::uint64_t word) {
    hash = (hash ^ word) * 0xD6E8FEB86659FD93U;
    hash ^= hash >> 32U;
  };
  for (; key.size() >= 8; key.remove_prefix(8)) {
    std::uint64_t word = 0;
    std::memcpy(&word, key.data(), 8);
    mix(word);
  }
  if (!key.empty()) {
    std::uint64_t word = 0;
    std::memcpy(&word, key.data(), key.size());
    mix(word);
  }
  return static_cast<std::size_t>(hash);
}

TableFold::Row* TableFold::row(std::string_view key) {
  const auto found = index_.find(key);
  if (found != index_.end()) { return &rows_[found->second]; }
  if (!room_.take(key)) {
    is_too_large_ = true;
    return nullptr;
  }
  index_.emplace(key, static_cast<std::uint32_t>(rows_.size()));
  auto& made = rows_.emplace_back();
  made.sums.resize(sums_);
  made.sums_now.resize(sums_);
  return &made;
}

void TableFold::add(std::string_view key, const std::int64_t* values) {
  auto* const found = row(key);
  if (found == nullptr) { return; }
  if (found->now++ == 0) { touched_.push_back(static_cast<std::uint32_t>(found - rows_.data())); }
  for (std::size_t i = 0; i < sums_; ++i) {
    has_overflown_ = __builtin_add_overflow(found->sums_now[i], values[i], &found->sums_now[i]) || has_overflown_;
  }
}

void TableFold::end_run() {
  for (const auto index : touched_) {
    auto& row = rows_[index];
    ++row.runs;
    row.most = std::max(row.most, row.now);
    row.things.add(static_cast<std::int64_t>(row.now));
    row.now = 0;
    for (std::size_t i = 0; i < sums_; ++i) {
      row.sums[i].add(row.sums_now[i]);
      row.sums_now[i] = 0;
    }
  }
  touched_.clear();
}

void TableFold::merge(const TableFold& other) {
  is_too_large_ = is_too_large_ || other.is_too_large_;
  has_overflown_ = has_overflown_ || other.has_overflown_;
  for (const auto& [key, index] : other.index_) {
    auto* const mine = row(key);
    if (mine == nullptr) { return; }
    const auto& theirs = other.rows_[index];
    mine->runs += theirs.runs;
    mine->most = std::max(mine->most, theirs.most);
    mine->things.merge(theirs.things);
    for (std::size_t i = 0; i < sums_; ++i) { mine->sums[i].merge(theirs.sums[i]); }
  }
}

bool TableFold::has_overflown() const {
  return has_overflown_ || std::any_of(rows_.begin(), rows_.end(), [](const Row& row) {
           return row.things.overflown ||
                  std::any_of(row.sums.begin(), row.sums.end(), [](const Moments& sum) { return sum.overflown; });
         });
}

std::vector<TableFold::Entry> TableFold::entries() const {
  std::vector<Entry> out;
  for (const auto& [key, index] : sorted_entries(index_)) { out.push_back({key, &rows_[index]}); }
  return out;
}

void TableFold::write(Writer& out) const {
  out.number(is_too_large_ ? 1 : 0);
  out.number(has_overflown_ ? 1 : 0);
  out.number(rows_.size());
  for (const auto& [key, row] : entries()) {
    out.text(key);
    out.number(row->runs);
    out.number(row->most);
    out.moments(row->things);
    for (const auto& sum : row->sums) { out.moments(sum); }
  }
}

void TableFold::read(Reader& in) {
  is_too_large_ = in.number() != 0;
  has_overflown_ = in.number() != 0;
  const auto count = in.number();
  for (std::uint64_t i = 0; i < count && !in.is_broken(); ++i) {
    auto* const made = row(in.text());
    if (made == nullptr) { return in.fail(); }
    made->runs = in.number();
    made->most = in.number();
    made->things = in.moments();
    for (auto& sum : made->sums) { sum = in.moments(); }
  }
}

void IntegerFold::add(std::int64_t value) {
  ++count_;
  moments_.add(value);
  least_ = std::min(least_, value);
  greatest_ = std::max(greatest_, value);
  ++bins_[value >> shift_];
  if (bins_.size() > kMostBins) { fit(); }
}

void IntegerFold::widen(unsigned shift) {
  if (shift == shift_) { return; }
  decltype(bins_) wider;
  for (const auto& [bin, runs] : bins_) { wider[bin >> (shift - shift_)] += runs; }
  bins_ = std::move(wider);
  shift_ = shift;
}

void IntegerFold::fit() {
  while (bins_.size() > kMostBins) { widen(shift_ + 1); }
}

void IntegerFold::merge(const IntegerFold& other) {
  count_ += other.count_;
  moments_.merge(other.moments_);
  least_ = std::min(least_, other.least_);
  greatest_ = std::max(greatest_, other.greatest_);
  widen(std::max(shift_, other.shift_));
  for (const auto& [bin, runs] : other.bins_) { bins_[bin >> (shift_ - other.shift_)] += runs; }
  fit();
}

std::vector<IntegerFold::Bin> IntegerFold::bins() const {
  std::vector<Bin> out;
  const auto width = std::int64_t{1} << shift_;
  for (const auto& [bin, runs] : bins_) {
    const auto first = bin * width;
    out.push_back({first, first + (width - 1), runs});
  }
  std::sort(out.begin(), out.end(), [](const Bin& a, const Bin& b) { return a.first < b.first; });
  return out;
}

void IntegerFold::write(Writer& out) const {
  out.number(count_);
  out.moments(moments_);
  out.number(static_cast<std::uint64_t>(least_));
  out.number(static_cast<std::uint64_t>(greatest_));
  out.number(shift_);
  out.number(bins_.size());
  for (const auto& bin : bins()) {
    out.number(static_cast<std::uint64_t>(bin.first >> shift_));
    out.number(bin.runs);
  }
}

void IntegerFold::read(Reader& in) {
  count_ = in.number();
  moments_ = in.moments();
  least_ = static_cast<std::int64_t>(in.number());
  greatest_ = static_cast<std::int64_t>(in.number());
  const auto shift = in.number();
  const auto count = in.number();
  if (shift > 62 || count > kMostBins) { return in.fail(); }
  shift_ = static_cast<unsigned>(shift);
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto bin = static_cast<std::int64_t>(in.number());
    bins_[bin] = in.number();
  }
}

void ValueFold::add(std::string_view key) { add(key, 1); }

void ValueFold::add(std::string_view key, std::uint64_t runs) {
  const auto found = runs_.find(key);
  if (found != runs_.end()) {
    found->second += runs;
  } else if (room_.take(key)) {
    runs_.emplace(key, runs);
  } else {
    is_too_large_ = true;
  }
}

void ValueFold::merge(const ValueFold& other) {
  is_too_large_ = is_too_large_ || other.is_too_large_;
  for (const auto& [key, runs] : other.runs_) { add(key, runs); }
}

std::vector<std::pair<std::string_view, std::uint64_t>> ValueFold::entries() const { return sorted_entries(runs_); }

void ValueFold::write(Writer& out) const {
  out.number(is_too_large_ ? 1 : 0);
  out.number(runs_.size());
  for (const auto& [key, runs] : entries()) {
    out.text(key);
    out.number(runs);
  }
}

void ValueFold::read(Reader& in) {
  is_too_large_ = in.number() != 0;
  const auto count = in.number();
  for (std::uint64_t i = 0; i < count && !in.is_broken(); ++i) {
    const auto key = in.text();
    add(key, in.number());
  }
}

void RunFold::merge(const RunFold& other) {
  unset += other.unset;
  integers.merge(other.integers);
  values.merge(other.values);
}

void RunFold::write(Writer& out) const {
  out.number(unset);
  integers.write(out);
  values.write(out);
}

void RunFold::read(Reader& in) {
  unset = in.number();
  integers.read(in);
  values.read(in);
}

void FirstFold::merge(const FirstFold& other) {
  runs += other.runs;
  first_run = std::min(first_run, other.first_run);
  at.merge(other.at);
}

void FirstFold::write(Writer& out) const {
  out.number(runs);
  out.number(first_run);
  at.write(out);
}

void FirstFold::read(Reader& in) {
  runs = in.number();
  first_run = in.number();
  at.read(in);
}

void Folds::merge(const Folds& other) {
  runs += other.runs;
  things += other.things;
  for (std::size_t i = 0; i < tables.size(); ++i) { tables[i].merge(other.tables[i]); }
  for (std::size_t i = 0; i < per_run.size(); ++i) { per_run[i].merge(other.per_run[i]); }
  for (std::size_t i = 0; i < firsts.size(); ++i) { firsts[i].merge(other.firsts[i]); }
}

bool Folds::is_too_large() const {
  return std::any_of(tables.begin(), tables.end(), [](const auto& table) { return table.is_too_large(); }) ||
         std::any_of(per_run.begin(), per_run.end(), [](const auto& fold) { return fold.values.is_too_large(); }) ||
         std::any_of(firsts.begin(), firsts.end(), [](const auto& first) { return first.at.values.is_too_large(); });
}

void Folds::write(Writer& out) const {
  out.number(runs);
  out.number(things);
  for (const auto& table : tables) { table.write(out); }
  for (const auto& value : per_run) { value.write(out); }
  for (const auto& first : firsts) { first.write(out); }
}

void Folds::read(Reader& in) {
  runs = in.number();
  things = in.number();
  for (auto& table : tables) { table.read(in); }
  for (auto& value : per_run) { value.read(in); }
  for (auto& first : firsts) { first.read(in); }
}

}  // namespace spoils::sim
