// text/symbol.cpp
//
// Interns names: a hash map from name to number beside the names in order.
#include "text/symbol.h"

namespace spoils::text {

std::uint32_t Symbols::intern(std::string_view name) {
  if (const auto known = find(name)) { return *known; }
  const auto id = size();
  ids_.emplace(names_.emplace_back(name), id);
  return id;
}

std::optional<std::uint32_t> Symbols::find(std::string_view name) const {
  const auto found = ids_.find(name);
  if (found == ids_.end()) { return std::nullopt; }
  return found->second;
}

}  // namespace spoils::text
