// importers/template_filters.cpp
//
// Turns lists of allowed and denied names into a condition over affixes or themes, and reports names that do not
// exist.
#include "importers/template_filters.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "importers/words.h"

namespace spoils::importers {

namespace {

class AffixFilter {
 public:
  AffixFilter(Fields& fields, const Symbols& symbols) : fields_(fields), symbols_(symbols) {}

  std::string run() {
    Entries allow = read_entries("allowAffixes");
    Entries deny = read_entries("denyAffixes");
    // The dictionary for all types in one: types that it does not name are refused.
    if (fields_.find("affixType") != nullptr) {
      for (auto& [type, entry] : read_entries("affixType")) { allow.emplace(type, entry); }
      deny.emplace("unknown", Entry{true, true, {}});
    }
    if (allow.empty() && deny.empty()) { return {}; }
    std::vector<std::string> words;
    std::vector<std::string> refused;
    bool all = true;
    for (const AffixClass& slot : symbols_.game().slots) { all = add_type(slot, allow, deny, words, refused) && all; }
    all = add_untyped(allow, deny, words) && all;
    // If all types are allowed, only refusals are written; if none is allowed, the filter refuses everything.
    std::string text = all ? "" : comma_list(words);
    if (!all && words.empty()) {
      for (const AffixClass& slot : symbols_.game().slots) { refused.push_back(slot.symbol); }
    }
    if (!refused.empty()) { text += fmt::format("{}not {}", text.empty() ? "" : " ", comma_list(refused)); }
    return text;
  }

 private:
  // The value of a dictionary for one type: nothing, all, or some names.
  struct Entry {
    bool there = false;
    bool all = false;
    std::vector<std::string> names;
  };
  using Entries = std::map<std::string, Entry, std::less<>>;

  Entries read_entries(std::string_view key) {
    Entries out;
    fields_.members(key, [&](const std::string& type, const Json& value) {
      const std::string field = fmt::format("{}.{}", key, type);
      if (type != "unknown" && symbols_.slot(type) == nullptr) {
        std::vector<std::string> known{"unknown"};
        for (const AffixClass& slot : symbols_.game().slots) { known.push_back(slot.name); }
        fields_.wrong(field, fmt::format("unknown affix type `{}`", type), did_you_mean(type, known));
        return;
      }
      Entry entry;
      entry.there = true;
      const auto name = [&](const Json& text) {
        if (text.kind != Json::Kind::Text) {
          fields_.wrong_type(field, text, "a text");
        } else if (text.text == "all") {
          entry.all = true;
        } else if (symbols_.affixes_called(text.text).empty()) {
          std::vector<std::string> known;
          for (const Affix& affix : symbols_.game().affixes) { known.push_back(affix.name); }
          fields_.wrong(field, fmt::format("unknown affix `{}`", text.text), did_you_mean(text.text, known));
        } else {
          entry.names.push_back(text.text);
        }
      };
      if (value.kind == Json::Kind::List) {
        for (const Json& item : value.items) { name(item); }
      } else {
        name(value);
      }
      out.emplace(type, std::move(entry));
    });
    return out;
  }

  static Entry entry_of(const std::string& type, const Entries& entries, bool named) {
    const auto found = entries.find(named ? type : std::string("unknown"));
    return found == entries.end() ? Entry{} : found->second;
  }

  // Returns whether all affixes of the type are allowed, except for refused ones.
  bool add_type(const AffixClass& slot, const Entries& allow, const Entries& deny, std::vector<std::string>& words,
                std::vector<std::string>& refused) {
    const bool named = allow.find(slot.name) != allow.end() || deny.find(slot.name) != deny.end();
    const Entry no = entry_of(slot.name, deny, named);
    const Entry yes = entry_of(slot.name, allow, named);
    if (no.all) { return false; }
    const bool open = !yes.there || yes.all;
    if (open) { words.push_back(slot.symbol); }
    for (const Affix& affix : symbols_.game().affixes) {
      if (affix.type != slot.name) { continue; }
      const auto among = [&affix](const std::vector<std::string>& names) {
        return std::find(names.begin(), names.end(), affix.name) != names.end();
      };
      if (among(no.names)) {
        if (open) { refused.push_back(affix.symbol); }
      } else if (!open && among(yes.names)) {
        words.push_back(affix.symbol);
      }
    }
    return open;
  }

  bool add_untyped(const Entries& allow, const Entries& deny, std::vector<std::string>& words) {
    const Entry no = entry_of({}, deny, false);
    const Entry yes = entry_of({}, allow, false);
    const bool open = !no.all && (!yes.there || yes.all);
    bool any = false;
    for (const Affix& affix : symbols_.game().affixes) {
      if (!affix.type.empty() || affix.allocations.empty()) { continue; }
      any = true;
      if (open) { words.push_back(affix.symbol); }
    }
    return open || !any;
  }

  Fields& fields_;
  const Symbols& symbols_;
};

}  // namespace

std::string affix_filter(Fields& fields, const Symbols& symbols) { return AffixFilter(fields, symbols).run(); }

std::string theme_filter(Fields& fields, const Symbols& symbols) {
  std::vector<std::string> allow = fields.texts("allowThemes");
  std::vector<std::string> deny = fields.texts("denyThemes");
  for (const std::string& written : fields.texts("themes")) {
    constexpr std::string_view kExcept = "all except ";
    if (written == "none") {
      deny.emplace_back("all");
    } else if (written.substr(0, kExcept.size()) == kExcept) {
      add_listed(written.substr(kExcept.size()), deny);
    } else {
      allow.push_back(written);
    }
  }
  const auto called_so = [&](const std::vector<std::string>& names, std::string_view key) {
    std::vector<std::string> out;
    for (const std::string& name : names) {
      if (name == "all") { continue; }
      const auto called = symbols.themes_called(name);
      for (const Theme* theme : called) { out.push_back(theme->symbol); }
      if (called.empty()) { wrong_theme(fields, symbols, key, name); }
    }
    return out;
  };
  const auto has_all = [](const std::vector<std::string>& names) {
    return std::find(names.begin(), names.end(), "all") != names.end();
  };
  std::string text = has_all(allow) ? std::string{} : comma_list(called_so(allow, "allowThemes"));
  std::vector<std::string> refused = called_so(deny, "denyThemes");
  if (has_all(deny)) {
    text.clear();
    refused.clear();
    for (const Theme& theme : symbols.game().themes) { refused.push_back(theme.symbol); }
  }
  if (!refused.empty()) { text += fmt::format("{}not {}", text.empty() ? "" : " ", comma_list(refused)); }
  return text;
}

void wrong_theme(Fields& fields, const Symbols& symbols, std::string_view key, const std::string& name) {
  std::vector<std::string> known;
  for (const Theme& theme : symbols.game().themes) { known.push_back(theme.name); }
  fields.wrong(key, fmt::format("unknown theme `{}`", name), did_you_mean(name, known));
}

void add_listed(std::string_view list, std::vector<std::string>& out) {
  for (std::string& word : parts_of_list(list)) {
    if (!word.empty()) { out.push_back(std::move(word)); }
  }
}

}  // namespace spoils::importers
