#include "documents/check.h"

#include <fmt/format.h>

#include <optional>

#include "text/plain/json_writer.h"

namespace spoils::documents {

namespace {

void write_witness(text::JsonWriter& json, const std::optional<Witness>& witness) {
  json.key("roll");
  if (!witness) {
    json.value(nullptr);
    return;
  }
  json.open('{').member("rule", witness->rule).key("inputs").open('{');
  for (const auto& [name, value] : witness->values) { json.member(name, value); }
  json.close('}');
  if (!witness->states.empty()) {
    json.key("state").open('{');
    for (const auto& [name, value] : witness->states) { json.member(name, value); }
    json.close('}');
  }
  json.member("seed", seed_to_text(witness->seed)).member("index", witness->index).close('}');
}

}  // namespace

std::string step_text(const DerivationStep& step) {
  return step.chosen.empty() ? step.source : fmt::format("{} -> {}", step.source, step.chosen);
}

std::string derivation_line(const std::vector<DerivationStep>& steps) {
  std::string out;
  for (const auto& step : steps) { out += (out.empty() ? "" : " > ") + step_text(step); }
  return out.empty() ? "always" : out;
}

std::string verification_json(const Verification& verification) {
  std::string out;
  text::JsonWriter json(out);
  json.open('{').member("rolls", verification.rolls).member("seed", seed_to_text(verification.seed));
  json.member("risk", verification.risk).member("outcomes", verification.outcomes);
  json.member("bounds", verification.has_bounds).member("chi_square", verification.chi_square);
  json.member("classes", verification.classes);
  json.member("agrees", verification.rolls > 0 ? std::optional(verification.agrees()) : std::nullopt);
  json.text_or_null("uncompared", verification.uncompared);
  json.list("discrepancies", verification.discrepancies, [&](const Discrepancy& wrong) {
    json.open('{').member("what", wrong.what).member("rolled", wrong.rolled).member("lo", wrong.low);
    json.member("hi", wrong.high).member("index", wrong.index).close('}');
  });
  json.close('}');
  return out;
}

std::string check_json(const std::string& named, const Loaded& loaded, const std::vector<ExpectationResult>& results,
                       const std::function<std::string(const Witness&)>& command, const std::string& dump) {
  const Findings& findings = loaded.findings;
  std::string out;
  text::JsonWriter json(out);
  json.document("spoils.check").member("pack", loaded.pack ? loaded.pack->name() : named);
  json.member("ok", loaded.pack.has_value()).member("errors", findings.errors());
  json.member("warnings", findings.warnings()).member("notes", findings.notes());
  if (loaded.pack) {
    const Pack& pack = *loaded.pack;
    json.member("pack_version", pack.version()).member("rules", pack.rules().size());
    json.member("inputs", pack.inputs().size()).member("fields", pack.fields().size());
    json.member("expectations", pack.expectations());
  }
  json.list("promises", results, [&](const ExpectationResult& result) {
    json.open('{').member("title", result.title).member("file", result.file).member("found", result.found);
    json.member("wanted", result.wanted).member("where", result.where).member("fault", result.fault);
    json.member("line", result.location.line)
        .member("holds", result.holds)
        .member("settled", result.decided)
        .member("likely", result.likely);
    if (result.tried) { json.member("tried", *result.tried); }
    if (!result.assumed.empty()) { json.member("assumed", result.assumed); }
    json.list("ways", result.paths, [&](const Derivation& derivation) {
      json.open('{').member("p", derivation.probability).member("way", derivation_line(derivation.steps)).close('}');
    });
    json.text_or_null("witness", result.witness && command ? command(*result.witness) : "");
    write_witness(json, result.witness);
    json.key("verified").raw(result.verified ? verification_json(*result.verified) : "null").close('}');
  });
  json.key("findings").raw(findings.json());
  if (!dump.empty()) { json.member("dump", dump); }
  json.close('}');
  return out + '\n';
}

}  // namespace spoils::documents
