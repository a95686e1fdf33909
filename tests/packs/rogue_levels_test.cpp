// Rogue's levels: rooms, gold, traps, treasure rooms, the nine tries, hunger, and the way down.
#include <array>
#include <cmath>
#include <string>
#include <string_view>
#include <vector>

#include "packs/law.h"
#include "packs/rogue_facts.h"
#include "packs/rogue_oracle.h"

namespace spoils::packs::rogue {

namespace rogue_levels_test {

constexpr std::uint64_t kRolls = affordable(1'000'000);

const Pack& pack() { return shipped("rogue"); }

const Fields& fields() {
  static const Fields all(pack());
  return all;
}

Values at(int level) { return {{"level", std::to_string(level)}}; }

TEST(RogueLevels, RulesOfThePack) {
  for (const auto* rule :
       {"floor", "level", "trap_count", "monster", "wandering_monster", "summoned_monster", "treasure_room", "run",
        "potion", "scroll", "food", "weapon", "armor", "ring", "stick", "room", "gold", "trap"}) {
    EXPECT_TRUE(Roller::make(pack(), rule).ok()) << rule;
  }
  EXPECT_EQ(Roller::make(pack())->rule(), "floor");
  EXPECT_EQ(Roller::make(shipped("rogue_game"))->rule(), "floor");
}

struct Gold {
  int level, smallest, largest;
  double mean, mean_of_level;
};

TEST(RogueLevels, Gold) {
  constexpr std::array<Gold, 7> published{{
      {1, 2, 61, 31.5, 118.125},
      {2, 2, 71, 36.5, 136.875},
      {5, 2, 101, 51.5, 193.125},
      {10, 2, 151, 76.5, 286.875},
      {13, 2, 181, 91.5, 343.125},
      {20, 2, 251, 126.5, 474.375},
      {26, 2, 311, 156.5, 586.875},
  }};
  for (const auto& row : published) {
    EXPECT_EQ(row.largest, 51 + 10 * row.level);
    EXPECT_EQ(row.mean, (row.smallest + row.largest) / 2.0);
    EXPECT_EQ(row.mean_of_level, 3.75 * row.mean);
    Accumulator amounts;
    roll_many(pack(), "gold", at(row.level), kRolls / 4,
              [&](const Things& things) { amounts.add(things[0].integer(fields().amount)); });
    expect_law(amounts, uniform(row.smallest, row.largest), fmt::format("gold on level {}", row.level));
  }
}

// The contents of a room, as "piles monsters".
const Law kRoom{{"1 1", 0.5 * 0.8}, {"1 0", 0.5 * 0.2}, {"0 1", 0.5 * 0.25}, {"0 0", 0.5 * 0.75}};

struct Count {
  int piles = 0, monsters = 0, guards = 0, treasures = 0, items = 0, traps = 0, held = 0;
};

Count count(const Things& things) {
  Count out;
  for (const auto thing : things) {
    const auto rule = thing.made_by();
    if (thing.holder() >= 0) {
      ++out.held;
    } else if (rule == "gold") {
      ++out.piles;
    } else if (rule == "monster") {
      ++out.monsters;
    } else if (rule == "guard") {
      ++out.guards;
    } else if (rule == "treasure") {
      ++out.treasures;
    } else if (rule == "floor") {
      ++out.items;
    } else if (rule == "trap") {
      ++out.traps;
    }
  }
  return out;
}

TEST(RogueLevels, Rooms) {
  EXPECT_DOUBLE_EQ(kRoom.at("1 1") + kRoom.at("0 1"), 0.525);
  Accumulator rooms;
  roll_many(pack(), "room", {}, kRolls, [&](const Things& things) {
    const auto seen = count(things);
    rooms.add(fmt::format("{} {}", seen.piles, seen.monsters));
  });
  expect_law(rooms, kRoom, "rooms");
}

TEST(RogueLevels, NumberOfRoomsAndMazes) {
  for (const int level : {1, 10, 11, 15, 29, 40}) {
    Law law;
    for (const auto& layout : layouts(level)) {
      law[fmt::format("{} {}", layout.rooms, layout.mazes)] += layout.probability;
    }
    Accumulator seen;
    roll_many(pack(), "level", at(level), kRolls / 50, [&](const Things& things) {
      EXPECT_EQ(things[0].made_by(), "level");
      seen.add(fmt::format("{} {}", things[0].integer(fields().rooms), things[0].integer(fields().mazes)));
    });
    expect_law(seen, law, fmt::format("rooms of level {}", level));
  }
  for (const auto& layout : layouts(10)) { EXPECT_EQ(layout.mazes, 0); }
}

// The law of (rooms, piles, monsters) of a level, as one text.
Law law_of_contents(int level) {
  std::map<int, double> rooms;
  for (const auto& layout : layouts(level)) { rooms[layout.rooms] += layout.probability; }
  for (const int many : {6, 7, 8, 9}) { EXPECT_NEAR(rooms[many], 0.25, 1e-12); }
  Law law;
  for (const auto& [many, probability] : rooms) {
    std::map<std::pair<int, int>, double> contents{{{0, 0}, probability}};
    for (int i = 0; i < many; ++i) {
      std::map<std::pair<int, int>, double> next;
      for (const auto& [so_far, p] : contents) {
        for (const auto& [room, q] : kRoom) {
          next[{so_far.first + (room[0] - '0'), so_far.second + (room[2] - '0')}] += p * q;
        }
      }
      contents = next;
    }
    for (const auto& [both, p] : contents) { law[fmt::format("{} {} {}", many, both.first, both.second)] += p; }
  }
  return law;
}

// The law of how many ordinary rooms of a level hold treasure.
std::vector<double> law_of_treasure_rooms() {
  std::vector<double> law(10, 0.0);
  for (int rooms = 6; rooms <= 9; ++rooms) {
    const auto many = binomial(rooms, 1 / 20.0);
    for (std::size_t i = 0; i < many.size(); ++i) { law[i] += many[i] / 4; }
  }
  return law;
}

std::vector<double> law_of_items_on_a_level() {
  std::vector<double> treasures(11, 0.0);
  for (std::size_t i = 2; i <= 10; ++i) { treasures[i] = 1 / 9.0; }
  std::vector<double> sum{1.0};
  std::vector<double> law(100, 0.0);
  const auto rooms = law_of_treasure_rooms();
  for (std::size_t many = 0; many < rooms.size(); ++many) {
    const auto all = sum_of(sum, binomial(9, 0.35));
    for (std::size_t i = 0; i < all.size(); ++i) { law[i] += rooms[many] * all[i]; }
    sum = sum_of(sum, treasures);
  }
  return law;
}

TEST(RogueLevels, EverythingOnALevel) {
  constexpr int kLevel = 9;
  const auto items = law_of_items_on_a_level();
  EXPECT_NEAR(mean(items), 5.4, 1e-9);
  const auto rooms_of_treasure = law_of_treasure_rooms();
  EXPECT_NEAR(1 - rooms_of_treasure[0], 0.318, 0.0005);

  Accumulator contents;
  Accumulator items_seen;
  Accumulator treasure_rooms;
  Accumulator guards;
  Accumulator traps;
  const auto first_input = pack().inputs()[0].name;
  ASSERT_EQ(first_input, "level");
  roll_many(pack(), "level", at(kLevel), kRolls / 10, [&](const Things& things) {
    const auto seen = count(things);
    contents.add(fmt::format("{} {} {}", things[0].integer(fields().rooms), seen.piles, seen.monsters));
    items_seen.add(seen.items + seen.treasures);
    traps.add(seen.traps);
    int rooms = 0;
    std::string_view before;
    for (const auto thing : things) {
      const auto rule = thing.made_by();
      const bool of_treasure = rule == "treasure" || rule == "guard";
      if (thing.holder() < 0) { EXPECT_EQ(thing.text(fields().room) == "treasure_room", of_treasure); }
      if (rule == "treasure" && before != "treasure") { ++rooms; }
      if (thing.holder() < 0) { before = rule; }
      if (rule == "guard") {
        EXPECT_EQ(thing.input(0).integer(), kLevel + 1);
        guards.add(thing.text(fields().letter));
      }
      if (rule == "monster") { EXPECT_EQ(thing.input(0).integer(), kLevel); }
    }
    treasure_rooms.add(rooms);
  });
  expect_law(contents, law_of_contents(kLevel), "rooms, gold and monsters");
  expect_law(items_seen, by_index(items), "items on a level");
  expect_law(treasure_rooms, by_index(rooms_of_treasure), "treasure rooms");
  expect_law(guards, law_of_letters(kLevel + 1, kNormalList), "guards");
  expect_law(traps, by_index(law_of_traps(kLevel)), "traps");
}

TEST(RogueLevels, TreasureRooms) {
  const auto ample = law_of_treasure_room(115, Mode::Seed);
  Law guards;
  for (const auto& [outcome, probability] : ample) { guards[outcome.substr(outcome.find(' ') + 1)] += probability; }
  EXPECT_EQ(guards.count("3") + guards.count("13"), 0U);
  EXPECT_NEAR(guards.at("12"), 1 / 9.0, 1e-12);

  for (const int cells : {4, 5, 6, 8, 10, 11, 12, 13, 14, 18, 24, 115}) {
    Accumulator seen;
    roll_many(pack(), "treasure_room", {{"level", "5"}, {"cells", std::to_string(cells)}}, kRolls / 50,
              [&](const Things& things) {
                const auto all = count(things);
                EXPECT_LE(all.treasures + all.guards, cells);
                seen.add(fmt::format("{} {}", all.treasures, all.guards));
              });
    expect_law(seen, law_of_treasure_room(cells, Mode::Seed), fmt::format("{} cells", cells));
  }
}

// Guards are monsters of the next level, with its statistics, and mean.
TEST(RogueLevels, Guards) {
  for (const int level : {1, 12, 25, 26, 40, 99}) {
    Accumulator letters;
    Accumulator looks;
    roll_many(pack(), "treasure_room", at(level), kRolls / 100, [&](const Things& things) {
      for (const auto thing : things) {
        if (thing.made_by() != "guard") { continue; }
        const auto& row = monster(thing.text(fields().letter).front());
        const int deeper = std::max(level + 1 - 26, 0);
        letters.add(thing.text(fields().letter));
        if (row.letter == 'X') { looks.add(thing.text(fields().looks_like)); }
        if (letters.total() > 10'000) { continue; }
        const auto flags =
            row.flags.find('m') == std::string_view::npos ? std::string(row.flags) + 'm' : std::string(row.flags);
        EXPECT_TRUE(has_flags(thing.field(fields().flags), flags, false)) << row.name;
        EXPECT_EQ(thing.integer(fields().rank), row.rank + deeper) << row.name;
        EXPECT_EQ(thing.integer(fields().armor_class), row.armor_class - deeper) << row.name;
      }
    });
    expect_law(letters, law_of_letters(level + 1, kNormalList), fmt::format("guards on level {}", level));
    if (level >= 25) {
      const auto error = std::sqrt(1 / 9.0 * 8 / 9.0 / static_cast<double>(looks.total()));
      EXPECT_NEAR(looks.share("amulet"), 1 / 9.0, 4.89 * error) << level;  // beyond it with 1e-6, as kAlpha
    }
  }
}

TEST(RogueLevels, NineTries) {
  constexpr std::array<double, 10> published{0.020712, 0.100373, 0.216188, 0.271621, 0.219386,
                                             0.118131, 0.042406, 0.009786, 0.001317, 0.000079};
  const auto law = binomial(9, 0.35);
  for (std::size_t i = 0; i < published.size(); ++i) { EXPECT_NEAR(law[i], published[i], 5e-7) << i; }
  EXPECT_NEAR(mean(law), 3.15, 1e-12);
  Accumulator items;
  roll_many(pack(), "floor_items", {}, kRolls,
            [&](const Things& things) { items.add(static_cast<std::int64_t>(things.size())); });
  expect_law(items, by_index(law), "items of nine tries");
}

TEST(RogueLevels, HungerOnTheWayDown) {
  constexpr int kLevels = 26;
  constexpr std::uint64_t kDescents = kRolls / 10;
  const auto hunger = descent(kLevels);
  EXPECT_NEAR(hunger[0].food_on_level, 0.424256, 5e-7);
  EXPECT_NEAR(hunger[3].food_on_level, 0.530183, 5e-7);
  EXPECT_NEAR(hunger[25].food_on_level, 0.475713, 5e-7);
  EXPECT_NEAR(hunger[3].starved, 0.190848, 5e-7);

  std::array<Accumulator, kLevels> food;
  Accumulator starved;
  roll_many(pack(), "descent", {}, kDescents, [&](const Things& things) {
    std::array<bool, kLevels> fed{};
    for (const auto thing : things) {
      if (thing.text(fields().item_class) == "food") {
        fed[static_cast<std::size_t>(thing.input(0).integer() - 1)] = true;
      }
    }
    for (std::size_t i = 0; i < fed.size(); ++i) { food[i].add(fed[i] ? "food" : "none"); }
    starved.add(fed[0] || fed[1] || fed[2] ? "fed" : "starved");
  });
  for (std::size_t i = 0; i < food.size(); ++i) {
    const auto chance = hunger[i].food_on_level;
    expect_law(food[i], {{"food", chance}, {"none", 1 - chance}}, fmt::format("food on level {}", i + 1));
  }
  expect_law(starved, {{"starved", hunger[3].starved}, {"fed", 1 - hunger[3].starved}}, "three levels without food");
}

/// The counter as the description has it: packs of a level's monsters are filled before it increases, all else after.
class Counter {
 public:
  void begin_level() {
    end_level();
    open_ = true;
    raised_ = false;
  }
  void end_level() {
    if (open_ && !raised_) { ++value_; }
    open_ = false;
  }
  /// Takes in an item; returns whether it had to be food.
  bool take(bool in_a_pack_of_the_level, bool food) {
    if (!in_a_pack_of_the_level && !raised_) {
      raised_ = true;
      ++value_;
    }
    const bool forced = value_ > 3;
    if (food) { value_ = 0; }
    return forced;
  }
  [[nodiscard]] int value() const { return value_; }

 private:
  int value_ = 0;
  bool open_ = false;
  bool raised_ = false;
};

TEST(RogueLevels, HungerGoesFromLevelToLevelAndFromRunToRun) {
  auto roller = Roller::make(pack(), "run");
  ASSERT_TRUE(roller.ok());
  World world(pack(), kSeed);
  Counter counter;
  int forced = 0;
  for (int run = 0; run < 300; ++run) {
    auto things = roller->roll(world);
    ASSERT_TRUE(things.ok()) << things.error().text();
    int levels = 0;
    for (const auto thing : *things) {
      if (thing.made_by() == "level") {
        counter.begin_level();
        EXPECT_EQ(thing.input(0).integer(), ++levels);
      }
      if (!thing.is_set(fields().item_class)) { continue; }
      const auto holder = thing.holder();
      const bool packed = holder >= 0 && (*things)[static_cast<std::size_t>(holder)].made_by() == "monster";
      const bool food = thing.text(fields().item_class) == "food";
      if (counter.take(packed, food)) {
        EXPECT_TRUE(food);
        ++forced;
      }
    }
    counter.end_level();
    EXPECT_EQ(levels, 26);
    EXPECT_EQ(world.state("no_food"), counter.value());
  }
  EXPECT_GT(forced, 100);
}

TEST(RogueLevels, NumberOfTraps) {
  for (int level = 1; level <= 50; ++level) {
    Accumulator number;
    roll_many(pack(), "trap_count", at(level), kRolls / 20,
              [&](const Things& things) { number.add(things[0].integer(fields().number)); });
    expect_law(number, by_index(law_of_traps(level)), fmt::format("traps on level {}", level));
  }
  Accumulator number;
  roll_many(pack(), "trap_count", at(99), kRolls,
            [&](const Things& things) { number.add(things[0].integer(fields().number)); });
  expect_law(number, by_index(law_of_traps(99)), "traps on level 99");
}

struct TrapRow {
  int first, last;
  std::size_t most;
};

TEST(RogueLevels, TheLawOfTrapsIsThePublishedTable) {
  constexpr std::array<TrapRow, 8> published{{
      {1, 7, 1},
      {8, 11, 2},
      {12, 15, 3},
      {16, 19, 4},
      {20, 23, 5},
      {24, 27, 6},
      {40, 43, 10},
      {44, 99, 10},
  }};
  for (const auto& row : published) {
    for (int level = row.first; level <= row.last; ++level) {
      const auto law = law_of_traps(level);
      EXPECT_NEAR(1 - law[0], std::min(level, 10) / 10.0, 1e-12) << level;
      for (std::size_t i = 1; i < law.size(); ++i) {
        double wanted = i <= row.most ? (1 - law[0]) / static_cast<double>(row.most) : 0;
        if (level >= 44) { wanted = i == 10 ? (level / 4 - 9.0) / (level / 4) : 1.0 / (level / 4); }
        EXPECT_NEAR(law[i], wanted, 1e-12) << i << " traps on level " << level;
      }
    }
  }
}

TEST(RogueLevels, KindsOfTraps) {
  Law law;
  for (const auto* kind : {"trapdoor", "arrow", "sleeping_gas", "bear", "teleport", "poison_dart"}) {
    law[kind] = 1 / 6.0;
  }
  Accumulator kinds;
  roll_many(pack(), "trap", {}, kRolls, [&](const Things& things) { kinds.add(things[0].text(fields().kind)); });
  expect_law(kinds, law, "traps");
  Accumulator alone;
  roll_many(pack(), "traps", at(26), kRolls / 10, [&](const Things& things) {
    for (const auto thing : things) { alone.add(thing.text(fields().kind)); }
  });
  expect_law(alone, law, "traps of a level");
}

}  // namespace rogue_levels_test

}  // namespace spoils::packs::rogue
