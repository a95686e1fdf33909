// roll/world_streams.cpp
//
// The names of the streams: what is settled in two packs under one name must not draw the same words.
#include "roll/world_streams.h"

#include <map>

#include "program/walk.h"

namespace spoils::roll {

std::vector<std::string> names_of_world_streams(const program::Program& program) {
  std::vector<std::string> out;
  std::map<std::string, int> used;
  const auto add = [&](const std::string& name, bool is_settled) {
    out.push_back(name);
    if (!is_settled) { return; }
    if (const auto number = ++used[name]; number > 1) { out.back() += "/" + std::to_string(number); }
  };
  for (const auto& def : program.defs) { add(def.name, def.is_world); }
  for (program::RuleId rule = 0; rule < program.rules.size(); ++rule) {
    add(program.rules[rule].name, program::is_world_rule(program, rule));
  }
  return out;
}

}  // namespace spoils::roll
