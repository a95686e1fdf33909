// fuzz/compile_roll.cpp
//
// Any bytes as a pack: the compiler ends, and a pack that compiles can be rolled, read and named, at the defaults and
// at the ends of its inputs. A roll may fail, but it may not crash, and it ends.
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "spoils/misuse.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace {

/// The time of a run grows with its input; most defects show in small ones.
constexpr std::size_t kMaxBytes = 4 << 10;
constexpr std::uint64_t kRolls = 3;
constexpr std::size_t kMaxThingsRead = 1000;

// Each reader is called, also those of other kinds: that is misuse, and must be harmless.
void read_value(const spoils::Value& value) {
  static_cast<void>(value.text().size() + value.shown().size());
  for (const auto& member : value.members()) { read_value(member); }
}

void read_things(const spoils::Pack& pack, const spoils::Things& things) {
  std::string name;
  for (std::size_t i = 0; i < things.size() && i < kMaxThingsRead; ++i) {
    const auto thing = things[i];
    name.clear();
    thing.append_name(name);
    static_cast<void>(thing.made_by());
    static_cast<void>(thing.holder());
    for (std::size_t field = 0; field < pack.fields().size(); ++field) {
      if (!thing.is_set(field)) { continue; }
      read_value(thing.field(field));
      static_cast<void>(thing.integer(field));
      static_cast<void>(thing.text(field));
    }
    for (std::size_t input = 0; input < pack.inputs().size(); ++input) { read_value(thing.input(input)); }
  }
}

/// The values of an input at one of its ends.
std::string end_of(const spoils::InputInfo& input, bool last) {
  using Kind = spoils::InputInfo::Kind;
  switch (input.kind) {
    case Kind::Flag: return last ? "true" : "false";
    case Kind::Symbol: return input.choices.empty() ? "gold" : last ? input.choices.back() : input.choices.front();
    case Kind::Text: return last ? "" : "Treyslug";
    default: break;
  }
  const auto bound = last ? input.last : input.first;
  if (bound) { return std::to_string(*bound); }
  return last ? "9223372036854775807" : "-9223372036854775807";
}

void roll(const spoils::Pack& pack, const spoils::RuleInfo& rule, const spoils::Values& values) {
  auto roller = spoils::Roller::make(pack, rule.name, values);
  if (!roller) { return; }
  for (std::uint64_t index = 0; index < kRolls; ++index) {
    if (const auto things = roller->roll(1, index)) { read_things(pack, *things); }
  }
  spoils::World world(pack, 1);
  for (std::uint64_t index = 0; index < kRolls; ++index) { static_cast<void>(roller->roll(world)); }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  spoils::on_misuse(nullptr);
  if (size > kMaxBytes) { return 0; }
  const auto loaded = spoils::Pack::compile("fuzz.loot", std::string(reinterpret_cast<const char*>(bytes), size));
  static_cast<void>(loaded.findings.text());
  static_cast<void>(loaded.findings.json());
  if (!loaded.pack) { return 0; }
  const auto& pack = *loaded.pack;
  static_cast<void>(pack.dump());
  for (const auto& rule : pack.rules()) {
    roll(pack, rule, {});
    for (const bool last : {false, true}) {
      spoils::Values values;
      for (const auto& input : pack.inputs()) { values.emplace_back(input.name, end_of(input, last)); }
      for (const auto& parameter : rule.parameters) { values.emplace_back(parameter.name, end_of(parameter, last)); }
      roll(pack, rule, values);
    }
  }
  return 0;
}
