// The language service on small packs that are held in memory; the answers are computed by hand.
#include "spoils/service.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/odds.h"

namespace spoils::service_test {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

const std::string kFile = "/packs/cellar.loot";

/// A disk that is a map.
ServiceOptions options_of(std::map<std::string, std::string> files) {
  ServiceOptions options;
  options.read = [files = std::move(files)](const std::string& path) -> Result<std::vector<PackFile>, std::string> {
    std::vector<PackFile> out;
    for (const auto& [name, text] : files) {
      const bool is_in = name.starts_with(path + "/") && name.find('/', path.size() + 1) == std::string::npos;
      if (name == path || is_in) { out.push_back({name, text}); }
    }
    return out;
  };
  return options;
}

/// A service with one text, in which `@` marks a place.
struct Opened {
  explicit Opened(std::string text, std::map<std::string, std::string> disk = {})
      : service(options_of(std::move(disk))) {
    if (const auto found = text.find('@'); found != std::string::npos) {
      at = found;
      text.erase(found, 1);
    }
    bytes = text;
    service.set_text(kFile, std::move(text));
    is_sound = service.refresh(kFile);
  }

  [[nodiscard]] std::string text(ByteRange range) const { return bytes.substr(range.begin, range.end - range.begin); }
  [[nodiscard]] std::vector<std::string> offered() const {
    std::vector<std::string> out;
    for (const auto& word : service.completions(kFile, at).words) { out.push_back(word.word); }
    return out;
  }
  [[nodiscard]] std::string hover() const {
    const auto found = service.hover(kFile, at);
    return found ? found->text : std::string();
  }
  /// "begin:text" of places.
  [[nodiscard]] std::vector<std::size_t> offsets(const std::vector<FileRange>& places) const {
    std::vector<std::size_t> out;
    for (const auto& place : places) { out.push_back(place.range.begin); }
    return out;
  }
  /// Returns the offset of the n-th occurrence of a word.
  [[nodiscard]] std::size_t find(std::string_view word, int n = 0) const {
    auto found = bytes.find(word);
    for (; n > 0; --n) { found = bytes.find(word, found + 1); }
    return found;
  }

