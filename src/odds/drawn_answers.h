// odds/drawn_answers.h
//
// Sets of k of n values, all equally likely, joined by the answers that questions about them get. The values are gone
// through one by one: a state is how many were taken, and what each question has found among them, as the greatest so
// far. Sets of one state get the same answers whatever is taken after it, so one of them represents all (dynamic
// programming over the members, as for the knapsack problem: Bellman, 1957). Values that no question tells apart are
// taken together, C(m, t) ways for t of m. The best of five cards has 48 states in the place of 2,598,960 sets.
//
// Tests: tests/odds/drawn_answers_test.cpp, tests/mutants/drawn_answers.toml.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "odds/member_question.h"
#include "odds/state_index.h"
#include "program/program.h"

namespace spoils::odds {

/// How the answer to a question comes about from what it sees of each member.
enum class FromSeen : std::uint8_t {
  Each,   // in a way that is not known, but for the order: it depends on how often each thing was seen
  Once,   // likewise, and on nothing but what was seen at all
  Sum,    // of the words seen
  Most,   // the greatest of them
  Least,  // the least of them
};

/// The facts that one question sees of the values that may be drawn.
struct SeenOfValues {
  FromSeen how = FromSeen::Each;
  std::vector<std::optional<program::Word>> words = {};  // by value; none: as if the value was not in the set
  friend bool operator==(const SeenOfValues&, const SeenOfValues&) = default;
  friend auto operator<=>(const SeenOfValues&, const SeenOfValues&) = default;
};

/// Returns how a question is answered from what append_seen() appended for each value of a list: some runs of words, of
/// which equal ones are equal facts. Cost: n log n in the values, for runs of one length.
[[nodiscard]] SeenOfValues seen_of_values(const program::Program& program, const MemberQuestion& question,
                                          const std::vector<std::vector<program::Word>>& seen);

/// Returns C(n, 0), C(n, 1), ..., C(n, most). As doubles those above 1e300 may be infinite, and no others. Requires:
/// most <= n.
template <class Probability>
std::vector<Probability> binomials(std::size_t n, std::size_t most) {
  std::vector<Probability> out{Probability(1)};
  for (std::size_t k = 1; k <= std::min(most, n / 2); ++k) {
    const auto times = Probability(out.back() * Probability(std::uint64_t{n - k + 1}));
    out.push_back(Probability(times / Probability(std::uint64_t{k})));
  }
  // From the middle on they are the same again; the greatest may be infinite.
  for (auto k = out.size(); k <= most; ++k) { out.push_back(Probability(out[n - k])); }
  return out;
}

/// Returns C(n, k). Requires: k <= n.
template <class Probability>
Probability binomial(std::size_t n, std::size_t k) {
  return binomials<Probability>(n, std::min(k, n - k)).back();
}

/// Sets of values, each with its probability, of which no two get the same answers to all questions.
template <class Probability>
struct AnsweredSets {
  std::vector<std::vector<std::uint32_t>> sets;  // ascending numbers of values
  std::vector<Probability> masses;
};

class DrawnAnswers {
 public:
  /// Requires: each question has a word, or none, for each of `values` values.
  DrawnAnswers(std::vector<SeenOfValues> questions, std::size_t values);

  /// Whether one of the answers tells all sets apart, as the set itself does.
  [[nodiscard]] bool tells_all() const { return tells_all_; }
  /// All that the sets depend on, but for their size.
  [[nodiscard]] std::vector<program::Word> key() const;

  /// Returns the sets of `count` values that represent all; none if the states take more than so many bytes at one
  /// time, if it takes too long, or if `spend(words)` is false. Requires: count <= values; C(values, count) is a mass.
  /// Cost: for each class of values, states times the values of it that may be taken, each with a copy of a set.
  template <class Probability>
  std::optional<AnsweredSets<Probability>> sets(std::size_t count, std::size_t most_bytes,
                                                const std::function<bool(std::size_t)>& spend) const;

 private:
  /// A state is the number of values taken, and the words of each question from its place on.
  [[nodiscard]] std::vector<program::Word> nothing_taken(std::size_t count) const;
  void take(std::uint32_t value, std::size_t count, std::vector<program::Word>& state) const;

  std::vector<SeenOfValues> questions_;
  std::size_t values_;
  std::vector<std::vector<std::uint32_t>> classes_;  // of values of which every question sees the same
  bool tells_all_ = false;
};

template <class Probability>
std::optional<AnsweredSets<Probability>> DrawnAnswers::sets(std::size_t count, std::size_t most_bytes,
                                                            const std::function<bool(std::size_t)>& spend) const {
  struct Reached {
    StateIndex index;
    std::vector<Probability> masses;
    std::vector<std::vector<std::uint32_t>> sets;  // the first that reached each state
    explicit Reached(std::size_t width) : index(width) {}
  };
  constexpr std::size_t kBytesBesides = 100;
  constexpr std::uint64_t kMostCopied = 200'000'000;  // words: some seconds
  std::uint64_t copied = 0;
  const auto begin = nothing_taken(count);
  const auto most = most_bytes / (sizeof(program::Word) * begin.size() + sizeof(std::uint32_t) * count + kBytesBesides);
  Reached now(begin.size());
  now.index.number_of(begin.data());
  now.masses.push_back(Probability(Probability(1) / binomial<Probability>(values_, count)));
  now.sets.emplace_back();
  auto left = values_;
  std::vector<program::Word> state;
  for (const auto& members : classes_) {
    left -= members.size();
    const auto ways = binomials<Probability>(members.size(), std::min(members.size(), count));
    Reached next(begin.size());
    for (std::size_t i = 0; i < now.index.size(); ++i) {
      // A state is copied with its set for each number of members.
      copied += ways.size() * (begin.size() + count);
      if (copied > kMostCopied || !spend(1 + ways.size() * (begin.size() + count))) { return std::nullopt; }
      const auto* from = now.index.state(i);
      state.assign(from, from + begin.size());
      for (std::size_t taken = 0; taken < ways.size(); ++taken) {
        if (taken > 0) { take(members[taken - 1], count, state); }
        const auto all = static_cast<std::size_t>(state.front());
        if (all + left >= count) {
          const auto [number, is_new] = next.index.number_of(state.data());
          const auto mass = Probability(now.masses[i] * ways[taken]);
          if (is_new) {
            next.masses.push_back(mass);
            next.sets.push_back(now.sets[i]);
            next.sets.back().insert(next.sets.back().end(), members.begin(),
                                    members.begin() + static_cast<std::ptrdiff_t>(taken));
          } else {
            next.masses[number] += mass;
          }
        }
        if (all == count) { break; }
      }
      if (next.index.size() > most) { return std::nullopt; }
    }
    now = std::move(next);
  }
  for (auto& set : now.sets) { std::sort(set.begin(), set.end()); }
  return AnsweredSets<Probability>{std::move(now.sets), std::move(now.masses)};
}

}  // namespace spoils::odds
