// odds/state_abstraction.cpp
//
// Finds the representative of a state: describes the scalars by the answers of all predicates that read them (a
// signature), and each member of a list by the answers about it. Predicates are evaluated for every value that their
// other operands can have, within a budget; if that is exceeded, the values stay distinct.
#include "odds/state_abstraction.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

constexpr std::uint64_t kMostWork = 2'000'000'000;  // questions that one statement is asked in all
constexpr std::size_t kMostLists = 200'000;         // that are memoised at once; 50 bytes each: 10 MB
constexpr std::size_t kTrial = 256;                 // combinations after which it shows whether it was worth it

}  // namespace

StateAbstraction::StateAbstraction(const Program& program, Heap& heap, PlannedRowsCache& planned_rows,
                                   Liveness& liveness, std::span<const std::uint32_t> statements,
                                   const std::vector<SlotSet>& live, std::vector<SlotId> reads,
                                   const std::vector<MemberQuestion>& closed)
    : program_(program), heap_(heap), accesses_(program), closed_(closed), reads_(std::move(reads)) {
  // A segment is summed out because it has so many states that joining more of them pays for the longer questions;
  // alone, statements of the book of POWDER took twice as long with them.
  if (statements.size() > 1) { accesses_.ask_calls_as_a_whole(); }
  if (liveness.keeps_order_of_sums()) { accesses_.keep_order_of_sums(); }
  bool makes_things = false;
  SlotSet changes = liveness.none();
  for (std::size_t i = 0; i < statements.size(); ++i) {
    ReachableStatements(program, liveness).statement(statements[i], live[i], [&](std::uint32_t number, const SlotSet&) {
      const auto& s = program.statements[number];
      using Kind = Statement::Kind;
      makes_things = makes_things || s.kind == Kind::Drop || s.kind == Kind::Hold;
      accesses_.look_at(s);
    });
    changes |= liveness.changes(statements[i]);
  }
  if (makes_things) { return; }  // the question itself looks at those
  // A list that only grows, and is not read by word afterwards, is described member by member as well.
  for (const auto slot : reads_) {
    if (slot < program.slots.size() && accesses_.only_grows(slot) && !live.back().contains_by_word(slot)) {
      changes.erase(slot);
    }
  }
  sort_out(changes, planned_rows);
}

StateAbstraction::StateAbstraction(const Program& program, Heap& heap, PlannedRowsCache& planned_rows,
                                   bool keeps_order_of_sums, std::uint32_t index)
    : program_(program), heap_(heap), accesses_(program) {
  if (keeps_order_of_sums) { accesses_.keep_order_of_sums(); }
  const auto& choice = program.choices[index];
  const BoundCalls bound(program, choice);
  auto roots = bound.arguments;
  for (const auto& step : choice.steps) {
    if (step.kind == ConditionStep::Kind::Dynamic) { roots.push_back(step.id); }
  }
  if (choice.weight != kNone) { roots.push_back(choice.weight); }
  accesses_.look_at_row(index);
  reads_ = slots_read(program, roots);
  bound.leave_out_parameters(reads_);
  if (std::find(reads_.begin(), reads_.end(), choice.row) == reads_.end()) { reads_.push_back(choice.row); }
  sort_out(SlotSet(program.slots.size() + 1), planned_rows);
}

