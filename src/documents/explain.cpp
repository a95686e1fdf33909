#include "documents/explain.h"

#include <optional>
#include <string>
#include <string_view>

namespace spoils::documents {

using text::JsonWriter;

namespace {

std::string_view name_of(Step::Kind kind) {
  switch (kind) {
    case Step::Kind::Decision: return "decision";
    case Step::Kind::Roll: return "roll";
    case Step::Kind::Run: return "run";
    case Step::Kind::Drop: return "drop";
    case Step::Kind::Hold: return "hold";
    case Step::Kind::Turn: return "turn";
    case Step::Kind::Member: return "member";
    case Step::Kind::Try: return "try";
    case Step::Kind::Attempt: return "attempt";
    case Step::Kind::WorldRule: return "world_rule";
    case Step::Kind::Input: return "input";
    case Step::Kind::Stream: return "stream";
    case Step::Kind::Lcg: return "lcg";
    case Step::Kind::Loop: return "loop";
    case Step::Kind::Extra: return "edit";
    case Step::Kind::After: return "after";
    case Step::Kind::WorldDef: break;
  }
  return "world_def";
}

std::string_view name_of(Decision::Kind kind) {
  switch (kind) {
    case Decision::Kind::Row: return "row";
    case Decision::Kind::Range: return "range";
    case Decision::Kind::Member: return "member";
    case Decision::Kind::Dice: return "dice";
    case Decision::Kind::Order: return "order";
    case Decision::Kind::Chance: break;
  }
  return "chance";
}

void add_place(JsonWriter& json, const Place& place) {
  json.member("file", place.file).member("line", place.location.line).member("column", place.location.column);
}

void add_odds(JsonWriter& json, double probability, std::int64_t numerator, std::int64_t denominator) {
  json.member("p", probability);
  // As text, since many JSON parsers do not support 64-bit integers.
  if (denominator > 0) { json.member("num", std::to_string(numerator)).member("den", std::to_string(denominator)); }
}

void add_decision(JsonWriter& json, const Decision& decision, const std::vector<std::vector<std::string>>& fields) {
  json.member("kind", name_of(decision.kind));
  if (!decision.target.empty()) { json.member("target", decision.target).member("adds", decision.adds); }
  if (!decision.drawn_from.empty()) { json.member("from", decision.drawn_from); }
  json.member("chosen", decision.chosen).member("choice", decision.choice);
  json.member("thing", decision.thing < 0 ? std::nullopt : std::optional(decision.thing));
  if (decision.fields >= 0) { json.member("fields", fields[static_cast<std::size_t>(decision.fields)]); }
  add_odds(json, decision.probability, decision.numerator, decision.denominator);
  if (decision.is_declared) { json.member("declared", true); }
  if (decision.is_stored) { json.member("settled", true); }
  if (decision.die_by_die) { json.member("die_by_die", true); }
  if (decision.row) {
    json.key("row").open('{');
    add_place(json, *decision.row);
    json.close('}');
  }
  json.list("alternatives", decision.alternatives, [&](const Decision::Alternative& other) {
    json.open('{').member("value", other.value).member("p", other.probability);
    json.member("choice", other.choice);
    if (!other.why_not.empty()) { json.member("why", other.why_not); }
    if (other.place) { add_place(json, *other.place); }
    json.close('}');
  });
  if (decision.left_out > 0) {
    json.member("left_out", decision.left_out).member("left_out_p", decision.left_out_probability);
  }
}

void add_scope(JsonWriter& json, const Step& step) {
  switch (step.kind) {
    case Step::Kind::Roll:
    case Step::Kind::Drop:
    case Step::Kind::Hold:
      json.member("name", step.source);
      json.member("thing", step.thing < 0 ? std::nullopt : std::optional(step.thing));
      return;
    case Step::Kind::Member:
    case Step::Kind::Input:
    case Step::Kind::WorldDef:
    case Step::Kind::WorldRule: json.member("name", step.source).member("value", step.value); return;
    case Step::Kind::Turn: json.member("number", step.number).member("most", step.most); return;
    case Step::Kind::Try: json.member("number", step.number); return;
    case Step::Kind::Attempt: json.member("undone", step.value == "undone"); return;
    case Step::Kind::Run:
    case Step::Kind::Extra:
    case Step::Kind::Stream: json.member("name", step.source); return;
    case Step::Kind::Lcg:
    case Step::Kind::After:
    case Step::Kind::Loop:
    case Step::Kind::Decision: return;
  }
}

}  // namespace

void add_product(JsonWriter& json, const Explanation& told) {
  add_odds(json, told.probability, told.numerator, told.denominator);
  json.member("log10_p", told.log10_probability);
}

// Steps are a list in which each has its depth; in JSON a step that holds others has a list of its own.
void add_steps(JsonWriter& json, const Explanation& told) {
  const auto& steps = told.steps;
  std::size_t open = 0;  // nested objects that are still open; all but the last have a list of steps
  const auto close_to = [&](std::size_t depth) {
    for (; open > depth; --open) { json.close(']').close('}'); }
  };
  json.key("steps").open('[');
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    if (i > 0) { close_to(step.depth); }
    json.open('{').member("step", name_of(step.kind));
    add_place(json, step.place);
    if (!step.id.empty()) { json.member("id", step.id); }
    if (step.is_rejected) { json.member("rejected", true); }
    if (step.kind == Step::Kind::Loop) {
      json.member("turns", step.number).member("most", step.most).close('}');
    } else if (step.decision) {
      json.member("source", step.source);
      add_decision(json, *step.decision, told.field_lists);
      json.close('}');
    } else {
      add_scope(json, step);
      json.key("steps").open('[');
      ++open;
    }
  }
  close_to(0);
  json.close(']');
}

void write_explanation(const RollHeading& heading, std::uint64_t index, const Explanation& told, RollText& rolled) {
  JsonWriter json(rolled.text());
  RollJson parts(heading, "spoils.explain", true, 2);
  parts.open(index, json);
  json.member("decisions", told.decisions);
  add_product(json, told);
  json.member("rejected_tries", told.has_rejected);
  add_steps(json, told);
  if (told.left_out > 0) { json.member("left_out", told.left_out); }
  if (told.fault) {
    json.member("fault", told.fault->text());
  } else if (!parts.add_things(told.things, json, rolled)) {
    return;
  }
  json.close('}');
  rolled.text() += '\n';
}

}  // namespace spoils::documents
