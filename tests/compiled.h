// tests/compiled.h
//
// Small packs from their text.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "spoils/pack.h"

namespace spoils {

/// Returns the pack `test` with these declarations, which follow the `pack` line of test.loot. If they do not compile,
/// the test fails, and goes on with a pack that does nothing.
inline Pack compiled(std::string_view declarations) {
  const std::string head = "pack test \"Test\" 1.0\n";
  auto loaded = Pack::compile("test.loot", head + std::string(declarations));
  EXPECT_TRUE(loaded.pack) << loaded.findings.text();
  if (!loaded.pack) { loaded = Pack::compile("test.loot", head + "rule nothing { }\n"); }
  return *loaded.pack;
}

}  // namespace spoils
