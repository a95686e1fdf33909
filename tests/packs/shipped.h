// tests/packs/shipped.h
//
// The packs of this repository, loaded once for a program, and functions that roll their rules.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "affordable.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::packs {

inline constexpr std::uint64_t kSeed = 0x5EED0FACADE;

/// Returns the pack in packs/<name>, which must be without any finding.
inline const Pack& shipped(const std::string& name) {
  static std::map<std::string, Pack> loaded;
  const auto found = loaded.find(name);
  if (found != loaded.end()) { return found->second; }
  auto fresh = Pack::load(std::string(SPOILS_PACKS_DIR) + "/" + name);
  EXPECT_TRUE(fresh.findings.all().empty()) << fresh.findings.text();
  if (!fresh.pack) {
    ADD_FAILURE() << name << " does not compile";
    fresh = Pack::compile("empty.loot", "pack empty \"Empty\" 1.0\nrule nothing { }\n");
  }
  return loaded.emplace(name, *fresh.pack).first->second;
}

/// Returns the index of a field; the test fails if the pack has none of that name.
inline std::size_t field_of(const Pack& pack, std::string_view name) {
  for (std::size_t i = 0; i < pack.fields().size(); ++i) {
    if (pack.fields()[i].name == name) { return i; }
  }
  ADD_FAILURE() << pack.name() << " has no field " << name;
  return 0;
}

/// Returns a roller of a rule; a parameter that must be given has the first value that it can have. None, if that
/// cannot be given from outside.
inline Result<Roller, Error> roller_of(const Pack& pack, const RuleInfo& rule) {
  auto roller = Roller::make(pack, rule.name);
  if (roller) { return roller; }
  Values values;
  for (const auto& parameter : rule.parameters) {
    if (parameter.first) { values.emplace_back(parameter.name, std::to_string(*parameter.first)); }
    if (!parameter.choices.empty()) { values.emplace_back(parameter.name, parameter.choices.front()); }
  }
  return Roller::make(pack, rule.name, values);
}

/// Rolls a rule so many times and shows the things of each roll. Faults fail the test.
template <class See>
void roll_many(const Pack& pack, std::string_view rule, const Values& values, std::uint64_t count, See see,
               std::uint64_t seed = kSeed) {
  auto roller = Roller::make(pack, rule, values);
  ASSERT_TRUE(roller.ok()) << roller.error().text() << ' ' << roller.error().help;
  for (std::uint64_t i = 0; i < count; ++i) {
    auto things = roller->roll(seed, i);
    ASSERT_TRUE(things.ok()) << things.error().text() << ' ' << things.error().help;
    see(*things);
  }
}

}  // namespace spoils::packs
