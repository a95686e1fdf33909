// api/fault.h
//
// What is said of a fault in the rules of a pack.
#pragma once

#include <string>

#include "program/fault.h"
#include "spoils/roll.h"
#include "text/source.h"

namespace spoils::api {

/// Returns what is wrong, and what to do about it if there is something to say.
[[nodiscard]] RollError roll_error(RollError::Kind kind, std::string message, std::string help = {});

/// Reports misuse of an object that has nothing inside, such as "Roller::roll: the roller was moved from", and returns
/// it as an error.
[[nodiscard]] RollError misuse_error(const char* what);

/// Returns the place of a fault and what it is, as in "my.loot:3:7: division by zero", and whether it is a limit.
[[nodiscard]] RollError fault_error(const text::Sources& sources, const program::Fault& fault, std::string help);

}  // namespace spoils::api
