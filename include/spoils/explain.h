// spoils/explain.h
//
// One roll, decision by decision: what was drawn, with which probability, among what, and where in the pack.
//
//   auto roller = spoils::Roller::make(*loaded.pack, "find", {{"depth", "8"}});
//   auto explained = spoils::explain_roll(*roller, spoils::seed_from_text("my game"), 0);
//   for (const auto& step : explained->steps) {
//     if (step.decision) { std::printf("%s %g\n", step.decision->chosen.c_str(), step.decision->probability); }
//   }
//
// The explanation describes the roll itself, not a second one: the same roller draws the same numbers while an observer
// records them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "spoils/diagnostic.h"
#include "spoils/export.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils {
inline namespace v1 {

/// One random choice. The probabilities of the chosen value, of the alternatives and of those left out add up to 1.
struct Decision {
  enum class Kind : std::uint8_t {
    Row,     ///< of a table or grid, by weight; by the row: two rows of one outcome are two alternatives
    Range,   ///< an integer of a range, evenly
    Member,  ///< of a list or set, evenly
    Dice,    ///< their sum
    Chance,  ///< true or false
    Order,   ///< of the members of a list or set, evenly; the alternatives are not listed, only counted
  };
  /// Another value that could have been chosen.
  struct Alternative {
    std::string value;
    double probability = 0;
    std::int64_t choice = 0;     ///< as Decision::choice
    std::string why_not;         ///< of one without a chance: the reason; else "" (ExplainOptions::with_impossible)
    std::optional<Place> place;  ///< of that in the pack
  };
  Kind kind = Kind::Row;
  std::string target;          ///< the field, or the like, that the drawn value is assigned to unchanged; empty: an
                               ///< expression uses it
  bool adds = false;           ///< the value is added to the target: `+=`
  std::string drawn_from;      ///< "potion", the table or grid; "1..6"; "2d6"; empty where it has no name
  std::string chosen;          ///< as a pack writes it: rusty_key, 12, "Ulm", [a, b], true, none; if the outcome of the
                               ///< row itself draws, its source text
  double probability = 1;      ///< of the chosen value, at that point
  std::int64_t numerator = 1;  ///< the same exactly, in lowest terms; both 0 where it does not fit
  std::int64_t denominator = 1;  ///< (sums of many dice)
  bool is_declared = false;      ///< drawn by a declared generator, so it was not random: its probability counts as 1
  bool is_stored = false;        ///< of a `world def` or `world rule` that was settled earlier in this roll: its
                                 ///< probability counts as 1, too
  bool die_by_die = false;   ///< too many dice for the odds of their sum: the probability is that of just these dice
  std::optional<Place> row;  ///< of a Row: its place
  std::vector<Alternative> alternatives;  ///< the most likely first, equals in the order of the pack
  std::uint64_t left_out = 0;             ///< further alternatives; of an Order 2^64-1 where there are as many or more
  double left_out_probability = 0;
  std::int64_t choice = 0;  ///< what was chosen, as a number: the row of the table or the place of the member, from 1,
                            ///< and 0 for nothing; the integer of a range; the sum of dice; 1 or 0 of a chance; 0 of an
                            ///< order
  std::int32_t thing = -1;  ///< index of the thing that was being made; -1: none, or it was discarded
  std::int32_t fields = -1;  ///< the fields of that thing that may depend on it, an index of Explanation::field_lists;
                             ///< -1: there is no thing, or ExplainOptions::with_fields is not set
};

/// A decision, or a scope that contains decisions. Steps are in the order in which they happened.
struct Step {
  enum class Kind : std::uint8_t {
    Decision,
    Roll,       ///< the whole roll; `source`: its rule
    Run,        ///< `NAME()`, `do E`: a rule goes on with the same thing; `source`: its name
    Drop,       ///< a rule makes a thing beside this one
    Hold,       ///< a rule makes a thing inside this one
    Turn,       ///< an iteration of `repeat`: `number` of at most `most`
    Member,     ///< an iteration of `for`; `source`: the variable, `value`: its value
    Try,        ///< of `retry`, by its `number`
    Input,      ///< `with source = value`
    Stream,     ///< `with stream source`
    Lcg,        ///< `with stream lcg(...)`
    WorldDef,   ///< `world def source(value)`
    Attempt,    ///< the block of `try`; `value`: "undone" if it did not stay, though its decisions count
    WorldRule,  ///< the block of `world rule source(value)`
    Loop,       ///< a `repeat`, before its turns: `number` of them began, `most` were wanted; only with
                ///< ExplainOptions::with_loops
    Extra,      ///< a rule that an edit has added (spoils/tweak.h); `source`: its name
    After,      ///< the rule of `x = E after RULE()` or `x = E of RULE()`; all that it did but the value is undone
  };
  Kind kind = Kind::Decision;
  std::uint32_t depth = 0;  ///< the step is inside the nearest step before it that has a smaller depth
  std::string source;       ///< the text of a decision in the pack, on one line; for others see Kind
  Place place;
  std::optional<Decision> decision;  ///< set for a step of kind Decision
  std::string value;
  std::int64_t number = 0;
  std::int64_t most = 0;
  bool is_rejected = false;  ///< it belongs to a rejected try: it does not count
  std::int32_t thing = -1;   ///< Roll, Drop, Hold: index of the new thing; -1: none, or it was discarded
  std::string id;  ///< its place in the roll, a path of `label.number` (docs/tweak.md); empty: the roll itself, a try,
                   ///< and all that was rejected
};

struct ExplainOptions {
  std::size_t most_alternatives = 100;  ///< kept for one decision; for a range never more than 100
  std::size_t most_entries = 200'000;   ///< steps and alternatives in all, half a kilobyte each at most: 100 MB;
                                        ///< further steps are only counted
  bool with_loops = false;              ///< a step for each `repeat`, also if it has no turns
  bool with_impossible = false;  ///< alternatives without a chance, too, after the others: rows of the table, the other
                                 ///< side of a chance, values that were drawn before; costs a look at each condition
  bool with_fields = false;      ///< Decision::fields; costs a walk over the compiled pack
};

/// A roll and the decisions that led to it.
struct Explanation {
  std::vector<Step> steps;       ///< the first is the Roll
  std::uint64_t left_out = 0;    ///< steps beyond ExplainOptions::most_entries
  std::uint64_t decisions = 0;   ///< those that count, also those left out
  bool has_rejected = false;     ///< some tries were rejected
  double probability = 1;        ///< the product over all decisions that count; 0 where it is less than the smallest
                                 ///< double
  double log10_probability = 0;  ///< its decimal logarithm, which is never out of range
  std::int64_t numerator = 1;    ///< the product exactly; both 0 where it does not fit
  std::int64_t denominator = 1;
  Things things;               ///< as Roller::roll gives them; they end with the next roll of the roller
  std::optional<Error> fault;  ///< why the roll failed (Fault, Limit); the steps lead up to it
  std::vector<std::vector<std::string>> field_lists;  ///< for Decision::fields, each in the order of Pack::fields(). By
                                                      ///< the text of the pack: a field that is not in the list keeps
                                                      ///< its value whatever is drawn there, one that is may change
};

/// Rolls once, as Roller::roll(seed, index) does, and explains the roll.
///
/// The product is the probability that all decisions have these outcomes, each given those before it. If every thing
/// can result from one path only, that is the probability of the things; otherwise their odds are higher (spoils/odds.h
/// adds up all paths). Rejected tries of a `retry` do not count, and the accepted one counts as if it had been the only
/// one: its things are more likely than that, by one over the probability that a try is accepted.
///
/// A roller that was moved from is misuse: there are no steps, and `fault` is Misuse.
/// Cost: that of the roll, and linear in the size of the explanation.
[[nodiscard]] SPOILS_EXPORT Explanation explain_roll(Roller& roller, std::uint64_t seed, std::uint64_t index,
                                                     ExplainOptions options = {});

/// Explains the next roll of a world and leaves the world as it is. A draw of a `world def` counts with its odds at its
/// first use in this roll, even if the world has stored its value before.
/// Errors: World, if it is of another pack; Misuse, if the roller or the world was moved from.
[[nodiscard]] SPOILS_EXPORT Result<Explanation, Error> explain_roll(Roller& roller, World& world,
                                                                    ExplainOptions options = {});

}  // namespace v1
}  // namespace spoils
