// tests/api/misuse_test.cpp
//
// Misuse of the library is reported and harmless: moved-from objects, reads as another type, indices out of range, and
// options out of their range. views_test.cpp has views that have ended. Under AddressSanitizer the test shows that the
// library reads no memory that it does not own.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <utility>

#include "compiled.h"
#include "misused.h"
#include "spoils/book.h"
#include "spoils/diff.h"
#include "spoils/expectations.h"
#include "spoils/explain.h"
#include "spoils/import.h"
#include "spoils/odds.h"
#include "spoils/pack.h"
#include "spoils/precomputed.h"
#include "spoils/repeated.h"
#include "spoils/roll.h"
#include "spoils/verify.h"
#include "spoils/why.h"

namespace spoils {
namespace misuse_test {

constexpr const char* kPack = R"(
input depth: 0..50 = 0
state count: 0..9 = 0
table kind { 3 sword; 1 bow }
rule floor {
  kind = pick kind; worth = d6; cursed = chance 50%; part = 1/3; word = "a long text that is kept on a heap {worth}"
  list = [sword, bow]
}
)";

using Kind = Error::Kind;
using Reports = std::vector<std::string>;

std::size_t index_of(const Pack& pack, const std::string& name) {
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    if (pack.fields()[i].name == name) { return i; }
  }
  ADD_FAILURE() << name;
  return 0;
}

TEST(Misuse, MovedFromRollers) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto made = Roller::make(pack);
  Roller kept = std::move(*made);
  Roller never;
  World world(pack, 1);
  for (auto* const roller : {&*made, &never}) {
    EXPECT_EQ(roller->roll(1, 0).error().kind, Kind::Misuse);
    EXPECT_EQ(roller->roll(world).error().kind, Kind::Misuse);
    EXPECT_EQ(roller->set("depth", "3")->kind, Kind::Misuse);
    EXPECT_EQ(roller->set(0, 3)->kind, Kind::Misuse);
    EXPECT_TRUE(roller->values().empty());
    EXPECT_EQ(roller->rule(), "");
    EXPECT_EQ(roller->data(), nullptr);
    const auto told = explain_roll(*roller, 1, 0);
    EXPECT_EQ(told.fault->kind, Kind::Misuse);
    EXPECT_TRUE(told.things.empty());
    EXPECT_EQ(explain_roll(*roller, world).error().kind, Kind::Misuse);
    EXPECT_EQ(reports.take().size(), 8);
  }
  EXPECT_EQ(world.next_index(), 0);
  EXPECT_EQ(kept.roll(1, 0)->size(), 1);
  *made = std::move(kept);
  EXPECT_EQ(made->roll(1, 0)->size(), 1);
  EXPECT_EQ(reports.take(), Reports());
}

TEST(Misuse, MovedFromFusedRollers) {
  const auto pack = compiled("rule floor { worth = d6 }");
  MisuseReports reports;
  auto made = PrecomputedRoller::make(pack);
  const PrecomputedRoller kept = std::move(*made);
  EXPECT_EQ(made->roll(1, 0).error().kind, Kind::Misuse);
  EXPECT_EQ(made->outcomes(), 0);
  EXPECT_EQ(made->left_out(), 0);
  EXPECT_TRUE(made->values().empty());
  EXPECT_EQ(made->rule(), "");
  EXPECT_EQ(reports.take().size(), 5);
  EXPECT_EQ(kept.outcomes(), 6);
}

TEST(Misuse, MovedFromWorlds) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  World first(pack, 1);
  World world = std::move(first);
  auto roller = Roller::make(pack);
  EXPECT_EQ(roller->roll(first).error().kind, Kind::Misuse);  // NOLINT: used after a move on purpose
  EXPECT_EQ(explain_roll(*roller, first).error().kind, Kind::Misuse);
  EXPECT_EQ(first.save("/nowhere/at/all")->kind, Kind::Misuse);
  EXPECT_EQ(first.seed(), 0);
  EXPECT_EQ(first.next_index(), 0);
  EXPECT_EQ(first.state("count"), 0);
  EXPECT_TRUE(first.states().empty());
  EXPECT_EQ(reports.take().size(), 7);
  EXPECT_TRUE(roller->roll(world));
  EXPECT_EQ(world.state(""), 0);
  EXPECT_EQ(reports.take(), Reports());
}

