// tests/golden/golden_test.cpp
//
// Packs with mistakes and their findings: tests/golden/diagnostics/NAME.golden holds a source, a line `----` and the
// findings as `spoils check` prints them, with NAME.loot as the file. `use` finds the packs of tests/golden/packs. With
// SPOILS_UPDATE_GOLDENS=1 in the environment the files are rewritten; a person must then review the differences.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "spoils/expectations.h"
#include "spoils/pack.h"
#include "text/report.h"

namespace spoils {
namespace golden_test {

namespace fs = std::filesystem;

const fs::path kTests = SPOILS_TESTS_DIR;
constexpr std::string_view kRule = "----\n";

std::string read(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

std::vector<std::string> golden_names() {
  std::vector<std::string> out;
  for (const auto& file : fs::directory_iterator(kTests / "golden/diagnostics")) {
    if (file.path().extension() == ".golden") { out.push_back(file.path().stem().string()); }
  }
  std::sort(out.begin(), out.end());
  return out;
}

struct Golden {
  std::string source;
  std::string expected;
};

Golden read_golden(const std::string& name) {
  const auto bytes = read(kTests / "golden/diagnostics" / (name + ".golden"));
  // The separator may also be the first line: a pack without text.
  const auto rule = bytes.rfind(kRule, 0) == 0 ? 0 : bytes.find("\n" + std::string(kRule));
  if (rule == std::string::npos) { return {bytes, ""}; }
  const auto end = rule == 0 && bytes.rfind(kRule, 0) == 0 ? 0 : rule + 1;
  return {bytes.substr(0, end), bytes.substr(end + kRule.size())};
}

Loaded compile(const std::string& name, const std::string& source) {
  return with_failing_rolls(with_doubts(Pack::compile(name + ".loot", source, {(kTests / "golden/packs").string()})));
}

/// Returns the findings as text. Paths of used packs are cut to the file name, since the folder of the tests may
/// differ.
std::string rendered(const Findings& findings) {
  auto out = findings.text({false, 100});
  const auto folder = (kTests / "golden/packs").string() + "/";
  for (auto at = out.find(folder); at != std::string::npos; at = out.find(folder, at)) { out.erase(at, folder.size()); }
  return out;
}

class Diagnostics : public testing::TestWithParam<std::string> {};

TEST_P(Diagnostics, AreAsTheGoldenSays) {
  const auto golden = read_golden(GetParam());
  const auto loaded = compile(GetParam(), golden.source);
  const auto found = rendered(loaded.findings);
  if (std::getenv("SPOILS_UPDATE_GOLDENS") != nullptr) {
    std::ofstream(kTests / "golden/diagnostics" / (GetParam() + ".golden"), std::ios::binary)
        << golden.source << kRule << found;
    return;
  }
  EXPECT_EQ(found, golden.expected);
  EXPECT_EQ(loaded.pack.has_value(), loaded.findings.errors() == 0);
}

/// A help with an edit must fix its finding: after the edit the finding is gone, and no new mistake of spelling or
/// grammar has appeared.
TEST_P(Diagnostics, EditsMend) {
  const auto golden = read_golden(GetParam());
  const auto loaded = compile(GetParam(), golden.source);
  for (const auto& finding : loaded.findings.all()) {
    if (!finding.edit || finding.span.source != 0) { continue; }
    auto mended = golden.source;
    mended.replace(finding.edit->span.begin, finding.edit->span.end - finding.edit->span.begin,
                   finding.edit->replacement);
    const auto again = compile(GetParam(), mended);
    for (const auto& other : again.findings.all()) {
      const bool same = other.code == finding.code && other.location.line == finding.location.line &&
                        other.location.column == finding.location.column && other.message == finding.message;
      EXPECT_FALSE(same) << "the edit changes nothing: " << finding.help << "\n" << mended;
      const bool of_grammar = other.code.substr(0, 3) == "E01" || other.code.substr(0, 3) == "E02";
      const bool known = std::any_of(loaded.findings.all().begin(), loaded.findings.all().end(),
                                     [&](const Diagnostic& before) { return before.message == other.message; });
      // A finding with several places moves on to the next of them.
      const auto& labels = finding.labels;
      const bool again_elsewhere =
          other.code == finding.code &&
          std::any_of(labels.begin(), labels.end(), [](const Label& label) { return label.text == "and here"; });
      EXPECT_TRUE(!of_grammar || known || again_elsewhere)
          << other.message << " after the edit: " << finding.help << "\n"
          << mended;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(, Diagnostics, testing::ValuesIn(golden_names()), [](const auto& row) { return row.param; });

/// Only files can give these; tests/api has them.
const std::set<std::string_view> kOfFiles{"E0001", "E0002", "E0003", "E0004", "E0005"};
/// Only texts that are too long for a file of these can give it; tests/lang has it.
const std::set<std::string_view> kOfLongTexts{"E0106"};

TEST(DiagnosticsTogether, HaveEveryCode) {
  std::string all;
  for (const auto& name : golden_names()) { all += read_golden(name).expected; }
  for (const auto code : text::all_codes()) {
    const auto number = text::code_number(code);
    if (kOfFiles.count(number) != 0 || kOfLongTexts.count(number) != 0) { continue; }
    EXPECT_NE(all.find("[" + std::string(number) + "]"), std::string::npos) << number << " occurs in no golden";
  }
}

TEST(DiagnosticsTogether, AreMany) { EXPECT_GE(golden_names().size(), 70U); }

TEST(DiagnosticsTogether, ReadAsTheOthers) {
  for (const auto& name : golden_names()) {
    const auto loaded = compile(name, read_golden(name).source);
    for (const auto& finding : loaded.findings.all()) {
      ASSERT_FALSE(finding.message.empty());
      EXPECT_FALSE(finding.message.front() >= 'A' && finding.message.front() <= 'Z') << finding.message;
      EXPECT_NE(finding.message.back(), '.') << finding.message;
      EXPECT_EQ(std::count(finding.message.begin(), finding.message.end(), '`') % 2, 0) << finding.message;
      EXPECT_EQ(finding.message.find("``"), std::string::npos) << finding.message;
    }
  }
}

/// docs/diagnostics.md has a heading for each code, in the order of codes.def.
TEST(DiagnosticsTogether, AreDocumented) {
  const auto docs = read(kTests.parent_path() / "docs/diagnostics.md");
  std::size_t last = 0;
  std::set<std::string_view> numbers;
  for (const auto code : text::all_codes()) {
    const auto number = text::code_number(code);
    numbers.insert(number);
    const auto at = docs.find("\n### " + std::string(number) + " ");
    EXPECT_NE(at, std::string::npos) << number << " is not explained";
    if (at == std::string::npos) { continue; }
    EXPECT_GE(at, last) << number << " is in the wrong place";
    last = at;
  }
  for (auto at = docs.find("\n### "); at != std::string::npos; at = docs.find("\n### ", at + 1)) {
    EXPECT_EQ(numbers.count(std::string_view(docs).substr(at + 5, 5)), 1U)
        << docs.substr(at + 5, 5) << " is no code any more";
  }
}

/// Each example of docs/diagnostics.md has the code of its heading, and no other.
TEST(DiagnosticsTogether, AreAsDocumented) {
  std::istringstream docs(read(kTests.parent_path() / "docs/diagnostics.md"));
  std::string code;
  std::size_t examples = 0;
  for (std::string line; std::getline(docs, line);) {
    if (line.rfind("### ", 0) == 0) { code = line.substr(4, 5); }
    if (line != "```loot wrong" && line != "```loot warned") { continue; }
    std::string source;
    while (std::getline(docs, line) && line != "```") { source += line + "\n"; }
    if (source.rfind("pack ", 0) != 0) { source.insert(0, "pack example \"Example\" 1.0\n"); }
    const auto loaded = compile("example", source);
    EXPECT_FALSE(loaded.findings.all().empty()) << code << "\n" << source;
    for (const auto& finding : loaded.findings.all()) { EXPECT_EQ(finding.code, code) << source << finding.message; }
    ++examples;
  }
  EXPECT_GE(examples, 90U);
}

}  // namespace golden_test
}  // namespace spoils
