// tests/tweak/tweaked.h
//
// Tweakers of small packs, and their things as text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "compiled.h"
#include "spoils/tweak.h"
#include "things_text.h"

namespace spoils::tweaked {

inline Tweaker tweaker_of(const Pack& pack, std::string_view rule = {}, const Values& values = {},
                          std::uint64_t seed = 1, std::uint64_t index = 0) {
  auto roller = Roller::make(pack, rule, values);
  EXPECT_TRUE(roller.ok()) << roller.error().text();
  auto out = Tweaker::make(*roller, seed, index);
  EXPECT_TRUE(out.ok()) << out.error().text();
  return std::move(out).value();
}

/// Applies edits that must not be refused.
inline void apply(Tweaker& tweaker, const std::vector<std::string>& edits) {
  for (const auto& edit : edits) {
    const auto refused = tweaker.apply(edit);
    EXPECT_FALSE(refused.has_value()) << edit << ": " << (refused ? refused->text() + " " + refused->help : "");
  }
}

/// Returns why an edit is refused; "" if it is not.
inline std::string refusal(Tweaker& tweaker, std::string_view edit) {
  const auto refused = tweaker.apply(edit);
  return refused ? refused->message : "";
}

inline std::string things_of(const Tweaker& tweaker) {
  std::string out;
  for (const auto& thing : tweaker.explanation().things) { append_thing(out, *tweaker.pack(), thing); }
  return out;
}

/// Returns the choice of a decision; -99 if there is none.
inline std::int64_t choice_of(const Tweaker& tweaker, std::string_view id) {
  for (const auto& step : tweaker.explanation().steps) {
    if (step.decision && step.id == id && !step.is_rejected) { return step.decision->choice; }
  }
  return -99;
}

inline std::int64_t field_of(const Tweaker& tweaker, std::string_view name) {
  const auto& things = tweaker.explanation().things;
  return things.empty() ? -99 : things[0][name].integer();
}

inline bool has(const std::vector<std::string>& list, std::string_view text) {
  return std::find(list.begin(), list.end(), text) != list.end();
}

}  // namespace spoils::tweaked
