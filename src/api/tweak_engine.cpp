#include "api/tweak_engine.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>

#include "api/error.h"
#include "explain/recorder.h"
#include "roll/seed.h"
#include "text/plain/counted.h"
#include "text/plain/nearest.h"

namespace spoils::api {

using namespace program;
using tweak::Made;
using tweak::Wish;

// ---- Replays ----------------------------------------------------------------

roll::Stream TweakerData::stream(std::size_t edit) const {
  const auto name = "tweak/" + std::string(shown.rule());
  const std::vector<Word> words{static_cast<Word>(edit)};
  return {roll::stream_key(roll::stream_key(seed, name), words), index};
}

Result<Replayed, Error> TweakerData::replay(Roller& roller, const Run& run, explain::Recorder* told) {
  auto& data = *roller.data();
  tweak::ChoiceTexts choice_texts(data.program, *pack.data().sources, data.interpreter);
  tweak::Replay::Settings settings;
  settings.plan = run.state == nullptr ? nullptr : &run.state->plan;
  settings.drawer = run.drawer;
  settings.told = told;
  settings.texts = &choice_texts;
  settings.notes_meanings = told != nullptr;
  settings.is_in_world = in_world;
  settings.given = by_hand ? &*by_hand : nullptr;
  settings.inspected = run.inspected;
  settings.inspector = run.inspector;
  tweak::Replay replay(data.program, targets, std::move(settings));
  data.interpreter.observe(&replay);
  const auto rolled = [&]() -> Result<Things, Error> {
    if (!in_world) { return roller.roll(seed, index); }
    const auto unchanged = *world.data();
    auto things = roller.roll(world);
    *world.data() = unchanged;
    return things;
  }();
  data.interpreter.observe(nullptr);
  const auto& sources = *pack.data().sources;
  if (const auto& refusal = replay.refusal()) {
    using Kind = tweak::Refusal::Kind;
    switch (refusal->kind) {
      case Kind::NoChance:
        return Failure{make_error(Error::Kind::BadValue,
                                  fmt::format("the choice that is pinned at `{}` has no chance any more", refusal->id),
                                  "undo its `pin`, or write `force`", {{"id", refusal->id}})};
      case Kind::NoSuchChoice:
        return Failure{make_error(Error::Kind::BadValue,
                                  fmt::format("the choice that is forced at `{}` is none of that draw", refusal->id),
                                  "", {{"id", refusal->id}})};
      case Kind::TooMany:
        return Failure{make_error(Error::Kind::Limit, "the roll has too many decisions and steps to be tweaked")};
      case Kind::Rejected:
      case Kind::Abandoned: break;
    }
    auto error = make_error(Error::Kind::BadValue,
                            fmt::format("rejected by the `retry`{}{}", refusal->id.empty() ? "" : " in ", refusal->id),
                            refusal->kind == Kind::Rejected
                                ? "all its decisions are kept; reroll one of them in the same edit, or force another"
                                : "a thousand tries found no choices that it accepts");
    error.place = place_of(sources, refusal->place);
    return Failure{std::move(error)};
  }
  if (!rolled) { return Failure{rolled.error()}; }
  Replayed out{replay.made(), replay.passed(), replay.loops(), *rolled};
  if (run.state == nullptr) { return out; }
  for (const auto& overlay : run.state->overlays) {
    auto& interpreter = data.interpreter;
    const auto& things = interpreter.things();
    if (overlay.thing >= things.given_out.size()) {
      return Failure{make_error(Error::Kind::BadValue,
                                fmt::format("the roll has {} now, and none with index {}",
                                            text::counted(things.given_out.size(), "thing"), overlay.thing))};
    }
    const auto row = things.given_out[overlay.thing];
    const auto& rule = data.program.rules[things.rows[row].made_by];
    if (!std::binary_search(rule.fields.begin(), rule.fields.end(), overlay.slot)) {
      return Failure{make_error(Error::Kind::BadValue, fmt::format("things of rule `{}` have no field `{}`", rule.name,
                                                                   data.program.slots[overlay.slot].name))};
    }
    auto first = overlay.value.first;
    if (overlay.value.text) { first = interpreter.heap().add_text(*overlay.value.text); }
    if (overlay.members) { first = interpreter.heap().add_list(overlay.members->data(), overlay.members->size()); }
    interpreter.overwrite(row, overlay.slot, first, overlay.value.second);
  }
  return out;
}

std::optional<Error> TweakerData::show(TweakState next, std::size_t edit) {
  auto& data = *shown.data();
  ExplainOptions options;
  options.with_loops = true;
  explain::Recorder recorder(data.program, *pack.data().sources, data.interpreter, options);
  tweak::StreamDrawer drawer(stream(edit));
  Run run;
  // Without edits it is the roll itself, with its rejected tries.
  const bool is_base = edit == 0;
  if (!is_base) { run = {&next, &drawer, {}, nullptr}; }
  auto replayed = replay(shown, run, &recorder);
  if (!replayed) { return replayed.error(); }
  if (auto wrong = check(next, *replayed, edit)) { return wrong; }
  // A choice that was wanted is wanted in later edits, too; all others are kept.
  std::unordered_map<std::string, tweak::Wanted> choices;
  for (const auto& [id, wanted] : next.plan.choices) {
    if (wanted.wish != Wish::Kept) { choices.emplace(id, wanted); }
  }
  for (const auto& made : replayed->made) {
    if (!made.is_fixed) { choices.try_emplace(made.id, tweak::Wanted{made.choice, made.meaning, Wish::Kept, 0}); }
  }
  made_from = next;
  made_by = edit;
  next.plan.choices = std::move(choices);
  state = std::move(next);
  now = std::move(*replayed);
  explanation = recorder.take();
  explanation.things = now.things;
  texts = texts_of(now);
  return std::nullopt;
}

Explanation TweakerData::explain_in_full() {
  auto& data = *trial.data();
  ExplainOptions options;
  options.with_loops = true;
  options.with_impossible = true;
  options.with_fields = true;
  if (!dependent) { dependent.emplace(data.program); }
  explain::Recorder recorder(data.program, *pack.data().sources, data.interpreter, options, &*dependent);
  // The same draws from the same stream, so that the tries that a `retry` rejected are among the steps again.
  tweak::StreamDrawer drawer(stream(made_by));
  Run run;
  if (made_by > 0) { run = {&made_from, &drawer, {}, nullptr}; }
  const auto replayed = replay(trial, run, &recorder);
  auto out = recorder.take();
  out.things = now.things;
  return out;
}

std::optional<Error> TweakerData::check(const TweakState& next, const Replayed& replayed, std::size_t edit) const {
  for (const auto& [id, edits_of_loop] : next.plan.more) {
    if (edits_of_loop.back() != edit) { continue; }
    for (const auto& loop : replayed.loops) {
      if (loop.id != id || loop.turns >= loop.wanted + static_cast<Word>(edits_of_loop.size())) { continue; }
      return make_error(Error::Kind::BadValue,
                        fmt::format("`{}` has no further turn: {}", id,
                                    loop.has_failed ? "its `while` does not hold" : "the rule ends before it"),
                        "", {{"id", id}});
    }
  }
  for (const auto& [id, wanted] : next.plan.choices) {
    if (wanted.edit != edit || wanted.wish == Wish::Kept) { continue; }
    const bool is_there = std::any_of(replayed.made.begin(), replayed.made.end(),
                                      [&, key = &id, choice = &wanted.choice](const Made& made) {
                                        return made.id == *key && made.choice == *choice;
                                      });
    if (!is_there) {
      return make_error(Error::Kind::BadValue, fmt::format("with this choice the roll does not come to `{}`", id), "",
                        {{"id", id}});
    }
  }
  return std::nullopt;
}

// ---- What an edit did -------------------------------------------------------

std::vector<ThingText> TweakerData::texts_of(const Replayed& replayed) const {
  std::vector<ThingText> out;
  std::map<std::int32_t, std::string> keys;
  for (const auto& step : explanation.steps) {
    if (step.thing >= 0 && !step.decision) { keys.emplace(step.thing, step.id); }
  }
  for (std::size_t i = 0; i < replayed.things.size(); ++i) {
    const auto thing = replayed.things[i];
    ThingText text;
    text.key = keys[static_cast<std::int32_t>(i)];
    text.name = thing.name();
    for (std::size_t field = 0; field < pack.fields().size(); ++field) {
      text.fields.push_back(written(thing.field(field)));
    }
    out.push_back(std::move(text));
  }
  return out;
}

void TweakerData::compare(const std::vector<Made>& made_before, const std::vector<ThingText>& texts_before) {
  report = {};
  std::unordered_map<std::string, const Made*> made;
  for (const auto& each : now.made) { made.emplace(each.id, &each); }
  for (const auto& each : made_before) {
    if (each.is_fixed) { continue; }
    const auto still = made.find(each.id);
    const bool is_gone = still == made.end();
    if (is_gone || still->second->is_lost) { report.lost.push_back({each.id, each.choice.number, is_gone}); }
  }
  for (const auto& each : now.made) {
    if (each.is_drawn) { report.drawn.push_back(each.id); }
  }
  const auto find = [](const std::vector<ThingText>& among, const std::string& key) {
    return std::find_if(among.begin(), among.end(), [&](const ThingText& thing) { return thing.key == key; });
  };
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const auto& after = texts[i];
    const auto old = find(texts_before, after.key);
    const auto index_now = static_cast<std::int32_t>(i);
    if (old == texts_before.end()) {
      report.changed.push_back({index_now, "", "", after.name});
      continue;
    }
    if (old->name != after.name) { report.changed.push_back({index_now, "name", old->name, after.name}); }
    for (std::size_t field = 0; field < after.fields.size(); ++field) {
      if (old->fields[field] == after.fields[field]) { continue; }
      report.changed.push_back({index_now, pack.fields()[field].name, old->fields[field], after.fields[field]});
    }
  }
  for (std::size_t i = 0; i < texts_before.size(); ++i) {
    if (find(texts, texts_before[i].key) != texts.end()) { continue; }
    report.changed.push_back({static_cast<std::int32_t>(i), "", texts_before[i].name, ""});
  }
}

