// A shooter in C++17 with drops that were compiled to C: `spoils compile arena.loot -o arena.h`. Each wave of enemies
// has a stream of its own, so that a wave that is played again drops the same, whatever was played before.
#include <array>
#include <cstdint>
#include <cstdio>

#include "arena.h"

namespace {

struct Player {
  std::int64_t rounds = 0;
  std::int64_t health = 100;
  int rockets = 0;
  int lives = 3;
};

/// Room for the things of one roll: a drop is one thing.
struct Room {
  std::array<arena_thing, 4> things;
  arena_out out{things.data(), static_cast<std::uint32_t>(things.size()), nullptr, 0, 0, 0, ""};
};

void pick_up(Player& player, const arena_thing& thing) {
  switch (thing.kind) {
    case ARENA_AMMO: player.rounds += thing.rounds; break;
    case ARENA_HEALTH: player.health += thing.power; break;
    case ARENA_ROCKET: player.rockets += thing.homing == 1 ? 2 : 1; break;
    case ARENA_EXTRA_LIFE: ++player.lives; break;
    default: break;
  }
}

/// Plays a wave of enemies, each of which drops something; false after a fault of the pack.
bool play_wave(Player& player, Room& room, std::int64_t wave) {
  arena_stream stream{static_cast<std::uint64_t>(1000 + wave), 0};
  auto inputs = arena_default_inputs();
  inputs.wave = wave;
  for (std::int64_t enemy = 0; enemy < 10 + wave; ++enemy) {
    if (arena_roll_loot(&stream, &inputs, &room.out) != arena_fault_ok) { return false; }
    for (std::uint32_t i = 0; i < room.out.count; ++i) { pick_up(player, room.things[i]); }
  }
  return true;
}

}  // namespace

int main() {
  Room room;
  Player player;
  for (std::int64_t wave = 1; wave <= 20; ++wave) {
    if (!play_wave(player, room, wave)) { return 1; }
  }
  std::printf("%lld rounds, health %lld, %d rockets, %d lives\n", static_cast<long long>(player.rounds),
              static_cast<long long>(player.health), player.rockets, player.lives);
  // The last wave alone drops what it dropped before: what came before it makes the difference.
  Player before;
  Player last;
  for (std::int64_t wave = 1; wave < 20; ++wave) { play_wave(before, room, wave); }
  play_wave(last, room, 20);
  const bool is_same = before.rounds + last.rounds == player.rounds && before.rockets + last.rockets == player.rockets;
  // An input out of its range is refused.
  arena_stream stream{1, 0};
  auto inputs = arena_default_inputs();
  inputs.wave = 51;
  const bool is_refused = arena_roll_loot(&stream, &inputs, &room.out) == arena_fault_bad_input;
  return is_same && is_refused ? 0 : 2;
}
