// tweak/plan.h
//
// A plan: what a replayed roll takes as given, and a record of what it made. A plan is a value; an edit makes another.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "roll/observer.h"

namespace spoils::tweak {

/// The outcome of a decision as a number that does not depend on what the alternatives are called: the row of a table,
/// the member of a list or the value of a distinct pick, from 1, and 0 for nothing; an integer; a sum; 0 or 1.
struct Choice {
  program::Word number = 0;
  std::vector<std::uint32_t> order;  // of a shuffle: where each place takes its member from

  friend bool operator==(const Choice&, const Choice&) = default;
};

/// The meaning of a number. Where a branch draws for the same field, both draws have one id, and a
/// number may be another outcome in each; so may a member of a list that another decision makes.
struct Meaning {
  roll::Options::Kind kind = roll::Options::Kind::Chance;
  std::uint32_t table = program::kNone;  // of a row
  std::string text;                      // of the outcome, as a pack writes it
};

/// How firmly a choice is wanted.
enum class Wish : std::uint8_t {
  Kept,    // if the rules give it a chance, else another one is drawn
  Pinned,  // if the rules give it a chance, else the replay is refused
  Forced,  // in any case
};

struct Wanted {
  Choice choice;
  std::optional<Meaning> meaning;  // none: the number, whatever it is
  Wish wish = Wish::Kept;
  std::size_t edit = 0;  // the number of the edit that wants it, from 1; 0: it is kept
};

struct Plan {
  std::unordered_map<std::string, Wanted> choices;                 // by id
  std::unordered_map<std::string, std::size_t> skipped;            // steps that are not run, with the edit that says so
  std::unordered_map<std::string, std::vector<std::size_t>> more;  // by loop: further turns, likewise
  std::vector<roll::ExtraRun> runs;                                // numbered as their edits
};

/// A decision of a replay.
struct Made {
  std::string id;
  program::ExpressionId place = program::kNone;  // of the draw
  Choice choice;
  std::optional<Meaning> meaning;  // if the replay was to note it, and no order
  bool is_drawn = false;           // in this replay, and not taken from the plan
  bool is_lost = false;            // the plan had a choice that has no chance
  bool is_fixed = false;           // of a declared generator, of a world, or the same again: no edit changes it
  bool has_chance = true;          // by the rules
};

/// A step or a loop of a replay.
struct Passed {
  std::string id;
  roll::Scope::Kind kind = roll::Scope::Kind::Root;
};

struct Loop {
  std::string id;
  program::Word wanted = 0;  // turns, without further ones
  program::Word turns = 0;   // that began
  bool has_failed = false;   // its `while` ended it
};

}  // namespace spoils::tweak
