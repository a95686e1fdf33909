// roll/observer.h
//
// The observer interface: the interpreter reports each draw after it was made, and the scopes that contain draws. An
// observed roll draws the same numbers as an unobserved one, unless the observer chooses in their place, leaves steps
// out or adds some (tweak/replay.h). Tests: tests/explain, tests/tweak.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "number/rational.h"
#include "program/program.h"
#include "roll/pick.h"

namespace spoils::program {
struct Distinct;
}  // namespace spoils::program

namespace spoils::roll {

/// A scope that contains draws.
struct Scope {
  enum class Kind : std::uint8_t {
    Root,      // the roll itself; what: its rule
    Run,       // NAME(), do E; what: the rule, which goes on with the same thing
    Drop,      // drop NAME; what: the rule, which makes a thing of its own
    Hold,      // hold NAME
    Turn,      // of repeat; value: which, from 1; last: how many at most
    Member,    // of for; what: the slot of its variable
    Try,       // of retry; value: which, from 1; last: how many at most, 0 without a limit
    Attempt,   // of try
    Input,     // with i = E; what: the slot of the input
    Stream,    // with stream NAME; what: index in Program::streams
    Declared,  // with stream lcg(...); what: index in Program::streams
    WorldDef,  // world def; what: the def, whose arguments are in its slots; or the rule, numbered after the defs
    Extra,     // a rule that goes on with the finished thing of the roll; what: the rule, value: its number
    After,     // of a value after a rule, which is put back but for the value
  };
  Kind kind = Kind::Root;
  std::uint32_t what = 0;
  Span place;
  program::Word value = 0;
  program::Word last = 0;
  std::int32_t thing = -1;               // Root, Drop, Hold: row of the thing that is made
  std::span<const program::Word> words;  // WorldDef: the key of these arguments
};

/// One draw: its expression, and whether it came from a declared generator, so that it was not random.
struct Draw {
  program::ExpressionId place = program::kNone;
  bool is_declared = false;
};

/// The possible outcomes of a draw that is about to be made, for observers that choose.
struct Options {
  enum class Kind : std::uint8_t {
    Chance,    // 0 or 1
    Range,     // an integer of first..last
    Dice,      // a sum of `first` dice with `last` sides
    Row,       // a position among the rows of `pick`
    Choice,    // the same; the number of rows means nothing, and a null `pick` that no row is left
    Member,    // an index in `list`
    Distinct,  // an index in `left`
    Order,     // positions of the members in their new order
  };
  Kind kind = Kind::Chance;
  number::Rational chance;
  program::Word first = 0;
  program::Word last = 0;
  std::uint32_t index = 0;  // of the table, or of the choice
  const WeightedPick* pick = nullptr;
  program::Word list = 0;
  std::size_t count = 0;  // of members
  const program::Distinct* from = nullptr;
  std::span<const std::uint32_t> left;
};

/// A rule that goes on with the finished thing of a roll.
struct ExtraRun {
  struct Argument {
    program::Word first = program::kUnset;
    program::Word second = 1;
    std::optional<std::string> text;  // of a text
  };
  program::RuleId rule = 0;
  std::int64_t number = 0;                         // of its scope
  std::vector<std::optional<Argument>> arguments;  // one a parameter; nothing: its default
};

/// A field of a thing that is given instead of rolled.
struct GivenField {
  program::SlotId slot = 0;
  ExtraRun::Argument value;
  std::optional<std::vector<program::Word>> members;  // of a list or set
};

/// The answer to a try whose condition sends it back.
enum class AfterReject : std::uint8_t { TryAgain, Accept, GiveUp };

class Observer {
 public:
  Observer() = default;
  Observer(const Observer&) = delete;
  Observer& operator=(const Observer&) = delete;
  virtual ~Observer() = default;

  virtual void chance(const Draw& draw, const number::Rational& chance, bool came) = 0;
  virtual void range(const Draw& draw, program::Word first, program::Word last, program::Word drawn) = 0;
  virtual void dice(const Draw& draw, program::Word count, program::Word sides, program::Word sum) = 0;
  virtual void row(const Draw& draw, std::uint32_t table, const WeightedPick& pick, std::uint32_t row) = 0;

  /// `pick` is null where no row is left; a position after the last row of the table means that nothing was picked.
  virtual void choice(const Draw& draw, std::uint32_t choice, const WeightedPick* pick, std::uint32_t position) = 0;
  virtual void member(const Draw& draw, program::Word list, std::size_t index) = 0;
  /// One of several values without replacement: of those with the numbers `left` the one at this place of `left`.
  virtual void distinct(const Draw& draw, const program::Distinct& from, std::span<const std::uint32_t> left,
                        std::size_t place) = 0;

  /// All members of a list in the order that was drawn, two or more; and where each of them was before.
  virtual void order(const Draw& draw, std::span<const program::Word> members, std::span<const std::uint32_t> from) = 0;

  /// Scopes nest. After a fault those that are open are not left.
  virtual void enter(const Scope& scope) = 0;
  virtual void leave() = 0;
  /// The try that is open is put back, unless this returns Accept; leave() follows. After GiveUp the roll ends with a
  /// fault. `is_last_kept`: the last of a limited number of tries counts whatever the condition says.
  virtual AfterReject reject(bool is_last_kept) = 0;
  /// The block of `try` that is open is put back, but its draws count; leave() follows.
  virtual void undo() = 0;
  /// A loop of `repeat` begins, with so many turns at most. Returns how many more it shall have.
  virtual program::Word begin_repeat(Span, program::Word) { return 0; }
  /// The turn that is open ends its loop, since the `while` does not hold; leave() follows.
  virtual void end_while() {}

  // The rest is for observers that change a roll. They must choose among the outcomes that are there: a row of the
  // table, a member of the list. An integer or a sum may be any but kUnset.

  /// Whether choose() is asked at all.
  [[nodiscard]] virtual bool chooses() const { return false; }
  /// Returns the outcome of the draw that is next; nothing: the streams of the roll decide.
  virtual std::optional<program::Word> choose(const Draw&, const Options&) { return std::nullopt; }
  /// The same of the order of so many members: where each place takes its member from.
  virtual std::optional<std::vector<std::uint32_t>> choose_order(const Draw&, std::size_t) { return std::nullopt; }
  /// Returns whether a step is left out: a Run, Drop, Hold, Turn or Member, before it is entered.
  virtual bool skips(const Scope&) { return false; }
  /// Returns the fields with which the thing of the rolled rule begins in place of the rule; null: the rule runs.
  virtual const std::vector<GivenField>* given_thing() { return nullptr; }
  /// Returns rules that go on with the thing of the rolled rule after it has ended, in their order.
  virtual const std::vector<ExtraRun>* extra_runs() { return nullptr; }
};

/// Keeps a scope open; `make` returns the scope, and is called only if an observer is attached.
class ScopeGuard {
 public:
  template <class Make>
  ScopeGuard(Observer* observer, Make&& make) : observer_(observer) {
    if (observer_ != nullptr) [[unlikely]] { observer_->enter(make()); }
  }
  ScopeGuard(const ScopeGuard&) = delete;
  ScopeGuard& operator=(const ScopeGuard&) = delete;
  ~ScopeGuard() {
    if (observer_ != nullptr) [[unlikely]] { observer_->leave(); }
  }

 private:
  Observer* observer_;
};

}  // namespace spoils::roll
