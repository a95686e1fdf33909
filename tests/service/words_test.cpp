// The words that the language service knows are those of the grammar in docs/language.md.
#include "service/words.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include "lang/token.h"

namespace spoils::service {
namespace {

/// The words in quotes in the grammar.
std::set<std::string> words_of_grammar() {
  std::ifstream in(std::string(SPOILS_PACKS_DIR) + "/../docs/language.md");
  std::ostringstream all;
  all << in.rdbuf();
  const auto text = all.str();
  const auto begin = text.find("```ebnf");
  const auto grammar = text.substr(begin, text.find("```", begin + 7) - begin);
  std::set<std::string> out;
  const std::regex word("\"([a-z][a-z]+)\"");
  for (std::sregex_iterator i(grammar.begin(), grammar.end(), word), end; i != end; ++i) { out.insert((*i)[1]); }
  return out;
}

std::set<std::string> reserved() {
  std::set<std::string> out;
#define SPOILS_KEYWORD(name, spelling) out.insert(spelling);
#include "lang/tokens.def"
#undef SPOILS_KEYWORD
  return out;
}

TEST(Words, AreThoseOfTheGrammar) {
  auto known = reserved();
  known.insert(lang::kDeclarationWords.begin(), lang::kDeclarationWords.end());
  known.insert(kBeforeDeclarations.begin(), kBeforeDeclarations.end());
  known.insert(kInnerWords.begin(), kInnerWords.end());
  const auto grammar = words_of_grammar();
  ASSERT_GT(grammar.size(), 60U);
  for (const auto& word : grammar) { EXPECT_EQ(known.count(word), 1U) << "unknown: " << word; }
  for (const auto& word : known) { EXPECT_EQ(grammar.count(word), 1U) << "not in the grammar: " << word; }
}

}  // namespace
}  // namespace spoils::service
