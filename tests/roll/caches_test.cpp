// tests/roll/caches_test.cpp
//
// The stores of a roll's earlier results are used: the memo table and the draw trie report hits, and the cache of
// prepared tables stops growing once it holds each table that the rule can meet. tests/roll/optimisations_test.cpp
// shows that they change no result.
#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "roll/interpreter.h"

namespace spoils {
namespace caches_test {

/// Rolls the first rule of a pack without inputs.
void roll(roll::Interpreter& interpreter, const program::Program& program, std::uint64_t rolls) {
  const std::vector<program::Word> words(program.slots.size(), program::kUnset);
  for (std::uint64_t index = 0; index < rolls; ++index) {
    interpreter.begin(0, 0, words);
    ASSERT_TRUE(interpreter.roll({}, 7, index, index));
  }
}

TEST(Caches, DrawTrieGivesThingsThatWereMadeBefore) {
  const auto pack = compiled("rule r { x = d2; y = d2 }");
  const auto& program = pack.data().program;
  roll::Interpreter interpreter(program);
  roll(interpreter, program, 3'000);
  // Four sequences of draws are recorded, each once. The trie is used from roll 160 on; of the next 1,024 rolls every
  // sixteenth is looked up, and then all.
  EXPECT_GE(interpreter.draw_trie().use(0).hits, 1'800U);
}

TEST(Caches, DrawTrieStaysOutOfTheWayOfTheFirstHundredThings) {
  const auto pack = compiled("rule r { x = d2; y = d2 }");
  const auto& program = pack.data().program;
  roll::Interpreter interpreter(program);
  roll(interpreter, program, 100);
  EXPECT_EQ(interpreter.draw_trie().use(0).lookups, 0U);
  EXPECT_EQ(interpreter.draw_trie().bytes(), 0U);
}

TEST(Caches, DrawTrieRecordsNothingThatDependsOnAList) {
  const auto pack = compiled("rule r { l = [d2]; drop s }\nrule s { y = d2 }");
  const auto& program = pack.data().program;
  roll::Interpreter interpreter(program);
  roll(interpreter, program, 1'000);
  EXPECT_EQ(interpreter.draw_trie().use(0).hits, 0U);
}

TEST(Caches, MemoTableGivesValuesThatWereComputedBefore) {
  const auto pack = compiled(
      "def below(p, q) = count(x in p where any(y in q where y + x > 0 and y * x < 100 and y - x < 50: y > x) "
      "and any(y in q where y + x > 0: y >= x))\n"
      "rule r { let p = [d2]; let q = [d2, 3]; n = below(p, q) }");
  const auto& program = pack.data().program;
  ASSERT_FALSE(program.memos.empty());
  roll::Interpreter interpreter(program);
  roll(interpreter, program, 1'000);
  std::uint64_t hits = 0;
  for (std::uint32_t memo = 1; memo <= program.memos.size(); ++memo) { hits += interpreter.memo_table().hits(memo); }
  // Four keys miss once each; later the draw trie gives the things, so the memo has no further lookups.
  EXPECT_GE(hits, 50U);
}

TEST(Caches, TablesArePreparedOnceForEachValue) {
  const auto pack = compiled("rule r { x = d2; drop s(x) }\nrule s(x) { kind = pick t }\ntable t { 1 a; x b }");
  const auto& program = pack.data().program;
  roll::Interpreter interpreter(program);
  EXPECT_EQ(interpreter.table_cache().cached_rows(), 0U);
  roll(interpreter, program, 100);
  const auto rows = interpreter.table_cache().cached_rows();
  EXPECT_GT(rows, 0U);
  roll(interpreter, program, 1'000);
  EXPECT_EQ(interpreter.table_cache().cached_rows(), rows);
}

}  // namespace caches_test
}  // namespace spoils