TEST(Misuse, AMovedPackIsStillAPack) {
  auto pack = compiled(kPack);
  const auto other = std::move(pack);
  EXPECT_EQ(pack.name(), "test");  // NOLINT: used after a move on purpose
  EXPECT_EQ(pack.rules().size(), 1);
  EXPECT_TRUE(Roller::make(pack));
  auto loaded = Pack::compile("wrong.loot", "pack wrong \"W\" 1.0\nrule r { a = }\n");
  const auto findings = std::move(loaded.findings);
  EXPECT_EQ(loaded.findings.errors(), findings.errors());
  EXPECT_EQ(loaded.findings.text(), findings.text());
}

TEST(Misuse, ResultsWithoutWhatIsRead) {
  MisuseReports reports;
  const auto pack = compiled(kPack);
  auto wrong = Roller::make(pack, "no such rule");
  EXPECT_EQ(wrong->rule(), "");
  EXPECT_EQ(wrong->roll(1, 0).error().kind, Kind::Misuse);
  EXPECT_EQ(reports.take().size(), 4);
  auto right = Roller::make(pack);
  EXPECT_EQ(right.error().text(), "");
  const auto things = right->roll(1, 0);
  EXPECT_EQ(things.error().help, "");
  EXPECT_EQ(reports.take().size(), 2);
  const Result<int, std::string> number = Failure{std::string("none")};
  EXPECT_EQ(*number, 0);
  EXPECT_EQ(Roller::make(pack, "no such rule").value().rule(), "");
  EXPECT_EQ(reports.take().size(), 3);
}

TEST(Misuse, IndicesOutOfRange) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack);
  const auto things = *roller->roll(1, 0);
  constexpr auto kFar = std::numeric_limits<std::size_t>::max();
  for (const auto index : {std::size_t{1}, std::size_t{1} << 32U, kFar}) {
    EXPECT_EQ(things[index].name(), "");
    EXPECT_EQ(reports.take(), (Reports{"Things::operator[]: index out of range", "Thing: a view of nothing"}));
  }
  EXPECT_EQ((*things.end()).made_by(), "");
  EXPECT_EQ(reports.take().size(), 2);
  auto past = things.end();
  EXPECT_EQ(++past, things.end());
  EXPECT_EQ(reports.take().size(), 1);
  const auto thing = things[0];
  for (const auto index : {pack.fields().size(), kFar}) {
    EXPECT_FALSE(thing.field(index).is_set());
    EXPECT_FALSE(thing.is_set(index));
    EXPECT_EQ(thing.integer(index), 0);
    EXPECT_EQ(thing.text(index), "");
    EXPECT_EQ(reports.take().size(), 4);
  }
  for (const auto index : {pack.inputs().size(), kFar}) {
    EXPECT_FALSE(thing.input(index).is_set());
    EXPECT_EQ(reports.take().size(), 1);
    EXPECT_EQ(roller->set(index, 1)->kind, Kind::UnknownInput);
  }
  // A name that no field has is no misuse.
  EXPECT_FALSE(thing[""].is_set());
  EXPECT_FALSE(thing[std::string_view()].is_set());
  EXPECT_EQ(roller->set("", "")->kind, Kind::UnknownInput);
  EXPECT_EQ(roller->set(std::string_view(), std::string_view())->kind, Kind::UnknownInput);
  EXPECT_EQ(Roller::make(pack, std::string(1, '\0')).error().kind, Kind::UnknownRule);
  EXPECT_EQ(reports.take(), Reports());
}