// Finds which slots may be blurred, and by what.
void StateAbstraction::sort_out(const SlotSet& changes, PlannedRowsCache& planned_rows) {
  asked_of_members_ = accesses_.member_questions();
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    const auto slot = reads_[i];
    if (slot >= program_.slots.size() || changes.contains(slot)) { continue; }
    // An input that a block inside sets has its old value again afterwards, but another one there.
    if (!is_list(slot) && accesses_.is_assigned(slot)) { continue; }
    if (!is_list(slot)) {
      scalars_.push_back(i);
      const auto kind = program_.slots[slot].type.kind;
      const bool is_word = kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Row;
      // The second word of a Number has no type of its own that says so.
      const bool is_second = slot > 0 && program_.slots[slot - 1].type.kind == ValueKind::Number;
      is_canonicalised_.push_back(is_word && !is_second && !accesses_.is_read(slot));
      is_useful_ = is_useful_ || is_canonicalised_.back();
    } else if (!accesses_.is_read(slot) && !tells_members(slot)) {
      lists_.push_back(i);
      is_useful_ = true;
    }
  }
  std::vector<ExpressionId> asked;  // questions about scalars that are looked at in no other way
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const auto found = accesses_.questions().find(reads_[scalars_[k]]);
    if (!is_canonicalised_[k] || found == accesses_.questions().end()) { continue; }
    asked.insert(asked.end(), found->second.begin(), found->second.end());
  }
  std::sort(asked.begin(), asked.end());
  asked.erase(std::unique(asked.begin(), asked.end()), asked.end());
  std::vector<SlotId> known;
  for (const auto place : scalars_) { known.push_back(reads_[place]); }
  domains_.emplace(program_, heap_, accesses_, planned_rows, std::move(known));
  for (const auto choice : accesses_.choices()) {
    parts_.push_back({choice, kNone, SlotDomains::Memo(domains_->slots_planned_by(choice)), {}});
  }
  for (const auto question : asked) {
    parts_.push_back({kNone, question, SlotDomains::Memo(domains_->slots_read_by({question})), {}});
  }
  known_ = StateIndex(scalars_.size());
  const auto read = std::count(is_canonicalised_.begin(), is_canonicalised_.end(), false);
  signatures_ = StateIndex(static_cast<std::size_t>(read) + parts_.size());
}

// Whether no members of a list can look the same: then it is cheaper to take the list for a word.
bool StateAbstraction::tells_members(SlotId slot) const {
  const auto tells = [&](const MemberQuestion& question) {
    return question.list == slot && odds::tells_members(program_, question);
  };
  return std::any_of(asked_of_members_.begin(), asked_of_members_.end(), tells) ||
         std::any_of(closed_.begin(), closed_.end(), tells);
}

bool StateAbstraction::is_list(SlotId slot) const {
  const auto& type = program_.slots[slot].type;
  return (type.kind == ValueKind::List || type.kind == ValueKind::Set) &&
         (type.element == ValueKind::Symbol || type.element == ValueKind::Int);
}

void StateAbstraction::canonicalise(Word* words, const std::function<Word(const std::vector<Word>&)>& list) {
  if (!is_useful_) { return; }
  if (lists_known_ > kMostLists) {
    for (auto& of : classes_) {
      for (auto& lists : of.lists) { lists.clear(); }
    }
    lists_known_ = 0;
  }
  scalars_now_.resize(scalars_.size());
  for (std::size_t k = 0; k < scalars_.size(); ++k) { scalars_now_[k] = words[scalars_[k]]; }
  const auto number = class_of(scalars_now_.data());
  auto& found = classes_[number];
  for (std::size_t k = 0; k < scalars_.size(); ++k) { words[scalars_[k]] = found.words[k]; }
  for (std::size_t k = 0; k < lists_.size(); ++k) {
    auto& word = words[lists_[k]];
    const auto [known, is_new] = found.lists[k].try_emplace(word, word);
    if (is_new) {
      ++lists_known_;
      if (settled_class_ != number + 1) {
        domains_->settle_in(found.words.data());
        settled_class_ = number + 1;
      }
      const auto view = program_.list(word, heap_);
      std::vector<Word> members(view.begin(), view.end());
      if (!members.empty()) {
        for (auto& member : members) { member = stands_for(found, k, member); }
        std::sort(members.begin(), members.end());
        known->second = list(members);
      }
    }
    word = known->second;
  }
}

// ---- What is no list ----------------------------------------------------------

