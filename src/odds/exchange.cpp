// odds/exchange.cpp
//
// Classes of exchangeable members (odds/exchange.h): two members are of one class if the question has the same answers
// for both, if the folds over their lists see the same of both, and if of each draw the same weight of rows, with the
// same facts, leads to either. States are put into canonical form by the numbers of members of each class.
#include "odds/exchange.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

Exchange::Exchange(const Program& program, Heap& heap, const ExchangeUses& uses,
                   const std::vector<MemberQuestion>& closed, const std::vector<Word>& constants)
    : Base(program, nullptr, heap),
      uses_(uses),
      closed_(closed),
      slots_of_own_(program.slots.size() + 1, kUnset),
      rows_(uses.draws.size()),
      outcomes_(uses.draws.size()),
      admissions_(uses.draws.size()),
      leads_to_(uses.draws.size()) {
  slots_ = slots_of_own_.data();
  for (std::size_t i = 0; i < constants.size(); ++i) { slots_[uses.constants[i]] = constants[i]; }
  pinned_.insert(uses.named.begin(), uses.named.end());
  is_useful_ = true;
  const auto mark = heap_->mark();
  for (const auto id : uses.pinned) {
    pinned_.insert(word(id));
    is_useful_ = is_useful_ && !failed();
    clear_fault();
  }
  bool has_lists = false;
  for (std::size_t i = 0; i < uses.draws.size(); ++i) {
    has_lists = has_lists || uses.draws[i].choice == kNone;
    look_at_rows(i);
  }
  for (const auto& members : rows_) {
    for (const auto& [member, rows] : members) { static_cast<void>(class_of(member)); }
  }
  for (const auto member : std::set<Word>(pinned_)) { static_cast<void>(class_of(member)); }
  number_groups(outcomes_);
  number_groups(admissions_);
  find_spending();
  heap_->go_back(mark);
  const bool has_classes = std::any_of(classes_.begin(), classes_.end(), [](const auto& c) { return c.size() > 1; });
  is_useful_ = is_useful_ && (has_lists || has_classes || spends_);
  if (!has_signature_ || uses.constants_of_rows.empty()) { std::vector<Word>().swap(signature_); }
}

// ---- Looks ----------------------------------------------------------------------

// Appends the value of a term, given the word of its variable; false if something goes wrong.
bool Exchange::append(const ExchangeUses::Term& term, std::vector<Word>& out) {
  for (const auto& [slot, id] : term.bindings) { slots_[slot] = word(id); }
  if (append_answer(*program_, *heap_, *this, term.id, out)) { return true; }
  clear_fault();
  return false;
}

Exchange::Look Exchange::look(SlotId variable, Word value) {
  const auto [known, is_new] = looks_.try_emplace({variable, value});
  if (!is_new) { return known->second; }
  const auto mark = heap_->mark();
  slots_[variable] = value;
  std::vector<Word> seen{static_cast<Word>(variable)};
  std::vector<Word> members;
  bool has_answers = true;
  if (const auto found = uses_.identities.find(variable); found != uses_.identities.end()) {
    for (const auto& term : found->second) { has_answers = has_answers && append(term, members); }
  }
  if (const auto found = uses_.facts.find(variable); found != uses_.facts.end()) {
    for (const auto& term : found->second) {
      has_answers = has_answers && append(term, seen);
      seen.push_back(static_cast<Word>(seen.size()));
    }
  }
  heap_->go_back(mark);
  const bool is_summed = uses_.sums.contains(variable);
  const bool is_folded = uses_.folds.contains(variable);
  if (is_folded && (!has_answers ||
                    (is_summed && std::any_of(seen.begin(), seen.end(), [](Word fact) { return !adds_up(fact); })))) {
    is_useful_ = false;
  }
  std::sort(members.begin(), members.end());
  members.erase(std::unique(members.begin(), members.end()), members.end());
  auto& out = known->second;
  if (!has_answers || members.size() > 1) {
    // It is like no other, nor are the members that it leads to.
    pinned_.insert(members.begin(), members.end());
    seen.push_back(value);
    seen.push_back(kUnset);
  }
  if (has_answers && !members.empty()) { out.member = members.front(); }
  out.is_sound = has_answers && members.size() <= 1;
  const auto [fact, is_first] = facts_.try_emplace(std::move(seen), static_cast<std::uint32_t>(facts_.size()));
  if (is_first) { facts_by_number_.push_back(&fact->first); }
  out.facts = fact->second;
  return out;
}

