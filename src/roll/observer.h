// roll/observer.h
//
// The observer interface: the interpreter reports each draw after it was made, and the scopes that contain draws. An
// observed roll draws the same numbers as an unobserved one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "number/rational.h"
#include "program/program.h"
#include "roll/pick.h"

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
    Try,       // of retry; value: which, from 1
    Attempt,   // of try
    Input,     // with i = E; what: the slot of the input
    Stream,    // with stream NAME; what: index in Program::streams
    Declared,  // with stream lcg(...); what: index in Program::streams
    WorldDef,  // world def; what: the def, whose arguments are in its slots; or the rule, numbered after the defs
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

  /// All members of a list in the order that was drawn; two or more.
  virtual void order(const Draw& draw, std::span<const program::Word> members) = 0;

  /// Scopes nest. After a fault those that are open are not left.
  virtual void enter(const Scope& scope) = 0;
  virtual void leave() = 0;
  /// The try that is open is put back; leave() follows.
  virtual void reject() = 0;
  /// The block of `try` that is open is put back, but its draws count; leave() follows.
  virtual void undo() = 0;
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
