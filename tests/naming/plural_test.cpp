// naming/plural_test.cpp
//
// English plurals: the nouns of the games with their plurals, and the rules for others.
#include "naming/plural.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "naming/article.h"
#include "naming/words.h"

namespace spoils::naming {
namespace plural_test {

struct NounCase {
  std::string_view singular, plural;
};

template <std::size_t N>
void expect_plurals(const std::array<NounCase, N>& rows) {
  for (const NounCase& row : rows) {
    std::string in_place = "3 " + std::string(row.singular);
    make_plural(in_place, 2);
    EXPECT_EQ(in_place, "3 " + std::string(row.plural));
  }
}

TEST(Plural, OfRogue) {
  expect_plurals(std::to_array<NounCase>({
      {"mace", "maces"},
      {"long sword", "long swords"},
      {"two handed sword", "two handed swords"},
      {"short bow", "short bows"},
      {"arrow", "arrows"},
      {"crossbow bolt", "crossbow bolts"},
      {"dagger", "daggers"},
      {"spear", "spears"},
      {"dart", "darts"},
      {"shuriken", "shurikens"},
      {"potion", "potions"},
      {"scroll", "scrolls"},
      {"ration of food", "rations of food"},
      {"ring of add strength", "rings of add strength"},
      {"staff of lightning", "staves of lightning"},
      {"wand of slow monster", "wands of slow monster"},
      {"ring mail", "ring mails"},
      {"gold piece", "gold pieces"},
  }));
}

TEST(Plural, OfPowder) {
  expect_plurals(std::to_array<NounCase>({
      {"knife", "knives"},
      {"plain knife", "plain knives"},
      {"torch", "torches"},
      {"box", "boxes"},
      {"bottle of water", "bottles of water"},
      {"mound of flesh", "mounds of flesh"},
      {"scroll of omnipotence", "scrolls of omnipotence"},
      {"ankus", "ankuses"},
      {"gnarly staff", "gnarly staves"},
      {"floppy hat", "floppy hats"},
      {"royal jelly", "royal jellies"},
      {"sling bullet", "sling bullets"},
      {"silver circlet", "silver circlets"},
      {"gain dexterity", "gain dexterities"},
      {"hiking boots", "hiking boots"},
      {"sandals", "sandals"},
      {"iron shoes", "iron shoes"},
      {"magic for beginners", "magic for beginners"},
  }));
}

TEST(Plural, OfCrawl) {
  expect_plurals(std::to_array<NounCase>({
      {"quarterstaff", "quarterstaves"},
      {"pair of boots", "pairs of boots"},
      {"executioner's axe", "executioner's axes"},
      {"wizard's hat", "wizard's hats"},
      {"box of beasts", "boxes of beasts"},
      {"battleaxe", "battleaxes"},
      {"scythe", "scythes"},
      {"morningstar", "morningstars"},
      {"plate mail", "plate mails"},
      {"naga barding", "naga bardings"},
      {"strawberry", "strawberries"},
      {"choko", "chokos"},
      {"beef jerky", "beef jerkies"},
      {"slice of pizza", "slices of pizza"},
      {"bottled efreet", "bottled efreets"},
      {"throwing net", "throwing nets"},
      {"ring of protection from fire", "rings of protection from fire"},
      {"tome of destruction", "tomes of destruction"},
  }));
}

TEST(Plural, FollowsTheRules) {
  expect_plurals(std::to_array<NounCase>({
      {"axe", "axes"},     {"glass", "glasses"}, {"cutlass", "cutlasses"}, {"gas", "gases"},
      {"lens", "lenses"},  {"fox", "foxes"},     {"lynx", "lynxes"},       {"topaz", "topazes"},
      {"fez", "fezzes"},   {"quiz", "quizzes"},  {"branch", "branches"},   {"monarch", "monarchs"},
      {"arch", "arches"},  {"brush", "brushes"}, {"moth", "moths"},        {"ruby", "rubies"},
      {"key", "keys"},     {"toy", "toys"},      {"berry", "berries"},     {"ox", "oxen"},
      {"chief", "chiefs"}, {"roof", "roofs"},    {"safe", "safes"},        {"belt", "belts"},
      {"cuff", "cuffs"},   {"hero", "heroes"},   {"potato", "potatoes"},   {"halo", "halos"},
  }));
}

TEST(Plural, KnowsIrregularWordsAndTheirCompounds) {
  expect_plurals(std::to_array<NounCase>({
      {"staff", "staves"},
      {"distaff", "distaffs"},
      {"wolf", "wolves"},
      {"werewolf", "werewolves"},
      {"thief", "thieves"},
      {"leaf", "leaves"},
      {"loaf", "loaves"},
      {"shelf", "shelves"},
      {"bookshelf", "bookshelves"},
      {"scarf", "scarves"},
      {"dwarf", "dwarves"},
      {"elf", "elves"},
      {"half-elf", "half-elves"},
      {"half", "halves"},
      {"hoof", "hooves"},
      {"penknife", "penknives"},
      {"man", "men"},
      {"snowman", "snowmen"},
      {"woman", "women"},
      {"human", "humans"},
      {"shaman", "shamans"},
      {"talisman", "talismans"},
      {"foot", "feet"},
      {"crowfoot", "crowfeet"},
      {"tooth", "teeth"},
      {"mouse", "mice"},
      {"dormouse", "dormice"},
      {"goose", "geese"},
      {"mongoose", "mongooses"},
      {"child", "children"},
      {"muskox", "muskoxen"},
      {"musk ox", "musk oxen"},
      {"die", "dice"},
      {"blouse", "blouses"},
      {"louse", "lice"},
      {"house", "houses"},
  }));
}

TEST(Plural, LeavesTheUncountableAndThePluralAlone) {
  expect_plurals(std::to_array<NounCase>({
      {"sheep", "sheep"},
      {"fish", "fish"},
      {"swordfish", "swordfish"},
      {"deer", "deer"},
      {"reindeer", "reindeer"},
      {"gloves", "gloves"},
      {"boots", "boots"},
      {"knives", "knives"},
      {"series", "series"},
  }));
}

TEST(Plural, KeepsCapitals) {
  expect_plurals(std::to_array<NounCase>({
      {"Potion", "Potions"},
      {"Knife", "Knives"},
      {"KNIFE", "KNIVES"},
      {"TORCH", "TORCHES"},
      {"RUBY", "RUBIES"},
      {"OLD MAN", "OLD MEN"},
      {"BOX", "BOXES"},
      {"HP", "HPs"},
      {"Staff of Fire", "Staves of Fire"},
  }));
}

TEST(Plural, OfOddTexts) {
  expect_plurals(std::to_array<NounCase>({
      {"", ""},
      {" ", " "},
      {"...", "..."},
      {"()", "()"},
      {" of fire", " of fire"},
      {"of", "ofs"},
      {"Y", "Ys"},
      {"X", "Xs"},
      {"s", "ss"},
      {"8", "8s"},
      {"mark 2", "mark 2s"},
      {"potion ", "potions "},
      {"\"Sting\"", "\"Stings\""},
      {"(knife)", "(knives)"},
      {"two-handed axe", "two-handed axes"},
      {"long_knife", "long_knives"},
      {"d'or", "d'ors"},
      {"potion of ", "potions of "},
      {"cloak of the knight of Mars", "cloaks of the knight of Mars"},
  }));
}

TEST(Plural, LeavesOtherBytesAlone) {
  expect_plurals(std::to_array<NounCase>({
      {"\xC3\xA9p\xC3\xA9"
       "e",
       "\xC3\xA9p\xC3\xA9"
       "es"},
      {"caf\xC3\xA9", "caf\xC3\xA9s"},
      {"\xFF", "\xFFs"},
      {"\xE5\x89\xA3 of fire", "\xE5\x89\xA3s of fire"},
  }));
}

TEST(Plural, TakesEveryNumberButOne) {
  EXPECT_FALSE(takes_plural(1));
  for (const std::int64_t quantity : {-1, 0, 2, 11}) { EXPECT_TRUE(takes_plural(quantity)) << quantity; }
}

// The steps of a name together, as a display text takes them.
TEST(Plural, BuildsWholeNames) {
  struct Row {
    std::int64_t quantity;
    std::string_view symbol, name;
  };
  for (const Row& row : std::to_array<Row>({
           {1, "orcish_dagger", "an orcish dagger"},
           {5, "knife", "5 knives"},
           {3, "quarterstaff", "3 quarterstaves"},
           {1, "pair_of_boots", "a pair of boots"},
           {2, "pair_of_boots", "2 pairs of boots"},
           {0, "bottle_of_water", "no bottles of water"},
           {12, "mound_of_flesh", "12 mounds of flesh"},
       })) {
    std::string out;
    append_spaced(out, row.symbol);
    if (takes_plural(row.quantity)) { make_plural(out, 0); }
    std::string digits;
    EXPECT_EQ(std::string(counting_words(row.quantity, out, digits)) + out, row.name);
  }
}

TEST(Plural, StaysInTheRoomThatThereIs) {
  std::string out;
  out.reserve(100);
  const char* const room = out.data();
  out = "staff of the very long-winded conjurer";
  make_plural(out, 0);
  EXPECT_EQ(out, "staves of the very long-winded conjurer");
  EXPECT_EQ(out.data(), room);
}

RC_GTEST_PROP(Plural, TouchesNothingBeforeTheNoun, (const std::string& before, const std::string& text)) {
  std::string out = before + text;
  make_plural(out, before.size());
  RC_ASSERT(std::string_view(out).substr(0, before.size()) == before);
  std::string alone = text;
  make_plural(alone, 0);
  RC_ASSERT(std::string_view(out).substr(before.size()) == alone);
}

RC_GTEST_PROP(Plural, OfAPhraseIsThatOfItsHead, (const std::string& tail)) {
  const auto head = *rc::gen::elementOf(std::to_array<std::string>({"potion", "staff", "wizard's hat", "box", "ruby"}));
  std::string phrase = head + " of " + tail;
  make_plural(phrase, 0);
  std::string head_plural = head;
  make_plural(head_plural, 0);
  RC_ASSERT(phrase == head_plural + " of " + tail);
}

}  // namespace plural_test
}  // namespace spoils::naming