// Notes how the rows look among which a draw chooses.
void Exchange::look_at_rows(std::size_t index) {
  const auto& draw = uses_.draws[index];
  // Nothing drawn may lead to a member, too: `taken += if a == none then x else a`. No other one is like that.
  const auto of_nothing = look(draw.into, kUnset);
  if (of_nothing.member != kUnset) { pinned_.insert(of_nothing.member); }
  if (draw.choice == kNone) { return; }
  const auto& choice = program_->choices[draw.choice];
  const auto& table = program_->tables[choice.table];
  if (!uses_.constants_of_rows.empty()) { sign(of_nothing); }
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    const auto& of = table.rows[row];
    const auto of_row = look(choice.row, static_cast<Word>(row));
    const auto drawn = choice.gives_row ? static_cast<Word>(row) : program_->expressions[of.outcome].value;
    const auto of_drawn = look(draw.into, drawn);
    is_sound_ = is_sound_ && of_row.is_sound && of_drawn.is_sound;
    outcomes_[index].push_back({of_drawn.member, of_drawn.facts});
    // A row with a condition of its own is judged by itself.
    const bool has_condition = of.condition != kNone;
    admissions_[index].push_back(
        {of_row.member, has_condition ? kNone - static_cast<std::uint32_t>(row) : of_row.facts});
    const bool is_there = of.condition == kNone || flag(of.condition);
    const auto weight = choice.weight != kNone ? number::Rational(1) : number(of.weight);
    if (failed()) {
      clear_fault();
      is_useful_ = false;
      return;
    }
    leads_to_[index].emplace_back(is_there ? of_row.member : kUnset, is_there ? of_drawn.member : kUnset);
    signature_.insert(signature_.end(), {is_there ? 1 : 0, weight.numerator(), weight.denominator()});
    sign(of_row);
    sign(of_drawn);
    if (!is_there) { continue; }
    std::vector<Word> members;
    for (const auto member : {of_row.member, of_drawn.member}) {
      if (member != kUnset && (members.empty() || members.front() != member)) { members.push_back(member); }
    }
    // A row that links two members would need a permutation of both.
    if (members.size() > 1) { pinned_.insert(members.begin(), members.end()); }
    const std::vector<Word> seen{static_cast<Word>(of_row.facts), static_cast<Word>(of_drawn.facts),
                                 of_row.member != kUnset ? 1 : 0, of_drawn.member != kUnset ? 1 : 0};
    for (const auto member : members) {
      auto& sum = rows_[index][member].try_emplace(seen, number::Rational(0)).first->second;
      const auto more = number::add(sum, weight);
      is_useful_ = is_useful_ && more.has_value();
      if (more) { sum = *more; }
    }
  }
}

// Appends a look to what the rows of the draws show.
void Exchange::sign(const Look& seen) {
  has_signature_ = has_signature_ && seen.is_sound;
  const auto& facts = *facts_by_number_[seen.facts];
  signature_.insert(signature_.end(), {seen.member, static_cast<Word>(facts.size())});
  signature_.insert(signature_.end(), facts.begin(), facts.end());
}

// ---- Classes --------------------------------------------------------------------

std::size_t Exchange::class_of(Word member) {
  if (const auto known = class_of_member_.find(member); known != class_of_member_.end()) { return known->second; }
  std::vector<Word> seen;
  const auto mark = heap_->mark();
  describe(member, seen);
  heap_->go_back(mark);
  const auto [found, is_new] = class_of_look_.try_emplace(std::move(seen), classes_.size());
  if (is_new) { classes_.emplace_back(); }
  classes_[found->second].push_back(member);
  return class_of_member_.emplace(member, found->second).first->second;
}

// Appends all that can be seen of a member.
void Exchange::describe(Word member, std::vector<Word>& out) {
  auto part = [&out, begin = std::size_t{0}]() mutable {
    out.push_back(static_cast<Word>(out.size() - begin));
    begin = out.size();
  };
  describe_answers(member, true, out);
  part();
  describe_folds(member, true, out);
  for (const auto& draw : uses_.draws) {
    if (draw.choice == kNone) { out.push_back(look(draw.into, member).facts); }
  }
  part();
  for (const auto& rows : rows_) {
    if (const auto found = rows.find(member); found != rows.end()) {
      for (const auto& [facts, weight] : found->second) {
        out.insert(out.end(), facts.begin(), facts.end());
        out.push_back(weight.numerator());
        out.push_back(weight.denominator());
      }
    }
    part();
  }
}

