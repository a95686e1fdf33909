#include "documents/odds.h"

#include <algorithm>
#include <array>

#include "text/plain/integer.h"
#include "text/plain/symbol_source.h"

namespace spoils::documents {

using text::JsonWriter;

namespace {

const OddsTable& table_of(const Answer& answer) { return *probabilities(answer); }
const ExpectedTable& expected_of(const Swept<Answer>& row) { return std::get<ExpectedTable>(row.table); }

void add_share(JsonWriter& json, const EstimatedShare& share) {
  json.open('{').member("p", share.probability).member("lo", share.low).member("hi", share.high).close('}');
}

void add_number(JsonWriter& json, const EstimatedNumber& number) {
  json.open('{').member("expected", number.expected).member("lo", number.low).member("hi", number.high).close('}');
}

void add_estimate(JsonWriter& json, const OddsEstimate& estimate, const std::optional<EstimatedNumber>& total = {}) {
  json.key("estimate").open('{').member("rolls", estimate.rolls).member("counted", estimate.counted);
  json.member("samples", estimate.samples);
  json.member("seed", seed_to_text(estimate.seed)).member("confidence", 0.95).member("unseen", estimate.unseen);
  if (estimate.given) {
    json.key("given");
    add_share(json, *estimate.given);
  }
  if (total) {
    json.key("all");
    add_number(json, *total);
  }
  if (!estimate.none.empty()) { json.member("note", estimate.none); }
  json.close('}');
}

void add_table(JsonWriter& json, const QuestionHeading& heading, const Answer& answer, bool fractions) {
  const auto& table = table_of(answer);
  if (table.exact) {
    json.member("given", table.given);
  } else {
    json.member("given_lo", table.given).member("given_hi", table.given_at_most());
  }
  json.member("exact", table.exact).member("unexplored", table.unexplored);
  if (table.estimate) { add_estimate(json, *table.estimate); }
  json.list("rows", table.rows, [&](const OddsRow& row) {
    json.open('{');
    write_values(json, row.values);
    write_measures(json, table.by, row.values, heading.measures);
    if (table.exact) {
      json.member("p", row.probability);
    } else {
      json.member("lo", row.low).member("hi", row.high);
    }
    if (row.estimate) {
      json.key("estimate");
      add_share(json, *row.estimate);
    }
    if (fractions && row.fraction) {
      json.member("num", row.fraction->numerator).member("den", row.fraction->denominator);
    }
    json.close('}');
  });
  if (const auto mean = mean_of(answer)) { json.member("mean", *mean); }
}

void add_expected(JsonWriter& json, const QuestionHeading& heading, const ExpectedTable& table) {
  json.member("exact", table.exact).member("unexplored", table.unexplored);
  if (table.estimate) { add_estimate(json, *table.estimate, table.estimated_total); }
  json.list("rows", table.rows, [&](const ExpectedRow& row) {
    json.open('{');
    write_values(json, row.values);
    write_measures(json, table.by, row.values, heading.measures);
    if (table.exact) {
      json.member("expected", row.expected);
    } else {
      // The unexplored part may make any number of things.
      json.member("lo", row.expected).key("hi").value(nullptr);
    }
    if (row.estimate) {
      json.key("estimate");
      add_number(json, *row.estimate);
    }
    json.close('}');
  });
}

// By OddsLimit.
constexpr std::array<const char*, 6> kLimits{"none", "states", "paths", "memory", "stopped", "draw"};

// The names of waiting times that are not known are in `unknown`; others are null for never.
void add_wait(JsonWriter& json, const WaitingTime& row) {
  constexpr std::array<const char*, 3> kPoints{"wait_50", "wait_90", "wait_99"};
  std::vector<std::string> unknown;
  if (!row.is_mean_known) { unknown.emplace_back("mean_wait"); }
  json.member("mean_wait", row.mean_wait);
  for (std::size_t k = 0; k < kPoints.size(); ++k) {
    json.member(kPoints[k], row.wait_points[k]);
    if (!row.are_points_known[k]) { unknown.emplace_back(kPoints[k]); }
  }
  json.member("unknown", unknown);
}

}  // namespace

Result<QuestionHeading, Error> question_heading(const Pack& pack, const OddsSettings& question,
                                                const std::string& swept, const std::string& swept_value) {
  const auto& rules = pack.rules();
  const auto rule_called = [&](std::string_view name) {
    return std::find_if(rules.begin(), rules.end(), [&](const RuleInfo& info) { return info.name == name; });
  };
  auto given = question.values;
  const auto asked = question.rule.empty() ? rules.begin() : rule_called(question.rule);
  if (asked != rules.end() && asked->hides(swept)) { given.emplace_back(swept, swept_value); }
  const auto roller = Roller::make(pack, question.rule, given);
  if (!roller) { return Failure{roller.error()}; }
  const auto rule = rule_called(roller->rule());
  QuestionHeading heading;
  for (const auto& state : question.states) {
    if (state.first == swept) { continue; }
    const auto known = std::find_if(pack.states().begin(), pack.states().end(),
                                    [&](const InputInfo& info) { return info.name == state.first; });
    const bool is_number = known != pack.states().end() && known->kind == InputInfo::Kind::Integer &&
                           state.second != "none" && !state.second.starts_with('{');
    heading.states.push_back(state);
    heading.numeric_states.push_back(is_number);
  }
  heading.pack = std::string(pack.name());
  heading.measures = names_of_measures(pack);
  heading.rule = rule->name;
  for (const auto& value : roller->values()) {
    if (value.first == swept) { continue; }
    heading.values.push_back(value);
    const auto& infos = rule->hides(value.first) ? rule->parameters : pack.inputs();
    const auto known =
        std::find_if(infos.begin(), infos.end(), [&](const InputInfo& info) { return info.name == value.first; });
    heading.numeric.push_back(known->kind == InputInfo::Kind::Integer && value.second != "none");
  }
  return heading;
}

void open_heading(JsonWriter& json, std::string_view schema, const QuestionHeading& heading,
                  const std::vector<std::string>& by) {
  const auto add = [&](std::string_view name, const Values& values, const std::vector<bool>& numeric) {
    json.key(name).open('{');
    for (std::size_t i = 0; i < values.size(); ++i) {
      json.key(values[i].first);
      numeric[i] ? json.raw(values[i].second) : json.value(values[i].second);
    }
    json.close('}');
  };
  json.document(schema).member("pack", heading.pack).member("rule", heading.rule);
  add("inputs", heading.values, heading.numeric);
  if (!heading.states.empty()) { add("state", heading.states, heading.numeric_states); }
  json.member("by", by);
}

void write_cell(text::JsonWriter& json, const std::optional<Cell>& cell) {
  if (!cell) {
    json.value(nullptr);
  } else if (cell->kind == Cell::Kind::Integer || cell->kind == Cell::Kind::Flag) {
    json.raw(cell->text);
  } else if (cell->kind == Cell::Kind::Symbol) {
    json.value(text::symbol_name(cell->text));
  } else {
    json.value(cell->text);
  }
}

void write_swept(JsonWriter& json, const std::string& input, const std::string& value) {
  json.key("inputs").open('{').key(input);
  text::integer_of(value) ? json.raw(value) : json.value(value);
  json.close('}');
}

void write_values(text::JsonWriter& json, const Cells& values) {
  json.list("values", values, [&](const auto& cell) { write_cell(json, cell); });
}

void write_measures(text::JsonWriter& json, const std::vector<std::string>& by, const Cells& values,
                    const std::vector<std::string>& measures) {
  const auto is_measure = [&](const std::string& column) {
    return std::find(measures.begin(), measures.end(), column) != measures.end();
  };
  if (std::none_of(by.begin(), by.end(), is_measure)) { return; }
  json.key("measures").open('{');
  for (std::size_t i = 0; i < by.size() && i < values.size(); ++i) {
    if (!is_measure(by[i])) { continue; }
    json.key(by[i]);
    write_cell(json, values[i]);
  }
  json.close('}');
}

std::vector<std::string> names_of_measures(const Pack& pack) {
  std::vector<std::string> out;
  for (const auto& measure : pack.measures()) { out.push_back(measure.name); }
  return out;
}

std::optional<OddsMiddle> middle_of(const OddsTable& table) {
  const bool are_numbers =
      std::all_of(table.rows.begin(), table.rows.end(), [](const OddsRow& row) { return is_integer(row.values[0]); });
  return are_numbers ? table.middle : std::nullopt;
}

std::optional<double> mean_of(const Answer& answer) {
  // Bounds of the numbers do not bound their mean.
  if (const auto* const count = std::get_if<CountTable>(&answer)) {
    return count->exact ? std::optional(count->mean) : std::nullopt;
  }
  const auto middle = middle_of(table_of(answer));
  return middle ? middle->mean : std::nullopt;
}

std::string odds_json(const QuestionHeading& heading, const Answer& answer, bool fractions) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.odds", heading, table_of(answer).by);
  add_table(json, heading, answer, fractions);
  json.close('}');
  return out + '\n';
}