std::size_t StateAbstraction::class_of(const Word* scalars) {
  const auto [number, is_new] = known_.number_of(scalars);
  if (!is_new) { return class_of_known_[number]; }
  if (known_.size() == kTrial && classes_.size() * 2 > kTrial) {
    tells_apart_ = true;
    is_useful_ = !lists_.empty();
  }
  signature_.clear();
  auto found = classes_.size();
  if (!tells_apart_ && work() <= kMostWork && describe(scalars, signature_)) {
    const auto [signature, is_new_signature] = signatures_.number_of(signature_.data());
    if (is_new_signature) { class_of_signature_.push_back(found); }
    found = class_of_signature_[signature];
  }
  if (found == classes_.size()) {
    Class fresh;
    fresh.words.assign(scalars, scalars + scalars_.size());
    fresh.members.resize(lists_.size());
    fresh.likes.resize(lists_.size());
    fresh.lists.resize(lists_.size());
    classes_.push_back(std::move(fresh));
  }
  class_of_known_.push_back(found);
  return found;
}

// Describes the scalars as the statement sees them: those that it reads otherwise, and the number of its answer for
// each choice and question. Returns whether every part has an answer.
bool StateAbstraction::describe(const Word* scalars, std::vector<Word>& out) {
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    if (!is_canonicalised_[k]) { out.push_back(scalars[k]); }
  }
  domains_->settle_in(scalars);
  settled_class_ = 0;
  for (auto& part : parts_) {
    const auto answer = answer_of(part);
    if (!answer) { return false; }
    out.push_back(*answer);
  }
  return true;
}

// Returns the number of the answer of a part; none if it has none, or one that is too long.
std::optional<Word> StateAbstraction::answer_of(Part& part) {
  return domains_->value_of(part.memo, [&]() -> std::optional<Word> {
    std::vector<Word> look;
    const auto mark = heap_.mark();
    const bool is_told =
        part.choice != kNone ? describe_choice(part.choice, look) : describe_question(part.question, look);
    heap_.go_back(mark);
    if (!is_told) { return std::nullopt; }
    return part.answers.try_emplace(std::move(look), static_cast<Word>(part.answers.size())).first->second;
  });
}

// Appends the rows of a choice that pass its filter plan, with their weights; false if these are too many.
bool StateAbstraction::describe_choice(std::uint32_t choice, std::vector<Word>& out) {
  return domains_->for_all_planned(choice, [&](const PlannedRows& found) {
    out.insert(out.end(), found.rows.begin(), found.rows.end());
    out.push_back(static_cast<Word>(found.rows.size()));
    for (const auto& weight : found.weights) {
      out.push_back(weight.numerator());
      out.push_back(weight.denominator());
    }
  });
}

bool StateAbstraction::describe_question(ExpressionId question, std::vector<Word>& out) {
  bool has_answer = true;
  const bool is_known = domains_->for_all({question}, kNone, [&] { has_answer = has_answer && append(question, out); });
  return is_known && has_answer;
}

// Appends the answer to a question, or that it has none because something goes wrong; false if it can have no answer.
bool StateAbstraction::append(ExpressionId question, std::vector<Word>& out) {
  const auto& type = program_.expressions[question].type;
  const auto mark = heap_.mark();
  if (type.kind == ValueKind::Number) {
    const auto value = domains_->number_or_unset(question);
    out.push_back(value.numerator());
    out.push_back(value.denominator());
  } else {
    const auto value = domains_->word(question);
    if (holds_words(type.kind) && value != kUnset) {
      const auto view = program_.list(value, heap_);
      out.push_back(static_cast<Word>(view.count));
      for (const auto member : view) { append_word(type.element, member, out); }
    } else {
      append_word(type.kind, value, out);  // an unset list is not an empty one: `== none` tells them apart
    }
  }
  heap_.go_back(mark);
  return append_fault(out);
}

