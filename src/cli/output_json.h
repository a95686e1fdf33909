// cli/output_json.h
//
// JSON of rolls (documents/roll.h), one object per line.
#pragma once

#include <memory>

#include "cli/roll_writer.h"

namespace spoils::cli {

[[nodiscard]] std::unique_ptr<RollWriter> make_json_writer(const RollHeading& heading);

}  // namespace spoils::cli
