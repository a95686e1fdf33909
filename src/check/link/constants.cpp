#include "check/link/constants.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <string_view>

#include "program/constant_values.h"
#include "program/walk.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

std::string_view word_of(Slot::Kind kind) {
  switch (kind) {
    case Slot::Kind::Input: return "an input";
    case Slot::Kind::State: return "a state";
    case Slot::Kind::Field: return "a field";
    case Slot::Kind::Scratch: return "a scratch value";
    case Slot::Kind::Local: return "a local value";
  }
  return {};
}

/// Returns the first node below a body, in the order of the source, for which something holds; kNone if there is none.
template <class Holds>
ExpressionId first_below(const Program& program, ExpressionId body, Holds&& holds) {
  auto found = kNone;
  for_each_below(program, body, [&](ExpressionId id) {
    if (!holds(program.expressions[id])) { return; }
    const auto& place = program.places[id];
    const bool is_first = found == kNone || place.source < program.places[found].source ||
                          (place.source == program.places[found].source && place.begin < program.places[found].begin);
    if (is_first) { found = id; }
  });
  return found;
}

}  // namespace

bool check_constants(Program& program, ExpressionFacts& facts, text::Report& report) {
  bool any = false;
  bool sound = true;
  for (const auto& def : program.defs) {
    if (!def.is_constant) { continue; }
    any = true;
    if (facts.of(def.body).draws) {
      const auto drawn = first_below(program, def.body, [](const Expression& e) { return draws_itself(e.op); });
      report.add(Code::DisplayDraws, program.places[drawn], "a constant def").label(def.place, "this def");
      sound = false;
      continue;
    }
    auto read = slots_read(program, {def.body});
    read.erase(std::remove_if(read.begin(), read.end(),
                              [&](SlotId slot) {
                                return std::find(def.parameters.begin(), def.parameters.end(), slot) !=
                                       def.parameters.end();
                              }),
               read.end());
    if (read.empty()) { continue; }
    const auto reads = first_below(program, def.body, [&](const Expression& e) {
      const auto slot = slot_read_by(e);
      return slot != kNone && std::find(read.begin(), read.end(), slot) != read.end();
    });
    const auto& slot = program.slots[slot_read_by(program.expressions[reads])];
    report.add(Code::ConstantReads, program.places[reads], slot.name, word_of(slot.kind))
        .label(def.place, "this def")
        .help(fmt::format("give it as an argument: `{}({})`", def.name, slot.name));
    sound = false;
  }
  if (any && sound) { program.constants = std::make_shared<ConstantValues>(); }
  return sound;
}

}  // namespace spoils::check
