// odds/paths_distinct.h
//
// Several values drawn without replacement. Their order is of no account, so the paths are the sets and not the
// orders: the sets of k + 1 values result from those of k, each by one more value (a walk over subsets, as in dynamic
// programming by Held and Karp). C(n, k) sets take the place of n! / (n - k)! orders. If the question asks of the set
// nothing but facts about each member alone, sets that get the same answers are one: of values that are equally likely
// by a walk over the values (odds/drawn_answers.h), of others by the numbers of values of each class, which have the
// same share and the same facts (the multivariate hypergeometric distribution, and Wallenius' for shares that differ).
// Part of odds/paths.h. Tests: tests/odds/distinct_test.cpp, tests/odds/drawn_answers_test.cpp.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

/// Sets that are gone through for one draw; a set takes some hundred bytes.
inline constexpr double kMostSets = 500'000;

/// The same of smaller sets on the way to these: half of many values has more sets than most of them.
inline constexpr std::size_t kMostSetsBetween = 4'000'000;

/// Words that are copied in the time of a way.
inline constexpr std::size_t kCopiedInAWay = 64;

/// The number of sets is a double below this.
inline constexpr double kMostCountedSets = 1e300;

/// Bytes of the states at one time on the way to equally likely sets (odds/drawn_answers.h).
inline constexpr std::size_t kMostBytesBetween = 75'000'000;

inline double sets_of(std::size_t n, std::size_t k) { return binomial<double>(n, k); }

template <class Probability>
struct Paths<Probability>::Sets {
  std::vector<std::vector<std::uint32_t>> sets;  // ascending numbers of values
  Options options;                               // which of them
  bool is_given_up = false;                      // they were too many, or took too long
};

/// The questions about a set that is drawn from some values.
template <class Probability>
struct Paths<Probability>::Asked {
  std::vector<std::uint32_t> class_of;      // by value; none if an answer goes wrong
  std::optional<DrawnAnswers> answers;      // if all values are equally likely
  std::map<std::size_t, const Sets*> sets;  // that the answers leave, by how many values are drawn
};

template <class Probability>
struct Paths<Probability>::DrawnSets {
  std::map<std::vector<std::uint64_t>, Sets> by_shares;  // by how many, and the shares and classes of all values
  std::map<std::vector<Word>, Sets> by_answers;          // by what is asked, and how many are drawn
  std::map<std::vector<Word>, Asked> asked;              // by values and shares; of the expression that draws now
};

/// While one exists, the draw of that expression gives one set of those that the questions cannot distinguish, with the
/// probability of all. `questions` null: it gives each.
template <class Probability>
class Paths<Probability>::DrawByClass {
 public:
  DrawByClass(Paths& paths, program::ExpressionId draw, const MemberQuestions* questions) : paths_(paths) {
    paths_.draw_by_class_ = draw;
    paths_.asked_of_drawn_ = questions;
    if (paths_.drawn_sets_ != nullptr) { paths_.drawn_sets_->asked.clear(); }
  }
  ~DrawByClass() { paths_.asked_of_drawn_ = nullptr; }
  DrawByClass(const DrawByClass&) = delete;
  DrawByClass& operator=(const DrawByClass&) = delete;

 private:
  Paths& paths_;
};

template <class Probability>
std::vector<std::uint32_t> Paths<Probability>::draw_distinct(const program::Distinct& from, std::size_t count,
                                                             program::ExpressionId place) {
  if (generator != nullptr) {
    // A declared generator says which comes next.
    std::vector<std::uint32_t> left(from.values.size());
    for (std::uint32_t i = 0; i < left.size(); ++i) { left[i] = i; }
    auto total = from.total;
    std::vector<std::uint32_t> drawn;
    while (drawn.size() < count) {
      auto u = generator_below(total);
      std::size_t at = 0;
      while (u >= from.shares[left[at]]) { u -= from.shares[left[at++]]; }
      drawn.push_back(left[at]);
      total -= from.shares[left[at]];
      left.erase(left.begin() + static_cast<std::ptrdiff_t>(at));
    }
    return drawn;
  }
  const auto& known = sets_to_draw(from, count, place);
  if (left_ || known.sets.empty()) { return {}; }
  note(DerivationStep::Kind::Draw, place);
  return known.sets[static_cast<std::size_t>(known.options.values[take(known.options)])];
}

