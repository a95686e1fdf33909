// text/symbol.h
//
// Names as numbers. Everything after reading compares numbers, and looks up the name only to show it.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace spoils::text {

/// Numbers names from 0 in the order in which they first appear, so equal packs number them equally.
class Symbols {
 public:
  Symbols() = default;
  Symbols(Symbols&&) = default;
  Symbols& operator=(Symbols&&) = default;
  /// The copy has its own names; views of the original's stay with that.
  Symbols(const Symbols& other) : names_(other.names_) {
    ids_.reserve(names_.size());
    for (const auto& name : names_) { ids_.emplace(name, static_cast<std::uint32_t>(ids_.size())); }
  }
  Symbols& operator=(const Symbols&) = delete;

  /// Returns the number of `name`, a new one if it was never seen.
  std::uint32_t intern(std::string_view name);

  /// Returns the number of `name` if it was seen.
  [[nodiscard]] std::optional<std::uint32_t> find(std::string_view name) const;

  /// Returns the name of a number. Requires: id < size(). The view stays valid as long as the Symbols, moved or not.
  [[nodiscard]] std::string_view name(std::uint32_t id) const { return names_[id]; }

  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(names_.size()); }

 private:
  std::deque<std::string> names_;
  std::unordered_map<std::string_view, std::uint32_t> ids_;  // keys view names_; never walked through
};

}  // namespace spoils::text
