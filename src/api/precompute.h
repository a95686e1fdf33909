// api/precompute.h
//
// All outcomes of a rule with their exact probabilities, stored as finished things: the data of PrecomputedRoller.
// Tested by tests/api/precomputed_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "api/roller_data.h"
#include "api/tail_rules.h"
#include "odds/question.h"
#include "roll/alias.h"
#include "roll/batched_words.h"
#include "spoils/precomputed.h"

namespace spoils::api {

/// An outcome that a rule must finish: the words of the slots at the beginning of that rule.
struct Unfinished {
  TailRule tail;
  program::Settings slots;
};

struct PrecomputedData {
  explicit PrecomputedData(Roller the_roller);

  Roller roller;  // finishes the outcomes of cut-off rules, and knows the inputs
  roll::Things things;
  program::Heap heap;  // of these things and of the unfinished outcomes
  ResultSet result_set;
  // Outcomes in order: those with a thing, the one without if there is one, the unfinished ones.
  roll::AliasTable table;
  std::uint32_t with_thing = 0;
  std::uint32_t without_thing = 0;  // 0 or 1
  std::vector<Unfinished> unfinished;
  double left_out = 0;
  roll::BatchedWords words;
  std::string rest_stream;
};

/// The budget of the odds engine for the outcomes of a rule.
[[nodiscard]] odds::Budget precompute_budget();

/// Computes the outcomes into `data`, which must be new. Returns the error if it cannot be done. The budget decides
/// whether it can; the outcomes and their shares are the same under every budget that suffices.
[[nodiscard]] std::optional<Error> precompute(PrecomputedData& data, const PrecomputeOptions& options,
                                              const odds::Budget& budget = precompute_budget());

/// Copies a word to another heap, with the same text or list.
[[nodiscard]] program::Word word_on(program::Heap& to, const program::Program& program, const program::Heap& from,
                                    program::ValueType type, program::Word word);

}  // namespace spoils::api