  LanguageService service;
  std::string bytes;
  std::size_t at = 0;
  bool is_sound = false;
};

const std::string kCellar =
    "pack cellar \"The cellar\" 1.0\n"
    "\n"
    "## How deep.\n"
    "input depth: 1..9 = 1\n"
    "\n"
    "rule find {\n"
    "  kind = pick find\n"
    "  if kind == bottle { quantity = d4 }\n"
    "}\n"
    "\n"
    "table find {\n"
    "  50           rat\n"
    "  30           bottle\n"
    "  (10 * depth) ghost\n"
    "}\n"
    "\n"
    "display find \"& {kind}~\"\n";

// ---- Findings

TEST(Findings, ArePlacedWithTheirEdits) {
  const Opened opened("pack cellar\nrule find { kind = pick fnd }\ntable find { rat, bat }\n");
  EXPECT_FALSE(opened.is_sound);
  const auto files = opened.service.findings(kFile);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_EQ(files[0].file, kFile);
  ASSERT_EQ(files[0].findings.size(), 1U);
  const auto& finding = files[0].findings[0].finding;
  EXPECT_EQ(opened.text({finding.span.begin, finding.span.end}), "fnd");
  ASSERT_TRUE(finding.edit);
  EXPECT_EQ(finding.edit->replacement, "find");
  EXPECT_EQ(files[0].findings[0].edit_file, kFile);
}

TEST(Findings, ASoundPackHasAnEntryWithoutFindings) {
  const Opened opened(kCellar);
  EXPECT_TRUE(opened.is_sound);
  const auto files = opened.service.findings(kFile);
  ASSERT_EQ(files.size(), 1U);
  EXPECT_THAT(files[0].findings, IsEmpty());
}

TEST(Findings, OfAnotherFileOfThePackAreThere) {
  const Opened opened("pack cellar\nrule find { kind = pick find }\n",
                      {{"/packs/cellar.loot", ""}, {"/packs/rows.loot", "table find { -1 rat; 2 bat }\n"}});
  EXPECT_EQ(opened.service.pack_of(kFile), "/packs");
  const auto files = opened.service.findings(kFile);
  ASSERT_EQ(files.size(), 2U);
  EXPECT_EQ(files[1].file, "/packs/rows.loot");
  ASSERT_EQ(files[1].findings.size(), 1U);
  EXPECT_EQ(files[1].findings[0].finding.code, "E0503");
}

// ---- Which files make a pack

TEST(Packs, TwoPackLinesInAFolderAreTwoPacks) {
  const Opened opened("pack cellar\nrule find { kind = rat }\n", {{"/packs/other.loot", "pack other\n"}});
  EXPECT_EQ(opened.service.pack_of(kFile), kFile);
  EXPECT_TRUE(opened.is_sound);
}

TEST(Packs, TheTextOfTheEditorCountsInUsedPacks) {
  Opened opened("pack cellar\nuse base\nrule find { kind = pick beast }\n",
                {{"/packs/base.loot", "pack base\ntable beest { rat, bat }\n"}});
  EXPECT_FALSE(opened.is_sound);
  opened.service.set_text("/packs/base.loot", "pack base\ntable beast { rat, bat }\n");
  EXPECT_TRUE(opened.service.is_stale(kFile) || opened.service.refresh(kFile));
  opened.service.disk_changed();
  EXPECT_TRUE(opened.service.refresh(kFile));
}

TEST(Packs, ATextOnNoDiskIsAPackByItself) {
  LanguageService service(options_of({}));
  service.set_text("untitled:1", "pack cellar\nrule find { kind = pick { 3 rat, 1 bat } }\n");
  EXPECT_TRUE(service.refresh("untitled:1"));
  EXPECT_EQ(service.outline("untitled:1").size(), 2U);
}

TEST(Packs, AnUnknownFileHasNoAnswers) {
  LanguageService service(options_of({}));
  EXPECT_FALSE(service.refresh("/packs/none.loot"));
  EXPECT_THAT(service.tokens("/packs/none.loot"), IsEmpty());
  EXPECT_FALSE(service.hover("/packs/none.loot", 7));
  EXPECT_THAT(service.completions("/packs/none.loot", 7).words, IsEmpty());
  EXPECT_FALSE(service.rename("/packs/none.loot", 7, "x").ok());
  EXPECT_FALSE(service.format("/packs/none.loot").ok());
}

// ---- Hover

struct HoverRow {
  const char* name;
  const char* text;
  std::vector<const char*> parts;
};

class Hovers : public testing::TestWithParam<HoverRow> {};

TEST_P(Hovers, SayWhatIsKnown) {
  const Opened opened(std::string("pack cellar\n") + GetParam().text);
  ASSERT_TRUE(opened.is_sound);
  const auto text = opened.hover();
  for (const auto* part : GetParam().parts) { EXPECT_THAT(text, HasSubstr(part)); }
}

INSTANTIATE_TEST_SUITE_P(
    Words, Hovers,
    testing::Values(
        HoverRow{"Input",
                 "## How deep.\ninput depth: 1..9 = 1\nrule find { worth = 2 * de@pth }\n",
                 {"input depth: 1..9 = 1", "input, 1..9", "How deep\\."}},
        HoverRow{"Field",
                 "field size: {small, big}\nrule find { si@ze = small }\n",
                 {"field, a symbol", "one of `small`, `big`"}},
        HoverRow{"Row", "rule find { kind = pick find }\ntable find { 50 r@at; 30 bat; 20 cat }\n", {"**50%** (1/2)"}},
        HoverRow{"RowAtAnInput",
                 "input depth: 1..9 = 2\nrule find { kind = pick find }\ntable find { 6 rat; (depth) b@at }\n",
                 {"**25%** (1/4) of `find` at depth 2"}},
        HoverRow{"Def", "def twice(n) = 2 * n\nrule find { worth = tw@ice(3) }\n", {"def twice(n) = 2 * n"}},
        HoverRow{"Table",
                 "rule find { kind = pick fi@nd }\n## Finds.\ntable find { rat, bat }\n",
                 {"table find", "of 2 rows", "Finds\\."}},
        HoverRow{"Column",
                 "rule find { kind = pick find; worth = find[kind].wor@th }\ntable find: worth { rat 3; bat 4 }\n",
                 {"column of find, an integer"}},
        HoverRow{"Function", "rule find { worth = flo@or(7 / 2) }\n", {"floor(x)"}},
        HoverRow{"Parameter", "rule find { part(3) }\nrule part(n: 1..4) { worth = @n }\n", {"n: 1..4", "parameter"}}),
    [](const auto& row) { return row.param.name; });

TEST(Hover, TextsOfThePackAreEscaped) {
  const Opened opened("pack cellar\n## <b>[x](y)</b>\ninput dep@th: 1..9 = 1\n");
  EXPECT_THAT(opened.hover(), AllOf(HasSubstr("\\<b\\>\\[x\\]\\(y\\)"), Not(HasSubstr("<b>"))));
}

// ---- Definitions and references

struct PlacesRow {
  const char* name;
  const char* text;            // `@` at the word
  const char* word;            // whose occurrences they are
  std::vector<int> declared;   // by number
  std::vector<int> mentioned;  // likewise, without those
};

class Places : public testing::TestWithParam<PlacesRow> {};

TEST_P(Places, OfAWord) {
  const auto& row = GetParam();
  const Opened opened(std::string("pack cellar\n") + row.text);
  std::vector<std::size_t> declared;
  std::vector<std::size_t> mentioned;
  for (const auto n : row.declared) { declared.push_back(opened.find(row.word, n)); }
  for (const auto n : row.mentioned) { mentioned.push_back(opened.find(row.word, n)); }
  EXPECT_EQ(opened.offsets(opened.service.definitions(kFile, opened.at)), declared);
  EXPECT_EQ(opened.offsets(opened.service.references(kFile, opened.at, false)), mentioned);
}

INSTANTIATE_TEST_SUITE_P(
    Names, Places,
    testing::Values(
        PlacesRow{"Table", "rule item { item = pick it@em }\ntable item { item, bat }\n", "item", {3}, {2}},
        PlacesRow{"Rule", "rule floor { drop it@em; item() }\nrule item { kind = item }\n", "item", {2}, {0, 1}},
        PlacesRow{"Field", "rule a { worth = 3 }\nrule b { wor@th = worth + 1 }\n", "worth", {0, 1}, {2}},
        PlacesRow{"LetBeforeField", "rule a { let coin = 3; m = coi@n }\nrule b { coin = 1 }\n", "coin", {0}, {1}},
        PlacesRow{"LoopVariable", "rule a { for x in [1, 2] { n += @x } }\n", "x", {0}, {1}},
        PlacesRow{"RowName", "rule a { n = pick q in t where q@ != b }\ntable t { a, b }\n", "q", {0}, {1}},
        PlacesRow{"Column",
                  "rule a { n = t[a].co@st }\ntable t: cost { a 1; b 2 }\ntable s: cost { c 1; d 1 }\n",
                  "cost",
                  {1},
                  {0}},
        PlacesRow{"SymbolOfATable",
                  "rule a { kind = pick t; good = kind == fi@re }\ntable t { fire, ice }\n",
                  "fire",
                  {1},
                  {0}},
        PlacesRow{"InAHole", "rule a { worth = 3 }\ndisplay a \"it costs {wor@th}\"\n", "worth", {0}, {1}},
        PlacesRow{"Argument", "rule a { drop b(lev@el = 3) }\nrule b(level) { n = level }\n", "level", {1}, {0, 2}},
        PlacesRow{"RecordField",
                  "collection w { cost: int = 1 }\nw knife { co@st = 4 }\nrule a { let k = pick w; n = k.cost }\n",
                  "cost",
                  {0},
                  {1, 2}},
        PlacesRow{"Parent",
                  "collection w { }\nabstract w blade { }\nw knife : bla@de\nrule a { kind = pick w }\n",
                  "blade",
                  {0},
                  {1}}),
    [](const auto& row) { return row.param.name; });

TEST(Definitions, InAUsedPackAreInItsFile) {
  const Opened opened("pack cellar\nuse base\nrule find { kind = pick be@ast }\n",
                      {{"/packs/base.loot", "pack base\ntable beast { rat, bat }\n"}});
  EXPECT_THAT(opened.service.definitions(kFile, opened.at), ElementsAre(FileRange{"/packs/base.loot", {16, 21}}));
}

// ---- Rename

TEST(Rename, ChangesAllPlacesAndNothingElse) {
  const Opened opened("pack cellar\nrule item { kind = pick it@em }\ntable item { item, bat }\n");
  const auto edits = opened.service.rename(kFile, opened.at, "stuff");
  ASSERT_TRUE(edits.ok()) << edits.error();
  std::vector<std::size_t> places;
  for (const auto& edit : *edits) { places.push_back(edit.place.range.begin); }
  EXPECT_THAT(places, ElementsAre(opened.find("item", 1), opened.find("item", 2)));
}

struct RefusedRow {
  const char* name;
  const char* text;
  const char* renamed;
  const char* reason;
};

class Refused : public testing::TestWithParam<RefusedRow> {};

TEST_P(Refused, WithAReason) {
  const Opened opened(std::string("pack cellar\n") + GetParam().text);
  const auto edits = opened.service.rename(kFile, opened.at, GetParam().renamed);
  ASSERT_FALSE(edits.ok());
  EXPECT_THAT(edits.error(), HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    Reasons, Refused,
    testing::Values(RefusedRow{"Keyword", "rule a { wor@th = 3 }\n", "pick", "is no name"},
                    RefusedRow{"TwoWords", "rule a { wor@th = 3 }\n", "a b", "is no name"},
                    RefusedRow{"Taken", "rule a { wor@th = 3; cost = 4 }\n", "cost", "is taken"},
                    RefusedRow{"Errors", "rule a { wor@th = 3 + \"x\" }\n", "cost", "has errors"},
                    RefusedRow{"OfTheLanguage", "rule a { worth = flo@or(3) }\n", "cost", "no name here"},
                    // As a field, `fire` would catch the symbol of that name.
                    RefusedRow{"OtherMeaning", "rule a { kind = fire; wor@th = 3 }\n", "fire", "something else"}),
    [](const auto& row) { return row.param.name; });

TEST(Rename, OfAUsedPackIsRefused) {
  const Opened opened("pack cellar\nuse base\nrule find { kind = pick be@ast }\n",
                      {{"/packs/base.loot", "pack base\ntable beast { rat, bat }\n"}});
  const auto edits = opened.service.rename(kFile, opened.at, "animal");
  ASSERT_FALSE(edits.ok());
  EXPECT_THAT(edits.error(), HasSubstr("used pack"));
}

// ---- Completion

struct OfferedRow {
  const char* name;
  const char* text;
  std::vector<const char*> offered;
  std::vector<const char*> not_offered;
};

class Offers : public testing::TestWithParam<OfferedRow> {};

TEST_P(Offers, WhatMayFollow) {
  const Opened opened(std::string("pack cellar\ninput depth: 1..9 = 1\n") + GetParam().text);
  const auto words = opened.offered();
  for (const auto* word : GetParam().offered) { EXPECT_THAT(words, Contains(word)); }
  for (const auto* word : GetParam().not_offered) { EXPECT_THAT(words, Not(Contains(word))); }
}

INSTANTIATE_TEST_SUITE_P(
    Places, Offers,
    testing::Values(
        OfferedRow{"Declaration", "table t { a, b }\n@", {"rule", "table", "override"}, {"depth", "repeat"}},
        OfferedRow{"Prefix", "ru@", {"rule"}, {"table"}},
        OfferedRow{"Statement", "rule a {\n  @\n}\nrule b { }\n", {"repeat", "b", "let"}, {"collection"}},
        OfferedRow{"Table", "rule a { kind = pick @ }\ntable treasure { a, b }\n", {"treasure"}, {"repeat", "rule"}},
        OfferedRow{"Rule", "rule a { drop @ }\nrule hoard { }\n", {"hoard", "do"}, {"depth"}},
        OfferedRow{"Value", "rule a { worth = @ }\n", {"depth", "floor", "chance"}, {"rule", "repeat"}},
        OfferedRow{"Local", "rule a { let coins = 3\n worth = co@ }\n", {"coins"}, {"depth"}},
        OfferedRow{
            "NoLocalOfAnotherRule", "rule b { let coins = 3; n = coins }\nrule a { worth = c@ }\n", {}, {"coins"}},
        OfferedRow{"Column",
                   "rule a { n = t[x].@ }\ntable t: cost { x 1; y 2 }\ntable s: mass { z 1; u 2 }\n",
                   {"cost"},
                   {"mass"}},
        OfferedRow{"Type", "input size: @\n", {"int", "flag", "list"}, {"depth"}},
        OfferedRow{"Input", "rule a { with @ }\n", {"depth", "stream"}, {"floor"}},
        OfferedRow{"RecordField",
                   "collection weapon { cost: int = 1; block wield }\nweapon knife {\n  @\n}\n",
                   {"cost", "wield", "once"},
                   {"depth"}},
        OfferedRow{"NothingInAComment", "rule a { } # a @\n", {}, {"rule", "depth"}},
        OfferedRow{"NothingInAText", "rule a { name = \"a @\" }\n", {}, {"depth"}},
        OfferedRow{"Hole", "rule a { name = \"a {d@}\" }\n", {"depth"}, {"rule"}},
        OfferedRow{"WithoutABrace", "rule a { worth = 3\nrule b {\n  worth = d@\n}\n", {"depth"}, {}}),
    [](const auto& row) { return row.param.name; });

TEST(Completion, AfterAMemberOfAListIsAColumnOfItsCollection) {
  const std::string head =
      "pack cellar\ncollection card { suit: symbol }\ncard ace { suit = red }\ntable s: mass { z 1; u 2 }\n"
      "field hand: list of card\nrule a { hand = [ace]; kind = hand[1].";
  Opened opened(head + "suit }\n");
  opened.service.set_text(kFile, head + " }\n");
  opened.at = head.size();
  const auto words = opened.offered();
  EXPECT_THAT(words, Contains("suit"));
  EXPECT_THAT(words, Not(Contains("mass")));
}

// ---- Tokens, outline, folds, layout

TEST(Tokens, NamesHaveTheirMeaning) {
  const Opened opened(kCellar);
  std::map<std::size_t, TextToken> tokens;
  std::size_t end = 0;
  for (const auto& token : opened.service.tokens(kFile)) {
    EXPECT_GE(token.range.begin, end);  // ascending, without overlap
    EXPECT_LT(token.range.begin, token.range.end);
    end = token.range.end;
    tokens[token.range.begin] = token;
  }
  const auto kind = [&](std::string_view word, int n) { return tokens[opened.find(word, n)].word; };
  EXPECT_EQ(kind("input", 0), WordKind::Keyword);
  EXPECT_EQ(kind("depth", 0), WordKind::Input);
  EXPECT_EQ(kind("depth", 1), WordKind::Input);
  EXPECT_EQ(kind("find", 0), WordKind::Rule);
  EXPECT_EQ(kind("find", 1), WordKind::Table);
  EXPECT_EQ(kind("kind", 0), WordKind::Field);
  EXPECT_EQ(kind("bottle", 0), WordKind::Symbol);
  EXPECT_EQ(kind("kind", 2), WordKind::Field);  // in the hole of the display
  EXPECT_EQ(tokens[opened.find("## How")].kind, TokenClass::Documentation);
  EXPECT_EQ(tokens[opened.find("d4")].kind, TokenClass::Dice);
  EXPECT_TRUE(tokens[opened.find("rat")].is_declaration);
}

TEST(Outline, ListsDeclarations) {
  const Opened opened(kCellar);
  std::vector<std::string> names;
  for (const auto& entry : opened.service.outline(kFile)) {
    names.push_back(std::string(to_text(entry.kind)) + " " + entry.name + " " + entry.detail);
    EXPECT_LE(entry.range.begin, entry.name_range.begin);
    EXPECT_GE(entry.range.end, entry.name_range.end);
  }
  EXPECT_THAT(names, ElementsAre("pack cellar The cellar", "input depth 1..9", "rule find ", "table find 3 rows",
                                 "rule find display"));
}

TEST(Folds, AreBlocksAndComments) {
  const Opened opened("pack cellar\n# a\n# b\nrule find {\n  if true {\n    n = 1\n  }\n}\n# c\n");
  std::vector<std::string> folds;
  for (const auto& fold : opened.service.folds(kFile)) {
    folds.push_back((fold.is_comment ? "#" : "") + std::to_string(fold.range.begin));
  }
  EXPECT_THAT(folds, ElementsAre("#" + std::to_string(opened.find("# a")), std::to_string(opened.find("{")),
                                 std::to_string(opened.find("{", 1))));
}

TEST(Layout, ChangesTheLinesThatDiffer) {
  const Opened opened("pack cellar\n\nrule a { n = 1 }\nrule   b {  n = 2 }\nrule c { n = 3 }\n");
  const auto edit = opened.service.format(kFile);
  ASSERT_TRUE(edit.ok() && *edit);
  EXPECT_EQ(opened.text((*edit)->place.range), "rule   b {  n = 2 }\n");
  EXPECT_EQ((*edit)->replacement, "rule b { n = 2 }\n");
  EXPECT_FALSE(Opened("pack cellar\nrule a {\n").service.format(kFile).ok());
}

// ---- Odds of rows

std::vector<std::string> inlays(const Opened& opened) {
  std::vector<std::string> out;
  for (const auto& inlay : opened.service.inlays(kFile, {0, opened.bytes.size()})) {
    out.push_back(inlay.text + " " + inlay.tooltip);
  }
  return out;
}

TEST(Inlays, AreSharesAtTheInputs) {
  Opened opened(kCellar);
  // The sum of the weights at depth 1 is 50 + 30 + 10.
  EXPECT_THAT(inlays(opened), ElementsAre("55.56% 5/9 of `find` at depth 1", "33.33% 1/3 of `find` at depth 1",
                                          "11.11% 1/9 of `find` at depth 1"));
  opened.service.set_inputs({{"depth", "2"}, {"luck", "3"}});
  EXPECT_THAT(inlays(opened), ElementsAre("50% 1/2 of `find` at depth 2", "30% 3/10 of `find` at depth 2",
                                          "20% 1/5 of `find` at depth 2"));
  opened.service.set_inputs({{"depth", "99"}});  // outside of its range: passed over
  EXPECT_THAT(inlays(opened), Contains("55.56% 5/9 of `find` at depth 1"));
}

TEST(Inlays, RowsThatLeaveHaveNoChance) {
  const Opened opened(
      "pack cellar\ninput depth: 1..9 = 1\nrule a { kind = pick t }\n"
      "table t { 3 a; 1 b if depth > 2; 1 c if depth > 2 else d }\n");
  EXPECT_THAT(inlays(opened), ElementsAre("75% 3/4 of `t` at depth 1", "0% 0/1 of `t` at depth 1",
                                          "0%, else 25% 0/1, else 1/4 of `t` at depth 1"));
}

// By hand: of two parts each row has one; the condition of the second fails up to depth 3.
TEST(Inlays, RowsWithElseHaveTheSharesOfTheirOutcomes) {
  Opened opened("pack x \"X\" 1.0\ninput depth: 1..9 = 1\nrule r { b = pick { 1 x; @1 y if depth > 3 else x } }\n");
  EXPECT_THAT(inlays(opened), ElementsAre("50% 1/2", "0%, else 50% 0/1, else 1/2 at depth 1"));
  EXPECT_THAT(opened.hover(), HasSubstr("**0%** (0/1), else **50%** (1/2) at depth 1"));
  opened.service.set_inputs({{"depth", "4"}});
  EXPECT_THAT(inlays(opened), ElementsAre("50% 1/2", "50%, else 0% 1/2, else 0/1 at depth 4"));
  // 1/2 * (1 - 1/5 * 1/3) = 7/15; the chance of a condition with an input
  Opened chances(
      "pack x \"X\" 1.0\ninput p: 0..9 = 2\nrule r { b = pick { 1 x; 1 y if not (chance (10 * p)% and chance "
      "1/3) else x } }\n");
  EXPECT_THAT(inlays(chances), ElementsAre("50% 1/2", "46.67%, else 3.333% 7/15, else 1/30 at p 2"));
  Opened either("pack x \"X\" 1.0\ninput p: 0..9 = 2\nrule r { n = d6; b = pick { 1 x; @1 y if n > p else x } }\n");
  EXPECT_THAT(inlays(either), ElementsAre("50% 1/2", "50% either 1/2 at p 2: of either outcome, a roll decides which"));
  EXPECT_THAT(either.hover(), HasSubstr("**50%** (1/2) for either outcome of the row at p 2"));
}

// The odds engine is the oracle: at each depth the shares of the two rows make up those of the values.
TEST(Inlays, RowsWithElseAddUpToTheOdds) {
  const std::string text =
      "pack x \"X\" 1.0\ninput depth: 1..9 = 1\nrule r { b = pick t }\ntable t {\n  10 gem if chance (10 * depth)% "
      "else "
      "rat\n  91 rat\n}\n";
  Opened opened(text);
  const auto loaded = Pack::compile(kFile, text);
  ASSERT_TRUE(loaded.pack);
  for (int depth = 1; depth <= 9; ++depth) {
    opened.service.set_inputs({{"depth", std::to_string(depth)}});
    Marginal question;
    question.by = {"b"};
    question.fractions = true;
    question.values = {{"depth", std::to_string(depth)}};
    const auto odds = exact_odds(*loaded.pack, question);
    ASSERT_TRUE(odds.ok()) << odds.error().text();
    for (const auto& row : odds->rows) {
      if (to_text(row.values[0]) != "gem") { continue; }
      const auto shown = inlays(opened);
      ASSERT_EQ(shown.size(), 2U);
      EXPECT_THAT(shown[0], HasSubstr(" " + row.fraction->text() + ", else "));
      EXPECT_THAT(shown[0], HasSubstr("at depth " + std::to_string(depth)));
    }
  }
}

TEST(Inlays, WhatDependsOnTheRollHasNone) {
  const Opened opened("pack cellar\nrule a { n = d6; kind = pick t; k = pick { 3 x, 1 y } }\ntable t { 3 a; (n) b }\n");
  ASSERT_TRUE(opened.is_sound);
  EXPECT_THAT(inlays(opened), ElementsAre("75% 3/4", "25% 1/4"));
}

// The weights of each key have a sum of 100 or 1 by hand: frost and venom share a column, so each has its weight.
TEST(Inlays, LinesOfAGridHaveTheSharesOfTheirCells) {
  const std::string rules = "pack armoury\nrule a { kind = pick {knife, club, bow}; brand = pick brand[kind] }\n";
  const Opened lines(rules +
                     "grid brand[kind] {\n         fire  frost, venom  none\n  knife    10             5    80\n"
                     "  bow       .            20    60\n  else      .             .     1\n}\n");
  ASSERT_TRUE(lines.is_sound);
  EXPECT_THAT(inlays(lines), Contains("10%, 5%, 80% 1/10, 1/20, 4/5 of `brand`"));
  EXPECT_THAT(inlays(lines), Contains("0%, 20%, 60% 0/1, 1/5, 3/5 of `brand`"));
  EXPECT_THAT(inlays(lines), Contains("0%, 0%, 100% 0/1, 0/1, 1/1 of `brand`"));
  const auto places = lines.service.inlays(kFile, {lines.bytes.find("  bow"), lines.bytes.find("  bow") + 40});
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].offset, lines.bytes.find("60\n") + 2);
  // Across, the keys are columns: 1 of 4, 3 of 4, and the other way round.
  const Opened across(
      rules +
      "grid brand[kind across] {\n        knife, club  bow\n  none    1            3\n  fire    3            1\n}\n");
  ASSERT_TRUE(across.is_sound);
  EXPECT_THAT(inlays(across), Contains("25%, 75% 1/4, 3/4 of `brand`"));
  EXPECT_THAT(inlays(across), Contains("75%, 25% 3/4, 1/4 of `brand`"));
}

