// api/result_set.h
//
// The result set: the finished things that the public views point to. Tested by tests/api/views_test.cpp.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "api/anchor.h"
#include "api/pack_data.h"
#include "naming/display.h"
#include "roll/interpreter.h"
#include "roll/thing.h"
#include "spoils/roll.h"

namespace spoils::api {

/// Slots that hold one thing after the other: the words of each are copied as the runs of its layout.
class ThingSlots {
 public:
  /// Both outlive this. Requires: the slots of fields are written by this alone.
  ThingSlots(const roll::SharedCode& code, program::Word* slots) : layouts_(code.layouts().data()), slots_(slots) {}

  void lay_out(const roll::Things& things, const roll::ThingRow& row) {
    const auto& layout = layouts_[row.made_by].all;
    // Another rule may have other fields.
    if (&layout != last_) {
      for (const auto [first, count] : last_ == nullptr ? layout.ranges : last_->ranges) {
        std::fill_n(slots_ + first, count, program::kUnset);
      }
      last_ = &layout;
    }
    const auto* word = things.words.data() + row.first_word;
    for (const auto [first, count] : layout.ranges) {
      roll::copy_words(word, count, slots_ + first);
      word += count;
    }
  }

 private:
  const roll::Layout* layouts_;  // by rule
  program::Word* slots_;
  const roll::SlotRanges* last_ = nullptr;  // of the thing that they hold
};

/// The things of a roller and the heap of their texts and lists. Requires: all of these outlive the result set, which
/// must not move.
struct ResultSet {
  ResultSet(const PackData& the_pack, const roll::Things& the_things, const program::Heap& the_heap)
      : pack(the_pack), program(the_pack.program), things(the_things), heap(the_heap), anchor(this) {}

  const PackData& pack;
  const program::Program& program;
  const roll::Things& things;
  const program::Heap& heap;
  AnchorHold anchor;  // through which views find the result set

  /// Returns a view of `count` of the things, from `first` on; it ends when the anchor is renewed.
  [[nodiscard]] spoils::Things view(std::uint32_t count, std::uint32_t first = 0) const {
    return {anchor.handle(), count, first};
  }

  /// Returns the namer of the things; it and its slots are made at the first call.
  [[nodiscard]] naming::Namer& namer() const {
    if (!made_namer_) [[unlikely]] {
      name_slots.assign(program.slots.size() + 1, program::kUnset);
      made_namer_.emplace(program, name_slots.data(), name_heap, &pack.templates());
      named_.emplace(pack.code(), name_slots.data());
    }
    return *made_namer_;
  }

  mutable std::vector<program::Word> name_slots;  // of namer(): a thing is copied there to compute its name
  // Texts made for a name are added to a copy of the heap, so that values that were read stay valid.
  mutable program::Heap name_heap;
  mutable std::uint64_t name_heap_of = 0;  // the generation of things for which it was copied

  /// Copies a thing into the slots of namer(), which was called before.
  void lay_out(const roll::ThingRow& row) const { named_->lay_out(things, row); }

  /// Returns the engine that computes measures of the things, made at the first call.
  [[nodiscard]] roll::Interpreter& measurer() const {
    if (!made_measurer_) [[unlikely]] {
      made_measurer_ = std::make_unique<roll::Interpreter>(pack.code());
      // A measure reads state as 0. Code relies on it that state with bounds is never unset.
      for (const auto state : program.states) {
        if (program.slots[state].has_bounds) { made_measurer_->slots()[state] = 0; }
      }
    }
    return *made_measurer_;
  }

 private:
  mutable std::optional<naming::Namer> made_namer_;
  mutable std::optional<ThingSlots> named_;
  mutable std::unique_ptr<roll::Interpreter> made_measurer_;
};

}  // namespace spoils::api
