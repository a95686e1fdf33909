// api/result_set.h
//
// The result set: the finished things that the public views point to. Tested by tests/api/views_test.cpp.
#pragma once

#include <cstdint>
#include <vector>

#include "api/anchor.h"
#include "api/pack_data.h"
#include "naming/display.h"
#include "roll/thing.h"
#include "spoils/roll.h"

namespace spoils::api {

/// The things of a roller and the heap of their texts and lists. Requires: all of these outlive the result set, which
/// must not move.
struct ResultSet {
  ResultSet(const PackData& the_pack, const roll::Things& the_things, const program::Heap& the_heap)
      : pack(the_pack),
        program(the_pack.program),
        things(the_things),
        heap(the_heap),
        anchor(this),
        name_slots(program.slots.size() + 1, program::kUnset),
        namer(program, name_slots.data(), name_heap) {}

  const PackData& pack;
  const program::Program& program;
  const roll::Things& things;
  const program::Heap& heap;
  AnchorHold anchor;  // through which views find the result set

  /// Returns a view of `count` of the things, from `first` on; it ends when the anchor is renewed.
  [[nodiscard]] spoils::Things view(std::uint32_t count, std::uint32_t first = 0) const {
    return {anchor.handle(), count, first};
  }

  mutable std::vector<program::Word> name_slots;  // a thing copied into slots to compute its name
  // Texts made for a name are added to a copy of the heap, so that values that were read stay valid.
  mutable program::Heap name_heap;
  mutable std::uint64_t name_heap_of = 0;  // the generation of things for which it was copied
  mutable naming::Namer namer;
};

}  // namespace spoils::api
