// book/examples.cpp
//
// Rolls a few dozen things of a fixed seed, and chooses each example for its distance to those chosen before. Tests:
// tests/book, whose golden books name examples.
#include "book/examples.h"

#include <algorithm>
#include <utility>

#include "book/wording.h"

namespace spoils::book {

namespace {

struct Example {
  std::string name;
  std::vector<std::string> words;  // one per field of the pack
  std::size_t difference = 0;
};

// Words distinguish things; numbers nearly always differ.
std::vector<std::string> words_of(const Pack& pack, const Thing& thing) {
  std::vector<std::string> out(pack.fields().size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto value = thing.field(i);
    if (value.kind() == Value::Kind::Symbol) { out[i] = value.text(); }
    if (value.kind() == Value::Kind::Flag) { out[i] = value.flag() ? "true" : "false"; }
  }
  return out;
}

std::size_t difference(const Example& a, const Example& b) {
  std::size_t out = 0;
  for (std::size_t i = 0; i < a.words.size(); ++i) { out += a.words[i] != b.words[i] ? 1U : 0U; }
  return out;
}

}  // namespace

std::vector<std::string> examples_of(const Pack& pack, const program::Program& program, program::RuleId rule,
                                     const Values& values, const std::function<bool()>& stop) {
  constexpr std::uint64_t kTries = 40;
  constexpr std::size_t kMost = 3;
  std::vector<std::string> out;
  std::vector<Example> found;
  const auto& rule_name = program.rules[rule].name;
  auto roller = Roller::make(pack, rule_name, values);
  if (!roller) { return out; }
  for (std::uint64_t i = 0; i < kTries && !(stop && stop()); ++i) {
    const auto things = roller->roll(seed_from_text("book"), i);
    if (!things && things.error().kind == Error::Kind::Limit) { break; }
    if (!things || things->empty()) { continue; }
    const auto thing = (*things)[0];
    if (thing.made_by() != rule_name) { continue; }
    auto name = thing.name();
    const bool says_something = !name.empty() && name != shown(program, rule_name);
    if (says_something) { found.push_back({std::move(name), words_of(pack, thing), 0}); }
  }
  while (!found.empty() && out.size() < kMost) {
    // The distance to the nearest earlier example counts; ties go to the first.
    const auto next = std::max_element(found.begin(), found.end(),
                                       [](const auto& a, const auto& b) { return a.difference < b.difference; });
    const auto taken = std::move(*next);
    found.erase(next);
    out.push_back(taken.name);
    std::erase_if(found, [&](const Example& other) { return other.name == taken.name; });
    for (auto& other : found) {
      const auto differs = difference(other, taken);
      other.difference = out.size() == 1 ? differs : std::min(other.difference, differs);
    }
  }
  return out;
}

}  // namespace spoils::book
