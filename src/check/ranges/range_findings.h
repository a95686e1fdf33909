// check/ranges/range_findings.h
//
// The result of a search for one place that goes wrong, and the finding that reports it.
#pragma once

#include <vector>

#include "check/ranges/abstract_interpreter.h"
#include "check/ranges/free_inputs.h"
#include "text/report.h"

namespace spoils::check {

/// Values with which a rule goes wrong.
struct BadBox {
  program::RuleId rule = 0;
  bool takes_defaults = true;
  std::size_t depth = 0;  // rules between that rule and the place
  InputBox box;
};

/// All about one place.
struct RangeFinding {
  Site site;
  std::vector<BadBox> bad;  // those of one rule do not overlap
  std::vector<BadBox> sound;
  bool is_partial = false;  // of some values it is not known, or was not kept, whether they are bad
};

/// Files a finding. `free inputs`: of each rule. The interpreter is used to see what the place amounts to with the
/// values named.
void file(const program::Program& program, const std::vector<std::vector<FreeInput>>& free_inputs,
          const RangeFinding& finding, AbstractInterpreter& interpreter, text::Report& report);

}  // namespace spoils::check
