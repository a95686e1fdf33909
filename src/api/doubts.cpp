// api/doubts.cpp
//
// `with_doubts`: rolls the rule in which a pack lists what is odd about its data, and files each thing as a warning at
// the record that it is about. Tests: tests/api/doubts_test.cpp, tests/packs/power_test.cpp.
#include <algorithm>
#include <optional>
#include <string>

#include "api/more_findings.h"
#include "api/pack_data.h"
#include "spoils/expectations.h"
#include "spoils/roll.h"
#include "text/report.h"

namespace spoils {
namespace api {
namespace {

constexpr std::size_t kMost = 1000;

/// Returns the place of the record in the first field that holds one; that of the rule which made the thing if none
/// does.
Span place_of_thing(const PackData& data, const Thing& thing) {
  const auto& program = data.program;
  for (std::size_t field = 0; field < program.fields.size(); ++field) {
    const auto& type = program.slots[program.fields[field]].type;
    if (type.kind != program::ValueKind::Symbol || !type.has_table() || !thing.is_set(field)) { continue; }
    const auto symbol = program.symbols.find(thing.text(field));
    if (!symbol) { continue; }
    const auto& table = program.tables[type.table];
    const auto row = table.row_index(*symbol);
    if (row >= 0) { return table.rows[static_cast<std::size_t>(row)].place; }
  }
  const auto rule = program.find_rule(thing.made_by());
  return rule ? program.rules[*rule].place : Span{};
}

}  // namespace
}  // namespace api

inline namespace v1 {

Loaded with_doubts(Loaded loaded) {
  if (!loaded.pack) { return loaded; }
  const auto& pack = *loaded.pack;
  const auto rule = std::find_if(pack.rules().begin(), pack.rules().end(),
                                 [](const RuleInfo& known) { return known.name == api::kDoubts; });
  if (rule == pack.rules().end() || !rule->parameters.empty()) { return loaded; }
  auto roller = Roller::make(pack, rule->name);
  if (!roller) { return loaded; }
  const auto& data = pack.data();
  api::MoreFindings found(loaded);
  const auto doubt = [&](Span place, const std::string& text) {
    found.warn([&](text::Report& report) { report.add(text::Code::Doubt, place, text); });
  };
  const auto things = roller->roll(0, 0);
  if (!things) {
    const auto id = data.program.find_rule(rule->name);
    doubt(id ? data.program.rules[*id].place : Span{}, "`" + rule->name + "` fails: " + things.error().text());
  } else {
    std::size_t count = 0;
    for (const Thing& thing : *things) {
      if (++count > api::kMost) { break; }
      doubt(api::place_of_thing(data, thing), thing.name());
    }
  }
  loaded.findings = found.all();
  return loaded;
}

}  // namespace v1
}  // namespace spoils
