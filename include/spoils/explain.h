// spoils/explain.h
//
// One roll, decision by decision: what was drawn, with which probability, among what, and where in the pack.
//
//   auto roller = spoils::Roller::make(*loaded.pack, "find", {{"depth", "8"}});
//   auto told = spoils::explain_roll(*roller, spoils::seed_from_text("my game"), 0);
//   for (const auto& step : told->steps) {
//     if (step.decision) { std::printf("%s %g\n", step.decision->chosen.c_str(), step.decision->probability); }
//   }
//
// It is the roll itself that is told, not a second one: the same roller draws the same numbers, and is watched.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {

/// Where something stands in the pack.
struct Place {
  std::string file;
  Location location;
};

/// One choice that was left to chance. The probabilities of what was chosen, of the alternatives and of those that are
/// left out add up to 1.
struct Decision {
  enum class Kind : std::uint8_t {
    Row,     ///< of a table or grid, by weight; by the row: two rows of one outcome are two alternatives
    Range,   ///< an integer of a range, evenly
    Member,  ///< of a list or set, evenly
    Dice,    ///< their sum
    Chance,  ///< true or false
  };
  /// Something else that it could have come to.
  struct Alternative {
    std::string value;
    double probability = 0;
  };
  Kind kind = Kind::Row;
  std::string target;          ///< the field, or the like, that what was drawn is put into as it is; empty: it is used
  bool adds = false;           ///< it is added to the target: `+=`
  std::string drawn_from;      ///< "potion", the table or grid; "1..6"; "2d6"; empty where nothing is called so
  std::string chosen;          ///< as a pack writes it: rusty_key, 12, "Ulm", [a, b], true, none; of a row whose
                               ///< outcome draws itself the text of that
  double probability = 1;      ///< of what was chosen, at that point
  std::int64_t numerator = 1;  ///< the same exactly, in lowest terms; both 0 where it does not fit
  std::int64_t denominator = 1;  ///< (sums of many dice)
  bool is_declared = false;      ///< a declared generator drew it, so nothing was left to chance: it counts as certain
  bool is_settled = false;       ///< a `world def` has settled it before in this roll: it counts as certain, too
  bool die_by_die = false;   ///< too many dice for the odds of their sum: the probability is that of just these dice
  std::optional<Place> row;  ///< of a Row: where it stands
  std::vector<Alternative> alternatives;  ///< the most likely first, equals in the order of the pack
  std::uint64_t left_out = 0;             ///< further alternatives
  double left_out_probability = 0;
};

/// A decision, or what decisions stand in. Steps lie in the order in which they happened.
struct Step {
  enum class Kind : std::uint8_t {
    Decision,
    Roll,     ///< the whole roll; `source`: its rule
    Run,      ///< `NAME()`, `do E`: a rule goes on with the same thing; `source`: its name
    Drop,     ///< a rule makes a thing beside this one
    Hold,     ///< a rule makes a thing inside this one
    Turn,     ///< of `repeat`: `number` of at most `most`
    Member,   ///< a turn of `for`; `source`: the variable, `value`: what it stands for
    Try,      ///< of `retry`, by its `number`
    Input,    ///< `with source = value`
    Stream,   ///< `with stream source`
    Lcg,      ///< `with stream lcg(...)`
    Settled,  ///< `world def source(value)`
  };
  Kind kind = Kind::Decision;
  std::uint32_t depth = 0;  ///< it stands in the nearest step before it that has a smaller depth
  std::string source;       ///< of a decision its text in the pack, on one line; else see Kind
  Place place;
  std::optional<Decision> decision;  ///< there if it is one
  std::string value;
  std::int64_t number = 0;
  std::int64_t most = 0;
  bool is_rejected = false;  ///< it belongs to a try that was put back: it counts for nothing
  std::int32_t thing = -1;   ///< Roll, Drop, Hold: index of what was made; -1: nothing, or it was given up
};

struct ExplainOptions {
  std::size_t most_alternatives = 100;  ///< that are kept of one decision; of a range never more than 100
  std::size_t most_entries = 200'000;   ///< steps and alternatives in all, half a kilobyte each at most: 100 MB;
                                        ///< further steps are only counted
};

/// A roll and how it came about.
struct Explanation {
  std::vector<Step> steps;       ///< the first is the Roll
  std::uint64_t left_out = 0;    ///< steps beyond ExplainOptions::most_entries
  std::uint64_t decisions = 0;   ///< that count, the left out included
  bool has_rejected = false;     ///< some tries were put back
  double probability = 1;        ///< the product over all decisions that count; 0 where it is below what a double holds
  double log10_probability = 0;  ///< its decimal logarithm, which is never out of range
  std::int64_t numerator = 1;    ///< the product exactly; both 0 where it does not fit
  std::int64_t denominator = 1;
  Things things;                   ///< as Roller::roll gives them; they end with the next roll of the roller
  std::optional<RollError> fault;  ///< why the roll came to no end (Fault, Limit); the steps lead up to it
};

/// Rolls once, as Roller::roll(seed, index) does, and tells how.
///
/// The product is the probability that all decisions come out like this, each given those before it. Where every thing
/// can come about in one way only that is the probability of the things; else their odds are higher (spoils/odds.h adds
/// up all ways). Rejected tries of a `retry` count for nothing and the accepted one as if it had been the only one: its
/// things are likelier than that, by one over the probability that a try is accepted.
///
/// A roller that was moved from is misuse: there are no steps, and `fault` is Misuse.
/// Cost: that of the roll, and linear in what is told.
[[nodiscard]] Explanation explain_roll(Roller& roller, std::uint64_t seed, std::uint64_t index,
                                       ExplainOptions options = {});

/// Tells what the next roll of a world gives, and leaves the world as it is. What a `world def` settles counts by its
/// odds at its first use in this roll, even if the world has known it for long.
/// Errors: World, if it is of another pack; Misuse, if the roller or the world was moved from.
[[nodiscard]] Result<Explanation, RollError> explain_roll(Roller& roller, World& world, ExplainOptions options = {});

}  // namespace spoils
