// tests/compile_c/names_test.cpp
//
// Names in compiled C are those of the interpreter: displays of rules and of the pack, optional parts, articles and
// plurals of many words, values that fail; a buffer that is too small is not written past; and what cannot be compiled
// leaves names out and the rest as it is.
#include <gtest/gtest.h>

#include <string>

#include "compare.h"

namespace spoils {
namespace compile_c_names_test {

using namespace compiled_c;

TEST(Names, AreThoseOfTheInterpreter) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  for (const std::string source :
       {"input level: 1..9 = 4\nscratch luck: int\n"
        "rule r { kind = pick {magic_ring, elf}; quantity = pick 0..3; if chance 50% { plus = pick -2..2 }\n"
        "  if chance 50% { of = pick {fire, ice} }; if chance 30% { drop s }; luck = d3; q = pick 1..5 / 4\n"
        "  l = {ring}; if chance 50% { l += gem }; t = \"{kind}\"; if chance 20% { f() }\n"
        "  with level = d9 { hold p } }\n"
        "rule s { cursed = chance 50% }\nrule p { worth = level; luck = d2 }\nrule f { big = true }\n"
        "display f \"big {kind}~\"\ndisplay \"cursed thing\" if cursed\n"
        "display \"& thing worth {worth + level}[ of {luck}]\" if worth > 0\n"
        "display \"& {plus:+} {kind}~[ of {of}][ ({plus:+})] {q} with {l} {t}\" if kind == elf\n"
        "display \"& {kind}~[ of {of}]\" if kind == magic_ring\n",
        // A value and a condition that overflow: one shows nothing, the other does not hold.
        "input n: int = 4611686018427387904\nrule r { k = pick 1..3; kind = pick {a, b} }\n"
        "display \"{kind} {n * k}[ and {n * 2 * k}].\" if n * k > 0\ndisplay \"other {k} {1 // (k - 2)} {n + k}\"\n",
        "rule r { kind = pick {sword, axe}; n = d6; if n > 5 { drop s }; if n < 2 { drop t } }\n"
        "rule s { m = d6 }\nrule t { o = d6 }\n"
        "display r \"& {kind} & {n}[ & {kind}]\"\ndisplay s \"\"\ndisplay t \"[]\"\n",
        "rule some_rule { n = d6 }\nrule r { drop some_rule; if chance 50% { kind = pick {odd_thing} } else { x = 1 } "
        "}\n"}) {
    const auto pack = unchecked(source);
    const auto header = compile_to_c(pack, {"loot", {"r"}});
    ASSERT_TRUE(header) << header.error().text();
    EXPECT_TRUE(has_names(*header)) << source;
    expect_same(pack, source);
  }
}

// Each word with quantities 0 to 2, by itself and after others: the words of naming/article.cpp and naming/plural.cpp,
// and such as are near them.
TEST(Names, HaveArticlesAndPlurals) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const std::string words =
      "hour houri honest honor honour heir hat eu_coin ewe ewok one ones once onerous ouija unidentified unigod unill "
      "unim "
      "unin unir unissued unicorn ubi ufo ukulele uranium ure uri uro usable use usher usual utensil utopia uvula urn "
      "yak "
      "yggdrasil x mp npc sheep fish deer human shaman talisman caiman dolman german norman ottoman roman man woman "
      "foot "
      "tooth mongoose goose mouse blouse louse ox fox muskox child die distaff staff calf dwarf elf half hoof knife "
      "leaf "
      "life loaf scarf sheaf thief wife wolf echo hero potato tomato torpedo epoch eunuch loch matriarch monarch "
      "patriarch "
      "stomach fez quiz lens boots glass gas ankus key sky toy box buzz bush church bottle_of_water pair_of_boots";
  std::string members;
  for (std::size_t at = 0; at < words.size();) {
    const auto end = std::min(words.find(' ', at), words.size());
    members += (members.empty() ? "" : ", ") + words.substr(at, end - at);
    at = end + 1;
  }
  std::string source = "rule r { for k in [" + members.substr(0, members.find(", caiman")) + "] { drop s(k) }\n";
  source += "  for k in [" + members.substr(members.find("caiman")) + "] { drop s(k) }\n";
  source += "  for n in [8, 11, 18, 80, 800, 1100, 18000, 1] { drop m(n) } }\n";
  source +=
      "rule s(field kind: symbol) { quantity = pick 0..2; way = pick 1..4 }\nrule m(field n: int) { text = pick {1 "
      "\"18,000\", 1 \"8\", 1 \"+1\", 1 \"-3\", 1 \"\\\"hour\\\"\", 1 \"\xC3\x89p\xC3\xA9\x65\", 1 \"MP\", 1 "
      "\"KNIFE\", 1 "
      "\"l'hermite\", 1 \"\xE2\x80\x9Cold\xE2\x80\x9D\"}; quantity = pick 1..2 }\n"
      "display \"& {text}~ {n}\" if text != none\ndisplay \"& {n} thing\" if n > 0\n"
      "display \"& {kind}~\" if way == 1\ndisplay \"& old {kind}~ here\" if way == 2\n"
      "display \"& (cursed) {kind} of fire~\" if way == 3\ndisplay \"{kind}~\"\n";
  expect_same(unchecked(source), source);
}