// By hand at the keys that are written: 1 of 4 and 3 of 4, then the other way round; frost and venom share a column.
TEST(Inlays, InterpolatedGridsHaveTheOddsAtTheirKeys) {
  const std::string head = "pack p\ninput depth: 1..9 = 5\nrule a { kind = pick m[depth] }\n";
  const Opened lines(head + "grid m[depth] interpolate {\n     rat  orc\n  1   1    3\n  9   3    1\n}\n");
  ASSERT_TRUE(lines.is_sound);
  EXPECT_THAT(inlays(lines), ElementsAre("25%, 75% 1/4, 3/4 of `m`", "75%, 25% 3/4, 1/4 of `m`"));
  const auto places = lines.service.inlays(kFile, {lines.bytes.find("  9"), lines.bytes.size()});
  ASSERT_EQ(places.size(), 1U);
  EXPECT_EQ(places[0].offset, lines.bytes.find("1\n}") + 1);
  const auto hover = lines.service.hover(kFile, lines.bytes.find("3\n  9"));
  ASSERT_TRUE(hover);
  EXPECT_THAT(hover->text, HasSubstr("75%"));
  const Opened across(head +
                      "grid m[depth across] interpolate {\n         1  4  9\n  rat    1  .  3\n  orc    3  2  1\n}\n");
  ASSERT_TRUE(across.is_sound);
  EXPECT_THAT(inlays(across), ElementsAre("25%, 0%, 75% 1/4, 0/1, 3/4 of `m`", "75%, 100%, 25% 3/4, 1/1, 1/4 of `m`"));
  const Opened shared(head +
                      "grid m[depth] interpolate {\n     rat, bat  orc\n  1      1      2\n  9      .      1\n}\n");
  ASSERT_TRUE(shared.is_sound);
  EXPECT_THAT(inlays(shared), ElementsAre("25%, 50% 1/4, 1/2 of `m`", "0%, 100% 0/1, 1/1 of `m`"));
  const Opened sets(head +
                    "grid m[depth] interpolate {\n     {rat, bat}  orc\n  1      1      2\n  9      .      1\n}\n");
  ASSERT_TRUE(sets.is_sound);
  EXPECT_THAT(inlays(sets), ElementsAre("25%, 50% 1/4, 1/2 of `m`", "0%, 100% 0/1, 1/1 of `m`"));
}

