// book/tables.h
//
// Tables and grids of a pack as they are written, with the odds that their weights come to.
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

/// What the sections of a book are written from.
struct Material {
  const program::Program& program;
  const text::Sources& sources;
  const Outline& outline;
  const QueryPlan& query_plan;
  std::string along;  // the name of the input that columns go along
  std::size_t most_rows = 40;
};

/// Returns what comes of picking from a table, as far as it can be told without a thing; nothing if nobody picks from
/// it.
[[nodiscard]] std::optional<Odds> odds_of_table(const Material& material, std::uint32_t table);

/// Returns the blocks of a table behind its heading and documentation.
[[nodiscard]] std::vector<Block> table_blocks(const Material& material, std::uint32_t table);

/// Returns the same of a grid.
[[nodiscard]] std::vector<Block> grid_blocks(const Material& material, std::uint32_t grid);

}  // namespace spoils::book
