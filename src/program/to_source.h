// program/to_source.h
//
// Values in the words of a pack: rusty_key, 12, 1/3, true, none, [a, b].
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "program/program.h"

namespace spoils::program {

enum class Texts : std::uint8_t {
  Plain,   // Ulm
  Quoted,  // "Ulm", as a pack writes it
};

/// Returns a value as a pack writes it; `second` is the denominator of a fraction. Prints at most `most_members`
/// members of a list.
[[nodiscard]] std::string to_source(const Program& program, const Heap& heap, ValueType type, Word first,
                                    Word second = 1, Texts texts = Texts::Plain, std::size_t most_members = SIZE_MAX);

/// The same of a constant, which needs no heap.
[[nodiscard]] std::string to_source(const Program& program, ValueType type, Word first, Word second = 1,
                                    Texts texts = Texts::Plain);

}  // namespace spoils::program
