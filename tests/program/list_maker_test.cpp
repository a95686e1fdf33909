// tests/program/list_maker_test.cpp
//
// Lists and sets that are made from others, against std::set and std::vector: of words, and of texts whose handles
// differ although their characters are the same.
#include "program/list_maker.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <string>
#include <vector>

namespace spoils {
namespace list_maker_test {

using program::kUnset;
using program::ListMaker;
using program::ValueKind;
using program::Word;

/// Lists in a heap, and in the constants of a program, whose members are read as texts whatever their kind.
class Lists {
 public:
  Lists(ValueKind kind, std::uint32_t seed) : kind_(kind), random_(seed), maker_(program_, heap_, kind) {
    program_.lists.emplace_back();
    for (int i = 0; i < 10; ++i) { program_.texts.push_back(std::to_string(i)); }
  }

  [[nodiscard]] std::size_t below(std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_);
  }
  /// Returns the word of a digit: a text is new each second time.
  Word member(std::size_t digit) {
    if (kind_ != ValueKind::Text || below(2) == 0) { return static_cast<Word>(digit); }
    return heap_.add_text(std::to_string(digit));
  }
  std::vector<Word> members(std::size_t most) {
    std::vector<Word> out;
    for (auto count = below(most + 1); count > 0; --count) { out.push_back(member(below(10))); }
    return out;
  }
  Word list(const std::vector<Word>& members) {
    if (below(3) != 0) { return heap_.add_list(members.data(), members.size()); }
    program_.lists.push_back(members);
    return static_cast<Word>(program_.lists.size() - 1);
  }
  Word set(std::vector<Word> members) {
    members.resize(
        static_cast<std::size_t>(maker_.make_unique(members.data(), members.data() + members.size()) - members.data()));
    return list(members);
  }

  [[nodiscard]] std::string shown(Word member) const {
    return kind_ == ValueKind::Text ? std::string(program_.text(member, heap_)) : std::to_string(member);
  }
  [[nodiscard]] std::vector<std::string> shown_list(Word list) const {
    std::vector<std::string> out;
    for (const auto member : program_.list(list, heap_)) { out.push_back(shown(member)); }
    return out;
  }
  [[nodiscard]] const ListMaker& maker() const { return maker_; }
  program::Heap& heap() { return heap_; }

 private:
  ValueKind kind_;
  std::mt19937 random_;
  program::Program program_;
  program::Heap heap_;
  ListMaker maker_;
};

using Shown = std::vector<std::string>;

/// Digits are in the order of their texts, so that one oracle serves both kinds.
Shown as_set(const Shown& first, const Shown& second) {
  std::set<std::string> out(first.begin(), first.end());
  out.insert(second.begin(), second.end());
  return {out.begin(), out.end()};
}

class ListMakerOf : public testing::TestWithParam<ValueKind> {};

TEST_P(ListMakerOf, AgreesWithTheStandardLibrary) {
  std::size_t merged = 0;
  std::size_t sorted = 0;
  for (std::uint32_t seed = 1; seed <= 2000; ++seed) {
    Lists lists(GetParam(), seed);
    const auto left = lists.below(3) == 0 ? lists.list(lists.members(8)) : lists.set(lists.members(8));
    const auto right = lists.below(3) == 0 ? lists.list(lists.members(8)) : lists.set(lists.members(8));
    const auto a = lists.shown_list(left);
    const auto b = lists.shown_list(right);
    const auto& maker = lists.maker();

    const auto set = as_set(a, b);
    (maker.is_set(left) && maker.is_set(right) ? merged : sorted) += 1;
    EXPECT_EQ(maker.is_set(left), a == as_set(a, {}));
    const auto before = lists.heap().mark().words;
    EXPECT_EQ(lists.shown_list(maker.united(left, right)), set);
    EXPECT_EQ(lists.heap().mark().words, before + set.size());

    auto both = a;
    both.insert(both.end(), b.begin(), b.end());
    EXPECT_EQ(lists.shown_list(maker.joined(left, right)), both);

    const auto member = lists.member(lists.below(10));
    auto longer = a;
    longer.push_back(lists.shown(member));
    EXPECT_EQ(lists.shown_list(maker.appended(left, member)), longer);

    auto fewer = a;
    if (const auto at = std::find(fewer.begin(), fewer.end(), lists.shown(member)); at != fewer.end()) {
      fewer.erase(at);
    } else if (maker.is_set(left)) {
      EXPECT_EQ(lists.shown_list(maker.inserted(left, member)), as_set(a, {lists.shown(member)}));
    }
    EXPECT_EQ(lists.shown_list(maker.without(left, member)), fewer);
    ASSERT_FALSE(HasFailure()) << "seed " << seed;
  }
  EXPECT_GT(merged, 500U);
  EXPECT_GT(sorted, 500U);
}

INSTANTIATE_TEST_SUITE_P(, ListMakerOf, testing::Values(ValueKind::Int, ValueKind::Text),
                         [](const auto& kind) { return kind.param == ValueKind::Text ? "Texts" : "Words"; });

TEST(ListMaker, TakesUnsetListsAsEmpty) {
  Lists lists(ValueKind::Int, 1);
  const auto& maker = lists.maker();
  EXPECT_EQ(lists.shown_list(maker.united(kUnset, kUnset)), Shown{});
  EXPECT_EQ(lists.shown_list(maker.joined(kUnset, lists.list({2, 1}))), (Shown{"2", "1"}));
  EXPECT_EQ(lists.shown_list(maker.united(kUnset, lists.list({2, 1, 2}))), (Shown{"1", "2"}));
  EXPECT_EQ(lists.shown_list(maker.inserted(kUnset, 3)), Shown{"3"});
  EXPECT_EQ(lists.shown_list(maker.without(kUnset, 3)), Shown{});
}

}  // namespace list_maker_test
}  // namespace spoils
