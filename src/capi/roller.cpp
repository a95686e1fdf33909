// capi/roller.cpp
//
// Rolls in C: rollers and the things of their last roll, worlds, explanations. Every precondition of the C++ interface
// is checked here, so that no call of C is misuse there, which ends programs in builds with assertions.
#include <fmt/format.h>

#include <algorithm>

#include "capi/call.h"
#include "documents/explain.h"
#include "documents/roll.h"

namespace spoils::capi {

spoils_value value_of(const Value& value) {
  spoils_value out{SPOILS_UNSET, 0, 0, 1, {"", 0}, {"", 0}};
  switch (value.kind()) {
    case Value::Kind::Unset: break;
    case Value::Kind::Integer:
      out.kind = SPOILS_INTEGER;
      out.number = value.integer();
      break;
    case Value::Kind::Number:
      out.kind = SPOILS_NUMBER;
      out.number = value.integer();
      out.denominator = value.denominator();
      break;
    case Value::Kind::Flag:
      out.kind = SPOILS_FLAG;
      out.number = value.flag() ? 1 : 0;
      break;
    case Value::Kind::Symbol:
    case Value::Kind::Text:
      out.kind = value.kind() == Value::Kind::Symbol ? SPOILS_SYMBOL : SPOILS_STRING;
      out.text = text_of(value.text());
      out.shown = text_of(value.shown());
      break;
    case Value::Kind::List:
      out.kind = SPOILS_LIST;
      out.number = static_cast<std::int64_t>(value.members().size());
      break;
    case Value::Kind::Map:
      out.kind = SPOILS_MAP;
      out.number = static_cast<std::int64_t>(value.entries().size());
      break;
  }
  return out;
}

namespace {

const RuleInfo* rule_of(const Pack& pack, std::string_view name) {
  for (const auto& rule : pack.rules()) {
    if (rule.name == name) { return &rule; }
  }
  return nullptr;
}

documents::RollHeading heading_of_roll(const spoils_roller& roller, std::uint64_t seed) {
  documents::RollHeading out;
  out.pack = &roller.pack;
  out.rule = rule_of(roller.pack, roller.roller.rule());
  out.values = roller.roller.values();
  out.states = roller.roller.states();
  out.seed = seed;
  return out;
}

// Sets an input, or a state.
spoils_error* set_by_name(spoils_roller* roller, spoils_text name, spoils_text value,
                          std::optional<Error> (Roller::*set)(std::string_view, std::string_view)) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.handle(roller, "roller").text(name, "name").text(value, "value");
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    auto failed = (roller->roller.*set)(view_of(name), view_of(value));
    return failed ? fail(std::move(*failed)) : nullptr;
  });
}

// The views of the roll before are outdated.
void forget(spoils_roller& roller) {
  roller.things = {};
  roller.list_thing = kNone;
}

/// The roll failed: there are no things. Apart from take(), whose quick path stays small.
[[gnu::cold, gnu::noinline]] spoils_error* take_failure(spoils_roller& roller, Error& error, std::size_t* things) {
  roller.things = {};
  *things = 0;
  return fail(std::move(error));
}

/// Takes the result of a roll.
inline spoils_error* take(spoils_roller& roller, Result<Things, Error>& rolled, std::size_t* things) {
  roller.list_thing = kNone;
  if (!rolled) [[unlikely]] { return take_failure(roller, rolled.error(), things); }
  roller.things = *rolled;
  *things = roller.things.size();
  return nullptr;
}

// As the program has it.
ExplainOptions explain_options() {
  ExplainOptions options;
  options.with_loops = true;
  options.with_impossible = true;
  options.with_fields = true;
  return options;
}

spoils_error* give_explanation(spoils_roller& roller, std::uint64_t seed, std::uint64_t index, Explanation explained,
                               spoils_string** out) {
  std::string text;
  documents::RollText rolled(text);
  documents::write_explanation(heading_of_roll(roller, seed), index, explained, rolled);
  roller.things = explained.things;
  return give_text(out, std::move(text));
}

/// Returns what is wrong with the reading of a field of a thing; the cold part of the quick readers.
[[gnu::cold, gnu::noinline]] spoils_error* wrong_read(const spoils_roller* roller, std::size_t thing, std::size_t field,
                                                      const void* out) {
  Arguments arguments;
  if (arguments.handle(roller, "roller").out(out).wrong() != nullptr) { return arguments.wrong(); }
  arguments.index(thing, roller->things.size(), "thing").index(field, roller->field_kinds.size(), "field");
  return arguments.wrong() != nullptr ? arguments.wrong() : misuse("field", "is of another kind");
}

