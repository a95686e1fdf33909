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

constexpr std::size_t kMostValues = 4'000;          // of one slot that are gone through
constexpr std::uint64_t kMostCases = 100'000;       // of one question
constexpr std::uint64_t kMostWork = 2'000'000'000;  // questions that one statement is asked in all
constexpr std::uint64_t kWorkOfRows = 10;           // of looking up the rows of a choice, mostly kept
constexpr std::size_t kMostLists = 200'000;         // that are memoised at once; 50 bytes each: 10 MB
constexpr std::size_t kTrial = 256;                 // combinations after which it shows whether it was worth it

}  // namespace

StateAbstraction::StateAbstraction(const Program& program, Heap& heap, Liveness& liveness,
                                   std::span<const std::uint32_t> statements, const std::vector<SlotSet>& live,
                                   std::vector<SlotId> reads, const std::vector<AccessAnalysis::MemberQuestion>& closed)
    : Base(program, nullptr, heap),
      slots_of_own_(program.slots.size() + 1, kUnset),
      accesses_(program),
      closed_(closed),
      reads_(std::move(reads)) {
  slots_ = slots_of_own_.data();
  // A segment is summed out because it has so many states that joining more of them pays for the longer questions;
  // alone, statements of the book of POWDER took twice as long with them.
  if (statements.size() > 1) { accesses_.ask_calls_as_a_whole(); }
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
  sort_out(changes);
}

StateAbstraction::StateAbstraction(const Program& program, Heap& heap, std::uint32_t index)
    : Base(program, nullptr, heap), slots_of_own_(program.slots.size() + 1, kUnset), accesses_(program) {
  slots_ = slots_of_own_.data();
  const auto& choice = program.choices[index];
  std::vector<ExpressionId> roots;
  std::vector<SlotId> bound;
  for (const auto& step : choice.steps) {
    if (step.kind == ConditionStep::Kind::Bind) {
      const auto& call = program.expressions[step.id];
      for (const auto slot : program.defs[static_cast<std::size_t>(call.value)].parameters) {
        bound.push_back(slot);
        bound.push_back(slot + 1);
      }
      for (std::uint32_t i = 0; i < call.b; ++i) { roots.push_back(program.operands[call.a + i]); }
    } else if (step.kind == ConditionStep::Kind::Dynamic) {
      roots.push_back(step.id);
    }
  }
  if (choice.weight != kNone) { roots.push_back(choice.weight); }
  accesses_.look_at_row(index);
  reads_ = slots_read(program, roots);
  const auto is_bound = [&](SlotId slot) { return std::find(bound.begin(), bound.end(), slot) != bound.end(); };
  reads_.erase(std::remove_if(reads_.begin(), reads_.end(), is_bound), reads_.end());
  if (std::find(reads_.begin(), reads_.end(), choice.row) == reads_.end()) { reads_.push_back(choice.row); }
  sort_out(SlotSet(program.slots.size() + 1));
}

// Finds which slots may be blurred, and by what.
void StateAbstraction::sort_out(const SlotSet& changes) {
  const auto& program = *program_;
  for (const auto index : accesses_.choices()) { choice_of_row_[program.choices[index].row] = index; }
  for (std::size_t i = 0; i < reads_.size(); ++i) {
    const auto slot = reads_[i];
    if (slot >= program.slots.size() || changes.contains(slot)) { continue; }
    // An input that a block inside sets has its old value again afterwards, but another one there.
    if (!is_list(slot) && accesses_.is_assigned(slot)) { continue; }
    if (!is_list(slot)) {
      scalars_.push_back(i);
      const auto kind = program.slots[slot].type.kind;
      const bool is_word = kind == ValueKind::Int || kind == ValueKind::Symbol || kind == ValueKind::Row;
      // The second word of a Number has no type of its own that says so.
      const bool is_second = slot > 0 && program.slots[slot - 1].type.kind == ValueKind::Number;
      is_canonicalised_.push_back(is_word && !is_second && !accesses_.is_read(slot));
      is_useful_ = is_useful_ || is_canonicalised_.back();
    } else if (!accesses_.is_read(slot)) {
      lists_.push_back(i);
      is_useful_ = true;
    }
  }
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    const auto found = accesses_.questions().find(reads_[scalars_[k]]);
    if (!is_canonicalised_[k] || found == accesses_.questions().end()) { continue; }
    asked_.insert(asked_.end(), found->second.begin(), found->second.end());
  }
  std::sort(asked_.begin(), asked_.end());
  asked_.erase(std::unique(asked_.begin(), asked_.end()), asked_.end());
  known_ = StateIndex(scalars_.size());
}

