#include "tweak/edit.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <utility>

namespace spoils::tweak {

namespace {

using EditVerb = Edit::Verb;

constexpr std::array<std::pair<std::string_view, EditVerb>, 9> kVerbs = {{{"pin", EditVerb::Pin},
                                                                          {"force", EditVerb::Force},
                                                                          {"reroll", EditVerb::Reroll},
                                                                          {"skip", EditVerb::Skip},
                                                                          {"unskip", EditVerb::Unskip},
                                                                          {"more", EditVerb::More},
                                                                          {"run", EditVerb::Run},
                                                                          {"set", EditVerb::Set},
                                                                          {"unset", EditVerb::Unset}}};

std::string_view trimmed_edit(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\r\n");
  if (first == std::string_view::npos) { return {}; }
  return text.substr(first, text.find_last_not_of(" \t\r\n") - first + 1);
}

/// Calls `each` for every character outside of quotes, with its nesting in brackets.
template <class Each>
void scan(std::string_view text, Each&& each) {
  bool quotes = false;
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '"' && (i == 0 || text[i - 1] != '\\')) {
      quotes = !quotes;
      continue;
    }
    if (quotes) { continue; }
    if (text[i] == '[' || text[i] == '{' || text[i] == '(') { ++depth; }
    if (text[i] == ']' || text[i] == '}' || text[i] == ')') { --depth; }
    each(i, depth);
  }
}

std::vector<std::string> split_arguments(std::string_view text) {
  std::vector<std::string> out;
  if (trimmed_edit(text).empty()) { return out; }
  std::size_t begin = 0;
  scan(text, [&](std::size_t i, int depth) {
    if (text[i] != ',' || depth != 0) { return; }
    out.emplace_back(trimmed_edit(text.substr(begin, i - begin)));
    begin = i + 1;
  });
  out.emplace_back(trimmed_edit(text.substr(begin)));
  return out;
}

/// Takes ` of N` from the end of a text.
void take_thing(std::string_view& text, std::size_t& thing) {
  const auto at = text.rfind(" of ");
  if (at == std::string_view::npos) { return; }
  const auto digits = trimmed_edit(text.substr(at + 4));
  std::size_t number = 0;
  const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), number);
  if (digits.empty() || code != std::errc() || end != digits.data() + digits.size()) { return; }
  thing = number;
  text = trimmed_edit(text.substr(0, at));
}

std::string_view verb_name(EditVerb verb) {
  const auto known = std::find_if(kVerbs.begin(), kVerbs.end(), [&](const auto& each) { return each.second == verb; });
  return known->first;
}

}  // namespace

std::string Edit::text() const {
  std::string out(verb_name(verb));
  if (!subject.empty()) { out += ' ' + subject; }
  if (verb == EditVerb::Run) {
    out += '(';
    for (std::size_t i = 0; i < arguments.size(); ++i) { out += (i > 0 ? ", " : "") + arguments[i]; }
    out += ')';
  }
  if (verb == EditVerb::Pin || verb == EditVerb::Force || verb == EditVerb::Set) { out += " = " + value; }
  if (thing > 0) { out += fmt::format(" of {}", thing); }
  return out;
}

Result<Edit, std::string> parse_edit(std::string_view text) {
  text = trimmed_edit(text);
  const auto blank = text.find_first_of(" \t");
  const auto word = text.substr(0, blank);
  auto rest = blank == std::string_view::npos ? std::string_view() : trimmed_edit(text.substr(blank));
  const auto known = std::find_if(kVerbs.begin(), kVerbs.end(), [&](const auto& each) { return each.first == word; });
  if (known == kVerbs.end()) {
    return Failure{
        fmt::format("`{}` is no edit; edits begin with pin, force, reroll, skip, unskip, more, run, set "
                    "or unset",
                    word)};
  }
  Edit out;
  out.verb = known->second;
  if (out.verb == EditVerb::Pin || out.verb == EditVerb::Force || out.verb == EditVerb::Set) {
    const auto equals = rest.find('=');
    if (equals == std::string_view::npos) {
      const auto* const form = out.verb == EditVerb::Set ? "set FIELD = VALUE" : "pin ID = CHOICE";
      return Failure{fmt::format("missing `=` in `{}`; write `{}`", text, form)};
    }
    out.subject = trimmed_edit(rest.substr(0, equals));
    auto value = trimmed_edit(rest.substr(equals + 1));
    if (out.verb == EditVerb::Set) { take_thing(value, out.thing); }
    out.value = value;
    if (out.value.empty()) { return Failure{fmt::format("missing value after `=` in `{}`", text)}; }
  } else if (out.verb == EditVerb::Run) {
    const auto open = rest.find('(');
    if (open != std::string_view::npos) {
      if (rest.back() != ')') { return Failure{fmt::format("missing `)` at the end of `{}`", text)}; }
      out.arguments = split_arguments(rest.substr(open + 1, rest.size() - open - 2));
    }
    out.subject = trimmed_edit(rest.substr(0, open));
  } else {
    if (out.verb == EditVerb::Unset) { take_thing(rest, out.thing); }
    out.subject = rest;
  }
  if (out.subject.empty() && out.verb != EditVerb::Reroll) {
    return Failure{fmt::format("missing argument after `{}`", word)};
  }
  return out;
}

std::vector<std::string> resolve_id(std::string_view end, const std::vector<std::string>& known) {
  // `.../turn.2` may be written with the dots.
  if (end.starts_with(".../")) { end.remove_prefix(4); }
  std::vector<std::string> out;
  for (const auto& id : known) {
    if (id == end) { return {id}; }
    const bool ends = id.size() > end.size() && id.ends_with(end) && id[id.size() - end.size() - 1] == '/';
    if (ends && (out.empty() || out.back() != id)) { out.push_back(id); }
  }
  return out;
}

}  // namespace spoils::tweak
