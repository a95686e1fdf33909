// explain/ids.h
//
// Paths of decisions and steps: `label.number` for each step around them. Numbers count equal labels within one parent,
// so an id does not move when a decision elsewhere changes. Built from the scopes of an observed roll, by explain and
// by the replay of tweaks alike. Tests: tests/explain/explain_test.cpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "explain/targets.h"
#include "roll/observer.h"

namespace spoils::explain {

/// Builds the ids of one roll.
class Ids {
 public:
  /// Both outlive the object; `targets` as find_targets() returns them.
  Ids(const program::Program& program, const Targets& targets) : program_(program), targets_(targets) {}

  void clear();

  /// Enters a scope and returns its id: the root and a try have that of what is around them. Cost: its length.
  const std::string& enter(const roll::Scope& scope);
  /// Returns the id that a scope would get, without entering it.
  [[nodiscard]] std::string next(const roll::Scope& scope) const;
  /// Counts a scope that is left out, so that those after it keep their ids.
  void pass(const roll::Scope& scope);
  void leave();
  /// The try that is open is put back: the next one gives the same ids.
  void reject();

  /// A `repeat` begins; returns the id of its turns without a number.
  std::string begin_repeat();

  /// Returns the id of the draw that is next, and counts it. `dice`: `2d6` or `1..6`, where the draw has no target.
  std::string decision(program::ExpressionId draw, std::string_view dice);

  /// Returns the id of the innermost scope.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  using Counts = std::vector<std::pair<std::string, std::uint32_t>>;
  /// An open scope.
  struct Frame {
    std::size_t length = 0;     // of the path around it
    bool is_try = false;        // it has no part of the path
    Counts counts;              // of the labels in it; of a try those before it
    std::uint32_t repeats = 0;  // loops that began in it
    std::uint32_t fors = 0;
    std::string turn = "turn";
    std::string member = "member";
    std::int64_t members = 0;  // of the last `for`
    Span member_loop;
  };
  /// A part of a path.
  struct Part {
    std::string label;
    std::int64_t number = 0;
    bool begins_loop = false;  // of a member: it is the first of a loop
  };

  [[nodiscard]] Frame& owner();
  [[nodiscard]] const Frame& owner() const;
  [[nodiscard]] std::string label(const roll::Scope& scope) const;
  [[nodiscard]] Part part(const roll::Scope& scope) const;
  void count(const roll::Scope& scope, const Part& part);

  const program::Program& program_;
  const Targets& targets_;
  std::vector<Frame> frames_;
  std::vector<Frame> saved_;  // of each open try: its owner before it
  std::string path_;
};

}  // namespace spoils::explain
