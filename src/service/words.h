// service/words.h
//
// The words of the language that are not reserved, by the places where they mean something: for completion, and for the
// colours of words. The reserved ones are in lang/tokens.def. tests/service/words_test.cpp compares the lists with the
// grammar in docs/language.md.
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace spoils::service {

/// With which a declaration may begin beside lang::kDeclarationWords.
inline constexpr std::array<std::string_view, 4> kBeforeDeclarations{"abstract", "constant", "override", "world"};

/// Within declarations, statements and expressions.
inline constexpr std::array<std::string_view, 29> kInnerWords{
    "about", "across", "after",       "apply", "at",     "block", "by",  "distinct", "fewer",   "field",
    "from",  "give",   "interpolate", "is",    "keep",   "list",  "map", "max",      "nothing", "of",
    "on",    "once",   "rows",        "set",   "stream", "tags",  "to",  "try",      "weight"};

/// Functions beside the aggregates of lang/aggregates.h, with what they take.
struct FunctionWord {
  std::string_view name;
  std::string_view usage;
  std::string_view about;
};

inline constexpr std::array<FunctionWord, 14> kFunctionWords{{
    {"abs", "abs(x)", "the number without its sign"},
    {"average", "average(x)", "the mean of all values that dice and ranges in x can give"},
    {"capitalise", "capitalise(text)", "the text with its first letter in upper case"},
    {"ceil", "ceil(x)", "the least integer that is not below x"},
    {"floor", "floor(x)", "the greatest integer that is not above x"},
    {"greatest", "greatest(x)", "the greatest value that dice and ranges in x can give"},
    {"least", "least(x)", "the least value that dice and ranges in x can give"},
    {"mean", "mean(RULE: x)", "the expected value of x, in `expect`"},
    {"odds", "odds(RULE by FIELD: condition given evidence, input = value)", "a probability, in `expect`"},
    {"polynomial_hash", "polynomial_hash(text, factor)", "an integer that follows from the bytes of the text"},
    {"roll", "roll(count, sides)", "the sum of so many dice"},
    {"round", "round(x)", "the nearest integer, halves away from 0"},
    {"text", "text(x)", "the value as a text"},
    {"titled", "titled(text)", "the first letter of each word in upper case, the others in lower case"},
}};

[[nodiscard]] constexpr bool is_type_of_language(std::string_view word) {
  return word == "int" || word == "number" || word == "flag" || word == "symbol" || word == "text" ||
         word == "filter" || word == "range";
}

/// Columns that every record has.
inline constexpr std::array<std::string_view, 4> kRecordColumns{"name", "once", "rank", "tags"};

[[nodiscard]] constexpr bool is_column_of_language(std::string_view word) {
  return std::find(kRecordColumns.begin(), kRecordColumns.end(), word) != kRecordColumns.end();
}

/// Whether a question knows the word, beside the fields of a thing.
[[nodiscard]] constexpr bool is_word_of_questions(std::string_view word) {
  return word == "things" || word == "held" || word == "made_by";
}

}  // namespace spoils::service