bool StateAbstraction::is_list(SlotId slot) const {
  const auto& type = program_->slots[slot].type;
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
        settle_in(found.words);
        settled_class_ = number + 1;
      }
      const auto view = program_->list(word, *heap_);
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
  std::vector<Word> words(scalars, scalars + scalars_.size());
  settle_in(words);
  std::vector<Word> look;
  const auto mark = heap_->mark();
  if (tells_apart_ || work_ > kMostWork || !describe(look)) {
    look = words;
    look.push_back(0);  // no description ends like this
  }
  heap_->go_back(mark);
  const auto [found, is_new_class] = class_of_signature_.try_emplace(std::move(look), classes_.size());
  if (is_new_class) {
    Class fresh;
    fresh.words = std::move(words);
    fresh.members.resize(lists_.size());
    fresh.likes.resize(lists_.size());
    fresh.lists.resize(lists_.size());
    classes_.push_back(std::move(fresh));
  }
  settled_class_ = is_new_class ? found->second + 1 : 0;
  class_of_known_.push_back(found->second);
  return found->second;
}

void StateAbstraction::settle_in(const std::vector<Word>& scalars) {
  domains_.clear();
  std::fill(slots_of_own_.begin(), slots_of_own_.end(), kUnset);
  for (std::size_t k = 0; k < scalars_.size(); ++k) { slots_[reads_[scalars_[k]]] = scalars[k]; }
}

// Describes the scalars as the statement sees them; false if that is too much.
bool StateAbstraction::describe(std::vector<Word>& out) {
  for (std::size_t k = 0; k < scalars_.size(); ++k) {
    if (!is_canonicalised_[k]) { out.push_back(slots_[reads_[scalars_[k]]]); }
  }
  const auto count_from = [&](std::size_t begin) { out.push_back(static_cast<Word>(out.size() - begin)); };
  for (const auto index : accesses_.choices()) {
    const bool is_told = for_all_planned(index, [&](const PlannedRows& found) {
      out.insert(out.end(), found.rows.begin(), found.rows.end());
      count_from(out.size() - found.rows.size());
      for (const auto& weight : found.weights) {
        out.push_back(weight.numerator());
        out.push_back(weight.denominator());
      }
    });
    if (!is_told) { return false; }
  }
  for (const auto question : asked_) {
    const auto begin = out.size();
    bool has_answer = true;
    const bool is_known = for_all({question}, kNone, [&] { has_answer = has_answer && append(question, out); });
    if (!is_known || !has_answer) { return false; }
    count_from(begin);
  }
  out.push_back(1);
  return true;
}

// Appends the answer to a question, or that it has none because something goes wrong; false if it can have no answer.
bool StateAbstraction::append(ExpressionId question, std::vector<Word>& out) {
  const auto& type = program_->expressions[question].type;
  const auto mark = heap_->mark();
  if (type.kind == ValueKind::Number) {
    const auto value = number_or_unset(question);
    out.push_back(value.numerator());
    out.push_back(value.denominator());
  } else {
    const auto value = word(question);
    if (holds_words(type.kind) && value != kUnset) {
      const auto view = program_->list(value, *heap_);
      out.push_back(static_cast<Word>(view.count));
      for (const auto member : view) { append_word(type.element, member, out); }
    } else {
      append_word(type.kind, value, out);  // an unset list is not an empty one: `== none` tells them apart
    }
  }
  heap_->go_back(mark);
  return append_fault(out);
}

// A text that was composed has a word for its place in the heap, where the next one comes as well: its characters tell
// it apart.
void StateAbstraction::append_word(ValueKind kind, Word value, std::vector<Word>& out) {
  if (kind != ValueKind::Text || value == kUnset) {
    out.push_back(value);
    return;
  }
  const auto text = program_->text(value, *heap_);
  out.push_back(static_cast<Word>(text.size()));
  for (const char letter : text) { out.push_back(letter); }
}

// Appends a mark if something went wrong, so that this looks like no answer; false if the question draws.
bool StateAbstraction::append_fault(std::vector<Word>& out) {
  if (!failed()) { return true; }
  const bool draws = fault().kind == Fault::Kind::UnexpectedDraw;
  clear_fault();
  out.push_back(kUnset);
  return !draws;
}