template <class Probability>
const typename Paths<Probability>::Sets& Paths<Probability>::sets_to_draw(const program::Distinct& from,
                                                                          std::size_t count,
                                                                          program::ExpressionId place) {
  if (drawn_sets_ == nullptr) { drawn_sets_ = std::make_shared<DrawnSets>(); }
  if (asked_of_drawn_ != nullptr && draw_by_class_ == place) {
    auto& asked = asked_of(from);
    if (asked.answers && sets_of(from.values.size(), count) < kMostCountedSets) {
      const auto& found = by_answers(asked, count);
      if (left_ || !found.sets.empty()) { return found; }
    }
    if (!asked.class_of.empty()) { return by_shares(from, count, asked.class_of); }
  }
  std::vector<std::uint32_t> each(from.values.size());
  std::iota(each.begin(), each.end(), 0U);
  return by_shares(from, count, each);
}

// Finds what is asked of a set of values. Values of one class have the same share and the same answers to all that is
// asked of the set, so any may take the place of another. Classes are numbered as they first come. If an answer goes
// wrong, there are none. If all values are equally likely, what the questions make of the answers tells still fewer
// sets apart.
template <class Probability>
typename Paths<Probability>::Asked& Paths<Probability>::asked_of(const program::Distinct& from) {
  std::vector<Word> key = from.values;
  key.insert(key.end(), from.shares.begin(), from.shares.end());
  const auto [found, is_new] = drawn_sets_->asked.try_emplace(std::move(key));
  auto& out = found->second;
  if (!is_new) { return out; }
  using Seen = std::vector<std::vector<Word>>;
  std::vector<Seen> seen(asked_of_drawn_->size(), Seen(from.values.size()));  // by question, by value
  std::map<std::vector<Word>, std::uint32_t> classes;
  std::vector<Word> answers;
  for (std::size_t i = 0; i < from.values.size(); ++i) {
    answers.assign(1, static_cast<Word>(from.shares[i]));
    for (std::size_t q = 0; q < seen.size(); ++q) {
      if (!append_answer_of((*asked_of_drawn_)[q], from.values[i], seen[q][i])) {
        out.class_of.clear();
        return out;
      }
      answers.insert(answers.end(), seen[q][i].begin(), seen[q][i].end());
    }
    out.class_of.push_back(classes.emplace(answers, static_cast<std::uint32_t>(classes.size())).first->second);
  }
  const bool is_even =
      std::adjacent_find(from.shares.begin(), from.shares.end(), std::not_equal_to<>()) == from.shares.end();
  if (!is_even) { return out; }
  std::vector<SeenOfValues> questions;
  for (std::size_t q = 0; q < seen.size(); ++q) {
    questions.push_back(seen_of_values(*this->program_, (*asked_of_drawn_)[q], seen[q]));
  }
  out.answers.emplace(std::move(questions), from.values.size());
  return out;
}

// Appends what a question about the members of a set finds out about one member; false if that goes wrong.
template <class Probability>
bool Paths<Probability>::append_answer_of(const MemberQuestion& question, Word member, std::vector<Word>& out) {
  const WithoutDraws guard(*this);
  const ReadingBy reading{*this, *this->program_, *this->heap_, this->slots_};
  if (append_seen(*this->program_, question, member, reading, out)) { return true; }
  this->clear_fault();
  return false;
}

