// spoils/tweak.h
//
// Tweaks: change one decision of a roll and keep the rest.
//
//   auto tweaker = spoils::Tweaker::make(*roller, spoils::seed_from_text("my game"), 0);
//   if (auto refused = tweaker->apply("pin item.1/k.1 = dagger")) { std::puts(refused->text().c_str()); }
//   for (const auto thing : tweaker->explanation().things) { std::puts(thing.name().c_str()); }
//   tweaker->undo();
//
// A roll is a list of decisions, each with an id (Step::id of spoils/explain.h). An edit changes the list; the roll is
// made again, takes from the list what is there, and draws only what is new. So a tweaked thing is fixed by the pack,
// the rule, its inputs, the seed, the index and the list of edits, on every platform. docs/tweak.md explains ids, edits
// and choices. A tweaker is for one thread at a time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "spoils/error.h"
#include "spoils/explain.h"
#include "spoils/export.h"
#include "spoils/result.h"
#include "spoils/roll.h"

namespace spoils::api {
struct TweakerData;
}  // namespace spoils::api

namespace spoils {
inline namespace v1 {

/// The effect of the last edit.
struct TweakReport {
  /// A field, or the name, that differs from before the edit.
  struct Change {
    std::int32_t thing = -1;  ///< index among the things now; of one that is gone, its index before
    std::string field;        ///< "" if the whole thing came or is gone
    std::string before;       ///< as a pack writes it, `none` if unset; of a thing its name, "" if it was not there
    std::string after;        ///< likewise
  };
  /// A decision that could not keep its choice.
  struct Lost {
    std::string id;
    std::int64_t choice = 0;  ///< as Decision::choice
    bool is_gone = false;     ///< the roll has no such decision now; else the choice has no chance any more
  };
  std::vector<Change> changed;
  std::vector<Lost> lost;
  std::vector<std::string> drawn;  ///< ids of the decisions that this edit drew
  std::vector<std::string>
      against;  ///< `a thing by hand`, and edits of the whole list that the rules alone could not have made; empty: the
                ///< list is by the rules, and the product of the explanation is its probability
};

/// One choice of a decision.
struct TweakChoice {
  std::int64_t choice = 0;     ///< as Decision::choice
  std::string value;           ///< as a pack writes it
  double probability = 0;      ///< now; NaN if it is not computed, as for sums of many dice
  std::int64_t numerator = 0;  ///< the same exactly; both 0 where it does not fit
  std::int64_t denominator = 0;
  bool is_current = false;
  std::string why_not;         ///< of one without a chance: the reason; else ""
  std::optional<Place> place;  ///< of that in the pack
  std::string name;            ///< of the first thing, if this were chosen; "" if there were none
  std::vector<std::pair<std::string, std::string>> measures;  ///< its measures: name and value
  std::size_t lost = 0;                                       ///< decisions that could not keep their choice
  std::string fault;  ///< why it cannot be chosen although the decision has it; else ""
};

struct TweakChoices {
  std::string id;                    ///< the whole id of the decision
  std::uint64_t count = 0;           ///< of all its choices
  std::vector<TweakChoice> choices;  ///< the page; with the same value, effect and reason they share one entry
};

/// The odds of what would come if some decisions were open and all others kept.
struct TweakOutlook {
  struct Row {
    std::vector<std::string> values;  ///< one a column
    double probability = 0;           ///< a lower bound unless `is_exact`
    std::string numerator;            ///< the same exactly, of any size
    std::string denominator;
  };
  std::vector<std::string> by;
  std::vector<std::string> open;  ///< ids of decisions or steps that are open
  std::vector<Row> rows;          ///< the likeliest first
  double failed = 0;   ///< the share of outcomes that the roll cannot reach: a `retry` or a fault refuses them
  double unknown = 0;  ///< the share that was not computed: 0 if it is exact
  bool is_exact = true;
};

/// Whether the rules could give a field a value if some decisions were open and all others kept.
struct TweakReach {
  /// A decision of which another choice adds other decisions, leaves some out or draws them anew, and can thereby
  /// change the field.
  struct Through {
    std::string id;
    double probability = 0;  ///< of the value if this decision alone were open; a lower bound unless `is_exact`
    std::string numerator;   ///< the same exactly, of any size
    std::string denominator;
    bool is_exact = true;
  };
  std::vector<std::string> decisions;  ///< those of which another choice changes the field, while all others stay
  std::vector<Through> through;  ///< looked for only if `decisions` is empty, or the value does not come with them open
  std::vector<std::string>
      open;                ///< the decisions that are open for what follows: `decisions`; where the value does
                           ///< not come with them, those of `through`, too; else all that may matter to the field
  double probability = 0;  ///< of the value; a lower bound unless `is_exact`
  std::string numerator;
  std::string denominator;
  bool is_found = false;  ///< the value came in a roll that was tried; the probability is 0 all the same if no path to
                          ///< it was followed to its end
  double unknown = 0;     ///< the share of the paths of `open` that was not computed
  bool is_exact = true;   ///< nothing was left out: neither a path, nor a choice of any decision that the field may
                          ///< depend on. Then 0 is `never`, whatever decisions of the roll are open.
  std::vector<std::string> nearest;  ///< if it was not found: of the values that were, the nearest below and above it
  std::uint64_t tried = 0;           ///< choices, of one decision or of several at once, that were tried
  std::vector<std::string> unsure;   ///< decisions on which the field may depend, for not all choices were tried
};

/// How much outlook() and reach() may do.
struct TweakLimits {
  std::size_t most_replays = 20'000;  ///< then the odds are bounds; a replay costs about as much as an explained roll
};

/// A roll and a list of edits. One that was moved from, or made by Tweaker(), has no roll: to use it is misuse
/// (spoils/misuse.h), and gives the error Misuse, or nothing.
class SPOILS_EXPORT Tweaker {
 public:
  Tweaker() noexcept;
  /// Begins with the roll that `roller` would make, and no edits. Keeps nothing of the roller: it copies its inputs.
  /// Errors: Fault, Limit, as Roller::roll. Cost: that of a roll, and a copy of the compiled pack.
  [[nodiscard]] static Result<Tweaker, Error> make(const Roller& roller, std::uint64_t seed, std::uint64_t index);
  /// The same with the next roll of a world, which stays as it is. The values of world defs belong to the world, so no
  /// edit changes them. Errors: likewise; World, if it is of another pack.
  [[nodiscard]] static Result<Tweaker, Error> make(const Roller& roller, World& world);
  /// Begins with a thing of the rule of `roller` that is given by its fields, as a pack writes their values, in place
  /// of a roll: it has no decisions, and TweakReport::against names it. `run` goes on with it, by decisions of its own,
  /// which draw from `seed`; `set` lays values over the result. Fields that are not given are unset. Errors: BadValue,
  /// for a field that things of the rule do not have, that is given twice, or whose value it cannot have. Cost: as
  /// make().
  [[nodiscard]] static Result<Tweaker, Error> by_hand(const Roller& roller, const Values& fields,
                                                      std::uint64_t seed = 0);
  Tweaker(Tweaker&&) noexcept;
  Tweaker& operator=(Tweaker&&) noexcept;
  ~Tweaker();

  /// Begins again with another roll of the same rule and inputs, and no edits; not for rolls of a world. After an error
  /// the roll is as before. Errors: Fault, Limit; BadValue, if it is the roll of a world. Cost: that of an explained
  /// roll.
  std::optional<Error> restart(std::uint64_t seed, std::uint64_t index);

  /// Makes the roll again with one more edit, as docs/tweak.md writes it: `pin ID = CHOICE`, `force ID = CHOICE`,
  /// `reroll ID`, `skip ID`, `unskip ID`, `more ID`, `run RULE(ARGUMENTS)`, `set FIELD = VALUE`, `unset FIELD`. An id
  /// may be shortened to an end of it that fits one only. Edits that were undone are forgotten.
  /// Returns nothing if it is done; else why it is refused, and then nothing has changed. Errors: BadValue (the edit
  /// says why and what is allowed), Fault and Limit (of the roll that it leads to, or beyond 10,000 edits).
  /// Cost: that of an explained roll; twice that if it is refused.
  std::optional<Error> apply(std::string_view edit);

  /// Takes the last edit back: what was kept before it is kept again. Returns false if there is none.
  /// Cost: that of an explained roll; of all edits again, if more than 64 are taken back in a row.
  bool undo();
  /// Makes the edit again that undo() took back last. Returns false if there is none.
  bool redo();

  /// Returns the edits in force, as they are written, with whole ids.
  [[nodiscard]] const std::vector<std::string>& edits() const;
  /// Returns the roll as it is now, as explain_roll() gives it, with loops. Its things end with the next call that is
  /// not const.
  [[nodiscard]] const Explanation& explanation() const;
  /// Returns the same with alternatives without a chance and with fields, as `with_impossible` and `with_fields` of
  /// ExplainOptions ask for. Cost: the roll is made once more; several times that of an explained roll.
  [[nodiscard]] Explanation explanation_in_full() const;
  /// Returns what the last edit did.
  [[nodiscard]] const TweakReport& report() const;

  /// Returns the ids of all decisions that an edit can change, in the order of the roll; of all steps; of all loops.
  [[nodiscard]] std::vector<std::string> decisions() const;
  [[nodiscard]] std::vector<std::string> steps() const;
  [[nodiscard]] std::vector<std::string> loops() const;

  /// Returns all choices of a decision, those without a chance too, with what the thing would be: `count` of them from
  /// place `from` on, in the order of the pack. Nothing changes. Errors: BadValue, if there is no such decision.
  /// Cost: that of a roll for each choice of the page.
  [[nodiscard]] Result<TweakChoices, Error> choices(std::string_view id, std::uint64_t from = 0,
                                                    std::size_t count = 100);

  /// Returns the odds of columns of the first thing (fields, measures, `name`) if the decision `id`, or all decisions
  /// of the step `id`, or all of the roll (""), were open and all others kept. These are the odds with which `reroll`
  /// would make it. Exact, or bounds where that takes too many replays. Nothing changes. Errors: BadValue.
  [[nodiscard]] Result<TweakOutlook, Error> outlook(std::string_view id, const std::vector<std::string>& by,
                                                    TweakLimits limits = {});

  /// Returns which decisions a field, or measure, of the first thing depends on, and how likely a value of it is if
  /// these are open. `value` as a pack writes it. Nothing changes. Errors: BadValue. Cost: that of a roll for each
  /// choice of each decision, and for each path of open decisions.
  [[nodiscard]] Result<TweakReach, Error> reach(std::string_view field, std::string_view value,
                                                TweakLimits limits = {});

  [[nodiscard]] const Pack* pack() const;  ///< null if there is no roll
  [[nodiscard]] std::string_view rule() const;
  [[nodiscard]] Values values() const;  ///< as Roller::values()
  [[nodiscard]] Values states() const;  ///< as Roller::states()
  [[nodiscard]] std::uint64_t seed() const;
  [[nodiscard]] std::uint64_t index() const;
  [[nodiscard]] bool is_in_world() const;
  [[nodiscard]] bool is_by_hand() const;
  [[nodiscard]] Values fields_by_hand() const;  ///< as they were given to by_hand(); else none

 private:
  explicit Tweaker(std::unique_ptr<api::TweakerData> data);
  std::unique_ptr<api::TweakerData> data_;
};

}  // namespace v1
}  // namespace spoils
