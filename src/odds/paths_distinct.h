// odds/paths_distinct.h
//
// Several values drawn without replacement. Their order is of no account, so the paths are the sets and not the
// orders: the sets of k + 1 values result from those of k, each by one more value (a walk over subsets, as in dynamic
// programming by Held and Karp). C(n, k) sets take the place of n! / (n - k)! orders. If the question asks of the set
// nothing but facts about each member alone, values with the same share and the same facts are a class, and the paths
// are the numbers of values of each class (the multivariate hypergeometric distribution, and Wallenius' for shares that
// differ). Part of odds/paths.h. Tests: tests/odds/distinct_test.cpp.
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "odds/paths.h"

namespace spoils::odds {

/// Sets that are gone through for one draw; a set takes some hundred bytes.
inline constexpr double kMostSets = 500'000;

/// The same of smaller sets on the way to these: half of many values has more sets than most of them.
inline constexpr std::size_t kMostSetsBetween = 4'000'000;

/// Returns C(n, k).
inline double sets_of(std::size_t n, std::size_t k) {
  double out = 1;
  for (std::size_t i = 0; i < std::min(k, n - k); ++i) {
    out = out * static_cast<double>(n - i) / static_cast<double>(i + 1);
  }
  return out;
}

/// While one exists, the draw of that expression gives one set of those that the questions cannot distinguish, with the
/// probability of all. `questions` null: it gives each.
template <class Probability>
class Paths<Probability>::DrawByClass {
 public:
  DrawByClass(Paths& paths, program::ExpressionId draw, const MemberQuestions* questions) : paths_(paths) {
    paths_.draw_by_class_ = draw;
    paths_.asked_of_drawn_ = questions;
    paths_.classes_.clear();
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
  const auto class_of = classes_of(from, place);
  // With a class for each value the number of sets is known before any is made.
  const bool has_classes = !class_of.empty() && class_of.back() + 1 < class_of.size();
  if (!has_classes && sets_of(from.values.size(), count) > kMostSets) {
    leave_draw();
    return {};
  }
  const auto& known = distinct(from, count, class_of);
  if (left_ || known.sets.empty()) { return {}; }
  note(DerivationStep::Kind::Draw, place);
  return known.sets[static_cast<std::size_t>(known.options.values[take(known.options)])];
}

// Returns the class of each value: values of one class have the same share and the same answers to all that is asked of
// the set, so any may take the place of another. Classes are numbered as they first come; the last value is in the last
// one, or in none of its own. Without questions, and if an answer goes wrong, each value is a class.
template <class Probability>
std::vector<std::uint32_t> Paths<Probability>::classes_of(const program::Distinct& from, program::ExpressionId place) {
  std::vector<std::uint32_t> out;
  const bool is_asked = asked_of_drawn_ != nullptr && draw_by_class_ == place;
  if (is_asked) {
    std::vector<Word> key = from.values;
    key.insert(key.end(), from.shares.begin(), from.shares.end());
    auto& stored = classes_[std::move(key)];
    if (!stored.empty()) { return stored; }
    std::map<std::vector<Word>, std::uint32_t> known;
    std::vector<Word> answers;
    for (std::size_t i = 0; i < from.values.size(); ++i) {
      answers.assign(1, static_cast<Word>(from.shares[i]));
      if (!append_answers(from.values[i], answers)) { break; }
      out.push_back(known.emplace(answers, static_cast<std::uint32_t>(known.size())).first->second);
    }
    if (out.size() == from.values.size()) { return stored = out; }
    out.clear();
  }
  for (std::uint32_t i = 0; i < from.values.size(); ++i) { out.push_back(i); }
  return out;
}

// Appends what the questions about the members of a set find out about one member; false if one goes wrong.
template <class Probability>
bool Paths<Probability>::append_answers(Word member, std::vector<Word>& out) {
  const WithoutDraws guard(*this);
  const ReadingBy reading{*this, *this->program_, *this->heap_, this->slots_};
  for (const auto& question : *asked_of_drawn_) {
    if (append_seen(*this->program_, question, member, reading, out)) { continue; }
    this->clear_fault();
    return false;
  }
  return true;
}

// A set is the ascending numbers of the classes of its members. Of the values of a class those that come first stand
// for all: a class of n values of which t were drawn is as likely to be drawn next as its n - t other values together.
template <class Probability>
const typename Paths<Probability>::Sets& Paths<Probability>::distinct(const program::Distinct& from, std::size_t count,
                                                                      const std::vector<std::uint32_t>& class_of) {
  std::vector<std::uint64_t> key{count};
  key.insert(key.end(), from.shares.begin(), from.shares.end());
  key.insert(key.end(), class_of.begin(), class_of.end());
  const auto [found, is_new] = distinct_.try_emplace(std::move(key));
  auto& out = found->second;
  if (!is_new && !out.sets.empty()) { return out; }
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