// There are no odds at a key at which no outcome has a weight, and none of a line that was changed.
TEST(Inlays, InterpolatedGridsWithoutWeightsHaveNone) {
  Opened opened(
      "pack p\ninput depth: 1..9 = 5\nrule a { kind = pick m[depth] }\n"
      "grid m[depth] interpolate {\n     rat  orc\n  0   .    .\n  9   3    1\n}\n");
  ASSERT_TRUE(opened.is_sound);
  EXPECT_THAT(inlays(opened), ElementsAre("75%, 25% 3/4, 1/4 of `m`"));
  auto broken = opened.bytes;
  broken.replace(broken.find("3    1"), 1, "5)");
  opened.service.set_text(kFile, broken);
  EXPECT_FALSE(opened.service.refresh(kFile));
  opened.bytes = broken;
  EXPECT_THAT(inlays(opened), ElementsAre("25% 1/4 of `m`"));
}

// ---- Texts with mistakes

TEST(Mistakes, TheLastGoodPackAnswers) {
  Opened opened(kCellar);
  auto broken = opened.bytes;
  broken.insert(broken.find("rule find"), "rule new {\n  worth = 3 +\n}\n\n");
  opened.service.set_text(kFile, broken);
  EXPECT_FALSE(opened.service.refresh(kFile));
  opened.bytes = broken;
  // Types and odds of before, at the places of now.
  const auto hover = opened.service.hover(kFile, broken.find("rat"));
  ASSERT_TRUE(hover);
  EXPECT_EQ(opened.text(hover->range), "rat");
  EXPECT_THAT(hover->text, HasSubstr("55.56%"));
  EXPECT_EQ(inlays(opened).size(), 3U);
  // Names and outline of now.
  EXPECT_EQ(opened.service.outline(kFile).size(), 6U);
  EXPECT_EQ(opened.offsets(opened.service.definitions(kFile, broken.find("pick find") + 6)),
            std::vector<std::size_t>{broken.find("table find") + 6});
}

