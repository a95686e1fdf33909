// The language service on the packs that ship. Oracles: the text at each place that the index takes for a name is that
// word; a compiled pack has a declaration for each table, rule, def, block and column that it mentions; the odds of
// rows are those of exact_odds().
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "service/workspace.h"
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

class Shipped : public testing::TestWithParam<const char*> {};

TEST_P(Shipped, NamesAreFoundAndDeclared) {
  const auto file = std::string(SPOILS_PACKS_DIR) + "/" + GetParam() + "/" + GetParam() + ".loot";
  service::Workspace workspace({{SPOILS_PACKS_DIR}, {}});
  workspace.set_text(file, read(file));
  auto& project = workspace.project(file);
  ASSERT_TRUE(workspace.refresh(project));
  const auto& index = project.names();
  std::vector<std::string> wrong;
  for (const auto& use : index.uses()) {
    const auto& name = index.names()[use.name];
    const auto text = index.files()[use.file].parsed->bytes().substr(use.begin, use.end - use.begin);
    if (text != name.word) { wrong.push_back(name.word + " is " + std::string(text)); }
  }
  EXPECT_THAT(wrong, testing::IsEmpty());
  std::vector<std::string> undeclared;
  for (const auto& name : index.names()) {
    using service::Space;
    const bool has_declaration = name.space == Space::Table || name.space == Space::Rule || name.space == Space::Def ||
                                 name.space == Space::Block || name.space == Space::Column ||
                                 name.space == Space::Variable || name.space == Space::Local;
    if (!has_declaration || name.uses.empty()) { continue; }
    if (name.space == Space::Column && name.owner.empty()) { continue; }  // of a value whose table is not known
    const bool is_declared =
        std::any_of(name.uses.begin(), name.uses.end(), [&](std::uint32_t use) { return index.uses()[use].declares; });
    if (!is_declared) { undeclared.push_back(std::string(to_text(name.kind)) + " " + name.word + " of " + name.owner); }
  }
  EXPECT_THAT(undeclared, testing::IsEmpty());
}

INSTANTIATE_TEST_SUITE_P(Packs, Shipped,
                         testing::Values("boosters", "crawl", "crawl_game", "drops", "hello", "hoard", "powder",
                                         "powder_game", "pyrel", "rogue", "rogue_game"),
                         [](const auto& pack) { return std::string(pack.param); });

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

// A sample of the names that rogue.loot declares and that are no symbols is renamed, which compiles the pack each time:
// none is refused but rules that `do` runs. SPOILS_SERVICE_RENAMES sets how many are tried.
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
    if (edits.ok()) { continue; }
    // A rule that `do` runs has the name of a symbol.
    const bool is_dispatched =
        names[i].word == WordKind::Rule && edits.error().find("`do` may meet") != std::string::npos;
    EXPECT_TRUE(is_dispatched) << word << " (" << to_text(names[i].word) << "): " << edits.error();
  }
}

}  // namespace spoils::service_packs_test
