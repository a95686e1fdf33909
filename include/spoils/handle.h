// spoils/handle.h
//
// Generational handles: how a view of things notices that they are gone (spoils/roll.h). The views need this internal
// part of the library inline; programs have no use for it.
#pragma once

#include <atomic>
#include <cstdint>

namespace spoils::api {

struct ResultSet;

/// The generation of the things that a roller gives out. It grows whenever they change, and when the roller is
/// destroyed. Anchors are used again for other rollers, and never freed: a view that outlives its roller finds a
/// generation that differs from its own. Atomic, since the next user of an anchor may be in another thread.
struct Anchor {
  std::atomic<std::uint64_t> generation{0};
  const ResultSet* result_set = nullptr;  // where the things are; null: the anchor is free
  Anchor* next = nullptr;                 // in the list of the free ones
};

/// The anchor of views of nothing: it has no result set and always the same generation.
inline constinit Anchor no_anchor;

/// A reference to the things of one generation. Default: a reference to nothing, which never ends.
struct Handle {
  const Anchor* anchor = &no_anchor;
  std::uint64_t generation = 0;

  [[nodiscard]] bool is_live() const { return anchor->generation.load(std::memory_order_relaxed) == generation; }
  friend bool operator==(const Handle&, const Handle&) = default;
};

}  // namespace spoils::api
