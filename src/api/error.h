// api/error.h
//
// Makes errors (spoils/error.h): of faults in the rules of a pack, of misuse, and others. Tested by
// tests/api/error_test.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "program/fault.h"
#include "program/program.h"
#include "spoils/error.h"
#include "text/source.h"

namespace spoils::api {

/// Returns an error; `help`: what to do about it, if there is a proposal.
[[nodiscard]] Error make_error(Error::Kind kind, std::string message, std::string help = {},
                               std::vector<Fact> facts = {});

/// Says that a pack has no rule of this name, and which is meant or which there are.
[[nodiscard]] Error unknown_rule(const program::Program& program, std::string_view rule);

/// Reports misuse of an object without data, such as "Roller::roll: the roller was moved from", and returns it as an
/// error.
[[nodiscard]] Error misuse_error(const char* what);

/// Returns the place of a span.
[[nodiscard]] Place place_of(const text::Sources& sources, Span span);

/// Returns a fault of a program with its place as an error of kind Fault or Limit.
[[nodiscard]] Error fault_error(const text::Sources& sources, const program::Program& program,
                                const program::Fault& fault, std::string help = {});

/// The same for one roll, with its seed and index; `of` says more of the roll, as "fused".
[[nodiscard]] Error fault_error(const text::Sources& sources, const program::Program& program,
                                const program::Fault& fault, std::uint64_t seed, std::uint64_t index,
                                const char* of = nullptr);

/// Returns the place of the record in the field `kind` of the thing that was being made, given the slots of its roll;
/// empty if it has none. Unsets the field: a roll of a rule without it would leave it as it is.
[[nodiscard]] Span take_record(const program::Program& program, std::vector<program::Word>& slots);

}  // namespace spoils::api
