// roll/column_counts.cpp
//
// Building and reading the histograms.
#include "roll/column_counts.h"

#include <algorithm>
#include <limits>

namespace spoils::roll {

using namespace program;

const ColumnCounts::Histogram& ColumnCounts::histogram(const Program& program, Word list) {
  const auto [known, is_new] = histograms_.try_emplace(list);
  auto& out = known->second;
  if (!is_new) { return out; }
  std::vector<Word> words;
  for (const auto row : program.lists[static_cast<std::size_t>(list)]) {
    const bool passes = std::all_of(equalities_.begin(), equalities_.end(),
                                    [row](const Equality& part) { return part.column[row] == part.value; });
    if (passes) { words.push_back(column_[row]); }
  }
  out.members = words.size();
  if (words.empty() || words.size() > std::numeric_limits<std::uint16_t>::max()) { return out; }
  const auto [least, most] = std::minmax_element(words.begin(), words.end());
  const auto range = static_cast<std::uint64_t>(*most) - static_cast<std::uint64_t>(*least);
  if (range >= kMostCounted - counted_) { return out; }
  counted_ += range + 1;
  out.first = *least;
  out.times.assign(static_cast<std::size_t>(range) + 1, 0);
  for (const auto word : words) { ++out.times[static_cast<std::size_t>(word - out.first)]; }
  return out;
}

Word ColumnCounts::matches(const Histogram& histogram, Program::ListView seen) {
  Word count = 0;
  for (std::size_t i = 0; i < seen.count; ++i) {
    const auto offset = static_cast<std::uint64_t>(seen.first[i]) - static_cast<std::uint64_t>(histogram.first);
    if (offset >= histogram.times.size()) { continue; }
    const auto times = histogram.times[static_cast<std::size_t>(offset)];
    if (times == 0) { continue; }
    if (std::find(seen.first, seen.first + i, seen.first[i]) == seen.first + i) { count += times; }
  }
  return count;
}

}  // namespace spoils::roll
