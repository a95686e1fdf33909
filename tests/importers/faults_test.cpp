// Data with mistakes: each is reported once, with file, record and field, and no pack is made.
#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "importers/folder.h"
#include "spoils/import.h"
#include "spoils/pack.h"

namespace spoils::importers {

namespace faults_test {

struct Fault {
  std::string_view name;
  std::string_view file;
  std::string_view bytes;
  std::string_view message;  // of the only problem
  std::string_view help = "";
};
class ImportFault : public testing::TestWithParam<Fault> {};

TEST_P(ImportFault, IsToldWithItsPlace) {
  const TestFolder folder(Files{{std::string(GetParam().file), std::string(GetParam().bytes)}});
  const Imported imported = import_pyrel(folder.path());
  EXPECT_FALSE(imported.text);
  ASSERT_FALSE(imported.problems.empty());
  EXPECT_EQ(imported.problems[0].text(), GetParam().message);
  EXPECT_EQ(imported.problems[0].help, GetParam().help);
  EXPECT_EQ(imported.problems.size(), 1U) << imported.problems.back().text();
}

// An affix with one member that is wrong.
#define SPOILS_AFFIX(member) R"([{"index": 3, "name": "Keen", )" member "}]"

INSTANTIATE_TEST_SUITE_P(
    , ImportFault,
    testing::ValuesIn(std::to_array<Fault>({
        {"SpeedOfNothing", "creature.txt", R"([{"index": 1, "name": "Slug", "stats": {"speed": 0.0}}])",
         "creature.txt:1: Slug (1), field stats.speed: is 0.0, but it must be above 0"},
        {"HitpointsBelowNothing", "creature.txt", R"([{"index": 1, "name": "Slug", "stats": {"maxHitpoints": -3}}])",
         "creature.txt:1: Slug (1), field stats.maxHitpoints: is -3, but it must be above 0"},
        {"BrokenJson", "object.txt", "[\n{\"index\": 1,\n]",
         "object.txt:3: not valid JSON: syntax error while parsing object "
         "key - unexpected ']'; expected string literal"},
        {"NoRecords", "object.txt", "{}", "object.txt:1: is an object, but a list of records is expected"},
        {"NoRecord", "object.txt", "[3]", "object.txt:1: record 1: is a number, but an object is expected"},
        {"Missing", "object.txt", "", "object.txt:1: does not exist"},
        {"NoMeta", "affix_meta.txt", "[{}]",
         "affix_meta.txt:1: is not a list of two objects: the qualities and the types"},
        {"UnknownKey", "affix.txt", SPOILS_AFFIX(R"("genius": "x")"), "affix.txt:1: Keen (3), field genius: is unknown",
         "did you mean `genus`?"},
        {"UnknownKeyInside", "object.txt", R"([{"index": 1, "templates": "sword", "nameInfo": {"baseNuon": "x"}}])",
         "object.txt:1: index 1, field nameInfo.baseNuon: is unknown", "did you mean `baseNoun`?"},
        {"WrongType", "affix.txt", SPOILS_AFFIX("\n\"genus\": 5"),
         "affix.txt:2: Keen (3), field genus: is a number, but a text is expected"},
        {"WrongTypeInList", "object.txt", R"([{"index": 1, "templates": "sword", "flags": ["A", 2]}])",
         "object.txt:1: index 1, field flags[1]: is a number, but a text is expected"},
        {"WrongTypeOfStat", "affix.txt", SPOILS_AFFIX(R"("stats": {"reach": [1]})"),
         "affix.txt:1: Keen (3), field stats.reach: is a list, but a number or dice is expected"},
        {"DiceOfStat", "affix.txt", SPOILS_AFFIX(R"("stats": {"reach": "5-d3"})"),
         "affix.txt:1: Keen (3), field stats.reach: `5-d3` is neither a number nor dice like 10+2d4M20"},
        {"DiceOfMod", "affix.txt", SPOILS_AFFIX(R"("mods": [{"bonus": "2d", "flags": ["A"]}])"),
         "affix.txt:1: Keen (3), field mods[0].bonus: `2d` is not a dice expression", "for example 10+2d4M20"},
        {"NobodyGetsIt", "affix.txt", SPOILS_AFFIX(R"("mods": [{"bonus": "d2", "flags": []}])"),
         "affix.txt:1: Keen (3), field mods[0].flags: names no stat that gets the bonus"},
        {"UnknownType", "affix.txt", SPOILS_AFFIX(R"("affixType": "makes")"),
         "affix.txt:1: Keen (3), field affixType: unknown affix type `makes`", "did you mean `make`?"},
        {"UnknownQuality", "affix.txt", SPOILS_AFFIX(R"("allocatorRules": [{"commonness": 1, "affixLevel": "godo"}])"),
         "affix.txt:1: Keen (3), field allocatorRules[0].affixLevel: unknown quality `godo`", "did you mean `good`?"},
        {"NoWeight", "affix.txt", SPOILS_AFFIX(R"("allocatorRules": [{"affixLevel": "good"}])"),
         "affix.txt:1: Keen (3), field allocatorRules[0].commonness: is missing"},
        {"NegativeWeight", "affix.txt", SPOILS_AFFIX(R"("allocatorRules": [{"commonness": -1, "affixLevel": "good"}])"),
         "affix.txt:1: Keen (3), field allocatorRules[0].commonness: -1 is not a weight",
         "weights are numbers from 0 to 1000000000"},
        {"EmptyRange", "affix.txt",
         SPOILS_AFFIX(R"("allocatorRules": [{"commonness": 1, "minDepth": 9, "maxDepth": 3, "affixLevel": "good"}])"),
         "affix.txt:1: Keen (3), field allocatorRules[0].minDepth: 9 is above maxDepth 3, so the rule never applies"},
        {"CategoryOfNothing", "affix.txt",
         SPOILS_AFFIX(R"("allocatorRules": [{"commonness": 1, "affixLevel": "good", "allowCategories": ["swrod"]}])"),
         "affix.txt:1: Keen (3), field allocatorRules[0].allowCategories: matches nothing: no item has the category "
         "`swrod`",
         "did you mean `sword`?"},
        {"UnknownConflict", "affix.txt", SPOILS_AFFIX(R"("conflicts": "Kene")"),
         "affix.txt:1: Keen (3), field conflicts: unknown affix `Kene`", "did you mean `Keen`?"},
        {"NoPosition", "affix.txt", SPOILS_AFFIX(R"("position": "infix")"),
         "affix.txt:1: Keen (3), field position: `infix` is not a position in a name",
         "it is one of `modPrefix`, `basePrefix`, `suffix`"},
        {"FlagsOfNothing", "affix.txt", SPOILS_AFFIX(R"("randoms": [{"number": 1, "flag types": ["SLAY"]}])"),
         "affix.txt:1: Keen (3), field randoms[0].flag types: no flag of object_flags has the type `SLAY`"},
        {"UnknownParent", "object.txt", R"([{"index": 1, "templates": "swrod"}])",
         "object.txt:1: index 1, field templates: unknown template `swrod`", "did you mean `sword`?"},
        {"Circle", "object_template.txt",
         R"([{"templateName": "sword", "templates": "blade"}, {"templateName": "blade", "templates": ["sword"]}])",
         "object_template.txt:1: blade, field templates: inherits from itself, in a circle: `sword`, which inherits "
         "from `blade`, which inherits from `sword`"},
        {"TwoOfOneName", "object_template.txt",
         R"([{"templateName": "item"}, {"templateName": "sword", "categories": ["sword"]}, {"templateName": "sword"}])",
         "object_template.txt:1: sword: is the second template with the name `sword`"},
        {"CircleOfOne", "creature_template.txt", R"([{"name": "bird", "templates": ["bird"]}])",
         "creature_template.txt:1: bird, field templates: inherits from itself, in a circle: `bird`, which inherits "
         "from `bird`"},
        {"CircleOfTemplates", "loot_template.txt",
         R"([{"templateName": "a", "templates": "b"}, {"templateName": "b", "templates": "a"}])",
         "loot_template.txt:1: b, field templates: inherits from itself, in a circle: `a`, which inherits from `b`, "
         "which inherits from `a`"},
        {"DiceOfPile", "object.txt",
         R"([{"index": 1, "templates": "sword", "allocatorRules": [{"commonness": 1, "piling": {"chance": 50,
           "pileSize": "d"}}]}])",
         "object.txt:1: index 1, field allocatorRules[0].piling.pileSize: `d` is not a dice expression",
         "for example 10+2d4M20"},
        {"DiceOfTemplate", "loot_template.txt", R"([{"templateName": "plain", "numAffixes": "some"}])",
         "loot_template.txt:1: plain, field numAffixes: `some` is not a dice expression", "for example 10+2d4M20"},
        {"Formula", "loot_template.txt",
         R"([{"templateName": "plain", "itemRuleBoosts": {"itemLevel": ["10 + dpeth;1"]}}])",
         "loot_template.txt:1: plain, field itemRuleBoosts.itemLevel[0]: `10 + dpeth` is not a formula: unknown name "
         "`dpeth`; the only name is `mapLevel`"},
        {"FormulaWithoutDice", "loot_template.txt",
         R"([{"templateName": "plain", "itemRuleBoosts": {"itemLevel": ["10"]}}])",
         "loot_template.txt:1: plain, field itemRuleBoosts.itemLevel[0]: `10` has no `;` between its chance and its "
         "amount"},
        {"UnknownBoost", "loot_template.txt",
         R"([{"templateName": "plain", "itemRuleBoosts": {"itemLevle": ["1;1"]}}])",
         "loot_template.txt:1: plain, field itemRuleBoosts.itemLevle: is unknown", "did you mean `itemLevel`?"},
        {"UnknownArtifact", "loot_template.txt", R"([{"templateName": "plain", "artifactName": "Excalibur"}])",
         "loot_template.txt:1: plain, field artifactName: unknown artifact `Excalibur`"},
        {"UnknownForced", "loot_template.txt", R"([{"templateName": "plain", "affixes": ["of Kene"]}])",
         "loot_template.txt:1: plain, field affixes: unknown affix `of Kene`"},
        {"FilterOfNothing", "loot_template.txt", R"([{"templateName": "plain", "allowCategories": ["swords"]}])",
         "loot_template.txt:1: plain, field allowCategories: matches nothing: no item has the category `swords`",
         "did you mean `sword`?"},
        {"UnknownThemeAffix", "theme.txt",
         R"([{"name": "Sharp", "affixes": [{"name": "Kean", "weighting": 1, "chance": 1}]}])",
         "theme.txt:1: Sharp, field affixes[0].name: unknown affix `Kean`", "did you mean `Keen`?"},
        {"UnequalLists", "theme.txt",
         R"([{"name": "Sharp", "affixes": [{"name": "Keen", "weighting": [1, 2], "chance": 1}]}])",
         "theme.txt:1: Sharp, field affixes[0].chance: has 1 numbers, but weighting has 2"},
        {"UnknownDrop", "creature.txt", R"([{"index": 5, "name": "Crow", "drops": [{"templates": "plan"}]}])",
         "creature.txt:1: Crow (5), field drops[0].templates: unknown loot template `plan`", "did you mean `plain`?"},
        {"UnknownKeyOfDrop", "creature.txt",
         R"([{"index": 5, "name": "Crow", "drops": [{"templates": "plain", "dropChanse": 3}]}])",
         "creature.txt:1: Crow (5), field drops[0].dropChanse: is unknown", "did you mean `dropChance`?"},
        {"DiceOfBlow", "creature.txt", R"([{"index": 5, "name": "Crow", "blows": [{"verb": "peck", "damage": "1d"}]}])",
         "creature.txt:1: Crow (5), field blows[0].damage: `1d` is not a dice expression", "for example 10+2d4M20"},
    })),
    [](const auto& row) { return std::string(row.param.name); });