// A text that was composed has a word for its place in the heap, where the next one comes as well: its characters tell
// it apart.
void StateAbstraction::append_word(ValueKind kind, Word value, std::vector<Word>& out) {
  if (kind != ValueKind::Text || value == kUnset) {
    out.push_back(value);
    return;
  }
  const auto text = program_.text(value, heap_);
  out.push_back(static_cast<Word>(text.size()));
  for (const char letter : text) { out.push_back(letter); }
}

// Appends a mark if something went wrong, so that this looks like no answer; false if the question draws.
bool StateAbstraction::append_fault(std::vector<Word>& out) {
  if (!domains_->failed()) { return true; }
  const bool draws = domains_->fault().kind == Fault::Kind::UnexpectedDraw;
  domains_->clear_fault();
  out.push_back(kUnset);
  return !draws;
}

// ---- Members of lists ---------------------------------------------------------

Word StateAbstraction::stands_for(Class& of, std::size_t list, Word member) {
  const auto [known, is_new] = of.members[list].try_emplace(member, member);
  if (!is_new) { return known->second; }
  std::vector<Word> look;
  const auto mark = heap_.mark();
  if (work() <= kMostWork && describe_member(list, member, look)) {
    known->second = of.likes[list].try_emplace(std::move(look), member).first->second;
  }
  heap_.go_back(mark);
  return known->second;
}

bool StateAbstraction::describe_member(std::size_t list, Word member, std::vector<Word>& out) {
  const auto slot = reads_[lists_[list]];
  for (const auto& question : asked_of_members_) {
    if (question.list == slot && !describe_member(question, member, out)) { return false; }
  }
  // Later questions may be asked with other values of all else.
  struct Reading {
    StateAbstraction& of;
    Word word(ExpressionId id) const { return of.domains_->word(id); }
    bool append(ExpressionId id, std::vector<Word>& to) const { return of.append(id, to); }
    [[nodiscard]] bool failed() const { return of.domains_->failed(); }
    Word set(SlotId variable, Word word) const { return of.domains_->set(variable, word); }
  };
  for (const auto& question : closed_) {
    if (question.list == slot && !append_seen(program_, question, member, Reading{*this}, out)) {
      domains_->clear_fault();
      return false;
    }
  }
  return true;
}

bool StateAbstraction::describe_member(const MemberQuestion& question, Word member, std::vector<Word>& out) {
  if (question.member != kNone) {
    bool is_asked_for = false;
    const bool is_text = program_.expressions[question.member].type.kind == ValueKind::Text;
    const auto is_it = [&](Word asked) {
      if (!is_text || asked == kUnset || member == kUnset) { return asked == member; }
      return program_.text(asked, heap_) == program_.text(member, heap_);
    };
    if (!domains_->for_all({question.member}, kNone,
                           [&] { is_asked_for = is_asked_for || is_it(domains_->word(question.member)); })) {
      return false;
    }
    if (domains_->failed()) {
      domains_->clear_fault();
      return false;
    }
    // A member may be unset, and may be compared with unset, so no word can represent its absence.
    out.push_back(is_asked_for ? 1 : 0);
    if (is_asked_for) { out.push_back(member); }
    return true;
  }
  const auto& fold = program_.folds[question.fold];
  std::vector<ExpressionId> roots;
  for (const auto id : {fold.condition, fold.value}) {
    if (id != kNone) { roots.push_back(id); }
  }
  const bool tells_member =
      fold.value == kNone && fold.kind != FoldKind::Count && fold.kind != FoldKind::Any && fold.kind != FoldKind::All;
  if (tells_member) { out.push_back(member); }
  bool has_answer = true;
  const bool is_known = domains_->for_all(roots, fold.variable, [&] {
    domains_->set(fold.variable, member);
    const bool counts = fold.condition == kNone || domains_->flag(fold.condition);
    has_answer = append_fault(out) && has_answer;
    out.push_back(counts ? 1 : 0);
    if (counts && fold.value != kNone) { has_answer = append(fold.value, out) && has_answer; }
  });
  return is_known && has_answer;
}

}  // namespace spoils::odds