// Appends what the question asks of a member; without totals, all but the amounts that it adds up.
void Exchange::describe_answers(Word member, bool with_totals, std::vector<Word>& out) {
  const auto pin = [&] {
    out.push_back(kUnset);
    out.push_back(member);
  };
  if (member == kUnset || pinned_.contains(member)) { pin(); }
  for (const auto& question : closed_) {
    if (!asks_about_lists(question) || (!with_totals && is_total(*program_, question))) { continue; }
    if (append_seen(*program_, question, member, ReadingBy{*this, *program_, *heap_, slots_}, out)) { continue; }
    clear_fault();
    pin();
  }
}

// Appends what the folds of the loop see of a member; without totals, what they see besides an amount that they add up.
void Exchange::describe_folds(Word member, bool with_totals, std::vector<Word>& out) {
  for (const auto& [variable, lists] : uses_.folds) {
    if (with_totals || !uses_.totals.contains(variable)) { out.push_back(look(variable, member).facts); }
  }
}

// ---- States ---------------------------------------------------------------------

bool Exchange::canonicalise(std::vector<std::vector<Word>>& lists, const Turn& turn) {
  std::vector<Entry> entries;
  for (std::size_t k = 0; k < lists.size(); ++k) {
    for (const auto member : lists[k]) {
      auto found = std::find_if(entries.begin(), entries.end(), [&](const Entry& e) { return e.member == member; });
      if (found == entries.end()) {
        entries.push_back({class_of(member), std::vector<std::size_t>(lists.size(), 0), member});
        found = std::prev(entries.end());
      }
      ++found->counts[k];
    }
  }
  std::sort(entries.begin(), entries.end(), [](const Entry& a, const Entry& b) {
    return a.class_of != b.class_of ? a.class_of < b.class_of
                                    : (a.counts != b.counts ? b.counts < a.counts : a.member < b.member);
  });
  if (!is_useful_) { return false; }
  for (auto& list : lists) { list.clear(); }
  std::size_t taken = 0;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    auto& entry = entries[i];
    taken = i > 0 && entries[i - 1].class_of == entry.class_of ? taken + 1 : 0;
    entry.member = classes_[entry.class_of][taken];
    for (std::size_t k = 0; k < lists.size(); ++k) { lists[k].insert(lists[k].end(), entry.counts[k], entry.member); }
  }
  for (auto& list : lists) { std::sort(list.begin(), list.end()); }
  if (const auto* later = spends_ ? coming(turn) : nullptr; later != nullptr) { replace_spent(entries, *later, lists); }
  return true;
}

// Numbers the rows of one class and the same facts alike.
void Exchange::number_groups(RowLooks& looks) {
  for (auto& rows : looks) {
    std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> groups;
    for (auto& row : rows) {
      const auto class_of_row = row.member == kUnset ? classes_.size() : class_of(row.member);
      row.group =
          groups.try_emplace({class_of_row, row.group}, static_cast<std::uint32_t>(groups.size())).first->second;
    }
  }
}

const std::vector<std::uint32_t>& Exchange::representatives(std::size_t draw, Of of, const std::vector<Word>& held) {
  const auto& rows = (of == Of::Outcome ? outcomes_ : admissions_)[draw];
  auto& out = representatives_[static_cast<std::size_t>(of)];
  out.resize(rows.size());
  first_of_group_.assign(rows.size(), kNone);
  for (std::uint32_t row = 0; row < rows.size(); ++row) {
    out[row] = row;
    const auto& look = rows[row];
    const bool is_held = look.member != kUnset && std::find(held.begin(), held.end(), look.member) != held.end();
    if (is_held || !is_useful_) { continue; }
    auto& first = first_of_group_[look.group];
    if (first == kNone) { first = row; }
    out[row] = first;
  }
  return out;
}

const std::vector<std::uint32_t>& Exchange::each_row(std::size_t draw, Of of) {
  auto& out = representatives_[static_cast<std::size_t>(of)];
  out.resize(outcomes_[draw].size());
  std::iota(out.begin(), out.end(), 0u);
  return out;
}

Word Exchange::representative(Word drawn, const std::vector<std::vector<Word>>& lists,
                              const std::vector<Word>& others) {
  const auto is_held = [&](Word member) { return std::find(others.begin(), others.end(), member) != others.end(); };
  if (drawn == kUnset || !is_useful_ || is_held(drawn)) { return drawn; }
  const auto is_like = [&](Word member) {
    return std::all_of(lists.begin(), lists.end(), [&](const auto& list) {
      return std::count(list.begin(), list.end(), member) == std::count(list.begin(), list.end(), drawn);
    });
  };
  for (const auto member : classes_[class_of(drawn)]) {
    if (member == drawn || (!is_held(member) && is_like(member))) { return member; }
  }
  return drawn;
}

}  // namespace spoils::odds
