// The differences of the released game: the way up, treasure rooms by level with their cells; and that everything else
// is as in the pack that it uses.
#include <array>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "packs/law.h"
#include "packs/rogue_facts.h"
#include "packs/rogue_oracle.h"

namespace spoils::packs::rogue {

namespace rogue_game_test {

constexpr std::uint64_t kRolls = affordable(200'000);

const Pack& pack() { return shipped("rogue_game"); }

const Fields& fields() {
  static const Fields all(pack());
  return all;
}

struct Count {
  int treasures = 0, guards = 0, items = 0, piles = 0;
};

Count count(const Things& things) {
  Count out;
  for (const auto thing : things) {
    if (thing.holder() >= 0) { continue; }
    const auto rule = thing.made_by();
    out.treasures += rule == "treasure" ? 1 : 0;
    out.guards += rule == "guard" ? 1 : 0;
    out.items += rule == "floor" ? 1 : 0;
    out.piles += rule == "gold" ? 1 : 0;
  }
  return out;
}

TEST(RogueGame, ItemsAndMonstersAreThoseOfRogue) {
  Law law;
  for (const auto& row : kClasses) { law[std::string(row.name)] = row.percent / 100.0; }
  Accumulator types;
  roll_many(pack(), "floor", {}, kRolls, [&](const Things& things) { types.add(things[0].text(fields().item_class)); });
  expect_law(types, law, "types");
  for (const int level : {1, 13, 26}) {
    Accumulator normal;
    Accumulator wandering;
    const Values at{{"level", std::to_string(level)}};
    roll_many(pack(), "monster", at, kRolls / 4,
              [&](const Things& things) { normal.add(things[0].text(fields().letter)); });
    roll_many(pack(), "wandering_monster", at, kRolls / 4,
              [&](const Things& things) { wandering.add(things[0].text(fields().letter)); });
    expect_law(normal, law_of_letters(level, kNormalList), "normal");
    expect_law(wandering, law_of_letters(level, kWanderingList), "wandering");
  }
}

// On the way up rooms hold no gold, and a room without gold has a monster with a quarter.
TEST(RogueGame, RoomsOnTheWayUp) {
  for (const bool returning : {false, true}) {
    Accumulator rooms;
    roll_many(pack(), "room", {{"returning", returning ? "true" : "false"}}, kRolls, [&](const Things& things) {
      int piles = 0;
      int monsters = 0;
      for (const auto thing : things) {
        piles += thing.made_by() == "gold" ? 1 : 0;
        monsters += thing.made_by() == "monster" ? 1 : 0;
      }
      rooms.add(fmt::format("{} {}", piles, monsters));
    });
    expect_law(
        rooms,
        returning ? Law{{"0 1", 0.25}, {"0 0", 0.75}} : Law{{"1 1", 0.4}, {"1 0", 0.1}, {"0 1", 0.125}, {"0 0", 0.375}},
        "rooms");
  }
}

TEST(RogueGame, OneTryOnTheWayUp) {
  for (const bool returning : {false, true}) {
    Accumulator items;
    roll_many(pack(), "floor_items", {{"returning", returning ? "true" : "false"}}, kRolls,
              [&](const Things& things) { items.add(static_cast<std::int64_t>(things.size())); });
    expect_law(items, by_index(binomial(returning ? 1 : 9, 0.35)), "items");
  }
}

TEST(RogueGame, NeitherGoldNorTreasureRoomsOnTheWayUp) {
  roll_many(pack(), "level", {{"returning", "true"}, {"level", "20"}}, kRolls / 20, [&](const Things& things) {
    const auto seen = count(things);
    EXPECT_EQ(seen.piles + seen.treasures + seen.guards, 0);
    EXPECT_LE(seen.items, 1);
  });
}

TEST(RogueGame, TreasureRoomsBySizeAndContents) {
  for (const int cells : {4, 5, 6, 8, 10, 12, 20, 115}) {
    for (const bool rich : {false, true}) {
      for (const bool guarded : {false, true}) {
        Accumulator seen;
        const Values values{{"cells", std::to_string(cells)},
                            {"rich", rich ? "true" : "false"},
                            {"guarded", guarded ? "true" : "false"}};
        roll_many(pack(), "treasure_room", values, kRolls / 40, [&](const Things& things) {
          const auto all = count(things);
          seen.add(fmt::format("{} {}", all.treasures, all.guards));
        });
        expect_law(seen, law_of_treasure_room(cells, Mode::Game, rich, guarded),
                   fmt::format("{} cells, rich {}, guarded {}", cells, rich, guarded));
      }
    }
  }
}

/// The law of the floor cells of ordinary rooms: in the top row, in which walls on the first line are not taken, or
/// below.
std::map<int, double> cells_of_rooms(bool top) {
  const auto heights = top ? std::map<int, double>{{2, 9 / 23.0}, {3, 8 / 23.0}, {4, 6 / 23.0}}
                           : std::map<int, double>{{2, 0.25}, {3, 0.25}, {4, 0.25}, {5, 0.25}};
  std::map<int, double> law;
  for (int width = 4; width <= 25; ++width) {
    for (const auto& [height, share] : heights) { law[(width - 2) * height] += share / 22; }
  }
  return law;
}

/// Calls see(cells, rich, guarded, probability) for every room in which the treasure of a level may be. A maze counts
/// as the largest room and holds nothing.
template <class See>
void for_each_chosen_room(int level, See see) {
  for (const auto& layout : layouts(level)) {
    const double each = layout.probability / (layout.rooms + layout.mazes);
    see(115, false, false, each * layout.mazes);
    for (const bool top : {true, false}) {
      const int many = top ? layout.top : layout.rooms - layout.top;
      for (const auto& [cells, share] : cells_of_rooms(top)) {
        see(cells, true, true, each * many * share * 0.4);
        see(cells, true, false, each * many * share * 0.1);
        see(cells, false, true, each * many * share * 0.125);
        see(cells, false, false, each * many * share * 0.375);
      }
    }
  }
}

Law law_of_the_treasure_room(int level) {
  std::map<std::tuple<int, bool, bool>, double> rooms;
  for_each_chosen_room(level, [&](int cells, bool rich, bool guarded, double share) {
    if (share > 0) { rooms[{cells, rich, guarded}] += share; }
  });
  Law law;
  for (const auto& [room, share] : rooms) {
    const auto& [cells, rich, guarded] = room;
    for (const auto& [outcome, probability] : law_of_treasure_room(cells, Mode::Game, rich, guarded)) {
      law[outcome] += share * probability;
    }
  }
  return law;
}

TEST(RogueGame, TheEnumerationGivesThePublishedFigures) {
  std::map<int, double> spare;
  for_each_chosen_room(10, [&](int cells, bool, bool, double share) { spare[std::min(cells - 2, 8)] += share; });
  EXPECT_NEAR(spare[8], 0.9223, 0.00005);
  EXPECT_NEAR(spare[7], 0.0128, 0.00005);
  EXPECT_NEAR(spare[6], 0.0250, 0.00005);
  EXPECT_NEAR(spare[4], 0.0264, 0.00005);
  EXPECT_NEAR(spare[2], 0.0135, 0.00005);
  EXPECT_EQ(spare.size(), 5U);

  double few = 0;
  double treasures = 0;
  for (const auto& [outcome, probability] : law_of_the_treasure_room(10)) {
    const auto space = outcome.find(' ');
    if (std::stoi(outcome.substr(space)) < 4) { few += probability; }
    treasures += probability * std::stoi(outcome.substr(0, space));
  }
  EXPECT_NEAR(few, 0.079, 0.0005);
  EXPECT_NEAR(9 * 0.35 + treasures / 20, 3.42, 0.005);
}

TEST(RogueGame, TreasureRoomsOfALevel) {
  for (const int level : {9, 40}) {  // without mazes, and with many
    Accumulator any;
    Accumulator contents;
    roll_many(pack(), "level", {{"level", std::to_string(level)}}, kRolls / 2, [&](const Things& things) {
      const auto all = count(things);
      any.add(all.treasures > 0 ? "a treasure room" : "none");
      if (all.treasures > 0) { contents.add(fmt::format("{} {}", all.treasures, all.guards)); }
    });
    expect_law(any, {{"a treasure room", 0.05}, {"none", 0.95}}, fmt::format("treasure rooms, level {}", level));
    expect_law(contents, law_of_the_treasure_room(level), fmt::format("what they hold, level {}", level));
  }
}

}  // namespace rogue_game_test

}  // namespace spoils::packs::rogue
