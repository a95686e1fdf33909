// spoils/compile.h
//
// A pack as C: one header that rolls as the library does, without it.
//
//   auto loaded = spoils::Pack::load("rogue");
//   auto header = spoils::compile_to_c(*loaded.pack);
//
// docs/compile.md describes the header, and what cannot be compiled.
#pragma once

#include <string>
#include <vector>

#include "spoils/error.h"
#include "spoils/export.h"
#include "spoils/pack.h"
#include "spoils/result.h"

namespace spoils {
inline namespace v1 {

struct CompileOptions {
  std::string prefix;              ///< begins every name in the header; empty: the name of the pack
  std::vector<std::string> rules;  ///< those that a caller can roll; empty: all that the pack declares itself
};

/// Returns a header for C11 and C++17 that rolls rules of a pack. For each seed and index it gives the same things as
/// Roller::roll, or the same fault. It needs no library, allocates nothing and has no variables of its own. Equal packs
/// and options give equal bytes.
///
/// Errors: UnknownRule; BadValue, if the prefix cannot begin a name of C, or the pack has no rule; Limit, with its
/// place, if the rules use what cannot be compiled.
/// Cost: linear in what the rules use, and the values of constant defs; some 150 ms for the largest shipped pack.
[[nodiscard]] SPOILS_EXPORT Result<std::string, Error> compile_to_c(const Pack& pack,
                                                                    const CompileOptions& options = {});

}  // namespace v1
}  // namespace spoils
