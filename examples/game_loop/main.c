// A game loop: the player goes down a level every few turns and opens a chest each turn. The fields that the game uses
// are looked up once; a turn reads them by number, and allocates nothing. The world (a pity counter) goes into the
// saved game and comes back from it, and the loot goes on as if nothing had happened.
#include <inttypes.h>
#include <spoils/spoils.h>
#include <stdio.h>
#include <stdlib.h>

static const char kLoot[] =
    "pack loot \"Loot\" 1.0\n"
    "input depth: 1..9 = 1\n"
    "state dry: 0..20 = 0\n"
    "rule chest {\n"
    "  if chance min(100%, 2% * depth + 5% * dry) { rarity = rare; dry = 0 } else { dry = min(20, dry + 1) }\n"
    "  kind = pick {3 coin, 2 potion, 1 sword}\n"
    "  if kind == coin { quantity = d10 * depth }\n"
    "  if dry == 0 { hold gem }\n"
    "}\n"
    "rule gem { kind = pick {2 ruby, 1 opal}; worth = 100 * depth }\n"
    "display chest \"&[ {rarity}] {kind}~\"\n";

// What the game knows of the pack.
typedef struct loot {
  spoils_pack* pack;
  spoils_roller* roller;
  spoils_world* world;
  size_t depth;  // numbers of inputs and fields
  size_t quantity;
  size_t worth;
} loot;

// A game has no way to go on without its loot: it stops, and says why.
static void must(spoils_error* error) {
  if (error == NULL) { return; }
  const spoils_text why = spoils_error_message(error);
  fprintf(stderr, "%.*s\n", (int)why.size, why.data);
  exit(1);
}

static void begin(loot* game) {
  const spoils_file file = {SPOILS_TEXT("loot.loot"), {kLoot, sizeof(kLoot) - 1}};
  must(spoils_pack_compile(&file, 1, SPOILS_TEXT(""), NULL, &game->pack, NULL));
  must(spoils_roller_new(game->pack, SPOILS_TEXT("chest"), NULL, 0, &game->roller));
  must(spoils_world_new(game->pack, 42, &game->world));
  must(spoils_pack_find(game->pack, SPOILS_INPUTS, SPOILS_TEXT("depth"), &game->depth));
  must(spoils_pack_find(game->pack, SPOILS_FIELDS, SPOILS_TEXT("quantity"), &game->quantity));
  must(spoils_pack_find(game->pack, SPOILS_FIELDS, SPOILS_TEXT("worth"), &game->worth));
}

static void save_and_restore(loot* game) {
  spoils_string* saved = NULL;
  spoils_world* restored = NULL;
  must(spoils_world_save(game->world, &saved));  // a real game writes this text into its saved game
  must(spoils_world_restore(game->pack, spoils_string_text(saved), &restored));
  spoils_free(game->world);
  spoils_free(saved);
  game->world = restored;
}

static int64_t turn(loot* game, int number) {
  size_t things = 0;
  int64_t gold = 0;
  must(spoils_roller_set_integer(game->roller, game->depth, 1 + number / 4));
  must(spoils_roll_world(game->roller, game->world, &things));
  for (size_t thing = 0; thing < things; ++thing) {
    spoils_text name;
    int64_t quantity = 0;
    int64_t worth = 0;
    int32_t holder = 0;
    must(spoils_thing_name(game->roller, thing, &name));
    must(spoils_thing_integer(game->roller, thing, game->quantity, &quantity));
    must(spoils_thing_integer(game->roller, thing, game->worth, &worth));
    must(spoils_thing_holder(game->roller, thing, &holder));
    printf("%s%.*s", holder < 0 ? "" : ", in it ", (int)name.size, name.data);
    gold += quantity + worth;
  }
  printf("\n");
  return gold;
}

int main(void) {
  loot game = {0};
  int64_t gold = 0;
  begin(&game);
  for (int number = 0; number < 16; ++number) {
    if (number == 8) { save_and_restore(&game); }
    printf("turn %d: ", number + 1);
    gold += turn(&game, number);
  }
  printf("%" PRId64 " gold\n", gold);
  spoils_free(game.world);
  spoils_free(game.roller);
  spoils_free(game.pack);
  return 0;
}
