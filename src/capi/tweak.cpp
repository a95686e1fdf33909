// capi/tweak.cpp
//
// Tweaks in C: edits as text, answers as JSON. Tested by tests/capi/misuse.c and conform.c.
#include "documents/tweak.h"

#include <algorithm>
#include <memory>

#include "capi/call.h"

namespace spoils::capi {

namespace {

const RuleInfo* rule_named(const Pack& pack, std::string_view name) {
  const auto& rules = pack.rules();
  const auto found = std::find_if(rules.begin(), rules.end(), [&](const RuleInfo& rule) { return rule.name == name; });
  return found == rules.end() ? nullptr : &*found;
}

spoils_error* give_tweaker(Result<Tweaker, Error> made, spoils_tweaker** out) {
  if (!made) { return fail(std::move(made).error()); }
  return give(out, std::move(*made));
}

}  // namespace

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

extern "C" {

spoils_error* spoils_tweaker_new(const spoils_roller* roller, uint64_t seed, uint64_t index, spoils_tweaker** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(roller, "roller").wrong()) { return wrong; }
    return give_tweaker(Tweaker::make(roller->roller, seed, index), out);
  });
}

spoils_error* spoils_tweaker_new_world(const spoils_roller* roller, spoils_world* world, spoils_tweaker** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(roller, "roller").handle(world, "world").wrong() != nullptr) {
      return arguments.wrong();
    }
    return give_tweaker(Tweaker::make(roller->roller, world->world), out);
  });
}

spoils_error* spoils_tweaker_by_hand(const spoils_roller* roller, const spoils_setting* fields, size_t count,
                                     uint64_t seed, spoils_tweaker** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    if (arguments.made(out).handle(roller, "roller").settings(fields, count).wrong() != nullptr) {
      return arguments.wrong();
    }
    return give_tweaker(Tweaker::by_hand(roller->roller, values_of(fields, count), seed), out);
  });
}

spoils_error* spoils_tweaker_replay(const spoils_pack* pack, spoils_text script, spoils_tweaker** out,
                                    spoils_string** report) {
  return guarded([&]() -> spoils_error* {
    if (report != nullptr) { *report = nullptr; }
    if (auto* const wrong = Arguments().made(out).handle(pack, "pack").text(script, "script").wrong()) { return wrong; }
    const auto read = documents::read_script(view_of(script));
    if (!read) { return fail(SPOILS_BAD_VALUE, "cannot read the script: " + read.error()); }
    if (read->pack != pack->pack().name()) {
      return fail(SPOILS_BAD_VALUE,
                  "the script is of pack `" + read->pack + "`, not of `" + std::string(pack->pack().name()) + "`");
    }
    const auto roller = documents::roller_of(pack->pack(), *read);
    if (!roller) { return fail(roller.error()); }
    const auto seed = seed_from_text(read->seed);
    auto tweaker =
        read->by_hand ? Tweaker::by_hand(*roller, *read->by_hand, seed) : Tweaker::make(*roller, seed, read->index);
    if (!tweaker) { return fail(std::move(tweaker).error()); }
    const auto replayed = documents::apply_edits(*read, *tweaker);
    if (!replayed) { return fail(replayed.error()); }
    auto made = std::make_unique<spoils_tweaker>(std::move(*tweaker));
    if (report != nullptr) {
      std::string text;
      documents::write_replayed(*replayed, text);
      if (auto* const failure = give_text(report, std::move(text))) { return failure; }
    }
    *out = made.release();
    return nullptr;
  });
}

spoils_error* spoils_tweaker_restart(spoils_tweaker* tweaker, uint64_t seed, uint64_t index) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(tweaker, "tweaker").wrong()) { return wrong; }
    auto refused = tweaker->tweaker.restart(seed, index);
    return refused ? fail(std::move(*refused)) : nullptr;
  });
}

spoils_error* spoils_tweaker_apply(spoils_tweaker* tweaker, spoils_text edit) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(tweaker, "tweaker").text(edit, "edit").wrong()) { return wrong; }
    auto refused = tweaker->tweaker.apply(view_of(edit));
    return refused ? fail(std::move(*refused)) : nullptr;
  });
}

spoils_error* spoils_tweaker_undo(spoils_tweaker* tweaker, int* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(tweaker, "tweaker").out(out).wrong()) { return wrong; }
    *out = tweaker->tweaker.undo() ? 1 : 0;
    return nullptr;
  });
}

spoils_error* spoils_tweaker_redo(spoils_tweaker* tweaker, int* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(tweaker, "tweaker").out(out).wrong()) { return wrong; }
    *out = tweaker->tweaker.redo() ? 1 : 0;
    return nullptr;
  });
}

spoils_error* spoils_tweaker_json(const spoils_tweaker* tweaker, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(tweaker, "tweaker").wrong()) { return wrong; }
    const auto& made = tweaker->tweaker;
    const auto& pack = *made.pack();
    documents::RollHeading heading{&pack, rule_named(pack, made.rule()), made.values(), made.seed()};
    heading.states = made.states();
    for (std::size_t i = 0; i < pack.measures().size(); ++i) { heading.measures.push_back(i); }
    std::string text;
    documents::RollText rolled(text);
    documents::write_tweaked(heading, made, {}, rolled);
    return give_text(out, std::move(text));
  });
}

spoils_error* spoils_tweaker_script(const spoils_tweaker* tweaker, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(tweaker, "tweaker").wrong()) { return wrong; }
    return give_text(out, documents::to_json(documents::script_of(tweaker->tweaker)));
  });
}

spoils_error* spoils_tweaker_choices(spoils_tweaker* tweaker, spoils_text id, uint64_t from, size_t count,
                                     spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().made(out).handle(tweaker, "tweaker").text(id, "id").wrong()) { return wrong; }
    const auto found = tweaker->tweaker.choices(view_of(id), from, count);
    if (!found) { return fail(found.error()); }
    std::string text;
    documents::write_choices(*found, text);
    return give_text(out, std::move(text));
  });
}

spoils_error* spoils_tweaker_outlook(spoils_tweaker* tweaker, spoils_text id, const spoils_text* by, size_t by_count,
                                     uint64_t max_replays, spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(tweaker, "tweaker").text(id, "id").array(by, by_count, "by");
    for (std::size_t i = 0; arguments.wrong() == nullptr && i < by_count; ++i) { arguments.text(by[i], "by"); }
    if (arguments.wrong() != nullptr) { return arguments.wrong(); }
    std::vector<std::string> names;
    for (std::size_t i = 0; i < by_count; ++i) { names.emplace_back(view_of(by[i])); }
    TweakLimits limits;
    if (max_replays > 0) { limits.most_replays = static_cast<std::size_t>(max_replays); }
    const auto found = tweaker->tweaker.outlook(view_of(id), names, limits);
    if (!found) { return fail(found.error()); }
    std::string text;
    documents::write_outlook(*found, text);
    return give_text(out, std::move(text));
  });
}

spoils_error* spoils_tweaker_reach(spoils_tweaker* tweaker, spoils_text field, spoils_text value, uint64_t max_replays,
                                   spoils_string** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(tweaker, "tweaker").text(field, "field").text(value, "value");
    if (arguments.wrong() != nullptr) { return arguments.wrong(); }
    TweakLimits limits;
    if (max_replays > 0) { limits.most_replays = static_cast<std::size_t>(max_replays); }
    const auto found = tweaker->tweaker.reach(view_of(field), view_of(value), limits);
    if (!found) { return fail(found.error()); }
    std::string text;
    documents::write_reach(*found, text);
    return give_text(out, std::move(text));
  });
}

}  // extern "C"
