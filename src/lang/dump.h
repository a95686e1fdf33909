// lang/dump.h
//
// One line of text for a tree, in the manner of Lisp: operator first, `_` for what is missing, `[weight outcome cells]`
// for an outcome of a table. For tests, where it shows how a source was understood; places are left out.
#pragma once

#include <string>

#include "lang/tree.h"

namespace spoils::lang {

[[nodiscard]] std::string dump(const Expression& expression);
[[nodiscard]] std::string dump(const Statement& statement);
[[nodiscard]] std::string dump(const Declaration& declaration);
[[nodiscard]] std::string dump(const File& file);

}  // namespace spoils::lang
