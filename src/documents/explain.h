// documents/explain.h
//
// The JSON of an explained roll. Tested by tests/cli and the goldens of tests/golden.
#pragma once

#include <cstdint>

#include "documents/roll.h"
#include "spoils/explain.h"
#include "text/plain/json_writer.h"

namespace spoils::documents {

/// Appends one JSON object (schema spoils.explain; docs/explain.md lists its members), and passes it on as it grows.
void write_explanation(const RollHeading& heading, std::uint64_t index, const Explanation& told, RollText& rolled);

/// Adds the members of the product, and the list `steps`.
void add_product(text::JsonWriter& json, const Explanation& told);
void add_steps(text::JsonWriter& json, const Explanation& told);

}  // namespace spoils::documents