TEST(Misuse, ReadsAsAnotherType) {
  const auto pack = compiled(kPack);
  MisuseReports reports;
  auto roller = Roller::make(pack);
  const auto things = *roller->roll(1, 0);
  const auto thing = things[0];
  struct Row {
    const char* field;
    bool is_integer, is_flag, is_text, is_list;
  };
  for (const auto& row : {Row{"kind", false, false, true, false}, Row{"worth", true, false, false, false},
                          Row{"cursed", false, true, false, false}, Row{"part", true, false, false, false},
                          Row{"word", false, false, true, false}, Row{"list", false, false, false, true},
                          Row{"nothing of that name", true, true, true, true}}) {
    const auto value = thing[row.field];
    EXPECT_TRUE(row.is_integer || value.integer() == 0) << row.field;
    EXPECT_EQ(reports.take().size(), row.is_integer ? 0 : 1) << row.field;
    EXPECT_GE(value.denominator(), 1);
    EXPECT_EQ(reports.take().size(), row.is_integer ? 0 : 1) << row.field;
    EXPECT_TRUE(row.is_flag || !value.flag()) << row.field;
    EXPECT_EQ(reports.take().size(), row.is_flag ? 0 : 1) << row.field;
    EXPECT_EQ(value.text().empty(), !row.is_text || !value.is_set()) << row.field;
    EXPECT_EQ(value.shown().empty(), !row.is_text || !value.is_set()) << row.field;
    EXPECT_EQ(reports.take().size(), row.is_text ? 0 : 2) << row.field;
    EXPECT_EQ(value.members().empty(), !row.is_list || !value.is_set()) << row.field;
    EXPECT_EQ(reports.take().size(), row.is_list ? 0 : 1) << row.field;
    if (!value.is_set()) { continue; }
    const auto index = index_of(pack, row.field);
    const bool is_small = row.is_integer || row.is_flag;
    EXPECT_TRUE(is_small || thing.integer(index) == 0) << row.field;
    EXPECT_EQ(reports.take().size(), is_small ? 0 : 1) << row.field;
    EXPECT_EQ(thing.text(index).empty(), !row.is_text) << row.field;
    EXPECT_EQ(reports.take().size(), row.is_text ? 0 : 1) << row.field;
  }
}

TEST(Misuse, OptionsOutOfRange) {
  const auto pack = compiled(std::string(kPack) + "expect \"sixes\": odds(floor: worth == 6) == 1/6\n");
  const MisuseReports reports;
  constexpr auto kNan = std::numeric_limits<double>::quiet_NaN();
  Marginal question;
  question.by = {"worth"};
  auto none = question;
  none.max_states = 0;
  none.max_paths = 0;
  static_cast<void>(exact_odds(pack, none));
  auto nothing = question;
  nothing.by = {""};
  static_cast<void>(exact_odds(pack, nothing));
  nothing.by = {std::string(1, '\0')};
  static_cast<void>(exact_odds(pack, nothing));
  static_cast<void>(exact_odds(pack, question, Sweep{}));
  static_cast<void>(exact_odds(pack, question, {"depth", {{9, 3}}, {}}));
  EXPECT_FALSE(repeated_odds(pack, question, 0));
  EXPECT_FALSE(derivations_of(pack, question, {}));
  EXPECT_FALSE(derivations_of(pack, question, {"1", "2", "3"}));
  auto table = exact_odds(pack, question);
  ASSERT_TRUE(table);
  for (const double risk : {0.0, -1.0, kNan, 1e300}) {
    VerifyOptions options;
    options.rolls = 64;
    options.risk = risk;
    static_cast<void>(verify_odds(pack, question, *table, options));
    options.rolls = 0;
    static_cast<void>(verify_odds(pack, question, *table, options));
  }
  // An answer that the caller has made up.
  auto odd = *table;
  odd.rows[0].values = {Cell{"1", Cell::Kind::Integer}, Cell{"too"}, Cell{"many"}};
  odd.rows[1].values = {};
  odd.rows[2].probability = kNan;
  odd.rows[3].probability = -5;
  odd.given = kNan;
  static_cast<void>(verify_odds(pack, question, odd));
  ExpectedCounts each;
  each.by = {"kind"};
  auto means = exact_odds(pack, each);
  ASSERT_TRUE(means);
  means->rows.push_back(means->rows.front());
  means->rows.back().values = {Cell{"no_such_kind"}};
  for (const double expected : {-1.0, kNan, 1e300}) {
    means->rows.back().expected = expected;
    static_cast<void>(verify_odds(pack, each, *means));
  }
  auto roller = Roller::make(pack);
  EXPECT_FALSE(explain_roll(*roller, 1, 0, {0, 0}).fault);
  static_cast<void>(PrecomputedRoller::make(pack, "", {}, {0}));
  BookOptions book;
  book.depths = {7, 3, -1, 3, 99};
  EXPECT_FALSE(write_book(pack, book));
  book = {};
  book.most_rows = 0;
  book.most_work = 0;
  static_cast<void>(write_book(pack, book));
  DiffOptions diff;
  diff.ratio = kNan;
  diff.least = -1;
  diff.by = {""};
  static_cast<void>(compare(pack, pack, diff));
  CheckOptions check;
  check.max_states = 0;
  check.max_paths = 0;
  check.max_witness = 0;
  EXPECT_EQ(check_expectations(pack, check).size(), 1);
  static_cast<void>(import_pyrel("").text);
}