std::string sweep_json(const QuestionHeading& heading, const std::string& input, const std::vector<Swept<Answer>>& rows,
                       bool fractions) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.odds", heading,
               rows.empty() ? std::vector<std::string>{} : table_of(rows.front().table).by);
  json.list("sweep", rows, [&](const Swept<Answer>& row) {
    json.open('{');
    write_swept(json, input, row.value);
    add_table(json, heading, row.table, fractions);
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

std::string each_json(const QuestionHeading& heading, const std::string& input,
                      const std::vector<Swept<Answer>>& rows) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.each", heading, rows.empty() ? std::vector<std::string>{} : expected_of(rows.front()).by);
  if (input.empty()) {
    add_expected(json, heading, expected_of(rows.front()));
  } else {
    json.list("sweep", rows, [&](const Swept<Answer>& row) {
      json.open('{');
      write_swept(json, input, row.value);
      add_expected(json, heading, expected_of(row));
      json.close('}');
    });
  }
  json.close('}');
  return out + '\n';
}

std::string at_least_once_json(const QuestionHeading& heading, const AtLeastOnceOdds& odds) {
  std::string out;
  JsonWriter json(out);
  open_heading(json, "spoils.at_least_once", heading, odds.by);
  json.list("rolls", odds.rolls, [&](std::uint64_t rolls) { json.value(rolls); });
  json.member("exact", odds.exact).member("limit", kLimits[static_cast<std::size_t>(odds.limit)]);
  json.member("independent", odds.is_independent)
      .member("worlds", odds.worlds)
      .member("all_worlds", odds.are_all_worlds);
  json.list("unlisted", odds.unlisted, [&](double most) { json.value(most); });
  json.list("rows", odds.rows, [&](const AtLeastOnceRow& row) {
    json.open('{');
    write_values(json, row.values);
    if (odds.exact) {
      json.list("p", row.at_least_once, [&](const ShareBounds& share) { json.value(share.low); });
    } else {
      json.list("lo", row.at_least_once, [&](const ShareBounds& share) { json.value(share.low); });
      json.list("hi", row.at_least_once, [&](const ShareBounds& share) { json.value(share.high); });
    }
    add_wait(json, row);
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

}  // namespace spoils::documents
