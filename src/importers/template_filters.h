// importers/template_filters.h
//
// Which affixes and themes a loot template takes: dictionaries and lists of what is allowed and denied become filters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/fields.h"
#include "importers/symbols.h"

namespace spoils::importers {

/// Returns the filter of `allowAffixes`, `denyAffixes` and `affixType` as it stands in braces; empty: all.
[[nodiscard]] std::string affix_filter(Fields& fields, const Symbols& symbols);

/// Returns the filter of `allowThemes`, `denyThemes` and `themes`; empty: all.
[[nodiscard]] std::string theme_filter(Fields& fields, const Symbols& symbols);

/// Says that there is no such theme.
void wrong_theme(Fields& fields, const Symbols& symbols, std::string_view key, const std::string& name);

/// Adds the words of a list with commas.
void add_listed(std::string_view list, std::vector<std::string>& out);

}  // namespace spoils::importers
