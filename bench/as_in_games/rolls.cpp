// bench/as_in_games/rolls.cpp
//
// Uses a rule as games do, and does nothing else in the function `spoils_measured`, whose instructions
// bench/as_in_games.py counts; with the headers of valgrind, the rest runs without being counted, ten times as fast.
//   spoils_as_in_games PACK RULE USE THINGS CACHES [NAME=VALUE]...
// PACK is a shipped pack or a path; CACHES is `all`, `no-trie`, `no-memos` or `none`. Prints the things that came and
// the nanoseconds of the processor; of the use `latency` percentiles of one roll, of `memory` the bytes of a roller, of
// `hits` how the draw trie is used.
#include <malloc.h>
#if __has_include(<valgrind/callgrind.h>)
#include <valgrind/callgrind.h>
#else
#define CALLGRIND_START_INSTRUMENTATION
#define CALLGRIND_STOP_INSTRUMENTATION
#endif

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "../shipped.h"
#include "api/roller_data.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils {
namespace {

constexpr std::uint64_t kWarmUp = 20'000;    // rolls
constexpr std::uint64_t kThingsALevel = 20;  // rolls on one level of the game, with one seed
constexpr std::uint64_t kThingsARoller = 100;

struct Game {
  explicit Game(Pack the_pack) : pack(std::move(the_pack)) {}

  Pack pack;
  std::string rule;
  Values values;
  bool uses_trie = true;
  bool uses_memos = true;
  std::optional<std::size_t> depth;  // the first input that is an integer with bounds
  std::int64_t first_depth = 0;
  std::int64_t last_depth = 0;
  std::vector<std::size_t> integers;  // fields
  std::vector<std::size_t> texts;
  std::uint64_t sum = 0;  // of all that was read, so that nothing is left out
};

Roller roller_of(const Game& game) {
  auto roller = Roller::make(game.pack, game.rule, game.values);
  if (!roller) { std::abort(); }
  auto& interpreter = roller->data()->interpreter;
  if (!game.uses_trie) { interpreter.disable_trie(); }
  if (!game.uses_memos) { interpreter.disable_memos(); }
  return std::move(roller).value();
}

Things things_of(Roller& roller, std::uint64_t seed, std::uint64_t index) {
  const auto things = roller.roll(seed, index);
  if (!things) { std::abort(); }
  return *things;
}

void set_depth(const Game& game, Roller& roller, std::uint64_t number) {
  if (!game.depth) { return; }
  const auto depths = static_cast<std::uint64_t>(game.last_depth - game.first_depth) + 1;
  if (roller.set(*game.depth, game.first_depth + static_cast<std::int64_t>(number % depths))) { std::abort(); }
}

/// Reads what a use wants of a thing.
void read(Game& game, std::string_view use, const Thing& thing, std::string& name) {
  const auto& fields = game.pack.fields();
  if (use == "two-by-number") {
    if (!game.integers.empty()) { game.sum += static_cast<std::uint64_t>(thing.integer(game.integers.front())); }
    if (!game.texts.empty()) { game.sum += thing.text(game.texts.front()).size(); }
  } else if (use == "all-by-number") {
    for (const auto field : game.integers) { game.sum += static_cast<std::uint64_t>(thing.integer(field)); }
    for (const auto field : game.texts) { game.sum += thing.text(field).size(); }
  } else if (use == "all-at-once") {
    std::array<std::int64_t, 256> words;
    const auto count = std::min(fields.size(), words.size());
    thing.read(std::span(words).first(count));
    for (std::size_t i = 0; i < count; ++i) { game.sum += static_cast<std::uint64_t>(words[i]); }
  } else if (use == "two-by-name") {
    if (!game.integers.empty()) {
      game.sum += static_cast<std::uint64_t>(thing[fields[game.integers.front()].name].integer());
    }
    if (!game.texts.empty()) { game.sum += thing[fields[game.texts.front()].name].text().size(); }
  } else if (use == "all-by-name") {
    for (const auto& field : fields) { game.sum += static_cast<std::uint64_t>(thing[field.name].is_set()); }
  } else if (use == "names") {
    name.clear();
    thing.append_name(name);
    game.sum += name.size();
  }
}

}  // namespace

/// Rolls until `wanted` things came, as a use says; returns how many.
extern "C" [[gnu::noinline]] std::uint64_t spoils_measured(Game& game, std::string_view use, Roller* warm,
                                                           std::uint64_t wanted) {
  std::uint64_t things = 0;
  if (use == "make") {
    for (; things < wanted; ++things) { game.sum += roller_of(game).rule().size(); }
    return things;
  }
  std::string name;
  std::optional<Roller> own;
  if (warm == nullptr) { own.emplace(roller_of(game)); }
  auto* roller = warm == nullptr ? &*own : warm;
  std::uint64_t since = 0;  // things of this roller, or of this level
  std::uint64_t level = 0;
  for (std::uint64_t index = 0; things < wanted; ++index) {
    std::uint64_t seed = kSeed;
    if (use == "levels") {
      if (since >= kThingsALevel) {
        ++level;
        since = 0;
        set_depth(game, *roller, level);
      }
      seed += level;
    } else if (use == "seeds") {
      seed += index;
    } else if (use == "inputs") {
      set_depth(game, *roller, index);
    } else if (use == "remade" && since >= kThingsARoller) {
      own.emplace(roller_of(game));
      roller = &*own;
      since = 0;
    }
    const auto rolled = things_of(*roller, seed, warm == nullptr ? index : kWarmUp + index);
    for (const auto& thing : rolled) { read(game, use, thing, name); }
    // A roll without things counts, so that a rule that makes none ends.
    const auto count = std::max<std::uint64_t>(1, rolled.size());
    things += count;
    since += count;
  }
  return things;
}

