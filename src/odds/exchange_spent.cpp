// odds/exchange_spent.cpp
//
// Members that can come no more (odds/exchange.h): those that only rows lead to whose conditions are false and stay
// false (odds/exchange_trends.h), as the prefixes of an item that has three of them. Nothing tells the rest of the loop
// which of them a list holds, but for what folds over the list see of them and what the question asks. So two states
// have the same future if they agree in the members that may still come, in the numbers of the others by the facts that
// folds see and by the answers to the question, and in the amounts that folds add up; the first of them represents all.
// Source: dead variables in model checking, as Yorav and Grumberg, "Static analysis for state-space reductions
// preserving temporal logics", Formal Methods in System Design 25, 2004; here it is the presence of a member that is
// dead. tests/odds/exchange_spent_test.cpp, tests/mutants/exchange.toml.
#include <algorithm>
#include <utility>

#include "odds/exchange.h"
#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

// Values of what the conditions read for which the members that may come are known. In further states any may come.
constexpr std::size_t kMostTurns = 1'024;

// Words of states that others are compared with: 16 MB. Beyond, the next state that is like none represents those after
// it; a loop with so many is too large for this to matter.
constexpr std::size_t kMostWordsOfFirst = 2'000'000;

}  // namespace

void Exchange::find_spending() {
  const auto& spending = uses_.spending;
  if (spending.bounds.empty() || !is_sound_ || !is_useful_) { return; }
  std::set<Word> members(pinned_);
  members.insert(kUnset);  // a draw of nothing may be added to a list, too
  for (const auto& rows : rows_) {
    for (const auto& [member, facts] : rows) { members.insert(member); }
  }
  for (const auto& [variable, amount] : spending.amounts) {
    const auto before = slots_[variable];
    for (const auto member : members) {
      slots_[variable] = member;
      const auto added = word(amount);
      const bool is_less = added != kUnset && added < 0;  // a sum counts unset as 0
      slots_[variable] = before;
      if (failed() || is_less) {
        clear_fault();
        return;
      }
    }
  }
  spends_ = true;
}

// Returns the members that a draw may give in this turn or a later one; null: not known.
const Exchange::Coming* Exchange::coming(const Turn& turn) {
  const auto& spending = uses_.spending;
  const auto mark = heap_->mark();
  bool is_known = true;
  for (std::size_t i = 0; i < spending.slots.size(); ++i) {
    slots_[spending.slots[i]] = turn.slots[i];
    is_known = is_known && turn.slots[i] != kUnset;
  }
  for (std::size_t k = 0; k < uses_.lists.size(); ++k) { slots_[uses_.lists[k]] = turn.lists[k]; }
  for (const auto& [slot, value] : spending.bindings) {
    if (is_known) { slots_[slot] = word(value); }
    is_known = is_known && !failed() && slots_[slot] != kUnset;
  }
  clear_fault();
  std::vector<Word> key;
  for (const auto slot : spending.reads) { key.push_back(slots_[slot]); }
  auto found = coming_.find(key);
  if (is_known && found == coming_.end() && coming_.size() < kMostTurns) {
    found = coming_.try_emplace(std::move(key)).first;
    found->second.number = static_cast<std::uint32_t>(coming_.size());
    find_coming(found->second);
  }
  for (const auto& [slot, value] : spending.bindings) { slots_[slot] = kUnset; }
  for (const auto* slots : {&spending.slots, &uses_.lists}) {
    for (const auto slot : *slots) { slots_[slot] = kUnset; }
  }
  heap_->go_back(mark);
  return is_known && found != coming_.end() ? &found->second : nullptr;
}

