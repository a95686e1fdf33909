// tests/api/doubts_test.cpp
//
// with_doubts(): the things of the rule `doubts` are warnings at their records; what is no such rule adds nothing.
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "spoils/expectations.h"
#include "spoils/pack.h"

namespace spoils {
namespace doubts_test {

constexpr const char* kBlades = R"(pack test "Test" 1.0
collection blade { damage: int }
blade spoon { }
blade knife { damage = 4 }
rule find { it = pick blade }
)";

/// Returns the warnings of a pack, `line:column message` each.
std::string warnings(const std::string& more) {
  const auto loaded = with_doubts(Pack::compile("test.loot", kBlades + more));
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  std::string out;
  std::size_t count = 0;
  for (const auto& finding : loaded.findings.all()) {
    EXPECT_EQ(finding.severity, Severity::Warning);
    EXPECT_EQ(finding.code, "W0513");
    EXPECT_EQ(finding.file, "test.loot");
    out += std::to_string(finding.location.line) + ':' + std::to_string(finding.location.column) + ' ' +
           finding.message + '\n';
    ++count;
  }
  EXPECT_EQ(loaded.findings.warnings(), count);
  return out;
}

TEST(Doubts, AreWarningsAtTheirRecords) {
  EXPECT_EQ(warnings("rule doubts { for b in blade { drop doubt(b) } }\n"
                     "rule doubt(b: blade) { of_blade = b; n = b.damage }\n"
                     "display doubt \"{of_blade} is odd\"\n"),
            "3:7 spoon is odd\n4:7 knife is odd\n");
}

TEST(Doubts, MayBeSeveralOfOneRecord) {
  EXPECT_EQ(warnings("rule doubts { drop doubt(1); drop doubt(2) }\n"
                     "rule doubt(n: int) { of_blade = spoon; number = n }\nfield of_blade: blade\n"
                     "display doubt \"doubt {number}\"\n"),
            "3:7 doubt 1\n3:7 doubt 2\n");
}

TEST(Doubts, WithoutARecordAreAtTheirRule) {
  EXPECT_EQ(warnings("rule doubts { drop few }\nrule few { n = 2 }\ndisplay few \"only {n}\"\n"), "7:6 only 2\n");
}

// The fault names the record for which the innermost constant def was computed.
TEST(Doubts, ThatFailAreOneWarning) {
  const PackSource source{
      "", [](const std::string&) -> Result<std::vector<PackFile>, std::string> {
        return std::vector<PackFile>{{"test.loot", std::string(kBlades) +
                                                       "constant def harm(b: blade) = 8 // (b.damage - 4)\n"
                                                       "constant def all(n: int) = n + sum(b in blade: harm(b))\n"
                                                       "rule doubts { drop doubt }\nrule doubt { m = all(1) }\n"}};
      }};
  LoadOptions options;
  options.checks_quantities = false;
  const auto loaded = with_doubts(Pack::load(source, "test.loot", options));
  ASSERT_TRUE(loaded.pack) << loaded.findings.text();
  ASSERT_EQ(loaded.findings.warnings(), 1U);
  const auto& finding = loaded.findings.all().front();
  EXPECT_EQ(finding.message, "`doubts` fails: test.loot:6:31: this divides by zero, for `knife` of test.loot:4:7");
  EXPECT_EQ(finding.location.line, 8U);
}

TEST(Doubts, AreNoneOfOtherRules) {
  EXPECT_EQ(warnings(""), "");
  EXPECT_EQ(warnings("rule doubts(n: int) { drop doubt(n) }\nrule doubt(n: int) { m = n }\n"), "");
  EXPECT_EQ(warnings("rule doubts { }\n"), "");
}

TEST(Doubts, OfAWrongPackAreNone) {
  const auto loaded = with_doubts(Pack::compile("test.loot", "pack test\nrule doubts { x = y z }\n"));
  EXPECT_FALSE(loaded.pack);
  EXPECT_GE(loaded.findings.errors(), 1U);
}

}  // namespace doubts_test
}  // namespace spoils