void TweakerData::find_against() {
  std::set<std::size_t> numbers;
  for (const auto& [id, edit] : state.plan.skipped) { numbers.insert(edit); }
  for (const auto& [id, more] : state.plan.more) { numbers.insert(more.begin(), more.end()); }
  for (const auto& run : state.plan.runs) { numbers.insert(static_cast<std::size_t>(run.number)); }
  for (const auto& overlay : state.overlays) { numbers.insert(overlay.edit); }
  for (const auto& made : now.made) {
    if (made.has_chance) { continue; }
    const auto wanted = state.plan.choices.find(made.id);
    if (wanted != state.plan.choices.end()) { numbers.insert(wanted->second.edit); }
  }
  report.against.clear();
  if (by_hand) { report.against.emplace_back("a thing by hand"); }
  for (const auto number : numbers) {
    if (number >= 1 && number <= edits.size()) { report.against.push_back(edits[number - 1]); }
  }
}

// ---- Ids --------------------------------------------------------------------

std::vector<std::string> TweakerData::ids(bool decisions, bool steps, bool loops) const {
  std::vector<std::string> out;
  if (decisions) {
    for (const auto& made : now.made) { out.push_back(made.id); }
  }
  if (steps) {
    for (const auto& passed : now.passed) { out.push_back(passed.id); }
  }
  if (loops) {
    for (const auto& loop : now.loops) { out.push_back(loop.id); }
  }
  return out;
}

