// The weight of a record of packs/lib/affixes, on a small pack whose odds are shares of a sum: it depends on rows of
// the record itself, on templates that favour it, and on earlier drops.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "spoils/odds.h"

namespace spoils::packs {

namespace commonness_test {

constexpr const char* kPack = R"(pack smithy "Smithy" 1.0
use affixes

quality good { }
slot edge { }

abstract kind weapon : item { tags = {enchantable} }
abstract kind blade : weapon { }
kind sword "sword" : blade { allocate 1.. common 10 }
kind dagger "dagger" : blade { allocate 1.. common 20 }
kind mace "mace" : weapon { allocate 1.. common 30 }
kind dawn "Dawn" : artifact { proper = "Dawn"; allocate 1.. common 4; allocate 50.. common 40 }
kind dusk "Dusk" : artifact { proper = "Dusk"; allocate 1.. common 1 }

affix sharp "Sharp" { slot = edge; allocate 1.. common 10 quality good on blade }
affix keen "Keen" { slot = edge; allocate 1.. common 5 quality good on blade }

template plain { worst = good; best = good; extra = 1 }
template smith : plain {
  favour blade factor 3
  favour mace factor 0.5
  favour dusk factor 8
  favour_affix keen factor 6
}
template after_a_blade : bare { items = {item not blade} }
template more_dusk : bare { favour dusk factor 5 }

rule batch {
  dropped = {}
  drops(bare)
  if any(k in dropped: k is blade) { drops(after_a_blade) } else { drops(more_dusk) }
}
)";

const Pack& pack() {
  static const Pack loaded = [] {
    auto fresh = Pack::compile("smithy.loot", kPack, {SPOILS_PACKS_DIR});
    EXPECT_TRUE(fresh.pack) << fresh.findings.text();
    return *fresh.pack;
  }();
  return loaded;
}

/// Fractions by the values of `by`, "sword keen" for two.
std::map<std::string, std::string> fractions(const std::string& rule, const Values& values,
                                             const std::vector<std::string>& by) {
  Marginal question;
  question.rule = rule;
  question.values = values;
  question.by = by;
  question.fractions = true;
  std::map<std::string, std::string> out;
  const auto answer = exact_odds(pack(), question);
  if (!answer) {
    ADD_FAILURE() << answer.error().text();
    return out;
  }
  for (const auto& row : answer->rows) {
    std::string key;
    for (const auto& value : to_texts(row.values)) { key += (key.empty() ? "" : " ") + value; }
    out[key] = row.fraction->text();
  }
  return out;
}

using Shares = std::map<std::string, std::string>;

TEST(Commonness, IsThatOfTheRecordsRows) {
  const Shares expected{{"sword", "2/13"}, {"dagger", "4/13"}, {"mace", "6/13"}, {"dawn", "4/65"}, {"dusk", "1/65"}};
  EXPECT_EQ(fractions("item", {{"t", "plain"}}, {"kind"}), expected);
}

/// 30 + 60 + 15 + 4 + 8 = 117; of the affixes 10 and 30.
TEST(Commonness, IsWhatATemplateMakesOfIt) {
  const Shares expected{{"sword [sharp]", "5/78"}, {"sword [keen]", "5/26"}, {"dagger [sharp]", "5/39"},
                        {"dagger [keen]", "5/13"}, {"mace none", "5/39"},    {"dawn none", "4/117"},
                        {"dusk none", "8/117"}};
  EXPECT_EQ(fractions("item", {{"t", "smith"}}, {"kind", "affixes"}), expected);
}

/// If rows of a record overlap, the highest counts: 30 + 60 + 15 + 40 + 8 = 153.
TEST(Commonness, OfAnArtifactGrowsWithDepth) {
  const Shares expected{
      {"sword", "10/51"}, {"dagger", "20/51"}, {"mace", "5/51"}, {"dawn", "40/153"}, {"dusk", "8/153"}};
  EXPECT_EQ(fractions("item", {{"t", "smith"}, {"depth", "60"}}, {"kind"}), expected);
}

/// First 10 : 20 : 30 : 4 : 1. After a blade (30 of 65) none follows, and the rest weigh 30 : 4 : 1. Else Dusk weighs
/// 5, unless it is there: after a mace (30 of 65) 69 in all, after Dawn (4) 65, after Dusk (1) 64.
TEST(Commonness, HangsOnWhatHasDropped) {
  Count question;
  question.rule = "batch";
  question.condition = "kind is blade";
  const auto blades = exact_odds(pack(), question);
  ASSERT_TRUE(blades) << blades.error().text();
  // One: a blade first, or a blade after another kind: 30/65 + 30/65 * 30/69 + 4/65 * 30/65 + 1/65 * 30/64.
  const double first = 30.0 / 65;
  const double second = 30.0 / 65 * 30 / 69 + 4.0 / 65 * 30 / 65 + 1.0 / 65 * 30 / 64;
  double one = 0;
  for (const auto& row : blades->rows) {
    if (to_text(row.values[0]) == "1") { one = row.probability; }
    EXPECT_NE(to_text(row.values[0]), "2");
  }
  EXPECT_NEAR(one, first + second, 1e-12);
}

}  // namespace commonness_test

}  // namespace spoils::packs