bool can_read(const spoils_roller* roller, std::size_t thing, std::size_t field, const void* out) {
  return is(roller) && out != nullptr && thing < roller->things.size() && field < roller->field_kinds.size();
}

spoils_error* wrong_thing(const spoils_roller* roller, std::size_t thing, const void* out) {
  Arguments arguments;
  if (arguments.handle(roller, "roller").out(out).wrong() != nullptr) { return arguments.wrong(); }
  return arguments.index(thing, roller->things.size(), "thing").wrong();
}

}  // namespace

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

extern "C" {

spoils_error* spoils_seed(spoils_text text, uint64_t* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().text(text, "text").out(out).wrong()) { return wrong; }
    *out = seed_from_text(view_of(text));
    return nullptr;
  });
}

spoils_error* spoils_roller_new(const spoils_pack* pack, spoils_text rule, const spoils_setting* settings, size_t count,
                                spoils_roller** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(pack, "pack").text(rule, "rule").settings(settings, count);
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    auto roller = Roller::make(pack->pack(), view_of(rule), values_of(settings, count));
    if (!roller) { return fail(std::move(roller).error()); }
    return give(out, pack->pack(), std::move(*roller), pack->field_kinds);
  });
}

spoils_error* spoils_roller_set(spoils_roller* roller, spoils_text name, spoils_text value) {
  return set_by_name(roller, name, value, &Roller::set);
}

spoils_error* spoils_roller_set_state(spoils_roller* roller, spoils_text name, spoils_text value) {
  return set_by_name(roller, name, value, &Roller::set_state);
}

spoils_error* spoils_roller_set_integer(spoils_roller* roller, size_t input, int64_t value) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(roller, "roller").wrong()) { return wrong; }
    auto failed = roller->roller.set(input, value);
    return failed ? fail(std::move(*failed)) : nullptr;
  });
}

spoils_error* spoils_roll(spoils_roller* roller, uint64_t seed, uint64_t index, size_t* things) {
  return guarded([&]() -> spoils_error* {
    if (!is(roller) || things == nullptr) [[unlikely]] {
      return Arguments().handle(roller, "roller").out(things, "things").wrong();
    }
    auto rolled = roller->roller.roll(seed, index);
    return take(*roller, rolled, things);
  });
}

spoils_error* spoils_roll_world(spoils_roller* roller, spoils_world* world, size_t* things) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.handle(roller, "roller").handle(world, "world").out(things, "things");
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    auto rolled = roller->roller.roll(world->world);
    return take(*roller, rolled, things);
  });
}

spoils_error* spoils_roll_json(spoils_roller* roller, uint64_t seed, uint64_t index, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(roller, "roller").wrong()) { return wrong; }
    std::size_t things = 0;
    auto once = roller->roller.roll(seed, index);
    if (auto* const failed = take(*roller, once, &things)) { return failed; }
    documents::RollJson parts(heading_of_roll(*roller, seed), "spoils.roll");
    std::string text;
    documents::RollText rolled(text);
    documents::write_roll(parts, index, roller->things, rolled);
    return give_text(out, std::move(text));
  });
}

spoils_error* spoils_thing_field(spoils_roller* roller, size_t thing, size_t field, spoils_value* out) {
  return guarded([&]() -> spoils_error* {
    if (!can_read(roller, thing, field, out)) [[unlikely]] { return wrong_read(roller, thing, field, out); }
    if (roller->field_kinds[field] < SPOILS_LIST) {
      *out = value_of(roller->things[thing].field(field));
      return nullptr;
    }
    roller->list = roller->things[thing].field(field);
    roller->list_thing = thing;
    roller->list_field = field;
    *out = value_of(roller->list);
    return nullptr;
  });
}

spoils_error* spoils_thing_integer(const spoils_roller* roller, size_t thing, size_t field, int64_t* out) {
  return guarded([&]() -> spoils_error* {
    if (!can_read(roller, thing, field, out) || roller->field_kinds[field] > SPOILS_FLAG) [[unlikely]] {
      return wrong_read(roller, thing, field, out);
    }
    *out = roller->things[thing].integer(field);
    return nullptr;
  });
}

spoils_error* spoils_thing_text(const spoils_roller* roller, size_t thing, size_t field, spoils_text* out) {
  return guarded([&]() -> spoils_error* {
    const bool can = can_read(roller, thing, field, out);
    const auto kind = can ? roller->field_kinds[field] : std::uint8_t{SPOILS_INTEGER};
    if (kind != SPOILS_SYMBOL && kind != SPOILS_STRING && kind != SPOILS_UNSET) [[unlikely]] {
      return wrong_read(roller, thing, field, out);
    }
    *out = text_of(roller->things[thing].text(field));
    return nullptr;
  });
}