namespace {

std::uint64_t nanoseconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<std::uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<std::uint64_t>(now.tv_nsec);
}

void print_latency(const Game& game, std::uint64_t rolls) {
  auto roller = roller_of(game);
  std::vector<std::uint64_t> times;
  for (std::uint64_t index = 0; index < rolls; ++index) {
    const auto before = nanoseconds();
    static_cast<void>(things_of(roller, kSeed, index));
    times.push_back(nanoseconds() - before);
  }
  std::sort(times.begin(), times.end());
  for (const auto permille : {500U, 990U, 999U}) {
    std::printf("%llu ", static_cast<unsigned long long>(times[times.size() * permille / 1000]));
  }
  std::printf("%llu\n", static_cast<unsigned long long>(times.back()));
}

void print_memory(const Game& game, std::uint64_t rolls) {
  static_cast<void>(roller_of(game));  // what the pack's rollers share
  const auto before = mallinfo2().uordblks;
  auto roller = roller_of(game);
  const auto print = [&] { std::printf("%zu ", mallinfo2().uordblks - before); };
  print();
  std::uint64_t index = 0;
  for (const auto until : {std::uint64_t{1}, std::uint64_t{100}, std::uint64_t{1000}, rolls}) {
    for (; index < until; ++index) { static_cast<void>(things_of(roller, kSeed, index)); }
    print();
  }
  std::printf("\n");
}

void print_hits(const Game& game, std::uint64_t rolls) {
  auto roller = roller_of(game);
  const auto& trie = roller.data()->interpreter.draw_trie();
  std::uint64_t next = 1000;
  for (std::uint64_t index = 0; index < rolls; ++index) {
    static_cast<void>(things_of(roller, kSeed, index));
    if (index + 1 != next && index + 1 != rolls) { continue; }
    next *= 2;
    const auto use = trie.use(roller.data()->rule);
    std::printf("%llu rolls: %llu lookups, %llu hits, %zu bytes\n", static_cast<unsigned long long>(index + 1),
                static_cast<unsigned long long>(use.lookups), static_cast<unsigned long long>(use.hits), trie.bytes());
  }
}

int run(int words, char** word) {
  if (words < 6) { return 2; }
  const std::string_view wanted_pack = word[1];
  Game game(wanted_pack.find('/') == std::string_view::npos ? shipped(word[1]) : pack_at(word[1]));
  game.rule = word[2];
  const std::string_view use = word[3];
  const std::string_view digits = word[4];
  const std::string_view caches = word[5];
  std::uint64_t wanted = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), wanted);
  game.uses_trie = caches == "all" || caches == "no-memos";
  game.uses_memos = caches == "all" || caches == "no-trie";
  for (int i = 6; i < words; ++i) {
    const std::string_view setting = word[i];
    const auto at = setting.find('=');
    game.values.emplace_back(setting.substr(0, at), setting.substr(at + 1));
  }
  for (std::size_t i = game.pack.inputs().size(); i-- > 0;) {
    const auto& input = game.pack.inputs()[i];
    if (!input.first || !input.last) { continue; }
    game.depth = i;
    game.first_depth = *input.first;
    game.last_depth = std::min<std::int64_t>(*input.last, *input.first + 25);
  }
  for (std::size_t i = 0; i < game.pack.fields().size(); ++i) {
    const auto kind = game.pack.data().field_kinds[i];
    using Kind = program::ValueKind;
    if (kind == Kind::Int || kind == Kind::Flag || kind == Kind::Number) { game.integers.push_back(i); }
    if (kind == Kind::Symbol || kind == Kind::Text) { game.texts.push_back(i); }
  }
  static_cast<void>(roller_of(game));  // lays out what all rollers of the pack share
  if (use == "latency") {
    print_latency(game, wanted);
    return 0;
  }
  if (use == "hits") {
    print_hits(game, wanted);
    return 0;
  }
  if (use == "memory") {
    print_memory(game, wanted);
    return 0;
  }
  std::optional<Roller> warm;
  const bool is_cold = use == "first" || use == "remade" || use == "make";
  if (!is_cold) {
    warm.emplace(roller_of(game));
    for (std::uint64_t index = 0; index < kWarmUp; ++index) { static_cast<void>(things_of(*warm, kSeed, index)); }
  }
  const auto before = nanoseconds();
  CALLGRIND_START_INSTRUMENTATION;
  const auto things = spoils_measured(game, use, warm ? &*warm : nullptr, wanted);
  CALLGRIND_STOP_INSTRUMENTATION;
  std::printf("%llu %llu\n", static_cast<unsigned long long>(things),
              static_cast<unsigned long long>(nanoseconds() - before));
  return game.sum == 1 ? 1 : 0;
}

}  // namespace
}  // namespace spoils

int main(int words, char** word) { return spoils::run(words, word); }
