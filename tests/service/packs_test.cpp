// The language service on the packs that ship. Oracles: every place that the index takes for a name has that word; the
// odds of rows are those of exact_odds(); no name that is used is without a declaration, but for those of the language.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "spoils/odds.h"
#include "spoils/service.h"

namespace spoils::service_packs_test {

std::string read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

const std::string kRogue = std::string(SPOILS_PACKS_DIR) + "/rogue/rogue.loot";

TEST(ShippedPack, RowsHaveTheOddsOfTheirTables) {
  const auto text = read(kRogue);
  LanguageService service;
  service.set_text(kRogue, text);
  ASSERT_TRUE(service.refresh(kRogue));
  std::map<std::string, std::map<std::string, std::string>> found;  // by table and outcome
  for (const auto& inlay : service.inlays(kRogue, {0, text.size()})) {
    const auto tick = inlay.tooltip.find('`');
    if (tick == std::string::npos) { continue; }
    const auto table = inlay.tooltip.substr(tick + 1, inlay.tooltip.find('`', tick + 1) - tick - 1);
    // The outcome is the name of the row that the inlay follows.
    const auto line = text.rfind('\n', inlay.offset - 1) + 1;
    found[table][text.substr(line, inlay.offset - line)] = inlay.tooltip.substr(0, inlay.tooltip.find(' '));
  }
  const auto pack = Pack::load(std::string(SPOILS_PACKS_DIR) + "/rogue").pack;
  ASSERT_TRUE(pack);
  Draw question;
  question.from = "potion";
  question.fractions = true;
  const auto odds = exact_odds(*pack, question);
  ASSERT_TRUE(odds.ok());
  ASSERT_FALSE(found["potion"].empty());
  EXPECT_EQ(found["potion"].size(), odds->rows.size());
  for (const auto& row : odds->rows) {
    const auto name = to_text(row.values[0]);
    const auto fraction = row.fraction->text();
    bool is_there = false;
    for (const auto& [line, share] : found["potion"]) {
      if (line.find(" " + name + " ") == std::string::npos && !line.ends_with(" " + name)) { continue; }
      EXPECT_EQ(share, fraction) << name;
      is_there = true;
    }
    EXPECT_TRUE(is_there) << name;
  }
}

// A sample of the names of each pack is renamed: each rename is either made, and the pack then is the same but for
// that word (rename() compiles it), or refused with a reason. Names that are declared in the file itself and are no
// symbols are never refused. SPOILS_SERVICE_RENAMES sets how many are tried.
TEST(ShippedPack, NamesCanBeRenamed) {
  const auto* wanted = std::getenv("SPOILS_SERVICE_RENAMES");
  const auto most = wanted != nullptr ? std::strtoul(wanted, nullptr, 10) : 12UL;
  const auto text = read(kRogue);
  LanguageService service;
  service.set_text(kRogue, text);
  ASSERT_TRUE(service.refresh(kRogue));
  std::vector<TextToken> names;
  for (const auto& token : service.tokens(kRogue)) {
    const bool is_symbol = token.word == WordKind::Symbol || token.word == WordKind::Pack;
    if (token.is_declaration && !is_symbol) { names.push_back(token); }
  }
  ASSERT_GT(names.size(), 20U);
  const auto step = std::max<std::size_t>(1, names.size() / most);
  for (std::size_t i = 0; i < names.size(); i += step) {
    const auto word = text.substr(names[i].range.begin, names[i].range.end - names[i].range.begin);
    const auto edits = service.rename(kRogue, names[i].range.begin, "renamed_by_test");
    EXPECT_TRUE(edits.ok()) << word << " (" << to_text(names[i].word) << "): " << edits.error();
  }
}

}  // namespace spoils::service_packs_test
