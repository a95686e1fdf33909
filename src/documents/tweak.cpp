#include "documents/tweak.h"

#include <optional>
#include <string>

#include "documents/explain.h"

namespace spoils::documents {

using text::JsonWriter;

namespace {

void add_fraction(JsonWriter& json, double probability, const std::string& numerator, const std::string& denominator) {
  json.member("p", probability).member("num", numerator).member("den", denominator);
}

void add_report(JsonWriter& json, const TweakReport& report) {
  json.list("changed", report.changed, [&](const TweakReport::Change& change) {
    json.open('{').member("thing", change.thing);
    json.text_or_null("field", change.field).text_or_null("before", change.before).text_or_null("after", change.after);
    json.close('}');
  });
  json.list("lost", report.lost, [&](const TweakReport::Lost& lost) {
    json.open('{').member("id", lost.id).member("choice", lost.choice).member("gone", lost.is_gone).close('}');
  });
  json.member("new", report.drawn);
  json.member("by_the_rules", report.against.empty()).member("against", report.against);
}

void add_choices(JsonWriter& json, const TweakChoices& found) {
  json.open('{').member("id", found.id).member("count", found.count);
  json.list("choices", found.choices, [&](const TweakChoice& choice) {
    json.open('{').member("choice", choice.choice).member("value", choice.value).member("p", choice.probability);
    if (choice.denominator > 0) {
      json.member("num", std::to_string(choice.numerator)).member("den", std::to_string(choice.denominator));
    }
    json.member("current", choice.is_current);
    if (!choice.why_not.empty()) { json.member("why", choice.why_not); }
    if (choice.place) {
      json.member("file", choice.place->file);
      json.member("line", choice.place->location.line).member("column", choice.place->location.column);
    }
    if (!choice.fault.empty()) {
      json.member("fault", choice.fault);
    } else {
      json.text_or_null("name", choice.name).key("measures").open('{');
      for (const auto& [name, value] : choice.measures) { json.member(name, value); }
      json.close('}').member("lost", static_cast<std::uint64_t>(choice.lost));
    }
    json.close('}');
  });
  json.close('}');
}

void add_outlook(JsonWriter& json, const TweakOutlook& outlook) {
  json.open('{').member("by", outlook.by).member("open", outlook.open).member("exact", outlook.is_exact);
  json.member("failed", outlook.failed).member("unknown", outlook.unknown);
  json.list("rows", outlook.rows, [&](const TweakOutlook::Row& row) {
    json.open('{').member("values", row.values);
    add_fraction(json, row.probability, row.numerator, row.denominator);
    json.close('}');
  });
  json.close('}');
}

void add_reach(JsonWriter& json, const TweakReach& reach) {
  json.open('{').member("decisions", reach.decisions);
  json.list("through", reach.through, [&](const TweakReach::Through& through) {
    json.open('{').member("id", through.id).member("exact", through.is_exact);
    add_fraction(json, through.probability, through.numerator, through.denominator);
    json.close('}');
  });
  json.member("open", reach.open).member("exact", reach.is_exact);
  add_fraction(json, reach.probability, reach.numerator, reach.denominator);
  json.member("found", reach.is_found).member("unknown", reach.unknown).member("nearest", reach.nearest);
  json.member("tried", reach.tried).member("unsure", reach.unsure).close('}');
}

}  // namespace

void write_choices(const TweakChoices& choices, std::string& out) {
  JsonWriter json(out);
  add_choices(json, choices);
}

void write_outlook(const TweakOutlook& outlook, std::string& out) {
  JsonWriter json(out);
  add_outlook(json, outlook);
}

void write_reach(const TweakReach& reach, std::string& out) {
  JsonWriter json(out);
  add_reach(json, reach);
}

void write_tweaked(const RollHeading& heading, const Tweaker& tweaker, const TweakAnswers& answers, RollText& out) {
  const auto told = tweaker.explanation_in_full();
  JsonWriter json(out.text());
  RollJson parts(heading, "spoils.tweak", true);
  parts.open(tweaker.index(), json);
  if (tweaker.is_by_hand()) {
    json.key("by_hand").open('{');
    for (const auto& [name, value] : tweaker.fields_by_hand()) { json.member(name, value); }
    json.close('}');
  }
  json.member("edits", tweaker.edits());
  if (!parts.add_things(told.things, json, out)) { return; }
  const auto& report = tweaker.report();
  add_report(json, report);
  json.member("decisions", told.decisions);
  if (report.against.empty()) { add_product(json, told); }
  add_steps(json, told);
  if (told.left_out > 0) { json.member("left_out", told.left_out); }
  if (answers.choices) {
    json.key("choices");
    add_choices(json, *answers.choices);
  }
  if (answers.outlook) {
    json.key("outlook");
    add_outlook(json, *answers.outlook);
  }
  if (answers.reach) {
    json.member("reached", answers.reach->first).key("reach");
    add_reach(json, answers.reach->second);
  }
  json.close('}');
  out.text() += '\n';
}

}  // namespace spoils::documents