Result<std::string, Error> TweakerData::find(std::string_view end, const std::vector<std::string>& known,
                                             std::string_view what) const {
  auto fitting = tweak::resolve_id(end, known);
  if (fitting.size() == 1) { return std::move(fitting.front()); }
  constexpr std::size_t kMostShown = 8;
  std::string help;
  if (fitting.empty()) {
    const std::vector<std::string_view> names(known.begin(), known.end());
    const auto near = text::nearest(end, names);
    if (near) {
      help = fmt::format("did you mean `{}`?", *near);
    } else if (!known.empty()) {
      for (std::size_t i = 0; i < std::min(known.size(), kMostShown); ++i) {
        help += fmt::format("{}`{}`", i > 0 ? ", " : "the roll has ", known[i]);
      }
      if (known.size() > kMostShown) { help += fmt::format(" and {} more", known.size() - kMostShown); }
    }
    return Failure{make_error(Error::Kind::BadValue, fmt::format("the roll has no {} `{}`", what, end), std::move(help),
                              {{"id", std::string(end)}})};
  }
  for (std::size_t i = 0; i < std::min(fitting.size(), kMostShown); ++i) {
    help += fmt::format("{}`{}`", i > 0 ? ", " : "it can be ", fitting[i]);
  }
  return Failure{make_error(Error::Kind::BadValue, fmt::format("{} ids of the roll end with `{}`", fitting.size(), end),
                            std::move(help), {{"id", std::string(end)}})};
}

std::pair<TweakState, std::vector<std::string>> opened(const TweakerData& data, std::string_view id) {
  std::pair<TweakState, std::vector<std::string>> out{data.state, {}};
  const auto inside = std::string(id) + '/';
  for (const auto& made : data.now.made) {
    if (made.is_fixed) { continue; }
    if (!id.empty() && made.id != id && !made.id.starts_with(inside)) { continue; }
    out.first.plan.choices.erase(made.id);
    out.second.push_back(made.id);
  }
  return out;
}

}  // namespace spoils::api
