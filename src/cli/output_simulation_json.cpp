// cli/output_simulation_json.cpp
//
// Writes the results of a simulation as one JSON object (declared in cli/output_simulation.h).
#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "cli/odds_heading.h"
#include "cli/output_simulation.h"
#include "text/plain/integer.h"
#include "text/plain/json_writer.h"

namespace spoils::cli {

using text::JsonWriter;

namespace {

void add_estimate(JsonWriter& json, std::string_view key, const Estimate& estimate) {
  json.key(key).open('{').member("value", estimate.value).member("error", estimate.error);
  json.member("low", estimate.low).member("high", estimate.high);
  if (estimate.exact) { json.member("exact", *estimate.exact); }
  json.close('}');
}

void add_table(JsonWriter& json, const ThingCounts& table, const std::vector<std::string>& measures) {
  json.open('{').member("by", table.by).text_or_null("where", table.asked.where).member("sums", table.asked.sums);
  json.member("things", table.things).list("rows", table.rows, [&](const auto& row) {
    json.open('{');
    write_values(json, row.values);
    write_measures(json, table.by, row.values, measures);
    json.member("things", row.things).member("runs", row.runs).member("most", row.most);
    add_estimate(json, "mean", row.mean);
    add_estimate(json, "at_least_one", row.at_least_one);
    if (!row.sums.empty()) {
      json.list("sums", row.sums, [&](const auto& sum) {
        json.open('{').key("total").value(fmt::format("{}", sum.total));
        add_estimate(json, "mean", sum.mean);
        json.close('}');
      });
    }
    json.close('}');
  });
  json.close('}');
}

void add_values(JsonWriter& json, const ValueCounts& values) {
  json.member("set", values.set);
  if (values.mean) {
    add_estimate(json, "mean", *values.mean);
    json.member("deviation", values.deviation);
  }
  if (values.is_integer && values.set > 0) { json.member("total", fmt::format("{}", values.total)); }
  if (const auto spread = spread_of(values)) {
    const auto add = [&](const std::string& value) {
      if (value.empty()) {
        json.raw("null");
      } else {
        // JSON has no fractions.
        values.is_integer ? json.raw(value) : json.value(value);
      }
    };
    json.key("least");
    add(spread->least);
    json.key("greatest");
    add(spread->greatest);
    json.key("quantiles").open('{');
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      json.key(fmt::format("{}", kQuantiles[i]));
      add(spread->quantiles[i].value);
    }
    json.close('}').key("quantile_intervals").open('{');
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      json.key(fmt::format("{}", kQuantiles[i])).open('[');
      add(spread->quantiles[i].low);
      add(spread->quantiles[i].high);
      json.close(']');
    }
    json.close('}');
  }
  json.list("rows", values.rows, [&](const auto& row) {
    json.open('{').key("value");
    write_cell(json, row.value);
    if (row.last != row.value) {
      json.key("last");
      write_cell(json, row.last);
    }
    json.member("runs", row.runs);
    add_estimate(json, "share", row.share);
    json.close('}');
  });
}

void add_first(JsonWriter& json, const FirstCounts& first) {
  json.open('{').member("condition", first.asked.condition).member("nth", first.nth).member("runs", first.runs);
  add_estimate(json, "chance", first.chance);
  if (first.wait) {
    json.member("first_run", *first.first_run).key("wait").open('{').member("value", first.wait->value);
    json.member("low", first.wait->low);
    json.member("high", first.wait->high > 0 ? std::optional(first.wait->high) : std::nullopt);
    if (first.wait->exact) { json.member("exact", *first.wait->exact); }
    json.member("50%", first.wait_points[0]).member("90%", first.wait_points[1]);
    json.member("99%", first.wait_points[2]).close('}');
  }
  if (!first.asked.at.empty()) {
    json.member("at", first.asked.at);
    add_values(json, first.at);
  }
  json.close('}');
}

}  // namespace

std::string simulation_json(const SimulationResult& simulation, const std::vector<std::string>& measures) {
  std::string out;
  JsonWriter json(out);
  json.document("spoils.simulation").member("pack", simulation.pack);
  json.member("pack_hash", seed_to_text(simulation.pack_hash)).member("rule", simulation.rule);
  json.key("inputs").open('{');
  for (const auto& [name, value] : simulation.values) {
    json.key(name);
    const auto number = text::integer_of(value);  // the results have values of inputs as texts
    number ? json.value(*number) : json.value(value);
  }
  json.close('}').member("seed", seed_to_text(simulation.seed)).member("runs", simulation.runs);
  json.member("asked_runs", simulation.asked_runs).member("complete", simulation.is_complete);
  json.member("things", simulation.things);
  json.list("tables", simulation.tables, [&](const ThingCounts& table) { add_table(json, table, measures); });
  json.list("per_run", simulation.per_run, [&](const auto& counts) {
    json.open('{').member("expression", counts.expression);
    add_values(json, counts.values);
    json.close('}');
  });
  json.list("firsts", simulation.firsts, [&](const FirstCounts& first) { add_first(json, first); });
  json.member("compared", simulation.compared).member("risk", simulation.risk);
  json.member("uncompared", simulation.uncompared);
  json.list("disagreements", simulation.disagreements, [&](const auto& found) {
    json.open('{').member("what", found.what).member("estimate", found.estimate).member("exact", found.exact);
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

}  // namespace spoils::cli