void Exchange::find_coming(Coming& out) {
  for (std::size_t i = 0; i < uses_.draws.size(); ++i) {
    const auto row_slot = program_->choices[uses_.draws[i].choice].row;
    for (std::size_t row = 0; row < leads_to_[i].size(); ++row) {
      slots_[row_slot] = static_cast<Word>(row);
      const bool may_come = std::all_of(uses_.spending.bounds[i].begin(), uses_.spending.bounds[i].end(),
                                        [this](ExpressionId bound) { return flag(bound) || failed(); });
      clear_fault();
      if (!may_come) { continue; }
      for (const auto member : {leads_to_[i][row].first, leads_to_[i][row].second}) {
        if (member != kUnset) { out.members.insert(member); }
      }
    }
    slots_[row_slot] = kUnset;
  }
}

const Exchange::Spent& Exchange::spent(Word member) {
  const auto [known, is_new] = spent_.try_emplace(member);
  auto& out = known->second;
  if (!is_new) { return out; }
  const auto mark = heap_->mark();
  std::vector<Word> seen;
  describe_answers(member, false, seen);
  seen.push_back(static_cast<Word>(seen.size()));
  describe_folds(member, false, seen);
  const auto note = [&](SlotId variable, ExpressionId amount) {
    const auto before = std::exchange(slots_[variable], member);
    out.amounts.push_back(word(amount));
    slots_[variable] = before;
    // A member for which nothing can be added up, or what sums may not hold, is like no other.
    const bool is_amount = !failed() && out.amounts.back() != kUnset && adds_up(out.amounts.back());
    if (!is_amount) { out.amounts.back() = kUnset; }
    seen.push_back(is_amount ? kUnset : member);
    clear_fault();
  };
  for (const auto variable : uses_.totals) { note(variable, uses_.facts.at(variable).front().id); }
  for (const auto& question : closed_) {
    if (!asks_about_lists(question) || !is_total(*program_, question)) { continue; }
    note(program_->folds[question.fold].variable, question.in_value.front());
  }
  heap_->go_back(mark);
  out.class_of =
      spent_classes_.try_emplace(std::move(seen), static_cast<std::uint32_t>(spent_classes_.size())).first->second;
  return out;
}

// Replaces the lists of a state, which are in canonical form, by those of the first state that is like it.
void Exchange::replace_spent(const std::vector<Entry>& entries, const Coming& coming,
                             std::vector<std::vector<Word>>& lists) {
  // How many words belong to members that may come must be known, or two states could have one key.
  std::vector<Word> key{static_cast<Word>(coming.number), 0};
  std::vector<std::vector<Word>> gone;  // by member: its class, and how often it is in each list
  std::vector<Word> amounts;
  for (const auto& entry : entries) {
    if (coming.members.contains(entry.member)) {
      ++key[1];
      key.push_back(static_cast<Word>(entry.class_of));
      for (const auto count : entry.counts) { key.push_back(static_cast<Word>(count)); }
      continue;
    }
    const auto& of = spent(entry.member);
    gone.push_back({static_cast<Word>(of.class_of)});
    amounts.resize(of.amounts.size() * lists.size(), 0);
    for (std::size_t k = 0; k < lists.size(); ++k) {
      const auto count = static_cast<Word>(entry.counts[k]);
      gone.back().push_back(count);
      for (std::size_t i = 0; i < of.amounts.size(); ++i) {
        if (of.amounts[i] != kUnset) { amounts[i * lists.size() + k] += of.amounts[i] * count; }
      }
    }
  }
  if (gone.empty()) { return; }
  std::sort(gone.begin(), gone.end());
  key.push_back(static_cast<Word>(gone.size()));
  for (const auto& words : gone) { key.insert(key.end(), words.begin(), words.end()); }
  key.insert(key.end(), amounts.begin(), amounts.end());
  if (words_of_first_like_ > kMostWordsOfFirst) {
    first_like_.clear();
    words_of_first_like_ = 0;
  }
  const auto words = 2 * key.size();
  const auto [first, is_new] = first_like_.try_emplace(std::move(key), lists);
  if (is_new) {
    words_of_first_like_ += words;
  } else if (first->second != lists) {
    lists = first->second;
    ++spent_states_;
  }
}

}  // namespace spoils::odds
