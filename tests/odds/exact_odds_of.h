// tests/odds/exact_odds_of.h
//
// The exact odds of field `x` of rule `r` of a small pack, as fractions, compared with rolls.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "compiled.h"
#include "spoils/odds.h"
#include "spoils/verify.h"

namespace spoils {

using OddsOfValues = std::map<std::string, boost::multiprecision::cpp_rational>;

/// `paths`: that may be taken. Expects an exact answer that rolls agree with.
inline OddsOfValues exact_odds_of(const std::string& declarations, std::uint64_t paths) {
  const auto pack = compiled(declarations);
  Marginal question;
  question.rule = "r";
  question.by = {"x"};
  question.fractions = true;
  question.max_paths = paths;
  const auto table = exact_odds(pack, question);
  EXPECT_TRUE(table) << table.error().text();
  if (!table) { return {}; }
  EXPECT_TRUE(table->exact);
  if (!table->exact) { return {}; }
  const auto rolled = verify_odds(pack, question, *table);
  EXPECT_TRUE(rolled && rolled->agrees());
  OddsOfValues out;
  for (const auto& row : table->rows) {
    out[to_text(row.values[0])] = boost::multiprecision::cpp_rational(row.fraction->text());
  }
  return out;
}

}  // namespace spoils