TEST(Misuse, PacksAndFindings) {
  MisuseReports reports;
  EXPECT_FALSE(Pack::load("").pack);
  EXPECT_FALSE(Pack::load(std::string(1, '\0')).pack);
  EXPECT_FALSE(Pack::compile("", "").pack);
  EXPECT_EQ(reports.take(), Reports());
  EXPECT_FALSE(Pack::load(PackSource{"folder", {}}, "name", {}).pack);
  EXPECT_EQ(reports.take(), Reports{"Pack::load: PackSource::read is empty"});
  // A finding of another pack, and one that the caller has made up.
  const auto loaded = Pack::compile("a.loot", "pack wrong \"W\" 1.0\nrule r { a = }\n");
  const auto other = Pack::compile("b.loot", "");
  ASSERT_FALSE(loaded.findings.all().empty());
  EXPECT_NE(other.findings.text(loaded.findings.all().front()), "");
  auto finding = loaded.findings.all().front();
  for (const auto span : {Span{99, 0, 1}, Span{0, 9, 3}, Span{0, 4'000'000'000U, 4'000'000'001U}, Span{0, 0, ~0U}}) {
    finding.span = span;
    finding.labels = {{span, "here"}};
    finding.edit = Edit{span, "this"};
    for (const int width : {-5, 0, 80, std::numeric_limits<int>::max()}) {
      EXPECT_NE(loaded.findings.text(finding, {true, width}), "");
    }
  }
  EXPECT_EQ(Findings().text(), "");
}

TEST(Misuse, TheHandlerCanBeChanged) {
  static int calls = 0;
  const auto before = on_misuse([](const char* /*what*/) { ++calls; });
  static_cast<void>(Things()[0]);
  EXPECT_EQ(calls, 1);
  EXPECT_NE(on_misuse(nullptr), nullptr);
  static_cast<void>(Things()[0]);
  EXPECT_EQ(on_misuse(before), nullptr);
  EXPECT_EQ(calls, 1);
}

#ifdef NDEBUG
TEST(Misuse, IsHarmlessInARelease) { EXPECT_EQ(Things()[7].integer(7), 0); }
#else
TEST(MisuseDeathTest, AbortsInADebugBuild) {
  EXPECT_DEATH(static_cast<void>(Things()[7]),
               "misuse of the library spoils: Things::operator\\[\\]: index out of range");
}
#endif

}  // namespace misuse_test
}  // namespace spoils
