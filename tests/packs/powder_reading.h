// tests/packs/powder_reading.h
//
// Reads a thing of the pack as the type of the oracle.
#pragma once

#include <string>

#include "packs/powder_oracle.h"
#include "packs/shipped.h"

namespace spoils::packs::powder {

class Reading {
 public:
  explicit Reading(const Pack& pack)
      : name(field_of(pack, "name")),
        kind(field_of(pack, "kind")),
        type(field_of(pack, "type")),
        quantity(field_of(pack, "quantity")),
        status(field_of(pack, "status")),
        enchantment(field_of(pack, "enchantment")),
        turns(field_of(pack, "turns")),
        intrinsic(field_of(pack, "intrinsic")),
        intrinsics_(field_of(pack, "intrinsics")),
        light_(field_of(pack, "light")),
        carried_(field_of(pack, "carried")),
        ac_(field_of(pack, "ac")),
        verb_(field_of(pack, "verb")),
        element_(field_of(pack, "element")),
        damage_(field_of(pack, "damage")),
        to_hit_(field_of(pack, "to_hit")),
        range_(field_of(pack, "range")),
        thrown_to_hit_(field_of(pack, "thrown_to_hit")),
        thrown_damage_(field_of(pack, "thrown_damage")),
        material_(field_of(pack, "material")),
        slot_(field_of(pack, "slot")),
        attack_(field_of(pack, "attack")),
        thrown_(field_of(pack, "thrown")) {}

  [[nodiscard]] Powers powers(const Thing& thing) const {
    Powers out;
    const auto intrinsics = thing.field(intrinsics_);
    for (const auto& member : intrinsics.members()) { out.intrinsics.emplace_back(member.text()); }
    out.light = thing.integer(light_);
    out.carried = thing.integer(carried_) == 1;
    out.ac = thing.integer(ac_);
    out.verb = thing.text(verb_);
    out.element = thing.text(element_);
    out.damage = thing.text(damage_);
    out.to_hit = thing.integer(to_hit_);
    out.range = thing.integer(range_);
    out.thrown_to_hit = thing.integer(thrown_to_hit_);
    out.thrown_damage = thing.text(thrown_damage_);
    return out;
  }

  [[nodiscard]] Item item(const Thing& thing) const {
    Item out;
    out.powers = powers(thing);
    out.type = thing.text(type);
    out.material = thing.text(material_);
    out.slot = thing.text(slot_);
    out.attack = thing.text(attack_);
    out.thrown = thing.text(thrown_);
    return out;
  }

  std::size_t name, kind, type, quantity, status, enchantment, turns, intrinsic;

 private:
  std::size_t intrinsics_, light_, carried_, ac_, verb_, element_, damage_, to_hit_, range_, thrown_to_hit_,
      thrown_damage_, material_, slot_, attack_, thrown_;
};

/// Returns the name of the pack that follows a mode.
inline const char* pack_of(Mode mode) { return mode == Mode::Seed ? "powder" : "powder_game"; }

/// Queries the pack for the properties that a name gives to each class, in the order of the names.
template <class See>
void for_every_name(Mode mode, Class c, const std::vector<Name>& names, See see) {
  const auto& pack = shipped(pack_of(mode));
  const Reading reading(pack);
  auto roller = Roller::make(pack, "artifact", {{"class", std::string(name_of(c))}});
  ASSERT_TRUE(roller.ok()) << roller.error().text();
  for (const auto& name : names) {
    ASSERT_FALSE(roller->set("name", name.text));
    auto things = roller->roll(kSeed, 0);
    ASSERT_TRUE(things.ok()) << things.error().text();
    ASSERT_EQ(things->size(), 1U);
    ASSERT_EQ((*things)[0].text(reading.name), name.text);
    see(name, reading.powers((*things)[0]));
  }
}

}  // namespace spoils::packs::powder
