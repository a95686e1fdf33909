// tests/reference/stages.cpp
//
// The machines of all ways at once, from one statement of a rule to the next.
#include "reference/stages.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace spoils::reference {

namespace {

using Flow = Machine::Flow;
using Outcomes = std::map<std::vector<std::string>, Fraction>;

constexpr std::int64_t kNoTurn = -1;  // outside of a `repeat`

/// One of the ways through the rule, as far as it has come.
struct Way {
  Machine machine;
  Fraction probability;
  std::int64_t turns_left = kNoTurn;
  Flow flow = Flow::On;
};

class Stages {
 public:
  Stages(const Pack& pack, const StageLimits& limits) : limits_(limits), rule_(*pack.own().rules.at(pack.first_rule)) {
    Machine first(pack, draws_);
    first.enter(rule_);
    ways_.try_emplace("", Way{std::move(first), 1});
  }

  Outcomes run(const std::function<std::vector<std::string>(Machine&)>& outcome) {
    for (const auto& s : rule_.block.statements) {
      if (s.kind == lang::Statement::Kind::Repeat) {
        repeat(s);
      } else {
        advance([&](Way& way) { way.flow = way.machine.run(rule_.block, s); });
      }
    }
    Outcomes out;
    const auto finish = [&](const Ways& ways) {
      for (const auto& [text, way] : ways) {
        const auto made = draws_.all<std::vector<std::string>>(
            [&](Draws&) {
              auto machine = way.machine;
              machine.leave(way.flow);
              count_run();
              return outcome(machine);
            },
            limits_.runs_of_stage);
        for (const auto& [row, probability] : made) { out[row] += way.probability * probability; }
      }
    };
    finish(ways_);
    finish(ended_);
    return out;
  }

 private:
  using Ways = std::map<std::string, Way>;  // by all that they hold

  void count_run() {
    if (++runs_ > limits_.runs) { throw TooLong{}; }
  }

  // Takes a step with each way, along each path of its draws.
  template <class Step>
  void advance(Step&& step) {
    Ways next;
    for (const auto& [text, way] : ways_) {
      std::map<std::string, Way> reached;
      const auto made = draws_.all<std::string>(
          [&](Draws&) {
            count_run();
            Way after{way.machine, 0, way.turns_left, Flow::On};
            step(after);
            auto all = std::to_string(static_cast<int>(after.flow)) + " " + std::to_string(after.turns_left) + " " +
                       after.machine.everything();
            reached.try_emplace(all, std::move(after));
            return all;
          },
          limits_.runs_of_stage);
      for (const auto& [all, probability] : made) {
        auto& after = reached.at(all);
        auto& into = after.flow == Flow::On ? next : ended_;
        into.try_emplace(all, std::move(after)).first->second.probability += way.probability * probability;
      }
      if (next.size() + ended_.size() > limits_.machines) { throw TooLong{}; }
    }
    ways_ = std::move(next);
  }

  // A turn is a stage.
  void repeat(const lang::Statement& s) {
    advance([&](Way& way) { way.turns_left = std::max<std::int64_t>(0, way.machine.turns(s)); });
    Ways done;
    while (!ways_.empty()) {
      advance([&](Way& way) {
        if (way.turns_left == 0 || !way.machine.begins_turn(s)) {
          way.turns_left = kNoTurn;
          return;
        }
        --way.turns_left;
        way.flow = way.machine.run(s.blocks[0]);
      });
      for (auto at = ways_.begin(); at != ways_.end();) {
        const auto here = at++;
        if (here->second.turns_left != kNoTurn) { continue; }
        const auto [known, is_new] = done.try_emplace(here->first, std::move(here->second));
        if (!is_new) { known->second.probability += here->second.probability; }
        ways_.erase(here);
      }
    }
    ways_ = std::move(done);
  }

  const StageLimits limits_;
  const lang::Declaration& rule_;
  Draws draws_;
  Ways ways_;
  Ways ended_;  // by `stop` or `discard`
  int runs_ = 0;
};

}  // namespace

Outcomes by_stages(const Pack& pack, const StageLimits& limits,
                   const std::function<std::vector<std::string>(Machine&)>& outcome) {
  return Stages(pack, limits).run(outcome);
}

}  // namespace spoils::reference
