// cli/output_explain_json.cpp
//
// The JSON of `spoils explain`.
#include <fmt/format.h>

#include <cmath>
#include <string_view>

#include "cli/output_explain.h"
#include "cli/output_json.h"

namespace spoils::cli {

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
    case Step::Kind::Input: return "input";
    case Step::Kind::Stream: return "stream";
    case Step::Kind::Lcg: return "lcg";
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
    case Decision::Kind::Chance: break;
  }
  return "chance";
}

void append_text(std::string& out, std::string_view key, std::string_view text) {
  out += fmt::format(R"(,"{}":)", key);
  append_json_string(out, text);
}

void append_place(std::string& out, const Place& place) {
  out += R"("file":)";
  append_json_string(out, place.file);
  out += fmt::format(R"(,"line":{},"column":{})", place.location.line, place.location.column);
}

void append_odds(std::string& out, double probability, std::int64_t numerator, std::int64_t denominator) {
  out += fmt::format(R"(,"p":{})", probability);
  // As text, since many JSON parsers do not support 64-bit integers.
  if (denominator > 0) { out += fmt::format(R"(,"num":"{}","den":"{}")", numerator, denominator); }
}

void append_decision(std::string& out, const Decision& decision) {
  append_text(out, "kind", name_of(decision.kind));
  if (!decision.target.empty()) {
    append_text(out, "target", decision.target);
    out += fmt::format(R"(,"adds":{})", decision.adds);
  }
  if (!decision.drawn_from.empty()) { append_text(out, "from", decision.drawn_from); }
  append_text(out, "chosen", decision.chosen);
  append_odds(out, decision.probability, decision.numerator, decision.denominator);
  if (decision.is_declared) { out += R"(,"declared":true)"; }
  if (decision.is_settled) { out += R"(,"settled":true)"; }
  if (decision.die_by_die) { out += R"(,"die_by_die":true)"; }
  if (decision.row) {
    out += R"(,"row":{)";
    append_place(out, *decision.row);
    out += '}';
  }
  out += R"(,"alternatives":[)";
  for (std::size_t i = 0; i < decision.alternatives.size(); ++i) {
    out += i > 0 ? R"(,{"value":)" : R"({"value":)";
    append_json_string(out, decision.alternatives[i].value);
    out += fmt::format(R"(,"p":{}}})", decision.alternatives[i].probability);
  }
  out += ']';
  if (decision.left_out > 0) {
    out += fmt::format(R"(,"left_out":{},"left_out_p":{})", decision.left_out, decision.left_out_probability);
  }
}

void append_scope(std::string& out, const Step& step) {
  switch (step.kind) {
    case Step::Kind::Roll:
    case Step::Kind::Drop:
    case Step::Kind::Hold:
      append_text(out, "name", step.source);
      out += step.thing < 0 ? R"(,"thing":null)" : fmt::format(R"(,"thing":{})", step.thing);
      return;
    case Step::Kind::Member:
    case Step::Kind::Input:
    case Step::Kind::WorldDef:
      append_text(out, "name", step.source);
      append_text(out, "value", step.value);
      return;
    case Step::Kind::Turn: out += fmt::format(R"(,"number":{},"most":{})", step.number, step.most); return;
    case Step::Kind::Try: out += fmt::format(R"(,"number":{})", step.number); return;
    case Step::Kind::Run:
    case Step::Kind::Stream: append_text(out, "name", step.source); return;
    case Step::Kind::Lcg:
    case Step::Kind::Decision: return;
  }
}

void append_steps(std::string& out, const std::vector<Step>& steps) {
  out += R"(,"steps":[)";
  std::size_t open = 0;  // nested objects that are still open; all but the last have a list of steps
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const Step& step = steps[i];
    const bool deeper = i > 0 && step.depth > steps[i - 1].depth;
    if (i > 0 && !deeper) {
      out += steps[i - 1].decision ? "}" : "]}";
      --open;
      for (; open > step.depth; --open) { out += "]}"; }
      out += ',';
    }
    out += fmt::format(R"({{"step":"{}",)", name_of(step.kind));
    append_place(out, step.place);
    if (step.is_rejected) { out += R"(,"rejected":true)"; }
    if (step.decision) {
      append_text(out, "source", step.source);
      append_decision(out, *step.decision);
    } else {
      append_scope(out, step);
      out += R"(,"steps":[)";
    }
    ++open;
  }
  if (!steps.empty()) {
    out += steps.back().decision ? "}" : "]}";
    for (--open; open > 0; --open) { out += "]}"; }
  }
  out += ']';
}

}  // namespace

void explain_json(const RollHeading& heading, const Explanation& told, RollText& rolled) {
  std::string& out = rolled.text();
  RollJson parts(heading, "spoils.explain");
  parts.append_head(heading.first, out);
  out += fmt::format(R"(,"decisions":{})", told.decisions);
  append_odds(out, told.probability, told.numerator, told.denominator);
  out += fmt::format(R"(,"log10_p":{},"rejected_tries":{})", told.log10_probability, told.has_rejected);
  append_steps(out, told.steps);
  if (told.left_out > 0) { out += fmt::format(R"(,"left_out":{})", told.left_out); }
  if (told.fault) {
    append_text(out, "fault", told.fault->message);
  } else {
    if (!parts.append_things(told.things, rolled)) { return; }
  }
  out += "}\n";
}

}  // namespace spoils::cli
