// odds/drawn_answers.cpp
//
// The answer of a question from the members that it sees, and the states of a walk over them.
#include "odds/drawn_answers.h"

#include <limits>
#include <map>
#include <utility>

namespace spoils::odds {

using namespace program;

namespace {

// A free place for a fact, and the least of nothing: greater than all words.
constexpr Word kNothing = std::numeric_limits<Word>::max();

bool is_by_number(FromSeen how) { return how == FromSeen::Each || how == FromSeen::Once; }

// Whether what a fold sees by its value is that value itself.
bool sees_value(const Fold& fold, const MemberQuestion& question) {
  return fold.value == kNone || (question.in_value.size() == 1 && question.in_value.front() == fold.value);
}

bool is_int(const Program& program, const MemberQuestion& question, const Fold& fold) {
  const auto kind =
      fold.value == kNone ? program.slots[question.list].type.element : program.expressions[fold.value].type.kind;
  return kind == ValueKind::Int;
}

FromSeen how_answered(const Program& program, const MemberQuestion& question) {
  if (question.member != kNone) { return FromSeen::Most; }
  const auto& fold = program.folds[question.fold];
  if (fold.condition != kNone && !tells_condition(fold, question)) { return FromSeen::Each; }
  if (fold.kind == FoldKind::Count) { return FromSeen::Sum; }
  if (!sees_value(fold, question)) { return FromSeen::Each; }
  switch (fold.kind) {
    case FoldKind::Set: return FromSeen::Once;
    case FoldKind::Any: return FromSeen::Most;
    case FoldKind::All: return FromSeen::Least;
    case FoldKind::Sum: return is_int(program, question, fold) ? FromSeen::Sum : FromSeen::Each;
    case FoldKind::Maximum: return is_int(program, question, fold) ? FromSeen::Most : FromSeen::Each;
    case FoldKind::Minimum: return is_int(program, question, fold) ? FromSeen::Least : FromSeen::Each;
    default: return FromSeen::Each;
  }
}

// The word that the value of a fold adds, or a question whether a word is a member.
Word amount_of(const Program& program, const MemberQuestion& question, const std::vector<Word>& seen) {
  if (question.member != kNone) { return seen.back(); }
  const auto& fold = program.folds[question.fold];
  switch (fold.kind) {
    case FoldKind::Count: return 1;
    case FoldKind::Any:
    case FoldKind::All: return fold.value == kNone || seen.back() == 1 ? 1 : 0;
    default: return seen.back() == kUnset ? 0 : seen.back();
  }
}

}  // namespace

SeenOfValues seen_of_values(const Program& program, const MemberQuestion& question,
                            const std::vector<std::vector<Word>>& seen) {
  SeenOfValues out;
  out.how = how_answered(program, question);
  const auto* const fold = question.member == kNone ? &program.folds[question.fold] : nullptr;
  const bool has_condition = fold != nullptr && fold->condition != kNone && tells_condition(*fold, question);
  std::map<std::vector<Word>, Word> numbers;
  const auto number_of = [&](const std::vector<Word>& run) {
    return numbers.emplace(run, static_cast<Word>(numbers.size())).first->second;
  };
  const auto counts = [&](const std::vector<Word>& run) { return !has_condition || run.front() == 1; };
  // The order of a sum shows where a part of it leaves 64 bits, so such an amount stays in sight.
  const bool adds = out.how == FromSeen::Sum && std::all_of(seen.begin(), seen.end(), [&](const auto& run) {
                      return !counts(run) || adds_up(amount_of(program, question, run));
                    });
  if (out.how == FromSeen::Sum && !adds) { out.how = FromSeen::Each; }
  for (const auto& run : seen) {
    if (!counts(run)) {
      out.words.emplace_back();
    } else {
      out.words.emplace_back(is_by_number(out.how) ? number_of(run) : amount_of(program, question, run));
    }
  }
  return out;
}

DrawnAnswers::DrawnAnswers(std::vector<SeenOfValues> questions, std::size_t values)
    : questions_(std::move(questions)), values_(values) {
  // Many questions see the same: a fold for each of some constants, a def that is called often.
  std::sort(questions_.begin(), questions_.end());
  questions_.erase(std::unique(questions_.begin(), questions_.end()), questions_.end());
  std::map<std::vector<std::optional<Word>>, std::size_t> known;
  for (std::uint32_t value = 0; value < values; ++value) {
    std::vector<std::optional<Word>> seen;
    for (const auto& question : questions_) { seen.push_back(question.words[value]); }
    const auto number = known.emplace(std::move(seen), classes_.size()).first->second;
    if (number == classes_.size()) { classes_.emplace_back(); }
    classes_[number].push_back(value);
  }
  tells_all_ = std::any_of(questions_.begin(), questions_.end(), [](const SeenOfValues& question) {
    auto words = question.words;
    std::sort(words.begin(), words.end());
    return is_by_number(question.how) && std::adjacent_find(words.begin(), words.end()) == words.end();
  });
}

std::vector<Word> DrawnAnswers::key() const {
  std::vector<Word> out{static_cast<Word>(values_)};
  for (const auto& question : questions_) {
    out.push_back(static_cast<Word>(question.how));
    for (const auto& word : question.words) {
      out.push_back(word ? 1 : 0);
      out.push_back(word.value_or(0));
    }
  }
  return out;
}

std::vector<Word> DrawnAnswers::nothing_taken(std::size_t count) const {
  std::vector<Word> out{0};
  for (const auto& question : questions_) {
    switch (question.how) {
      case FromSeen::Each:
      case FromSeen::Once: out.insert(out.end(), count, kNothing); break;
      case FromSeen::Sum: out.push_back(0); break;
      case FromSeen::Most: out.push_back(kUnset); break;
      case FromSeen::Least: out.push_back(kNothing); break;
    }
  }
  return out;
}

void DrawnAnswers::take(std::uint32_t value, std::size_t count, std::vector<Word>& state) const {
  ++state.front();
  auto at = state.begin() + 1;
  for (const auto& question : questions_) {
    const auto end = at + (is_by_number(question.how) ? static_cast<std::ptrdiff_t>(count) : 1);
    if (const auto& word = question.words[value]) {
      switch (question.how) {
        case FromSeen::Each:
        case FromSeen::Once: {
          // The numbers are in order, and free places come last.
          const auto place = std::lower_bound(at, end, *word);
          if (question.how == FromSeen::Once && *place == *word) { break; }
          std::move_backward(place, end - 1, end);
          *place = *word;
          break;
        }
        case FromSeen::Sum: *at += *word; break;
        case FromSeen::Most: *at = std::max(*at, *word); break;
        case FromSeen::Least: *at = std::min(*at, *word); break;
      }
    }
    at = end;
  }
}

}  // namespace spoils::odds
