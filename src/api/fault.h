// api/fault.h
//
// Makes the errors for faults in the rules of a pack, and for misuse.
#pragma once

#include <string>

#include "program/fault.h"
#include "spoils/roll.h"
#include "text/source.h"

namespace spoils::api {

/// Returns an error; `help`: what to do about it, if there is a proposal.
[[nodiscard]] RollError roll_error(RollError::Kind kind, std::string message, std::string help = {});

/// Reports misuse of an object without data, such as "Roller::roll: the roller was moved from", and returns it as an
/// error.
[[nodiscard]] RollError misuse_error(const char* what);

/// Returns a fault with its place, as in "my.loot:3:7: division by zero", as an error of kind Fault or Limit.
[[nodiscard]] RollError fault_error(const text::Sources& sources, const program::Fault& fault, std::string help);

}  // namespace spoils::api
