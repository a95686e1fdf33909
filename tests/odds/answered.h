// tests/odds/answered.h
//
// The answer of a small pack to the question of its only `expect`, with the interpreter that gave it.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "api/pack_data.h"
#include "compiled.h"
#include "odds/interpreter.h"
#include "odds/open_inputs.h"

namespace spoils {

struct Answered {
  explicit Answered(const std::string& declarations, const odds::Budget& budget = {})
      : pack(compiled(declarations)),
        interpreter(pack.data().program, budget),
        answer(interpreter.answer(pack.data().program.queries.at(0), odds::initial_settings(pack.data().program))) {
    for (const auto& outcome : answer.outcomes) { odds[outcome.words] += outcome.mass; }
  }

  Pack pack;
  odds::Interpreter<double> interpreter;
  odds::Answer<double> answer;
  std::map<std::vector<program::Word>, double> odds;
};

}  // namespace spoils