// ---- Members of lists ---------------------------------------------------------

Word StateAbstraction::stands_for(Class& of, std::size_t list, Word member) {
  const auto [known, is_new] = of.members[list].try_emplace(member, member);
  if (!is_new) { return known->second; }
  std::vector<Word> look;
  const auto mark = heap_->mark();
  if (work_ <= kMostWork && describe_member(list, member, look)) {
    known->second = of.likes[list].try_emplace(std::move(look), member).first->second;
  }
  heap_->go_back(mark);
  return known->second;
}

bool StateAbstraction::describe_member(std::size_t list, Word member, std::vector<Word>& out) {
  const auto slot = reads_[lists_[list]];
  for (const auto* questions :
       {&accesses_.member_questions(), static_cast<const std::vector<AccessAnalysis::MemberQuestion>*>(&closed_)}) {
    for (const auto& question : *questions) {
      if (question.list == slot && !describe_member(question, member, out)) { return false; }
    }
  }
  return true;
}

bool StateAbstraction::describe_member(const AccessAnalysis::MemberQuestion& question, Word member,
                                       std::vector<Word>& out) {
  if (question.member != kNone) {
    bool is_asked_for = false;
    const bool is_text = program_->expressions[question.member].type.kind == ValueKind::Text;
    const auto is_it = [&](Word asked) {
      if (!is_text || asked == kUnset || member == kUnset) { return asked == member; }
      return program_->text(asked, *heap_) == program_->text(member, *heap_);
    };
    if (!for_all({question.member}, kNone, [&] { is_asked_for = is_asked_for || is_it(word(question.member)); })) {
      return false;
    }
    if (failed()) {
      clear_fault();
      return false;
    }
    // A member may be unset, and may be compared with unset, so no word can represent its absence.
    out.push_back(is_asked_for ? 1 : 0);
    if (is_asked_for) { out.push_back(member); }
    return true;
  }
  const auto& fold = program_->folds[question.fold];
  std::vector<ExpressionId> roots;
  for (const auto id : {fold.condition, fold.value}) {
    if (id != kNone) { roots.push_back(id); }
  }
  const bool tells_member = fold.value == kNone && (fold.kind == FoldKind::Maximum || fold.kind == FoldKind::Minimum);
  if (tells_member) { out.push_back(member); }
  bool has_answer = true;
  const bool is_known = for_all(roots, fold.variable, [&] {
    slots_[fold.variable] = member;
    const bool counts = fold.condition == kNone || flag(fold.condition);
    has_answer = append_fault(out) && has_answer;
    out.push_back(counts ? 1 : 0);
    if (counts && fold.value != kNone) { has_answer = append(fold.value, out) && has_answer; }
  });
  return is_known && has_answer;
}

// ---- What slots may hold --------------------------------------------------------

const std::vector<SlotId>& StateAbstraction::free_slots(const std::vector<ExpressionId>& roots) {
  const auto found = free_.find(roots);
  if (found != free_.end()) { return found->second; }
  return free_.emplace(roots, slots_read(*program_, roots)).first->second;
}

// Calls f for each combination of values of the slots that some expressions read; false if these are too many.
template <class F>
bool StateAbstraction::for_all(const std::vector<ExpressionId>& roots, SlotId besides, F&& f) {
  auto slots = free_slots(roots);
  slots.erase(std::remove(slots.begin(), slots.end(), besides), slots.end());
  return for_all_of(slots, f);
}

template <class F>
bool StateAbstraction::for_all_of(const std::vector<SlotId>& slots, F&& f) {
  struct Wheel {
    SlotId slot;
    const std::vector<Word>* values;
    std::size_t at;
  };
  std::vector<Wheel> wheels;
  std::uint64_t cases = 1;
  for (const auto slot : slots) {
    const auto* values = domain(slot);
    if (values == nullptr) { return false; }
    if (values->empty()) { return true; }
    cases *= values->size();
    if (cases > kMostCases) { return false; }
    wheels.push_back({slot, values, 0});
  }
  work_ += cases;
  while (true) {
    for (const auto& wheel : wheels) { slots_[wheel.slot] = (*wheel.values)[wheel.at]; }
    f();
    std::size_t i = 0;
    for (; i < wheels.size() && ++wheels[i].at == wheels[i].values->size(); ++i) { wheels[i].at = 0; }
    if (i == wheels.size()) { break; }
  }
  // Slots that are not free keep their words: expressions set only slots of their own.
  return true;
}