#undef SPOILS_AFFIX

TEST(ImportFaults, SeveralAreToldTogether) {
  const TestFolder folder(Files{{"affix.txt", R"([{"name": 5}, {"name": "x", "tail": 1}])"}, {"theme.txt", "3"}});
  EXPECT_EQ(import_pyrel(folder.path()).problems.size(), 3U);
}

TEST(ImportFaults, AFolderWithoutDataLacksWhatIsNeeded) {
  const TestFolder folder(
      Files{{"object_template.txt", ""}, {"object.txt", ""}, {"affix_meta.txt", ""}, {"affix.txt", ""}});
  EXPECT_EQ(import_pyrel(folder.path()).problems.size(), 4U);
}

TEST(Import, NeedsOnlyFourFiles) {
  const TestFolder folder(Files{{"loot_template.txt", ""}});
  const Imported imported = import_pyrel(folder.path());
  ASSERT_TRUE(imported.text);
  const auto loaded = Pack::compile("imported.loot", *imported.text, {SPOILS_PACKS_DIR});
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
}

// Data without mistakes that have no place in a pack are listed.
struct Left {
  std::string_view name;
  std::string_view file;
  std::string_view bytes;
  std::string_view record;
  std::string_view field;
  std::string_view why;
};
class ImportLeavesOut : public testing::TestWithParam<Left> {};

