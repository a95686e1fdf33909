// tests/exact_fractions.h
//
// The odds of small packs as fractions, to be compared with those that were computed by hand.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <string>
#include <vector>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {

using Fraction = boost::multiprecision::cpp_rational;
using FractionOdds = std::map<std::string, Fraction>;  // by the text of a value

/// Returns the question for the odds of a field or expression in rule `r`, in fractions.
inline Marginal question_by(const std::string& by) {
  Marginal question;
  question.rule = "r";
  question.by = {by};
  question.fractions = true;
  return question;
}

/// Returns the answer. If there is none, or it is not exact, the test fails.
inline FractionOdds odds_of(const Pack& pack, const std::string& by) {
  const auto table = exact_odds(pack, question_by(by));
  EXPECT_TRUE(table) << table.error().text();
  if (!table) { return {}; }
  EXPECT_TRUE(table->exact);
  FractionOdds out;
  for (const auto& row : table->rows) { out[to_text(row.values[0])] = Fraction(row.fraction->text()); }
  return out;
}

/// Returns the fractions of a table by the texts of each row, with this between them.
inline std::map<std::string, std::string> fractions_of(const OddsTable& table, const std::string& between) {
  std::map<std::string, std::string> out;
  for (const auto& row : table.rows) {
    std::string values;
    for (const auto& value : to_texts(row.values)) { values += (values.empty() ? "" : between) + value; }
    out[values] = row.fraction->text();
  }
  return out;
}

/// A small pack, a question to its rule `r`, and the odds by hand.
struct HandRow {
  std::string name;
  std::string source;
  std::string by;
  FractionOdds odds;
};

inline void PrintTo(const HandRow& row, std::ostream* out) { *out << row.name; }

/// Compares odds in fractions with those by hand, and rolls with the odds.
inline void expect_by_hand(const HandRow& row) {
  const auto pack = compiled(row.source);
  EXPECT_EQ(odds_of(pack, row.by), row.odds);
  const auto question = question_by(row.by);
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table) << table.error().text();
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

/// The same of several columns: the values of a row with blanks between, by their fraction.
struct HandTable {
  std::string name;
  std::string source;
  std::vector<std::string> by;
  std::map<std::string, std::string> expected;
};

inline void PrintTo(const HandTable& row, std::ostream* out) { *out << row.name; }

inline void expect_by_hand(const HandTable& row, const std::string& before = "") {
  const auto pack = compiled(before + row.source);
  Marginal question;
  question.rule = "r";
  question.by = row.by;
  question.fractions = true;
  const auto exact = exact_odds(pack, question);
  ASSERT_TRUE(exact) << exact.error().text();
  EXPECT_EQ(fractions_of(*exact, " "), row.expected);
  question.fractions = false;
  const auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  const auto rolled = verify_odds(pack, question, *table);
  ASSERT_TRUE(rolled);
  EXPECT_EQ(rolled->rolls, 4096U) << rolled->uncompared;
  EXPECT_TRUE(rolled->agrees()) << rolled->discrepancies.front().what;
}

}  // namespace spoils
