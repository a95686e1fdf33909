// book/listing.h
//
// The things of a rule that makes the same ones each time, as a table: the creatures of a bestiary.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "spoils/pack.h"

namespace spoils::book {

/// A cell that is empty is a field that the thing does not have.
struct Listing {
  std::vector<std::string> head;
  std::vector<bool> is_number;  // by column
  std::vector<std::vector<std::string>> rows;
};

/// Rolls a rule once. Returns nothing if it draws, reads an input or state, has a parameter without a default, or makes
/// fewer than two things. Cost: one roll.
[[nodiscard]] std::optional<Listing> listing_of(const Pack& pack, const program::Program& program,
                                                program::RuleId rule);

}  // namespace spoils::book
