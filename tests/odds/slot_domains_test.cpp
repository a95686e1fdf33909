// tests/odds/slot_domains_test.cpp
//
// The domains of slots, stored by all that they depend on (odds/slot_domains.h), and the rows of a filtered choice,
// stored by the rows that pass its steps (odds/planned_rows.h): how often something is found anew, beside the number of
// values that were counted by hand, and where it must be.
#include "odds/slot_domains.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"

namespace spoils {
namespace slot_domains_test {

using program::SlotId;
using program::Word;

SlotId slot_named(const program::Program& program, const std::string& name) {
  for (SlotId slot = 0; slot < program.slots.size(); ++slot) {
    if (program.slots[slot].name == name) { return slot; }
  }
  ADD_FAILURE() << "no slot " << name;
  return 0;
}

/// A choice of three rows, of which level admits the first from 1 on, the second from 5 and the third from 9. The
/// condition reads a list, so it is taken apart.
constexpr const char* kChoice = R"(
input level: 0..10 = 1
input luck: 0..10 = 1
field seen: list of symbol
field kind: symbol
rule r { kind = pick x in t where x.least <= level AND not (x in seen) WEIGHT or nothing; seen += kind }
table t: least, luck { a 1 1; b 5 1; c 9 3 }
)";

/// The slots of that choice, as a statement sees them that knows level and luck.
class Domains {
 public:
  explicit Domains(const std::string& weight, const std::string& condition = "and")
      : pack_(compiled(with(weight, condition))),
        program_(pack_.data().program),
        accesses_(program_),
        row_(program_.choices.at(0).row) {
    for (const auto& statement : program_.statements) { accesses_.look_at(statement); }
    domains_.emplace(program_, heap_, accesses_, rows_,
                     std::vector<SlotId>{slot_named(program_, "level"), slot_named(program_, "luck")});
  }

  /// Returns how many different things it found that depend on the row alone, or on the level as well, for all levels.
  std::size_t found(bool reads_level) {
    odds::SlotDomains::Memo memo(reads_level ? std::vector<SlotId>{row_, slot_named(program_, "level")}
                                             : std::vector<SlotId>{row_});
    std::size_t out = 0;
    for (Word level = 0; level <= 10; ++level) {
      settle_in(level, 0);
      (void)domains_->value_of(memo, [&] { return static_cast<Word>(out++); });
    }
    return out;
  }

  /// Returns the rows that may be drawn, and their weights if these are known as well.
  std::string rows(Word level, Word luck) {
    settle_in(level, luck);
    std::string out;
    EXPECT_TRUE(domains_->for_all_planned(0, [&](const odds::PlannedRows& found) {
      for (std::size_t i = 0; i < found.rows.size(); ++i) {
        out += static_cast<char>('a' + found.rows[i]);
        if (!found.weights.empty()) { out += std::to_string(found.weights[i].numerator()); }
      }
    }));
    return out;
  }

  /// Returns how often rows were gone through.
  [[nodiscard]] std::uint64_t searches() const { return rows_.searches(); }

 private:
  static std::string with(const std::string& weight, const std::string& condition) {
    std::string text = kChoice;
    text.replace(text.find("WEIGHT"), 6, weight);
    return text.replace(text.find("AND"), 3, condition);
  }

  void settle_in(Word level, Word luck) {
    const Word words[] = {level, luck};
    domains_->settle_in(words);
  }

  Pack pack_;
  const program::Program& program_;
  program::Heap heap_;
  odds::AccessAnalysis accesses_;
  odds::PlannedRowsCache rows_;
  SlotId row_;
  std::optional<odds::SlotDomains> domains_;
};

TEST(SlotDomains, WhatDependsOnARowIsFoundOnceForTheSameRows) {
  EXPECT_EQ(Domains("weight 1").found(false), 4U);  // none, a, a or b, any
}

TEST(SlotDomains, WhatReadsTheKnownSlotItselfIsFoundForEachOfItsWords) {
  EXPECT_EQ(Domains("weight 1").found(true), 11U);
}

TEST(PlannedRows, AreGoneThroughOnceForTheSameRows) {
  Domains domains("weight 1");
  EXPECT_EQ(domains.rows(0, 0), "");
  EXPECT_EQ(domains.rows(1, 0), "a1");
  EXPECT_EQ(domains.rows(4, 3), "a1");
  EXPECT_EQ(domains.rows(5, 3), "a1b1");
  EXPECT_EQ(domains.rows(8, 0), "a1b1");
  EXPECT_EQ(domains.rows(10, 0), "a1b1c1");
  EXPECT_EQ(domains.searches(), 4U);
}

TEST(PlannedRows, HaveOtherWeightsForOtherWordsThatTheseRead) {
  Domains domains("weight luck * x.luck");
  EXPECT_EQ(domains.rows(9, 1), "a1b1c3");
  EXPECT_EQ(domains.rows(10, 2), "a2b2c6");
  EXPECT_EQ(domains.rows(10, 1), "a1b1c3");
  EXPECT_EQ(domains.searches(), 2U);
}

// A quotient may fail, so it is asked only of rows that pass what comes before it.
TEST(PlannedRows, AreOthersForOtherWordsThatGuardThem) {
  Domains domains("weight 1", "and 12 / (luck + 1) >= x.luck and");
  EXPECT_EQ(domains.rows(9, 1), "a1b1c1");
  EXPECT_EQ(domains.rows(9, 10), "a1b1");
  EXPECT_EQ(domains.rows(10, 1), "a1b1c1");
  EXPECT_EQ(domains.searches(), 2U);
}

}  // namespace slot_domains_test
}  // namespace spoils
