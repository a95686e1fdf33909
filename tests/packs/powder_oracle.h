// tests/packs/powder_oracle.h
//
// POWDER's artifacts by the published procedure, implemented independently of the pack: names, generator, draws in
// their order, and the sum of an artifact and its base item.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "packs/powder_facts.h"

namespace spoils::packs::powder {

enum class Mode : std::uint8_t { Seed, Game };
enum class Class : std::uint8_t { Weapon, WeaponThrown, Armour, Other };

inline constexpr std::array<Class, 4> kClasses{Class::Weapon, Class::WeaponThrown, Class::Armour, Class::Other};

inline std::string_view name_of(Class c) {
  constexpr std::array<std::string_view, 4> names{"weapon", "weapon_thrown", "armour", "other"};
  return names[static_cast<std::size_t>(c)];
}

/// The fields of an artifact. Texts are empty and numbers 0 if a field is unset.
struct Powers {
  std::vector<std::string> intrinsics;  // in the order drawn
  std::int64_t light = 0;
  bool carried = false;
  std::int64_t ac = 0;
  std::string verb, element, damage;
  std::int64_t to_hit = 0;
  std::int64_t range = 0;
  std::int64_t thrown_to_hit = 0;
  std::string thrown_damage;

  friend bool operator==(const Powers&, const Powers&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Powers& p) {
    for (const auto& intrinsic : p.intrinsics) { out << intrinsic << ", "; }
    return out << fmt::format("light {}, carried {}, ac {}, {} {} {} {:+}, thrown {} at {:+}: {}", p.light, p.carried,
                              p.ac, p.verb, p.element, p.damage, p.to_hit, p.range, p.thrown_to_hit, p.thrown_damage);
  }
};

inline std::uint32_t hash_of(std::string_view name) {
  std::uint32_t h = 0;
  for (const char c : name) { h = h * 37 + static_cast<unsigned char>(c); }
  return h % 32768;
}

/// The generator of 15 bits that a name seeds.
class Draws {
 public:
  explicit Draws(std::string_view name) : state_(hash_of(name)) {
    for (int i = 0; i < 3; ++i) { draw(); }
  }
  std::uint32_t draw() {
    state_ = static_cast<std::uint32_t>((1103515245ULL * state_ + 12345) % 32768);
    return state_;
  }
  std::uint32_t choice(std::uint32_t n) { return n < 2 ? 0 : draw() % n; }
  bool chance(std::uint32_t percent) { return choice(100) < percent; }

 private:
  std::uint32_t state_;
};

inline std::string bonus_dice(Draws& draws, Mode mode) {
  const bool seed = mode == Mode::Seed;
  const auto count = draws.choice(seed ? 3 : 2) + 1;
  const auto sides = draws.choice(seed ? 9 : 8) + 1;
  const auto plus = draws.choice(seed ? 5 : 4);
  return fmt::format("{}d{}+{}", count, sides, plus);
}

/// How often a chance of 30 % succeeds in a row.
inline int successes(Draws& draws, int most) {
  int n = 0;
  while (n < most && draws.chance(30)) { ++n; }
  return n;
}

/// Returns the powers that the name alone gives to an item of the class.
inline Powers powers(std::string_view name, Class c, Mode mode) {
  Powers out;
  Draws draws(name);
  const bool is_weapon = c == Class::Weapon || c == Class::WeaponThrown;
  if (draws.chance(90)) {
    do { out.intrinsics.emplace_back(kGood[draws.choice(23)]); } while (draws.chance(10));
  }
  while (draws.chance(10)) { out.intrinsics.emplace_back(kBad[draws.choice(23)]); }
  if (out.intrinsics.empty() || draws.chance(10)) { out.light = 2 + successes(draws, 4); }
  if (!out.intrinsics.empty()) { out.carried = draws.chance(1); }
  const bool weapon_ac = draws.chance(10);
  const int n = 1 + successes(draws, 98);
  if (c == Class::Armour || (is_weapon && weapon_ac)) { out.ac = n; }
  if (is_weapon || draws.chance(10)) {
    const auto& verb = kVerbs[draws.choice(7)];
    out.verb = verb.verb;
    out.element = verb.element;
    out.damage = bonus_dice(draws, mode);
    out.to_hit = successes(draws, 99);
  }
  if (c == Class::WeaponThrown || (c == Class::Weapon && draws.chance(10))) {
    out.range = successes(draws, 99);
    out.thrown_to_hit = successes(draws, 99);
    out.thrown_damage = bonus_dice(draws, mode);
  }
  return out;
}

struct Name {
  std::string text;
  double probability = 0;
};

inline std::vector<Name> all_names() {
  std::vector<Name> out;
  const auto add = [&out](std::string text, double probability) {
    text.front() = static_cast<char>(text.front() - 'a' + 'A');
    out.push_back({std::move(text), probability});
  };
  for (const auto first : kSyllables) {
    for (const auto second : kSyllables) {
      const auto two = std::string(first) + std::string(second);
      add(two, 2.0 / 3 / 484);
      for (const auto third : kSyllables) {
        // A third in one of three names: in two thirds of these any of 22, otherwise the second once more.
        add(two + std::string(third), 1.0 / 3 / 484 * (2.0 / 3 / 22 + (third == second ? 1.0 / 3 : 0)));
      }
    }
  }
  return out;
}

/// An item with the properties of its base and of its name, if it has one.
struct Item {
  Powers powers;
  std::string type, material, slot, attack, thrown;

  friend bool operator==(const Item&, const Item&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Item& item) {
    return out << fmt::format("{} of {}, slot {}, attack {}, thrown {}; ", item.type, item.material, item.slot,
                              item.attack, item.thrown)
               << item.powers;
  }
};

inline Class class_of(std::string_view kind) {
  for (const auto& weapon : kWeapons) {
    if (weapon.name == kind) { return weapon.is_throwing ? Class::WeaponThrown : Class::Weapon; }
  }
  for (const auto& armour : kArmours) {
    if (armour.name == kind) { return Class::Armour; }
  }
  return Class::Other;
}

/// Joins a base item with the properties of its name; for an ordinary item `extra` is that of no name.
inline Item joined_with_base(std::string_view kind, Powers extra, std::int64_t enchantment) {
  Item out;
  out.powers = std::move(extra);
  for (const auto& weapon : kWeapons) {
    if (weapon.name != kind) { continue; }
    out.type = "weapon";
    out.material = weapon.material;
    out.attack = weapon.attack;
    out.thrown = weapon.thrown;
    out.slot = kind == "torch" ? "shield" : "";
    out.powers.light = std::max(out.powers.light, static_cast<std::int64_t>(weapon.light));
    out.powers.to_hit += weapon.to_hit;
    out.powers.range += weapon.range;
    out.powers.thrown_to_hit += weapon.thrown_to_hit;
  }
  for (const auto& armour : kArmours) {
    if (armour.name != kind) { continue; }
    out.type = "armour";
    out.material = armour.material;
    out.slot = armour.slot;
    out.powers.ac += armour.ac + enchantment;
    if (kind == "mirror_shield") { out.powers.intrinsics.emplace_back("reflective"); }
  }
  for (const auto& other : kOthers) {
    if (other.name != kind) { continue; }
    out.type = other.type;
    out.attack = other.attack;
    out.powers.ac += other.ac;
    if (kind == "y_rune") { out.powers.light = std::max<std::int64_t>(out.powers.light, 1); }
  }
  return out;
}

}  // namespace spoils::packs::powder
