// api/race.cpp
//
// The start of the engine that is for questions which take long.
#include "api/race.h"

#include <chrono>

#ifndef __wasm__
#include <thread>
#endif

namespace spoils::api {

void wait_for_start([[maybe_unused]] const std::atomic<bool>& is_needless) {
#ifndef __wasm__
  constexpr std::chrono::milliseconds kLongEnough{50};
  constexpr std::chrono::milliseconds kBetweenLooks{1};
  for (auto waited = kBetweenLooks; waited <= kLongEnough && !is_needless; waited += kBetweenLooks) {
    std::this_thread::sleep_for(kBetweenLooks);
  }
#endif
}

}  // namespace spoils::api
