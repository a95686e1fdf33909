// api/anchor.h
//
// Takes anchors of generational handles from a pool and returns them (spoils/handle.h). Tested by
// tests/api/views_test.cpp.
#pragma once

#include "spoils/handle.h"

namespace spoils::api {

/// Holds an anchor during the life of a result set. Views end when this is destroyed.
class AnchorHold {
 public:
  explicit AnchorHold(const ResultSet* result_set);
  AnchorHold(const AnchorHold&) = delete;
  AnchorHold& operator=(const AnchorHold&) = delete;
  ~AnchorHold();

  [[nodiscard]] std::uint64_t generation() const { return anchor_->generation.load(std::memory_order_relaxed); }
  [[nodiscard]] Handle handle() const { return {anchor_, generation()}; }

  /// Ends the existing views. Only one thread writes, so no atomic increment is needed.
  void renew() { anchor_->generation.store(generation() + 1, std::memory_order_relaxed); }

 private:
  Anchor* anchor_;
};

}  // namespace spoils::api
