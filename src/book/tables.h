// book/tables.h
//
// Writes the sections of tables and grids: the rows as in the source, with the odds that result from their weights.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "book/document.h"
#include "book/outline.h"
#include "book/query_plan.h"
#include "program/program.h"
#include "text/source.h"

namespace spoils::book {

/// The data for the sections of a book.
struct Material {
  const program::Program& program;
  const text::Sources& sources;
  const Outline& outline;
  const QueryPlan& query_plan;
  std::string pack;   // what commands call the pack
  std::string along;  // the name of the input whose values are the columns
  std::size_t most_rows = 40;
};

/// Returns the odds of picking from a table, if they do not depend on a thing; nothing if no rule picks from it.
[[nodiscard]] std::optional<Odds> odds_of_table(const Material& material, std::uint32_t table);

/// Returns the blocks of a table after its heading and documentation.
[[nodiscard]] std::vector<Block> table_blocks(const Material& material, std::uint32_t table);

/// Returns the same for a grid.
[[nodiscard]] std::vector<Block> grid_blocks(const Material& material, std::uint32_t grid);

}  // namespace spoils::book
