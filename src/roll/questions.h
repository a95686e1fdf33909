// roll/questions.h
//
// Conditions that are asked of many rows and members, made ready for that: what is looked up in tables is found without
// going through expressions. They say the same as the expressions that they are made of, and count the same work.
#pragma once

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

/// Where a word comes from.
struct Lookup {
  enum class Kind : std::uint8_t {
    Constant,
    Slot,
    Row,     // in a column of constants, by the row that a slot holds
    Cell,    // the same, by the outcome that another lookup gives
    Worked,  // any other expression
  };
  Kind kind = Kind::Worked;
  bool or_zero = false;  // 0 for what is unset
  program::SlotId slot = 0;
  std::uint32_t key = 0;
  program::ExpressionId id = program::kNone;
  program::Word value = 0;
  const program::Word* column = nullptr;
  const program::Table* table = nullptr;
};

struct Question {
  enum class Kind : std::uint8_t { And, Or, Not, Equal, Less, LessOrEqual, InRange, Contains, Is };
  Kind kind = Kind::Is;
  std::uint32_t a = 0;  // questions of And, Or and Not; lookups of the others
  std::uint32_t b = 0;
  std::uint32_t c = 0;
  program::ExpressionId id = program::kNone;
};

class Questions {
 public:
  explicit Questions(const program::Program& program) : program_(program), folds_(program.folds.size()) {}

  /// A fold made ready.
  struct Quick {
    bool is_made = false;
    bool has_worked = false;  // something is worked out by expressions, which may go wrong or make lists
    std::uint32_t source = program::kNone;
    std::uint32_t condition = program::kNone;
    std::uint32_t value = program::kNone;  // of Any and All
  };
  const Quick& fold(std::uint32_t index) {
    if (!folds_[index].is_made) { make(index); }
    return folds_[index];
  }

  /// Makes a condition ready.
  std::uint32_t question(program::ExpressionId id);

  [[nodiscard]] const Question& operator[](std::uint32_t question) const { return questions_[question]; }
  [[nodiscard]] const Lookup& lookup(std::uint32_t lookup) const { return lookups_[lookup]; }

 private:
  void make(std::uint32_t index);
  std::uint32_t lookup_of(program::ExpressionId id, bool or_zero);
  const program::Word* column(std::uint32_t table, std::uint32_t column);

  const program::Program& program_;
  std::vector<Question> questions_;
  std::vector<Lookup> lookups_;
  std::vector<Quick> folds_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<program::Word>> columns_;  // empty: not of constants
  bool has_worked_ = false;
};

}  // namespace spoils::roll