spoils_error* spoils_thing_member(spoils_roller* roller, size_t thing, size_t field, size_t member, spoils_value* out,
                                  int64_t* amount) {
  return guarded([&]() -> spoils_error* {
    if (!can_read(roller, thing, field, out) || roller->field_kinds[field] < SPOILS_LIST) {
      return wrong_read(roller, thing, field, out);
    }
    if (roller->list_thing != thing || roller->list_field != field) {
      spoils_value whole;
      if (auto* const failed = spoils_thing_field(roller, thing, field, &whole)) { return failed; }
    }
    const auto& list = roller->list;
    const bool is_map = list.kind() == Value::Kind::Map;
    const auto members = is_map ? list.entries().size() : list.members().size();
    if (auto* const wrong = Arguments().index(member, members, "member").wrong()) { return wrong; }
    *out = value_of(is_map ? list.entries()[member].key : list.members()[member]);
    if (amount != nullptr) { *amount = is_map ? list.entries()[member].value : 0; }
    return nullptr;
  });
}

spoils_error* spoils_thing_name(spoils_roller* roller, size_t thing, spoils_text* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_thing(roller, thing, out)) { return wrong; }
    roller->name.clear();
    roller->things[thing].append_name(roller->name);
    *out = text_of(roller->name);
    return nullptr;
  });
}

spoils_error* spoils_thing_made_by(const spoils_roller* roller, size_t thing, spoils_text* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_thing(roller, thing, out)) { return wrong; }
    *out = text_of(roller->things[thing].made_by());
    return nullptr;
  });
}

spoils_error* spoils_thing_holder(const spoils_roller* roller, size_t thing, int32_t* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_thing(roller, thing, out)) { return wrong; }
    *out = roller->things[thing].holder();
    return nullptr;
  });
}

spoils_error* spoils_thing_input(spoils_roller* roller, size_t thing, size_t input, spoils_value* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = wrong_thing(roller, thing, out)) { return wrong; }
    const auto inputs = roller->pack.inputs().size();
    if (auto* const wrong = Arguments().index(input, inputs, "input").wrong()) { return wrong; }
    *out = value_of(roller->things[thing].input(input));
    return nullptr;
  });
}

spoils_error* spoils_world_new(const spoils_pack* pack, uint64_t seed, spoils_world** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(pack, "pack").wrong()) { return wrong; }
    return give(out, World(pack->pack(), seed));
  });
}

spoils_error* spoils_world_save(const spoils_world* world, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(world, "world").wrong()) { return wrong; }
    return give_text(out, world->world.text());
  });
}

spoils_error* spoils_world_restore(const spoils_pack* pack, spoils_text saved, spoils_world** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(pack, "pack").text(saved, "saved").wrong()) { return wrong; }
    auto world = World::restore(pack->pack(), view_of(saved));
    if (!world) { return fail(std::move(world).error()); }
    return give(out, std::move(*world));
  });
}

spoils_error* spoils_world_info_of(const spoils_world* world, spoils_world_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(world, "world").out(out).wrong()) { return wrong; }
    *out = {world->world.seed(), world->world.next_index()};
    return nullptr;
  });
}

spoils_error* spoils_world_state(const spoils_world* world, size_t state, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(world, "world").wrong()) { return wrong; }
    auto states = world->world.states();
    if (auto* const wrong = Arguments().index(state, states.size(), "state").wrong()) { return wrong; }
    return give_text(out, std::move(states[state].second));
  });
}

spoils_error* spoils_explain(spoils_roller* roller, uint64_t seed, uint64_t index, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(roller, "roller").wrong()) { return wrong; }
    forget(*roller);
    return give_explanation(*roller, seed, index, explain_roll(roller->roller, seed, index, explain_options()), out);
  });
}

spoils_error* spoils_explain_world(spoils_roller* roller, spoils_world* world, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(roller, "roller").handle(world, "world").wrong() != nullptr) {
      return arguments.wrong();
    }
    forget(*roller);
    const auto seed = world->world.seed();
    const auto index = world->world.next_index();
    auto explained = explain_roll(roller->roller, world->world, explain_options());
    if (!explained) { return fail(std::move(explained).error()); }
    return give_explanation(*roller, seed, index, std::move(*explained), out);
  });
}

}  // extern "C"