TEST(Mistakes, RowsThatWereChangedHaveNoOdds) {
  Opened opened(kCellar);
  auto broken = opened.bytes;
  broken.replace(broken.find("30 "), 2, "3 0)");
  opened.service.set_text(kFile, broken);
  EXPECT_FALSE(opened.service.refresh(kFile));
  opened.bytes = broken;
  EXPECT_EQ(inlays(opened).size(), 2U);
}

// Every beginning of a text, every offset: no answer fails, and all places are in the text.
TEST(Mistakes, NoTextIsTooShort) {
  const std::string whole =
      "pack p\nuse q\ncollection w { cost: int = 1; rows a { n: int }; block b; tags = {x} }\n"
      "w k \"K\" : j { cost = 2; a 1 n 2; b { m = 1 } }\ngrid g[kind across] { a b; c 1 . }\n"
      "def f(x: int = 2) = count(y in things where y.m is {a not b}: x[1]) # c\n"
      "rule r(n) { let z = pick u in w at 2 on k where u.cost > 1 weight 2 or nothing weight 1; apply z.b }\n"
      "expect \"e\": odds(r(n = 1) by m: m == 1 given n, d = 2) == 1/2\ndisplay r \"&[ {m:+}] {z}~\"\n";
  LanguageService service(options_of({}));
  for (std::size_t length = 0; length <= whole.size(); length += 7) {
    service.set_text(kFile, whole.substr(0, length));
    static_cast<void>(service.refresh(kFile));
    for (const auto& token : service.tokens(kFile)) { EXPECT_LE(token.range.end, length); }
    static_cast<void>(service.outline(kFile));
    static_cast<void>(service.folds(kFile));
    for (std::size_t at = length > 20 ? length - 20 : 0; at <= length + 1; ++at) {
      static_cast<void>(service.hover(kFile, at));
      const auto found = service.completions(kFile, at);
      EXPECT_LE(found.replaced.end, length);
      for (const auto& place : service.definitions(kFile, at)) { EXPECT_LE(place.range.end, length); }
      static_cast<void>(service.references(kFile, at, true));
      static_cast<void>(service.renamable(kFile, at));
    }
  }
}

}  // namespace spoils::service_test
