// tests/reference/same_parts_test.cpp
//
// The law of diff/same_parts.h on random packs of the whole language: after a change of one token, a rule that is found
// the same has the same exact odds; and that of api/reuse.h: answers of the pack before, and for other values of
// inputs, are those that are computed. SPOILS_REFERENCE_PACKS sets the number of packs, as for
// random_packs_test.cpp.
#include "diff/same_parts.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cctype>
#include <cstdlib>
#include <iostream>
#include <map>
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

/// All of an answer, with each digit of its probabilities.
std::string digits_of(const Result<Answer, Error>& answer) {
  if (!answer) { return answer.error().text(); }
  const auto& table = *probabilities(*answer);
  std::string out = fmt::format("{} {:a} {:a}\n", table.exact, table.given, table.unexplored);
  for (const auto& row : table.rows) {
    for (const auto& value : row.values) {
      out += value ? fmt::format("{}'{}' ", int(value->kind), value->text) : "none ";
    }
    out += fmt::format("{:a} {:a} {:a} {}\n", row.probability, row.low, row.high,
                       row.fraction ? row.fraction->text() : "");
  }
  return out;
}

Question random_question(const Pack& pack, Dice& dice) {
  const auto& rule = pack.rules()[static_cast<std::size_t>(dice.below(static_cast<int>(pack.rules().size())))];
  OddsSettings settings;
  settings.rule = rule.name;
  for (const auto& input : pack.inputs()) {
    if (input.kind != InputInfo::Kind::Integer || dice.below(2) == 0) { continue; }
    settings.values.emplace_back(input.name, std::to_string(1 + dice.below(3)));
  }
  const bool is_exact = dice.below(2) == 0;
  if (dice.below(4) == 0) {
    Count count;
    static_cast<OddsSettings&>(count) = settings;
    count.condition = dice.below(2) == 0 ? "true" : "kind == axe";
    count.fractions = is_exact;
    return count;
  }
  Marginal out;
  static_cast<OddsSettings&>(out) = settings;
  const auto& fields = pack.fields();
  out.by.push_back(
      dice.below(8) == 0 ? "name" : fields[static_cast<std::size_t>(dice.below(static_cast<int>(fields.size())))].name);
  if (dice.below(4) == 0) { out.where = "kind == axe"; }
  out.fractions = is_exact;
  return out;
}

// Twelve questions about each pack, then the same ones about one that differs in one token.
TEST(ReusedAnswers, AreThoseThatAreComputed) {
  reference::Coverage coverage;
  int of_before = 0;
  int of_other_values = 0;
  int others = 0;
  for (std::uint64_t seed = 0; seed < packs(); ++seed) {
    Dice dice(98'000'000'009 + seed);
    reference::Generator generator(dice, coverage);
    const auto text = generator.run();
    const auto before = reference::compiled(text);
    const auto after_text = changed(text, dice);
    const auto after = reference::compiled(after_text);
    if (!before.pack || !after.pack) { continue; }
    std::vector<Question> questions;
    for (int i = 0; i < 12; ++i) { questions.push_back(random_question(*before.pack, dice)); }
    const auto check = [&](const Pack& pack, const Question& question) {
      auto anew = question;
      std::visit([](OddsSettings& settings) { settings.reuse = false; }, anew);
      ASSERT_EQ(digits_of(exact_odds(pack, question)), digits_of(exact_odds(pack, anew))) << "seed " << seed << "\n"
                                                                                          << text << "\n----\n"
                                                                                          << after_text;
    };
    const auto kept = [](const Pack& pack) { return pack.data().kept_answers().all(); };
    for (const auto& question : questions) { ASSERT_NO_FATAL_FAILURE(check(*before.pack, question)); }
    std::map<const api::SweptAnswers*, int> shared;
    for (const auto& one : kept(*before.pack)) { of_other_values += shared[one.answers.get()]++ > 0 ? 1 : 0; }
    reuse_answers(*after.pack, *before.pack);
    for (const auto& question : questions) { ASSERT_NO_FATAL_FAILURE(check(*after.pack, question)); }
    for (const auto& one : kept(*after.pack)) { ++(shared.count(one.answers.get()) != 0 ? of_before : others); }
  }
  std::cout << of_before << " answers of the pack before, " << of_other_values << " for other values of inputs, "
            << others << " computed\n";
  EXPECT_GT(of_before, 0);
  EXPECT_GT(of_other_values, 0);
  EXPECT_GT(others, 0);
}

}  // namespace reference_same_parts_test
}  // namespace spoils
