// importers/template_filters.h
//
// The affixes and themes that a loot template accepts: converts dictionaries and lists of allowed and denied ones into
// filters.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "importers/fields.h"
#include "importers/symbols.h"

namespace spoils::importers {

/// Returns the filter of `allowAffixes`, `denyAffixes` and `affixType` in the syntax of braces; empty: all.
[[nodiscard]] std::string affix_filter(Fields& fields, const Symbols& symbols);

/// Returns the filter of `allowThemes`, `denyThemes` and `themes`; empty: all.
[[nodiscard]] std::string theme_filter(Fields& fields, const Symbols& symbols);

/// Reports an unknown theme.
void wrong_theme(Fields& fields, const Symbols& symbols, std::string_view key, const std::string& name);

/// Adds the words of a list with commas.
void add_listed(std::string_view list, std::vector<std::string>& out);

}  // namespace spoils::importers
