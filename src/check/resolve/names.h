// check/resolve/names.h
//
// The numbers under which a program knows what the text names. They are made while a pack is lowered, and stay with it
// (check/resolve/pack_context.h) for the questions that are lowered later.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "lang/tree.h"
#include "program/program.h"

namespace spoils::check {

/// Numbers by name. The meaning of a name at a place depends on what its pack sees: see Lowering, name.cpp.
struct Names {
  std::map<std::string, program::SlotId, std::less<>> variables;  // inputs, state, fields, scratch
  std::map<std::string, std::uint32_t, std::less<>> tables;
  std::map<std::string, std::uint32_t, std::less<>> grids;
  std::map<std::string, std::uint32_t, std::less<>> rules;
  std::map<std::string, std::uint32_t, std::less<>> defs;
  std::map<std::string, const lang::Declaration*, std::less<>> measures;
  std::vector<std::vector<program::SlotId>> rule_parameters;  // by rule
  std::vector<const lang::Declaration*> table_declarations;   // by number of the named table
};

}  // namespace spoils::check