TEST_P(ImportLeavesOut, AndSaysSo) {
  const TestFolder folder(Files{{std::string(GetParam().file), std::string(GetParam().bytes)}});
  const Imported imported = import_pyrel(folder.path());
  ASSERT_TRUE(imported.text) << imported.problems[0].text();
  bool found = false;
  for (const LeftOut& left : imported.left_out) {
    found = found || (left.file == GetParam().file && left.record == GetParam().record &&
                      left.field == GetParam().field && left.why == GetParam().why);
  }
  EXPECT_TRUE(found);
  const auto loaded = Pack::compile("imported.loot", *imported.text, {SPOILS_PACKS_DIR});
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
}

INSTANTIATE_TEST_SUITE_P(
    , ImportLeavesOut,
    testing::ValuesIn(std::to_array<Left>({
        {"Verbs", "object.txt", R"([{"index": 1, "templates": "sword", "useVerb": "cut"}])", "index 1", "useVerb",
         "what a player does with it"},
        {"SomeCategories", "affix.txt",
         R"([{"name": "Keen", "allocatorRules": [{"commonness": 1, "affixLevel": "good",
           "allowCategories": ["sword", "Axe"]}]}])",
         "Keen", "allocatorRules[0].allowCategories", "no item has the category `Axe`"},
        {"DeniedCategories", "affix.txt",
         R"([{"name": "Keen", "allocatorRules": [{"commonness": 1, "affixLevel": "good",
           "denyCategories": ["Axe"]}]}])",
         "Keen", "allocatorRules[0].denyCategories", "no item has the category `Axe`"},
        {"Sines", "loot_template.txt",
         R"([{"templateName": "plain", "itemRuleBoosts": {"itemLevel": ["sin(mapLevel);1"]}}])", "plain",
         "itemRuleBoosts.itemLevel[0]", "a pack cannot compute `sin`, whose result is not a fraction"},
        {"EqualKeys", "affix.txt", "[{\"name\": \"a\",\n\"name\": \"b\"}]", "line 2", "name",
         "occurs twice in one record; the last one counts, as in the game"},
        {"Distances", "affix.txt", R"([{"name": "Keen", "position": "modPrefix", "positionDistance": 3}])", "Keen",
         "positionDistance",
         "names show prefixes at 1 and 2, suffixes at 0 to 10 and 100, so this affix never appears in a name"},
    })),
    [](const auto& row) { return std::string(row.param.name); });

}  // namespace faults_test

}  // namespace spoils::importers