// A literal of C need not have more than 4,095 characters.
TEST(Names, MayHaveLongTexts) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  std::string text;
  for (int i = 0; i < 1'200; ++i) { text += "abc\xC3\xA9 "; }
  const auto source = "rule r { k = pick 1..2; t = if k == 1 then \"" + text + "\" else \"b\" }\ndisplay \"{t}" + text +
                      "\" if k == 1\n";
  expect_same(unchecked(source), "long texts");
  const auto named = "rule r { kind = pick {gem, ring} }\nnames { gem \"" + text + "\" }\ndisplay \"& {kind}~\"\n";
  expect_same(unchecked(named), "long names");
}

TEST(Names, FitIntoTheBuffer) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto pack = compiled("rule r { kind = pick {hour}; quantity = 3 }\ndisplay \"& {kind}~ of gold\"");
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  ASSERT_TRUE(header);
  const Folder folder;
  folder.write("loot.h", *header);
  folder.write(
      "main.c",
      "#include <stdio.h>\n#include <stdlib.h>\n#include \"loot.h\"\nint main(void) {\n"
      "  loot_thing things[1];\n  loot_stream stream = {1, 0};\n"
      "  const loot_inputs inputs = loot_default_inputs();\n"
      "  loot_out out = {things, 1, NULL, 0, 0, 0, \"\"};\n  size_t room;\n"
      "  if (loot_roll_r(&stream, &inputs, &out) != loot_fault_ok) { return 1; }\n"
      "  for (room = 0; room < 17; ++room) {\n    char *const buffer = malloc(room + 1);\n    int32_t length;\n"
      "    buffer[room] = 'x';\n    length = loot_name(&things[0], buffer, room);\n"
      "    printf(\"%d%s%s\", (int)length, room > 0 ? buffer : \"-\", buffer[room] == 'x' ? \" \" : \"!\");\n"
      "    free(buffer);\n  }\n  return 0;\n}\n");
  ASSERT_EQ(build(folder, "-fsanitize=address,undefined"), "");
  std::string expected = "-1- ";
  for (int room = 1; room < 16; ++room) { expected += "-1 "; }
  EXPECT_EQ(run(folder.file("main") + " 2>&1").text, expected + "153 hours of gold ");
}

TEST(Names, AreLeftOutIfTheyCannotBeCompiled) {
  const auto pack = compiled("rule r { k = pick {a, b}; n = d6 }\ndisplay \"{greatest(n + 1)} {k}\"");
  const auto header = compile_to_c(pack, {"loot", {"r"}});
  ASSERT_TRUE(header) << header.error().text();
  EXPECT_FALSE(has_names(*header));
  EXPECT_NE(header->find("/* Names are left out: cannot compile "), std::string::npos);
}

}  // namespace compile_c_names_test
}  // namespace spoils
