// cli/nearest.cpp
#include "cli/nearest.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>

namespace spoils::cli {

namespace {

constexpr std::size_t kLongestWord = 64;  // the cost is quadratic, and a mistyped name is never this long

std::string folded(std::string_view word) {
  std::string out(word);
  for (char& c : out) {
    if (c >= 'A' && c <= 'Z') { c = static_cast<char>(c - 'A' + 'a'); }
    if (c == '-') { c = '_'; }
  }
  return out;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) { last[j] = j; }
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0U : 1U);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, replaced});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

}  // namespace

std::optional<std::string> nearest(std::string_view word, const std::vector<std::string>& known) {
  if (word.empty() || word.size() > kLongestWord) { return std::nullopt; }
  const std::string wanted = folded(word);
  std::optional<std::string> best;
  std::size_t best_distance = 0;
  for (const std::string& name : known) {
    if (name.size() > kLongestWord) { continue; }
    const std::size_t far = distance(wanted, folded(name));
    const std::size_t allowed = std::max<std::size_t>(1, std::max(wanted.size(), name.size()) / 3);
    if (far > allowed || far >= wanted.size() || (best && far >= best_distance)) { continue; }
    best = name;
    best_distance = far;
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& known, std::string_view otherwise) {
  const auto name = nearest(word, known);
  return name ? fmt::format("did you mean `{}`?", *name) : std::string(otherwise);
}

}  // namespace spoils::cli
