// A game loop with loot that was compiled to C: `spoils compile dungeon.loot -o dungeon.h`. Nothing of Spoils is
// linked, nothing is allocated, and the world (a pity counter, and the colour of potions) is a plain struct: the game
// copies it into its saved game as it is, and the loot goes on as if nothing had happened.
#include <stdio.h>
#include <string.h>

#include "dungeon.h"

enum { kTurns = 200, kTurnsALevel = 25, kSavedAt = 90 };

typedef struct game {
  dungeon_world world;
  int turn;
  int64_t coins;
  int64_t gems;
  int potions[3];
} game;

// Room for the things of one roll, and for the lists that its rules make: none here.
typedef struct room {
  dungeon_thing things[8];
  dungeon_out out;
} room;

static int play_turn(game* g, room* r) {
  dungeon_inputs inputs = dungeon_default_inputs();
  uint32_t i;
  inputs.depth = 1 + g->turn / kTurnsALevel;
  if (dungeon_roll_chest_in(&g->world, &inputs, &r->out) != dungeon_fault_ok) {
    fprintf(stderr, "%s\n", r->out.fault_place);
    return 0;
  }
  for (i = 0; i < r->out.count; ++i) {
    const dungeon_thing* const t = &r->things[i];
    if (t->made_by == dungeon_rule_gem) { g->gems += t->worth; }
    if (t->kind == DUNGEON_COIN) { g->coins += t->quantity; }
    if (t->kind == DUNGEON_POTION) { ++g->potions[t->colour == DUNGEON_RED ? 0 : t->colour == DUNGEON_GREEN ? 1 : 2]; }
  }
  ++g->turn;
  return 1;
}

int main(void) {
  static room r;
  static game played;
  static game saved;
  r.out.things = r.things;
  r.out.capacity = sizeof r.things / sizeof r.things[0];
  played.world = dungeon_new_world(42);
  while (played.turn < kTurns) {
    if (played.turn == kSavedAt) { memcpy(&saved, &played, sizeof saved); }
    if (!play_turn(&played, &r)) { return 1; }
  }
  while (saved.turn < kTurns) {
    if (!play_turn(&saved, &r)) { return 1; }
  }
  printf("%lld coins, gems for %lld, potions: %d red, %d green, %d blue\n", (long long)played.coins,
         (long long)played.gems, played.potions[0], played.potions[1], played.potions[2]);
  // The saved game went on with the same loot, and all potions of a world have one colour.
  if (saved.coins != played.coins || saved.gems != played.gems) { return 2; }
  return (played.potions[0] > 0) + (played.potions[1] > 0) + (played.potions[2] > 0) == 1 ? 0 : 3;
}
