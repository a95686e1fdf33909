// api/tweak_edits.cpp
//
// The meaning of edits: which ids, choices, values and arguments they name, and the plan that they make. Part of
// api/tweak_engine.h; tests/tweak/refused_test.cpp pins what is refused.
#include <fmt/format.h>

#include <algorithm>

#include "api/error.h"
#include "api/tweak_engine.h"
#include "api/tweak_values.h"
#include "text/plain/counted.h"
#include "text/plain/nearest.h"

namespace spoils::api {

using namespace program;
using tweak::Edit;
using tweak::Wish;

namespace {

Failure<Error> refused(std::string message, std::string help = {}, std::vector<Fact> facts = {}) {
  return Failure{make_error(Error::Kind::BadValue, std::move(message), std::move(help), std::move(facts))};
}

}  // namespace

Result<std::pair<Word, tweak::Meaning>, Error> TweakerData::read_choice(const std::string& id, const std::string& text,
                                                                        bool is_forced) {
  constexpr std::uint64_t kMostLabels = 100'000;
  const auto made = std::find_if(now.made.begin(), now.made.end(), [&](const auto& each) { return each.id == id; });
  if (made->is_fixed) {
    return refused(
        fmt::format("`{}` cannot be changed: a declared generator, a world or an earlier decision fixes it", id),
        "`set` lays a value over a field", {{"id", id}});
  }
  if (!made->choice.order.empty()) {
    return refused(fmt::format("`{}` is an order of members, which has no number", id), "write `reroll`", {{"id", id}});
  }
  const auto meant = [&](Word number, std::string value) {
    auto meaning = *made->meaning;
    meaning.text = std::move(value);
    return std::pair(number, std::move(meaning));
  };
  const auto found = inspect(*this, id, 0, kMostLabels);
  if (!found) { return refused(fmt::format("the roll does not come to `{}`", id)); }
  const auto number = read_word(text);
  const FoundChoice* chosen = nullptr;
  for (const auto& each : found->page) {
    const bool is_it = number ? each.number == *number : each.value == text;
    // Rows of one outcome share their text: the first that has a chance.
    if (is_it && (chosen == nullptr || (chosen->probability == 0 && each.probability != 0))) { chosen = &each; }
  }
  const bool is_yes = text == "yes" || text == "no";
  if (chosen == nullptr && is_yes) { return read_choice(id, text == "yes" ? "true" : "false", is_forced); }
  if (chosen == nullptr && number && is_forced && found->count > 0) {
    // Any integer of a range, any sum.
    const auto& first = found->page.front();
    const bool is_number = first.value == fmt::format("{}", first.number);
    if (is_number) { return meant(*number, std::to_string(*number)); }
  }
  if (chosen == nullptr && number && found->count > kMostLabels) { return meant(*number, std::to_string(*number)); }
  if (chosen == nullptr) {
    std::vector<std::string_view> names;
    for (const auto& each : found->page) { names.push_back(each.value); }
    std::string help;
    if (const auto near = text::nearest(text, names)) {
      help = fmt::format("did you mean `{}`?", *near);
    } else if (!names.empty()) {
      help = "it can be ";
      for (std::size_t i = 0; i < std::min<std::size_t>(names.size(), 12); ++i) {
        help += fmt::format("{}`{}`", i > 0 ? ", " : "", names[i]);
      }
      if (found->count > 12) { help += fmt::format(" and {} more", found->count - 12); }
    }
    return refused(fmt::format("`{}` is no choice of `{}`", text, id), std::move(help), {{"id", id}, {"value", text}});
  }
  if (!is_forced && chosen->probability && *chosen->probability == 0) {
    auto error =
        make_error(Error::Kind::BadValue, fmt::format("`{}` has no chance at `{}`: {}", text, id, chosen->why_not),
                   fmt::format("write `force {} = {}` to have it all the same", id, text),
                   {{"id", id}, {"value", text}, {"why", chosen->why_not}});
    if (chosen->place.end > 0) { error.place = place_of(*pack.data().sources, chosen->place); }
    return Failure{std::move(error)};
  }
  return meant(chosen->number, chosen->value);
}

Result<Overlay, Error> TweakerData::read_overlay(const Edit& edit, std::size_t number) const {
  const auto slot = program().find_field(edit.subject);
  if (!slot) {
    std::vector<std::string> names;
    for (const auto& field : pack.fields()) { names.push_back(field.name); }
    const std::vector<std::string_view> views(names.begin(), names.end());
    const auto near = text::nearest(edit.subject, views);
    return refused(fmt::format("pack `{}` has no field `{}`", program().name, edit.subject),
                   near ? fmt::format("did you mean `{}`?", *near) : "", {{"field", edit.subject}});
  }
  Overlay out;
  out.thing = edit.thing;
  out.slot = *slot;
  out.edit = number;
  if (edit.verb == Edit::Verb::Unset || edit.value == "none") {
    out.value.second = kUnset;
    return out;
  }
  const auto type = program().slots[*slot].type;
  if (type.kind == ValueKind::List || type.kind == ValueKind::Set) {
    out.members = read_members(program(), type, edit.value);
    if (!out.members) {
      return refused(
          fmt::format("`{}` is not {}, which field `{}` takes", edit.value, program::to_text(type), edit.subject),
          type.kind == ValueKind::Set ? "write `{a, b}`" : "write `[a, b]`",
          {{"field", edit.subject}, {"value", edit.value}});
    }
    return out;
  }
  auto value = read_argument(program(), *slot, edit.value);
  if (!value) { return Failure{std::move(value).error()}; }
  out.value = std::move(*value);
  return out;
}

Result<roll::ExtraRun, Error> TweakerData::read_run(const Edit& edit, std::size_t number) const {
  const auto rule = program().find_rule(edit.subject);
  if (!rule) {
    std::vector<std::string_view> names;
    for (const auto& each : program().rules) {
      if (!each.is_block) { names.push_back(each.name); }
    }
    const auto near = text::nearest(edit.subject, names);
    return refused(fmt::format("pack `{}` has no rule `{}`", program().name, edit.subject),
                   near ? fmt::format("did you mean `{}`?", *near) : "", {{"rule", edit.subject}});
  }
  const auto& called = program().rules[*rule];
  const auto& rolled = program().rules[shown.data()->rule];
  if (*rule == shown.data()->rule) { return refused(fmt::format("rule `{}` would run itself", called.name)); }
  for (const auto slot : called.fields) {
    if (std::binary_search(rolled.fields.begin(), rolled.fields.end(), slot)) { continue; }
    return refused(fmt::format("rule `{}` works on things with a field `{}`, which things of `{}` do not have",
                               called.name, program().slots[slot].name, rolled.name),
                   "", {{"rule", called.name}});
  }
  if (edit.arguments.size() > called.parameters.size()) {
    return refused(fmt::format("rule `{}` takes {}, not {}", called.name,
                               text::counted(called.parameters.size(), "argument"), edit.arguments.size()));
  }
  roll::ExtraRun out;
  out.rule = *rule;
  out.number = static_cast<std::int64_t>(number);
  for (std::size_t i = 0; i < called.parameters.size(); ++i) {
    const auto& parameter = called.parameters[i];
    if (i >= edit.arguments.size()) {
      if (parameter.initial == kNone) {
        return refused(
            fmt::format("missing argument `{}` in call of `{}`", program().slots[parameter.slot].name, called.name));
      }
      out.arguments.emplace_back();
      continue;
    }
    auto argument = read_argument(program(), parameter.slot, edit.arguments[i]);
    if (!argument) { return Failure{std::move(argument).error()}; }
    out.arguments.emplace_back(std::move(*argument));
  }
  return out;
}

Result<TweakState, Error> TweakerData::with(Edit& edit, std::size_t number) {
  using Verb = Edit::Verb;
  const auto resolve = [&](std::vector<std::string> known, std::string_view what) -> std::optional<Error> {
    auto id = find(edit.subject, known, what);
    if (!id) { return std::move(id).error(); }
    edit.subject = std::move(*id);
    return std::nullopt;
  };
  auto next = state;
  switch (edit.verb) {
    case Verb::Pin:
    case Verb::Force: {
      if (auto wrong = resolve(ids(true, false, false), "decision")) { return Failure{std::move(*wrong)}; }
      const bool is_forced = edit.verb == Verb::Force;
      const auto choice = read_choice(edit.subject, edit.value, is_forced);
      if (!choice) { return Failure{choice.error()}; }
      next.plan.choices[edit.subject] = {
          {choice->first, {}}, choice->second, is_forced ? Wish::Forced : Wish::Pinned, number};
      break;
    }
    case Verb::Reroll: {
      if (!edit.subject.empty()) {
        if (auto wrong = resolve(ids(true, true, false), "decision or step")) { return Failure{std::move(*wrong)}; }
      }
      auto open = opened(*this, edit.subject);
      if (open.second.empty()) {
        return refused(edit.subject.empty() ? "the roll has no decision that could be drawn anew"
                                            : fmt::format("no decision in `{}` can be drawn anew", edit.subject),
                       "", {{"id", edit.subject}});
      }
      next = std::move(open.first);
      break;
    }
    case Verb::Skip: {
      if (auto wrong = resolve(ids(false, true, false), "step")) { return Failure{std::move(*wrong)}; }
      const auto passed =
          std::find_if(now.passed.begin(), now.passed.end(), [&](const auto& each) { return each.id == edit.subject; });
      using Kind = roll::Scope::Kind;
      const bool can_be_skipped = passed->kind == Kind::Run || passed->kind == Kind::Drop ||
                                  passed->kind == Kind::Hold || passed->kind == Kind::Turn ||
                                  passed->kind == Kind::Member;
      if (!can_be_skipped) {
        return refused(
            fmt::format("`{}` cannot be skipped: only a rule, a drop, a hold, a turn or a member can", edit.subject));
      }
      next.plan.skipped.emplace(edit.subject, number);
      break;
    }
    case Verb::Unskip: {
      std::vector<std::string> known;
      for (const auto& [id, from] : state.plan.skipped) { known.push_back(id); }
      std::sort(known.begin(), known.end());
      if (auto wrong = resolve(std::move(known), "skipped step")) { return Failure{std::move(*wrong)}; }
      next.plan.skipped.erase(edit.subject);
      break;
    }
    case Verb::More: {
      if (auto wrong = resolve(ids(false, false, true), "loop of `repeat`")) { return Failure{std::move(*wrong)}; }
      next.plan.more[edit.subject].push_back(number);
      break;
    }
    case Verb::Run: {
      auto run = read_run(edit, number);
      if (!run) { return Failure{std::move(run).error()}; }
      next.plan.runs.push_back(std::move(*run));
      break;
    }
    case Verb::Set:
    case Verb::Unset: {
      auto overlay = read_overlay(edit, number);
      if (!overlay) { return Failure{std::move(overlay).error()}; }
      std::erase_if(next.overlays,
                    [&](const Overlay& each) { return each.thing == overlay->thing && each.slot == overlay->slot; });
      next.overlays.push_back(std::move(*overlay));
      break;
    }
  }
  return next;
}

}  // namespace spoils::api
