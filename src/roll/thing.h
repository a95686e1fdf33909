// roll/thing.h
//
// The things of one roll, in flat arrays that keep their memory from roll to roll.
#pragma once

#include <cstdint>
#include <vector>

#include "program/program.h"

namespace spoils::roll {

/// One thing: which rule made it, where its words are, and what holds it.
struct ThingRow {
  program::RuleId made_by = 0;
  std::uint32_t first_word = 0;  // its words: Rule::fields of its rule, then every input
  std::int32_t holder = -1;      // index of the thing that it is inside of
  bool is_given_out = true;      // false: it set no field, or was discarded
  std::int32_t position = -1;    // among those given out
};

/// The things of one roll, in the order in which their rules began.
struct Things {
  std::vector<ThingRow> rows;
  std::vector<program::Word> words;
  std::vector<std::uint32_t> given_out;  // indices of rows, in order

  void clear() {
    rows.clear();
    words.clear();
    given_out.clear();
  }
};

}  // namespace spoils::roll
