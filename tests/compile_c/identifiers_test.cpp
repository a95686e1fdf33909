// tests/compile_c/identifiers_test.cpp
//
// Names of a pack that C, C++ or a macro takes, names that become the same identifier, and prefixes that are keywords
// or begin macros: each header compiles as C11 and C++17 under gcc and clang, and gives the things of the library.
#include <gtest/gtest.h>

#include <string>

#include "compare.h"

namespace spoils {
namespace compile_c_identifiers_test {

using namespace compiled_c;

const std::string kHeaders =
    "#include <assert.h>\n#include <ctype.h>\n#include <errno.h>\n#include <float.h>\n#include <inttypes.h>\n"
    "#include <limits.h>\n#include <math.h>\n#include <signal.h>\n#include <stdio.h>\n#include <stdlib.h>\n"
    "#include <time.h>\n#include <wchar.h>\n";

void expect_compiles(const std::string& header, const std::string& what) {
  const Folder folder;
  folder.write("loot.h", header);
  for (const std::string name : {"main.c", "main.cpp"}) {
    folder.write(name,
                 kHeaders + "#include \"loot.h\"\nint main(" + (name == "main.c" ? "void" : "") + ") { return 0; }\n");
  }
  for (const std::string compiler : {"gcc -std=c11", "gcc -std=gnu11", "clang -std=c11", "g++ -std=c++17",
                                     "g++ -std=gnu++17", "clang++ -std=c++17"}) {
    if (run(compiler + " --version 2>&1").status != 0) { continue; }
    const auto file = folder.file(compiler.find("++ ") == std::string::npos ? "main.c" : "main.cpp");
    const auto made = run(compiler + " -Wall -Wextra -Wpedantic -Werror -fsyntax-only " + file + " 2>&1");
    EXPECT_EQ(made.status, 0) << what << "\n" << compiler << "\n" << made.text.substr(0, 2000);
  }
}

TEST(Identifiers, MayBeTaken) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  std::string fields;
  std::string rules;
  std::vector<std::string> all{"r"};
  for (const std::string name :
       {"EOF",      "NULL",     "errno",     "INT_MAX",     "INT64_MIN",  "UINT64_C", "bool",        "class",
        "inline",   "register", "nullptr",   "alignas",     "constexpr",  "typeof",   "co_await",    "stdin",
        "linux",    "unix",     "I",         "NAN",         "SIGINT",     "assert",   "_Bool",       "__linux__",
        "__FILE__", "_",        "__",        "_1",          "main",       "int8_t",   "size_t",      "uint64_t",
        "made_by",  "held_by",  "is_given_", "shown_",      "roll",       "r_",       "stream",      "inputs",
        "out",      "world",    "name",      "NONE",        "UNSET",      "DEFAULT",  "seed",        "rolls",
        "min",      "max",      "memset",    "loot_symbol", "loot_thing", "loot_out", "loot_roll_r", "int64_t"}) {
    const auto declared = " " + name + " = pick {x_" + name + ", " + name + "};";
    // Those that are words of the language cannot be names.
    if (!Pack::compile("test.loot", "pack test \"Test\" 1.0\nrule r {" + declared + " }").pack) { continue; }
    fields += declared;
    const auto rule = fmt::format("s{}", all.size());
    rules += "rule " + rule + "(" + name + ": int) { a = " + name + " }\n";
    all.push_back(rule);
  }
  EXPECT_GT(all.size(), 40U);
  const auto header = compile_to_c(unchecked("rule r {" + fields + " }\n" + rules), {"loot", all});
  ASSERT_TRUE(header) << header.error().text();
  expect_compiles(*header, fields);
}

TEST(Identifiers, MayBeTakenEverywhere) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const std::string source =
      "input EOF: 1..9 = 4\ninput class: {NULL, a, b} = a\nstate INT_MAX: 0..1000 = 0\nstate errno: set of symbol\n"
      "scratch BUFSIZ: int\nfield __linux__: list of symbol\nfield bool: flag\nfield NULL: number\n"
      "table CHAR_BIT: RAND_MAX, int { NULL 1 2; EOF 3 4; errno 5 6 }\ndef NAN(EOF) = EOF + 1\n"
      "rule r { INT_MAX += 1; errno += pick CHAR_BIT; BUFSIZ = NAN(EOF); let SIGINT = pick CHAR_BIT; bool = chance "
      "50%\n"
      "  NULL = BUFSIZ / 3; switch = CHAR_BIT[SIGINT].RAND_MAX + CHAR_BIT[SIGINT].int; __linux__ += class\n"
      "  for stdin in 1..2 { drop static(stdin) } }\nrule static(typeof: int) { asm = typeof }\n"
      "measure INFINITY = NULL * 2\nmeasure register = switch\ndisplay \"{switch} {NULL} of {EOF}\" if bool\n";
  const auto pack = compiled(source);
  const auto header = compile_to_c(pack, {"loot", {"r", "static"}});
  ASSERT_TRUE(header) << header.error().text();
  expect_compiles(*header, source);
  expect_same(pack, source);
  expect_same(pack, source, true);
}

// Capitals and small letters differ in a pack; a number that is appended may be taken, too.
TEST(Identifiers, MayBecomeTheSame) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const std::string source =
      "rule r { k = pick {sword, Sword, SWORD, sword_2, unset, none_, default, made_, h_}; class = d6; class_ = d4\n"
      "  EOF = d8; EOF_ = d10; x__y = d12; __y = d20; x = roll_r(k) }\ndef roll_r(k) = if k == Sword then 1 else 2\n"
      "rule R { a = 1 }\nmeasure a_b = class\nmeasure A_B = class_\n";
  const auto pack = unchecked(source);
  const auto header = compile_to_c(pack, {"loot", {"r", "R"}});
  ASSERT_TRUE(header) << header.error().text();
  expect_compiles(*header, source);
}

TEST(Identifiers, FollowAnyPrefix) {
  if (!has_compiler()) { GTEST_SKIP() << "no C compiler"; }
  const auto pack = compiled("input n: 1..9 = 4\nrule r { k = pick {max, min, c, width, ign, epsilon}; q = n / d6 }");
  for (const std::string prefix : {"int", "class", "int64", "uint64", "int8", "size", "sig", "flt", "EOF", "NULL",
                                   "bool", "x", "LOOT", "char", "a_", "std", "errno", "p__q"}) {
    const auto header = compile_to_c(pack, {prefix, {}});
    ASSERT_TRUE(header) << prefix;
    expect_compiles(*header, prefix);
  }
  // Prefixes that can begin no name of C.
  for (const std::string prefix : {"my-loot", "3d", "_x", "\xC3\xA9p\xC3\xA9\x65", "a b", "a.b"}) {
    EXPECT_EQ(compile_to_c(pack, {prefix, {}}).error().kind, Error::Kind::BadValue) << prefix;
  }
}

// The language itself refuses these, with a place.
TEST(Identifiers, AreLettersDigitsAndUnderscores) {
  for (const std::string name : {"long-sword", "\xC3\xA9p\xC3\xA9\x65", "3rd", "a.b", "sw\xC3\xB6rd"}) {
    const auto loaded = Pack::compile("test.loot", "pack test \"Test\" 1.0\nrule r { k = pick {1 " + name + ", 1 b} }");
    if (!loaded.pack) { continue; }
    const auto header = compile_to_c(*loaded.pack, {"loot", {}});
    ASSERT_TRUE(header) << name;
    expect_compiles(*header, name);
  }
}

}  // namespace compile_c_identifiers_test
}  // namespace spoils
