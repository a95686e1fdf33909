// tests/tweak/shipped_rules.h
//
// A roller for each rule of each shipped pack.
#pragma once

#include <filesystem>

#include "packs/shipped.h"
#include "tweak/tweaked.h"

namespace spoils::tweaked {

/// Calls `see` with the pack and a roller of each rule that can be rolled from outside.
template <class See>
void for_all_rules(See see) {
  for (const auto& entry : std::filesystem::directory_iterator(SPOILS_PACKS_DIR)) {
    if (entry.path().filename() == "lib") { continue; }
    const auto& pack = packs::shipped(entry.path().filename().string());
    for (const auto& rule : pack.rules()) {
      auto roller = packs::roller_of(pack, rule);
      if (!roller) { continue; }
      SCOPED_TRACE(std::string(pack.name()) + " " + rule.name);
      ASSERT_NO_FATAL_FAILURE(see(pack, *roller));
    }
  }
}

}  // namespace spoils::tweaked
