// compile_c/compile.h
//
// A program as one self-contained header of C11, which C++17 accepts as well: rules become functions, things become
// structs. Reads the finished program only. Tests: tests/compile_c, which compares the rolls of the compiled header
// with those of the interpreter.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "program/program.h"
#include "text/source.h"

namespace spoils::compile_c {

struct Options {
  std::string prefix;                  // begins every identifier; see is_prefix()
  std::vector<program::RuleId> rules;  // those that can be rolled; empty: all of the pack's own
};

/// A construct that cannot be compiled.
struct Refusal {
  Span place;
  std::string what;  // after "cannot compile "
};

struct Compiled {
  std::string text;                // the header; meaningless after a refusal
  std::optional<Refusal> refusal;  // the first that was met
};

/// Equal programs and options give equal bytes. Cost: linear in what the rules reach.
[[nodiscard]] Compiled compile(const program::Program& program, const text::Sources& sources, const Options& options);

}  // namespace spoils::compile_c
