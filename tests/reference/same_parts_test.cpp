// tests/reference/same_parts_test.cpp
//
// The law of diff/same_parts.h on random packs of the whole language: after a change of one token, a rule that is found
// the same has the same exact odds. SPOILS_REFERENCE_PACKS sets the number of packs, as for random_packs_test.cpp.
#include "diff/same_parts.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <iostream>
#include <string>
#include <vector>

#include "affordable.h"
#include "api/pack_data.h"
#include "reference/compare.h"
#include "reference/coverage.h"
#include "reference/generate_pack.h"
#include "spoils/odds.h"

namespace spoils {
namespace reference_same_parts_test {

std::uint64_t packs() {
  const auto* given = std::getenv("SPOILS_REFERENCE_PACKS");
  return given != nullptr ? std::strtoull(given, nullptr, 10) / 50 : affordable(1'000);
}

struct Token {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Words and numbers of a text, whatever they mean.
std::vector<Token> tokens_of(const std::string& text) {
  std::vector<Token> out;
  const auto is_part = [&](std::size_t i) {
    return std::isalnum(static_cast<unsigned char>(text[i])) != 0 || text[i] == '_';
  };
  for (std::size_t i = 0; i < text.size();) {
    if (!is_part(i)) {
      ++i;
      continue;
    }
    const auto begin = i;
    while (i < text.size() && is_part(i)) { ++i; }
    out.push_back({begin, i});
  }
  return out;
}

/// Changes a number by one, or puts the word of another place there.
std::string changed(const std::string& text, Dice& dice) {
  const auto tokens = tokens_of(text);
  const auto& at = tokens[static_cast<std::size_t>(dice.below(static_cast<int>(tokens.size())))];
  const auto old = text.substr(at.begin, at.end - at.begin);
  std::string put;
  if (std::isdigit(static_cast<unsigned char>(old[0])) != 0 &&
      old.find_first_not_of("0123456789") == std::string::npos) {
    put = std::to_string(std::strtoull(old.c_str(), nullptr, 10) + 1);
  } else {
    const auto& from = tokens[static_cast<std::size_t>(dice.below(static_cast<int>(tokens.size())))];
    put = text.substr(from.begin, from.end - from.begin);
  }
  return text.substr(0, at.begin) + put + text.substr(at.end);
}

/// The answers to a question about each of these fields of a rule and about its things, as text.
std::string odds_of(const Pack& pack, const std::string& rule, const std::vector<std::string>& fields) {
  std::string out;
  const auto add = [&](const Question& question) {
    const auto answer = exact_odds(pack, question);
    if (!answer) {
      out += "refused\n";
      return;
    }
    for (const auto& row : probabilities(*answer)->rows) {
      for (const auto& text : to_texts(row.values)) { out += text + " "; }
      out += row.fraction ? row.fraction->numerator + "/" + row.fraction->denominator : std::to_string(row.probability);
      out += '\n';
    }
  };
  for (const auto& field : fields) {
    Marginal question;
    question.rule = rule;
    question.by = {field};
    question.fractions = true;
    question.estimate_rolls = 0;
    add(question);
  }
  Count things;
  things.rule = rule;
  things.fractions = true;
  things.estimate_rolls = 0;
  add(things);
  return out;
}

TEST(SameParts, HaveTheSameOdds) {
  reference::Coverage coverage;
  int same = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < packs(); ++seed) {
    Dice dice(99'000'000'007 + seed);
    reference::Generator generator(dice, coverage);
    const auto text = generator.run();
    const auto before = reference::compiled(text);
    const auto after_text = changed(text, dice);
    const auto after = reference::compiled(after_text);
    if (!before.pack || !after.pack) { continue; }
    const auto& one = before.pack->data().program;
    const auto& other = after.pack->data().program;
    std::vector<std::string> fields;
    for (const auto& field : before.pack->fields()) {
      if (other.find_field(field.name)) { fields.push_back(field.name); }
    }
    diff::SameParts parts(one, other);
    for (const auto& rule : before.pack->rules()) {
      const auto there = other.find_rule(rule.name);
      if (!there) { continue; }
      if (!parts.rules(*one.find_rule(rule.name), *there)) {
        ++others;
        continue;
      }
      ++same;
      ASSERT_EQ(odds_of(*before.pack, rule.name, fields), odds_of(*after.pack, rule.name, fields))
          << "seed " << seed << ", rule " << rule.name << "\n"
          << text << "\n----\n"
          << after_text;
    }
  }
  std::cout << same << " rules are the same, " << others << " are not\n";
  EXPECT_GT(same, 0);
  EXPECT_GT(others, 0);
}

}  // namespace reference_same_parts_test
}  // namespace spoils
