// cli/output_simulation_json.cpp
//
// Writes the results of a simulation as one JSON object (declared in cli/output_simulation.h).
#include <fmt/format.h>

#include "cli/output_json.h"
#include "cli/output_simulation.h"

namespace spoils::cli {

namespace {

void append_value(std::string& out, const std::string& value, bool is_number, bool is_text) {
  if (value == "none" && !is_text) {
    out += "null";
  } else if (is_number || (!is_text && (value == "true" || value == "false"))) {
    out += value;
  } else {
    append_json_string(out, value);
  }
}

void append_estimate(std::string& out, std::string_view key, const Estimate& estimate) {
  out += fmt::format(R"("{}":{{"value":{},"error":{},"low":{},"high":{})", key, estimate.value, estimate.error,
                     estimate.low, estimate.high);
  if (estimate.exact) { out += fmt::format(R"(,"exact":{})", *estimate.exact); }
  out += '}';
}

void append_string(std::string& out, std::string_view key, std::string_view text) {
  out += fmt::format("\"{}\":", key);
  append_json_string(out, text);
}

void append_table(std::string& out, const ThingCounts& table) {
  out += R"({"by":)";
  append_json_strings(out, table.by);
  out += R"(,"where":)";
  append_json_string_or_null(out, table.asked.where);
  out += R"(,"sums":)";
  append_json_strings(out, table.asked.sums);
  out += fmt::format(R"(,"things":{},"rows":[)", table.things);
  for (std::size_t i = 0; i < table.rows.size(); ++i) {
    const auto& row = table.rows[i];
    out += i > 0 ? ",{\"values\":[" : "{\"values\":[";
    for (std::size_t k = 0; k < row.values.size(); ++k) {
      if (k > 0) { out += ','; }
      append_value(out, row.values[k], row.is_number[k], row.is_text[k]);
    }
    out += fmt::format(R"(],"things":{},"runs":{},"most":{},)", row.things, row.runs, row.most);
    append_estimate(out, "mean", row.mean);
    out += ',';
    append_estimate(out, "at_least_one", row.at_least_one);
    if (!row.sums.empty()) {
      out += R"(,"sums":[)";
      for (std::size_t k = 0; k < row.sums.size(); ++k) {
        out += fmt::format(R"({}{{"total":"{}",)", k > 0 ? "," : "", row.sums[k].total);
        append_estimate(out, "mean", row.sums[k].mean);
        out += '}';
      }
      out += ']';
    }
    out += '}';
  }
  out += "]}";
}

void append_values(std::string& out, const ValueCounts& values) {
  out += fmt::format(R"("set":{})", values.set);
  if (values.mean) {
    out += ',';
    append_estimate(out, "mean", *values.mean);
    out += fmt::format(R"(,"deviation":{})", values.deviation);
  }
  if (values.is_integer && values.set > 0) { out += fmt::format(R"(,"total":"{}")", values.total); }
  if (const auto spread = spread_of(values)) {
    // JSON has no fractions.
    const auto written = [&](const std::string& value) { return values.is_integer ? value : '"' + value + '"'; };
    out +=
        fmt::format(R"(,"least":{},"greatest":{},"quantiles":{{)", written(spread->least), written(spread->greatest));
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      out += fmt::format(R"({}"{}":{})", i > 0 ? "," : "", kQuantiles[i], written(spread->quantiles[i].value));
    }
    out += R"(},"quantile_intervals":{)";
    for (std::size_t i = 0; i < kQuantiles.size(); ++i) {
      out += fmt::format(R"({}"{}":[{},{}])", i > 0 ? "," : "", kQuantiles[i], written(spread->quantiles[i].low),
                         written(spread->quantiles[i].high));
    }
    out += '}';
  }
  out += R"(,"rows":[)";
  for (std::size_t i = 0; i < values.rows.size(); ++i) {
    const auto& row = values.rows[i];
    out += i > 0 ? ",{\"value\":" : "{\"value\":";
    append_value(out, row.value, row.is_number, row.is_text);
    if (row.last != row.value) { out += fmt::format(R"(,"last":{})", row.last); }
    out += fmt::format(R"(,"runs":{},)", row.runs);
    append_estimate(out, "share", row.share);
    out += '}';
  }
  out += ']';
}

void append_first(std::string& out, const FirstCounts& first) {
  out += '{';
  append_string(out, "condition", first.asked.condition);
  out += fmt::format(R"(,"nth":{},"runs":{},)", first.nth, first.runs);
  append_estimate(out, "chance", first.chance);
  if (first.wait) {
    out += fmt::format(R"(,"first_run":{},"wait":{{"value":{},"low":{},"high":{})", *first.first_run, first.wait->value,
                       first.wait->low, first.wait->high > 0 ? fmt::format("{}", first.wait->high) : "null");
    if (first.wait->exact) { out += fmt::format(R"(,"exact":{})", *first.wait->exact); }
    out += fmt::format(R"(,"50%":{},"90%":{},"99%":{}}})", first.wait_points[0], first.wait_points[1],
                       first.wait_points[2]);
  }
  if (!first.asked.at.empty()) {
    out += ',';
    append_string(out, "at", first.asked.at);
    out += ',';
    append_values(out, first.at);
  }
  out += '}';
}

template <class List, class Append>
void append_list(std::string& out, std::string_view key, const List& list, Append&& append) {
  out += fmt::format(R"("{}":[)", key);
  bool is_first = true;
  for (const auto& member : list) {
    if (!is_first) { out += ','; }
    is_first = false;
    append(member);
  }
  out += ']';
}

}  // namespace

std::string simulation_json(const Simulation& simulation) {
  std::string out = R"({"schema":"spoils.simulation","version":1,)";
  append_string(out, "pack", simulation.pack);
  out += fmt::format(R"(,"pack_hash":"{}",)", seed_to_text(simulation.pack_hash));
  append_string(out, "rule", simulation.rule);
  out += R"(,"inputs":{)";
  for (std::size_t i = 0; i < simulation.values.size(); ++i) {
    if (i > 0) { out += ','; }
    append_json_string(out, simulation.values[i].first);
    out += ':';
    append_json_string(out, simulation.values[i].second);
  }
  out += fmt::format(R"(}},"seed":"{}","runs":{},"asked_runs":{},"complete":{},"things":{},)",
                     seed_to_text(simulation.seed), simulation.runs, simulation.asked_runs, simulation.is_complete,
                     simulation.things);
  append_list(out, "tables", simulation.tables, [&](const auto& table) { append_table(out, table); });
  out += ',';
  append_list(out, "per_run", simulation.per_run, [&](const auto& counts) {
    out += '{';
    append_string(out, "expression", counts.expression);
    out += ',';
    append_values(out, counts.values);
    out += '}';
  });
  out += ',';
  append_list(out, "firsts", simulation.firsts, [&](const auto& first) { append_first(out, first); });
  out += fmt::format(R"(,"compared":{},"risk":{},)", simulation.compared, simulation.risk);
  append_list(out, "uncompared", simulation.uncompared, [&](const auto& what) { append_json_string(out, what); });
  out += ',';
  append_list(out, "disagreements", simulation.disagreements, [&](const auto& found) {
    out += '{';
    append_string(out, "what", found.what);
    out += fmt::format(R"(,"estimate":{},"exact":{}}})", found.estimate, found.exact);
  });
  return out + "}\n";
}

}  // namespace spoils::cli
