// The JSON reader, with places and the inheritance of records; and the translation of names to symbols.
#include "importers/json.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "importers/words.h"

namespace spoils::importers {

namespace json_test {

std::string shown(const Json& json) {
  std::string out;
  switch (json.kind) {
    case Json::Kind::Null: return "null";
    case Json::Kind::Flag: return json.flag ? "true" : "false";
    case Json::Kind::Number: return json.text;
    case Json::Kind::Text: return '\'' + json.text + '\'';
    case Json::Kind::List:
      for (const Json& item : json.items) { out += (out.empty() ? "" : " ") + shown(item); }
      return '[' + out + ']';
    case Json::Kind::Object:
      for (const auto& [key, value] : json.members) { out += (out.empty() ? "" : " ") + key + ':' + shown(value); }
      return '{' + out + '}';
  }
  return out;
}

std::string parsed(std::string_view text) {
  const auto json = parse_json(text);
  return json ? shown(json->root) : std::to_string(json.error().line) + ": " + json.error().what;
}

TEST(ParseJson, KeepsOrderAndTheSpellingOfFractions) {
  EXPECT_EQ(parsed(R"({"b": 1, "a": [0.10, -3, "x", true, null, {}]})"), "{b:1 a:[0.10 -3 'x' true null {}]}");
  EXPECT_EQ(parsed("0.26666666666666666"), "0.26666666666666666");
}

TEST(ParseJson, KnowsLines) {
  const auto json = parse_json("[\n  1,\n  {\"a\":\n    2\n  },\n\n \"x\"\n]");
  ASSERT_TRUE(json);
  const auto& items = json->root.items;
  EXPECT_EQ(json->root.line, 1U);
  EXPECT_EQ(items[0].line, 2U);
  EXPECT_EQ(items[1].line, 3U);
  EXPECT_EQ(items[1].members[0].value.line, 4U);
  EXPECT_EQ(items[2].line, 7U);
}

TEST(ParseJson, LetsTheLastOfEqualKeysCount) {
  const auto json = parse_json("{\"a\": 1,\n\"b\": 2, \"a\": 3}");
  ASSERT_TRUE(json);
  EXPECT_EQ(shown(json->root), "{b:2 a:3}");
  ASSERT_EQ(json->repeated.size(), 1U);
  EXPECT_EQ(json->repeated[0].key, "a");
  EXPECT_EQ(json->repeated[0].line, 2U);
}

TEST(ParseJson, RefusesWhatIsNone) {
  EXPECT_EQ(parsed("[1,\n2,\n}").substr(0, 18), "3: not valid JSON:");
  EXPECT_EQ(parsed("").substr(0, 18), "1: not valid JSON:");
  EXPECT_EQ(parsed("{'a': 1}").substr(0, 18), "1: not valid JSON:");
  EXPECT_EQ(parsed("[1] 2").substr(0, 18), "1: not valid JSON:");
  EXPECT_EQ(parsed("[\"\xFF\"]").substr(0, 18), "1: not valid JSON:");
  EXPECT_NE(parsed(std::string(1'000'000, '[')).find("more than 64 deep"), std::string::npos);
  const std::string deep = std::string(kMaxJsonDepth, '[') + std::string(kMaxJsonDepth, ']');
  EXPECT_EQ(parsed(deep), deep);
  std::string wide = "{";
  for (std::size_t i = 0; i < kMaxJsonMembers; ++i) { wide += "\"k" + std::to_string(i) + "\":1,"; }
  EXPECT_EQ(parsed(wide + "\"k\":1}"), "1: an object has more than 10000 members");
  wide.back() = '}';
  EXPECT_EQ(parsed(wide).substr(0, 6), "{k0:1 ");
}

TEST(LaidOver, InheritsAsRecordsDo) {
  const auto over = [](std::string_view base, std::string_view top) {
    return shown(laid_over(parse_json(base)->root, parse_json(top)->root));
  };
  EXPECT_EQ(over(R"({"a": 1, "b": 2})", R"({"b": 3, "c": 4})"), "{a:1 b:3 c:4}");
  EXPECT_EQ(over(R"({"a": {"x": 1, "y": 2}})", R"({"a": {"y": 3}})"), "{a:{x:1 y:3}}");
  EXPECT_EQ(over("[1]", "[2, 3]"), "[1 2 3]");
  EXPECT_EQ(over("\"a\"", "[\"b\"]"), "['a' 'b']");
  EXPECT_EQ(over("[1]", "2"), "2");
}

struct SymbolCase {
  std::string_view name;
  std::string_view text;
  std::string_view symbol;
};
class SymbolOf : public testing::TestWithParam<SymbolCase> {};

TEST_P(SymbolOf, IsAWordOfThePack) { EXPECT_EQ(symbol_of(GetParam().text), GetParam().symbol); }

INSTANTIATE_TEST_SUITE_P(, SymbolOf,
                         testing::ValuesIn(std::to_array<SymbolCase>({
                             {"Plain", "dagger", "dagger"},
                             {"Blanks", "Cure Light Wounds", "cure_light_wounds"},
                             {"Signs", "*Slay  Evil*", "slay_evil"},
                             {"Apostrophe", "Journeyman's", "journeymans"},
                             {"Quotes", "'Grond'", "grond"},
                             {"Accents", "L\u00FAthien of N\u00FAmenor", "luthien_of_numenor"},
                             {"Ligatures", "\u00C6gir \u0152uvre \u00DEorn", "agir_ouvre_torn"},
                             {"Digits", "2-headed hydra", "n2_headed_hydra"},
                             {"Dice", "d6", "nd6"},
                             {"Word", "Stop", "stop_"},
                             {"Nothing", "***", "nameless"},
                             {"OtherAlphabet", "\u5263 sword", "sword"},
                         })),
                         [](const auto& row) { return std::string(row.param.name); });

TEST(SymbolOfStat, PartsCamels) { EXPECT_EQ(symbol_of("meleeFinesse", true), "melee_finesse"); }

TEST(Words, AreGivenOutOnce) {
  Words words;
  words.reserve("kind");
  EXPECT_EQ(words.claim({"light"}), "light");
  EXPECT_EQ(words.claim({"light", "light_arcane"}), "light_arcane");
  EXPECT_EQ(words.claim({"light", "light_arcane"}), "light_arcane_2");
  EXPECT_EQ(words.claim({"kind"}), "kind_2");
  EXPECT_EQ(words.claim({"a", "b"}, [](const std::string& word) { return word != "a"; }), "b");
}

TEST(Quoted, EscapesWhatMeansSomething) {
  EXPECT_EQ(in_quotes("a {b} [c] & ~\n\"d\""), R"("a \{b\} \[c\] \& \~ \"d\"")");
  EXPECT_EQ(quoted_title("a \"b\": ~ {c}"), "\"a 'b'    (c)\"");
}

}  // namespace json_test

}  // namespace spoils::importers
