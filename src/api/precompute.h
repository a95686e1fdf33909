// api/precompute.h
//
// All outcomes of a rule with their exact probabilities, as things that lie ready. The insides of FusedRoller.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/roller_data.h"
#include "api/tail_rules.h"
#include "roll/alias.h"
#include "roll/item_words.h"
#include "spoils/fused.h"

namespace spoils::api {

/// An outcome that a rule finishes: what the slots hold when that begins.
struct Unfinished {
  TailRule last;
  std::vector<std::pair<program::SlotId, program::Word>> slots;
};

struct PrecomputedData {
  explicit PrecomputedData(Roller the_roller);

  Roller roller;  // for what is unfinished, and for what it says of its inputs
  roll::Things things;
  program::Heap heap;  // of these things and of what is unfinished
  ResultSet result_set;
  // Outcomes in order: those with a thing, the one without if there is one, those that are unfinished.
  roll::AliasTable table;
  std::uint32_t with_thing = 0;
  std::uint32_t without_thing = 0;  // 0 or 1
  std::vector<Unfinished> unfinished;
  double left_out = 0;
  roll::ItemWords words;
  std::string rest_stream;
};

/// Puts the outcomes into `data`, which is fresh. Returns why not, if it cannot be done.
[[nodiscard]] std::optional<RollError> precompute(PrecomputedData& data, const FuseOptions& options);

/// Returns a word as it is on another heap, for the same text or list.
[[nodiscard]] program::Word word_on(program::Heap& to, const program::Program& program, const program::Heap& from,
                                    program::ValueType type, program::Word word);

}  // namespace spoils::api
