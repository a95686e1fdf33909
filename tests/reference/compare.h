// tests/reference/compare.h
//
// Odds against the reference evaluator: the same fractions for all fields together, for some of them, for the name and
// for counts of things; and bounds that hold them, where limits end the work early. A pack on which they disagree is
// reduced, line by line, while it still does.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "reference/coverage.h"
#include "reference/enumerate.h"
#include "reference/generate_pack.h"
#include "reference/stages.h"
#include "spoils/pack.h"

namespace spoils::reference {

/// The fields of a rolled rule's own thing ("none" if it is not given out), its name ("" then), how many things there
/// are, how many of them have the kind `axe`, how many of these the own thing holds, and the state.
using Row = std::vector<std::string>;
inline constexpr std::array<const char*, 5> kStates{"luck", "last", "seen", "tally", "lucky"};
using Distribution = std::map<Row, Fraction>;

/// Returns the distribution of the first rule of a pack, by brute force, in stages if there are too many paths; nothing
/// if that takes too long, too, or can fail.
[[nodiscard]] std::optional<Distribution> distribution(const std::string& pack, const StageLimits& limits = {});

/// The same in one piece, or in stages alone.
[[nodiscard]] std::optional<Distribution> distribution_in_one(const std::string& pack);
[[nodiscard]] std::optional<Distribution> distribution_in_stages(const std::string& pack,
                                                                 const StageLimits& limits = {});

/// Returns a value as the reference writes it: members of sets in alphabetical order.
[[nodiscard]] std::string sorted(const std::string& value);

struct Comparison {
  enum class Kind : std::uint8_t { Equal, Different, TooLong, NotCompiled, Unknown } kind = Kind::Equal;
  std::string difference;    // what was asked, and both answers
  int held = 0;              // lines of `expect` that both say hold
  int broken = 0;            // and those that both say do not
  bool is_bounded = false;   // some question had bounds, within limits that end it early
  std::size_t outcomes = 0;  // of the reference, told apart by all that is compared
  bool has_mean = false;     // a mean was known by amounts, and is equal
};

/// Compiles a pack with the pack `base` that may follow it.
[[nodiscard]] Loaded compiled(const std::string& pack);

/// Compares the default rule of a pack. `chosen` selects the fields of the marginal question.
[[nodiscard]] Comparison compare(const std::string& pack, std::uint64_t chosen, const StageLimits& limits = {});

/// Returns the smallest pack found that still differs.
[[nodiscard]] std::string shrunk(const std::string& pack, std::uint64_t chosen, const StageLimits& limits = {});

struct RandomComparison {
  Comparison comparison;
  std::string failure;  // if it is Different: the seed, the smallest pack found, and how they differ
};

/// Generates a pack and compares it; adds what it uses to the coverage if the two are equal.
[[nodiscard]] RandomComparison compare_random(std::uint64_t seed, Coverage& coverage,
                                              Generator::Size size = Generator::Size::Tiny,
                                              const StageLimits& limits = {});

}  // namespace spoils::reference
