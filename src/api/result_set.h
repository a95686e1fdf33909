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
    if (!made_namer_) [[unlikely]] { make_namer(); }
    return *made_namer_;
  }

  // Texts made for a name are added to a copy of the heap, so that values that were read stay valid.
  mutable program::Heap name_heap;
  mutable std::uint64_t name_heap_of = 0;  // the generation of things for which it was copied

  /// Copies a thing into the slots of namer(), which was called before.
  void lay_out(const roll::ThingRow& row) const { (named_ ? *named_ : measurer_->slots).lay_out(things, row); }

  /// Returns the engine that computes measures of the things, made at the first call.
  [[nodiscard]] roll::Interpreter& measurer() const { return made_measurer().engine; }
  /// Copies a thing into the slots of measurer().
  void lay_out_measured(const roll::ThingRow& row) const { made_measurer().slots.lay_out(things, row); }

 private:
  /// The engine of measures, with the slots that it reads.
  struct Measurer : naming::ValueComputer {
    explicit Measurer(const ResultSet& of)
        : engine(of.pack.code()), slots(of.pack.code(), engine.slots().data()), heap(of.name_heap) {
      // A measure reads state as 0, and a name none. Code relies on it that state with bounds is never unset.
      for (const auto state : of.program.states) {
        if (of.program.slots[state].has_bounds) { engine.slots()[state] = 0; }
      }
    }
    std::optional<program::Word> compute(program::ExpressionId id, std::uint64_t& work) override {
      return engine.measure_word(id, heap, work);
    }

    roll::Interpreter engine;
    ThingSlots slots;
    program::Heap& heap;
  };

  [[nodiscard]] Measurer& made_measurer() const {
    if (measurer_ == nullptr) [[unlikely]] { measurer_ = std::make_unique<Measurer>(*this); }
    return *measurer_;
  }
  // Names that go through lists are computed by the engine of measures, in its slots; others need none.
  void make_namer() const {
    const auto& templates = pack.templates();
    if (templates.have_folds()) {
      auto& computer = made_measurer();
      made_namer_.emplace(program, computer.engine.slots().data(), name_heap, &templates, &computer);
      return;
    }
    name_slots_.assign(program.slots.size() + 1, program::kUnset);
    made_namer_.emplace(program, name_slots_.data(), name_heap, &templates);
    named_.emplace(pack.code(), name_slots_.data());
  }

  mutable std::optional<naming::Namer> made_namer_;
  mutable std::vector<program::Word> name_slots_;  // a thing is copied there to compute its name
  mutable std::optional<ThingSlots> named_;        // of these; nothing if names are computed by the measurer
  mutable std::unique_ptr<Measurer> measurer_;
};

}  // namespace spoils::api
