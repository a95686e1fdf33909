// cli/option_table.cpp
//
// Splits the names of an option and finds options by name.
#include "cli/option_table.h"

#include <algorithm>
#include <utility>

namespace spoils::cli {

std::vector<std::string> Option::choices() const {
  std::vector<std::string> out;
  if (type.find('|') == std::string::npos) { return out; }
  for (std::size_t begin = 0; begin <= type.size();) {
    const std::size_t end = std::min(type.find('|', begin), type.size());
    std::string word = type.substr(begin, end - begin);
    if (std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; })) {
      out.push_back(std::move(word));
    }
    begin = end + 1;
  }
  return out;
}

Option& OptionTable::add(std::string_view names, std::string type, std::string description) {
  Option option;
  if (const std::size_t comma = names.find(','); comma != std::string_view::npos) {
    option.letter = names.substr(0, comma);
    names.remove_prefix(comma + 1);
  }
  option.name = names;
  option.type = std::move(type);
  option.description = std::move(description);
  return options_.emplace_back(std::move(option));
}

const Option* OptionTable::find(std::string_view name) const {
  const auto found = std::find_if(options_.begin(), options_.end(), [name](const Option& option) {
    return !name.empty() && (option.name == name || option.letter == name);
  });
  return found == options_.end() ? nullptr : &*found;
}

std::vector<std::string> OptionTable::names() const {
  std::vector<std::string> out;
  for (const Option& option : options_) {
    if (!option.description.empty()) { out.push_back(option.name); }
  }
  return out;
}

void add_set_option(OptionTable& options, std::string description) {
  options.add("--set", "NAME=VALUE", std::move(description)).is_repeatable = true;
}

}  // namespace spoils::cli