// Calls f with the planned rows of a choice, for each combination of values of the slots that they depend on; false
// if these are too many.
template <class F>
bool StateAbstraction::for_all_planned(std::uint32_t index, F&& f) {
  const auto& choice = program_->choices[index];
  std::vector<ExpressionId> arguments;
  std::vector<SlotId> bound{choice.row};
  for (const auto& step : choice.steps) {
    if (step.kind != ConditionStep::Kind::Bind) { continue; }
    const auto& call = program_->expressions[step.id];
    for (std::uint32_t i = 0; i < call.b; ++i) { arguments.push_back(program_->operands[call.a + i]); }
    for (const auto slot : program_->defs[static_cast<std::size_t>(call.value)].parameters) {
      bound.push_back(slot);
      bound.push_back(program_->slots[slot].type.kind == ValueKind::Number ? slot + 1 : slot);
    }
  }
  auto reads = choice.planned_reads;
  const auto& handed = free_slots(arguments);
  reads.insert(reads.end(), handed.begin(), handed.end());
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  const auto is_bound = [&](SlotId slot) { return std::find(bound.begin(), bound.end(), slot) != bound.end(); };
  reads.erase(std::remove_if(reads.begin(), reads.end(), is_bound), reads.end());
  bool is_told = true;
  const bool is_known = for_all_of(reads, [&] {
    if (!is_told) { return; }
    const auto& found = settled_.of(*program_, *this, slots_, index);
    is_told = !found.is_open;
    work_ += kWorkOfRows;
    if (is_told) { f(found); }
  });
  return is_known && is_told;
}

// Returns the values that a slot may have while the statement runs; null if these are too many.
const std::vector<Word>* StateAbstraction::domain(SlotId slot) {
  const auto [known, is_new] = domains_.try_emplace(slot);
  if (is_new) {
    std::vector<Word> found;
    if (find_domain(slot, found)) {
      std::sort(found.begin(), found.end());
      found.erase(std::unique(found.begin(), found.end()), found.end());
      if (found.size() <= kMostValues) { domains_[slot] = std::move(found); }
    }
  }
  const auto& out = domains_[slot];
  return out ? &*out : nullptr;
}

bool StateAbstraction::find_domain(SlotId slot, std::vector<Word>& out) {
  if (slot >= program_->slots.size()) { return false; }
  for (const auto i : scalars_) {
    if (reads_[i] != slot) { continue; }
    out.push_back(slots_[slot]);
    return true;
  }
  const auto& type = program_->slots[slot].type;
  const bool is_word = type.kind == ValueKind::Int || type.kind == ValueKind::Symbol || type.kind == ValueKind::Row ||
                       type.kind == ValueKind::Flag;
  if (!is_word) { return false; }
  if (const auto row = choice_of_row_.find(slot); row != choice_of_row_.end()) {
    return for_all_planned(
        row->second, [&](const PlannedRows& found) { out.insert(out.end(), found.rows.begin(), found.rows.end()); });
  }
  const auto* arguments = accesses_.arguments(slot);
  if (!accesses_.is_assigned(slot) && arguments != nullptr) {
    for (const auto id : *arguments) {
      if (!for_all({id}, kNone, [&] { out.push_back(word(id)); }) || failed()) {
        clear_fault();
        return false;
      }
    }
    return true;
  }
  if (!accesses_.is_assigned(slot) && accesses_.source(slot) != kNone) {
    const auto source = accesses_.source(slot);
    const auto mark = heap_->mark();
    const bool is_told = for_all({source}, kNone, [&] {
      const auto view = program_->list(word(source), *heap_);
      out.insert(out.end(), view.begin(), view.end());
    });
    heap_->go_back(mark);
    if (is_told && !failed()) { return true; }
    clear_fault();
    out.clear();
  }
  if (type.kind == ValueKind::Flag) {
    out = {kUnset, 0, 1};
    return true;
  }
  out.push_back(kUnset);
  if (type.kind == ValueKind::Row && type.has_table()) {
    const auto rows = program_->tables[type.table].rows.size();
    for (std::size_t row = 0; row < rows; ++row) { out.push_back(static_cast<Word>(row)); }
    return true;
  }
  const auto& symbols = program_->slots[slot].symbols;
  if (symbols) { out.insert(out.end(), symbols->begin(), symbols->end()); }
  return symbols.has_value();
}

}  // namespace spoils::odds