template <class Probability>
const typename Paths<Probability>::Sets& Paths<Probability>::by_answers(Asked& asked, std::size_t count) {
  if (const auto known = asked.sets.find(count); known != asked.sets.end()) { return *known->second; }
  auto key = asked.answers->key();
  key.push_back(static_cast<Word>(count));
  auto& out = drawn_sets_->by_answers[std::move(key)];
  if (out.sets.empty() && !out.is_given_up) {
    const bool is_needless = asked.answers->tells_all() && sets_of(asked.class_of.size(), count) > kMostSets;
    const auto spend_on = [this](std::size_t words) { return spend(1 + words / kCopiedInAWay); };
    auto found =
        is_needless ? std::nullopt : asked.answers->template sets<Probability>(count, kMostBytesBetween, spend_on);
    if (left_) { return out; }
    out.is_given_up = !found || static_cast<double>(found->sets.size()) > kMostSets;
    if (out.is_given_up) { return out; }
    out.sets = std::move(found->sets);
    out.options.masses = std::move(found->masses);
    out.options.values.resize(out.sets.size());
    std::iota(out.options.values.begin(), out.options.values.end(), Word{0});
  }
  return *asked.sets.emplace(count, &out).first->second;
}

// A set is the ascending numbers of the classes of its members. Of the values of a class those that come first stand
// for all: a class of n values of which t were drawn is as likely to be drawn next as its n - t other values together.
template <class Probability>
const typename Paths<Probability>::Sets& Paths<Probability>::by_shares(const program::Distinct& from, std::size_t count,
                                                                       const std::vector<std::uint32_t>& class_of) {
  std::vector<std::uint64_t> key{count};
  key.insert(key.end(), from.shares.begin(), from.shares.end());
  key.insert(key.end(), class_of.begin(), class_of.end());
  const auto [found, is_new] = drawn_sets_->by_shares.try_emplace(std::move(key));
  auto& out = found->second;
  if (!is_new && !out.sets.empty()) { return out; }
  // With a class for each value the number of sets is known before any is made.
  const auto last = class_of.empty() ? 0 : *std::max_element(class_of.begin(), class_of.end());
  if (last + 1 >= class_of.size() && sets_of(class_of.size(), count) > kMostSets) {
    leave_draw();
    return out;
  }
  std::vector<std::vector<std::uint32_t>> members;  // by class
  std::vector<std::uint64_t> shares;                // of each of them
  for (std::uint32_t i = 0; i < class_of.size(); ++i) {
    if (class_of[i] == members.size()) {
      members.emplace_back();
      shares.push_back(from.shares[i]);
    }
    members[class_of[i]].push_back(i);
  }
  std::map<std::vector<std::uint32_t>, Probability> sets;
  sets.emplace(std::vector<std::uint32_t>(), Probability(1));
  for (std::size_t k = 0; k < count; ++k) {
    std::map<std::vector<std::uint32_t>, Probability> larger;
    for (const auto& [set, mass] : sets) {
      if (!spend(1 + members.size() / kStepsOfWay)) { return out; }
      auto rest = from.total;
      for (const auto c : set) { rest -= shares[c]; }
      const Probability each = mass / Probability(rest);
      auto next = set.begin();
      for (std::uint32_t c = 0; c < members.size(); ++c) {
        std::size_t taken = 0;
        for (; next != set.end() && *next == c; ++next) { ++taken; }
        const auto left = members[c].size() - taken;
        if (left == 0) { continue; }
        auto with = set;
        with.insert(with.begin() + (next - set.begin()), c);
        larger.try_emplace(std::move(with), Probability(0)).first->second +=
            Probability(each * Probability(left * shares[c]));
      }
      if (larger.size() > kMostSetsBetween) {
        leave_draw();
        return out;
      }
    }
    sets = std::move(larger);
  }
  if (static_cast<double>(sets.size()) > kMostSets) {
    leave_draw();
    return out;
  }
  for (auto& [set, mass] : sets) {
    std::vector<std::uint32_t> values;
    std::size_t taken = 0;
    for (std::size_t i = 0; i < set.size(); ++i) {
      taken = i > 0 && set[i - 1] == set[i] ? taken + 1 : 0;
      values.push_back(members[set[i]][taken]);
    }
    out.options.values.push_back(static_cast<Word>(out.sets.size()));
    out.options.masses.push_back(mass);
    out.sets.push_back(std::move(values));
  }
  return out;
}

}  // namespace spoils::odds
