// odds/value_classes.cpp
//
// Finds the class of a value by the answers to all questions about its slot, each of which reads nothing else.
#include "odds/value_classes.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

constexpr std::size_t kMostQuestions = 24;  // about one slot
// A slot with more, as the name of an artifact, is rather summed out where it ends (odds/interpret_segments.h).
constexpr std::size_t kMostClasses = 100;
constexpr std::size_t kMostWords = 100'000;  // of one slot that are looked up; others represent themselves

}  // namespace

ValueClasses::ValueClasses(const Program& program, Heap& heap)
    : DrawFreeEvaluator<ValueClasses>(program, nullptr, heap), words_(program.slots.size() + 1, kUnset) {
  slots_ = words_.data();
}

void ValueClasses::add(SlotId slot, const AccessAnalysis& accesses) {
  const auto kind = program_->slots[slot].type.kind;
  const bool is_word = kind == ValueKind::Int || kind == ValueKind::Symbol;
  const bool is_other = kind == ValueKind::Flag || kind == ValueKind::Text;
  Known known;
  known.slot = slot;
  if (const auto found = accesses.questions().find(slot); found != accesses.questions().end()) {
    known.questions = found->second;
  }
  if (const auto found = accesses.folds_over().find(slot); found != accesses.folds_over().end()) {
    known.folds = found->second;
  }
  std::sort(known.questions.begin(), known.questions.end());
  known.questions.erase(std::unique(known.questions.begin(), known.questions.end()), known.questions.end());
  const auto count = known.questions.size() + known.folds.size();
  if (accesses.is_read(slot) || !(is_word || (is_other && count == 0)) || count > kMostQuestions) { return; }
  for (const auto question : known.questions) {
    if (!is_askable(question, slot)) { return; }
  }
  for (const auto number : known.folds) {
    const auto& fold = program_->folds[number];
    for (const auto part : {fold.condition, fold.value}) {
      if (part != kNone && !is_askable(part, fold.variable)) { return; }
    }
  }
  known_.push_back(std::move(known));
}

// Whether the answer is a word or a number, and depends on nothing but the slot.
bool ValueClasses::is_askable(ExpressionId question, SlotId slot) const {
  const auto& e = program_->expressions[question];
  const bool is_plain = e.type.kind == ValueKind::Flag || e.type.kind == ValueKind::Int ||
                        e.type.kind == ValueKind::Symbol || e.type.kind == ValueKind::Number;
  const auto reads = slots_read(*program_, {question});
  return is_plain && !e.draws && std::all_of(reads.begin(), reads.end(), [&](SlotId read) { return read == slot; });
}

ValueClasses::Word ValueClasses::representative(Known& known, Word word) {
  if (word == kUnset) { return word; }
  const auto found = known.representatives.find(word);
  if (found != known.representatives.end()) { return found->second; }
  if (known.like.size() > kMostClasses || known.representatives.size() >= kMostWords) { return word; }
  std::vector<Word> answers;
  const auto out =
      describe(known, word, answers) ? known.like.try_emplace(std::move(answers), word).first->second : word;
  known.representatives.emplace(word, out);
  return out;
}

// Appends the answers to all questions; false if one goes wrong, so that its fault must stay what it is.
bool ValueClasses::describe(const Known& known, Word word, std::vector<Word>& out) {
  bool is_sound = true;
  const auto mark = heap_->mark();
  words_[known.slot] = word;
  for (const auto question : known.questions) { is_sound = is_sound && append(question, out); }
  words_[known.slot] = kUnset;
  for (const auto number : known.folds) {
    const auto& fold = program_->folds[number];
    words_[fold.variable] = word;
    for (const auto part : {fold.condition, fold.value}) {
      is_sound = is_sound && (part == kNone || append(part, out));
    }
    words_[fold.variable] = kUnset;
  }
  heap_->go_back(mark);
  return is_sound;
}

bool ValueClasses::append(ExpressionId question, std::vector<Word>& out) {
  if (program_->expressions[question].type.kind == ValueKind::Number) {
    const auto value = number_or_unset(question);
    out.insert(out.end(), {value.numerator(), value.denominator()});
  } else {
    out.push_back(word(question));
  }
  const bool is_sound = !failed();
  clear_fault();
  return is_sound;
}

}  // namespace spoils::odds
