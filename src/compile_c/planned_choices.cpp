// compile_c/planned_choices.cpp
//
// Picks whose condition reads lists, by rejection as docs/determinism.md ("Filters that read lists") defines it: the
// rows that pass the parts of the condition that read no list are the candidates; up to 16 of them are drawn, and the
// first that passes the other parts is the row. If none does, the candidates are weighed as they are now. If a part
// fails for a row, the condition is evaluated as a whole instead. The candidates depend on few values, by which they
// are stored if the caller gives memory for that. Tests: tests/compile_c/cache_test.cpp.
#include <algorithm>

#include "compile_c/emitter.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

namespace {

constexpr std::size_t kTries = 16;

}  // namespace

// Sets the parameters of a def that the condition is taken from; they may depend on the row.
void Emitter::bind_step(ExpressionId id) {
  const auto& e = node(id);
  const auto& parameters = program_.defs[static_cast<std::size_t>(e.value)].parameters;
  spend("1", place_of(id));
  std::vector<Code> values;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    values.push_back(
        settled(value(parameters[i], program_.operands[e.a + i]), type_of(program_.slots[parameters[i]].type)));
  }
  for (std::uint32_t i = 0; i < e.b; ++i) { store(parameters[i], values[i]); }
}

// Whether a row is a candidate; its weight if that reads no list either. A failure is reported in the context.
const Emitter::Function& Emitter::plan_function(std::uint32_t index, bool is_whole) {
  const auto& choice = program_.choices[index];
  const auto key = fmt::format("plan {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto name = function_name("plan", fmt::format("{}_{}", table_name(choice.table), index));
  const auto weight_type = is_whole ? "uint64_t" : "$number";
  const auto given = choice.weighs_static ? fmt::format(", {} *weight", weight_type) : std::string();
  return function(key, Returns::Word, fmt::format("int64_t {}($roll_ *r, int32_t row{})", name, given), name, [&] {
    line(fmt::format("{} = row;", slot(choice.row)));
    body_->set_rows.insert(choice.row);
    for (const auto kind : {ConditionStep::Kind::Static, ConditionStep::Kind::Guarded}) {
      for (const auto& each : choice.steps) {
        if (each.kind == ConditionStep::Kind::Bind) { bind_step(each.id); }
        if (each.kind != kind) { continue; }
        const auto test = condition(each.id);
        line(fmt::format("if (!{}) {{ return 0; }}", test.text));
      }
    }
    if (choice.weighs_static) {
      const auto weight = weight_of(choice, is_whole, "row");
      line(fmt::format("*weight = {}{};", is_whole ? "(uint64_t)" : "", weight.text));
    }
    line("return 1;");
  });
}

// Whether a candidate passes the parts that read lists.
const Emitter::Function& Emitter::fits_function(std::uint32_t index) {
  const auto& choice = program_.choices[index];
  const auto key = fmt::format("fits {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto name = function_name("fits", fmt::format("{}_{}", table_name(choice.table), index));
  return function(key, Returns::Word, fmt::format("int64_t {}($roll_ *r, int32_t row)", name), name, [&] {
    line(fmt::format("{} = row;", slot(choice.row)));
    body_->set_rows.insert(choice.row);
    for (const auto& each : choice.steps) {
      if (each.kind == ConditionStep::Kind::Bind) { bind_step(each.id); }
      if (each.kind != ConditionStep::Kind::Dynamic) { continue; }
      const auto test = condition(each.id);
      line(fmt::format("if (!{}) {{ return 0; }}", test.text));
    }
    line("return 1;");
  });
}

// Whether a candidate that was drawn is the row: it fits, and no better candidate of its outcome does.
const Emitter::Function& Emitter::accepts_function(std::uint32_t index, bool is_whole) {
  const auto& choice = program_.choices[index];
  const auto fits = fits_function(index);
  const auto key = fmt::format("accepts {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto name = function_name("accepts", fmt::format("{}_{}", table_name(choice.table), index));
  const auto outcomes = outcome_array(choice.table, false);
  return function(
      key, Returns::Word, fmt::format("int64_t {}($roll_ *r, const uint64_t *rows, uint32_t count, uint32_t at)", name),
      name, [&] {
        const auto type = is_whole ? kWord : std::string_view("$number");
        line("const int32_t row = (int32_t)rows[at];");
        line("uint32_t other = at;");
        line(fmt::format("if ({}(r, row) == 0) {{ return 0; }}", fits.name));
        check_call(fits.can_fail);
        line(fmt::format("while (other > 0 && {0}[rows[other - 1]] == {0}[row]) {{ --other; }}", outcomes));
        open(fmt::format("for (; other < count && {0}[rows[other]] == {0}[row]; ++other) {{", outcomes));
        line("if (other == at) { continue; }");
        const auto own = hold(type, written_weight(choice, is_whole, "row").text);
        const auto theirs = hold(type, written_weight(choice, is_whole, "rows[other]").text);
        const auto less = [&](const std::string& a, const std::string& b) {
          return is_whole ? fmt::format("{} < {}", a, b) : fmt::format("$is_less_({}, {})", a, b);
        };
        line(fmt::format("if (!({} || (other < at && !({})))) {{ continue; }}", less(own, theirs), less(theirs, own)));
        line(fmt::format("if ({}(r, (int32_t)rows[other]) != 0) {{ return 0; }}", fits.name));
        check_call(fits.can_fail);
        close();
        line("return 1;");
      });
}

// Whether several rows may have the outcome of one, so that only the best of them counts.
bool Emitter::may_repeat(const Choice& choice) const {
  const auto& rows = program_.tables[choice.table].rows;
  bool repeats = false;
  for (std::size_t i = 1; choice.is_best && i < rows.size(); ++i) {
    repeats = repeats || node(rows[i - 1].outcome).value == node(rows[i].outcome).value;
  }
  return repeats;
}

// Fills `weights` with those of the candidates as they are now.
void Emitter::weigh_candidates(std::uint32_t index, bool is_whole, const Function& fits) {
  const auto& choice = program_.choices[index];
  const bool repeats = may_repeat(choice);
  const char* const zero = is_whole ? "0" : "$whole_(0)";
  const auto as_share = [&](const std::string& weight) { return is_whole ? "(uint64_t)" + weight : weight; };
  if (repeats) { line("best = -1;"); }
  open("for (at = 0; at < count; ++at) {");
  line("row = (int32_t)rows[at];");
  line(fmt::format("weights[at] = {};", zero));
  if (repeats) {
    const auto outcomes = outcome_array(choice.table, false);
    line(fmt::format("if (at > 0 && {0}[rows[at - 1]] != {0}[row]) {{ best = -1; }}", outcomes));
  }
  const auto passes = hold(kWord, fmt::format("{}(r, row)", fits.name));
  check_call(fits.can_fail);
  line(fmt::format("if ({} == 0) {{ continue; }}", passes));
  if (repeats) {
    const auto type = is_whole ? kWord : std::string_view("$number");
    const auto written = hold(type, written_weight(choice, is_whole, "row").text);
    line(fmt::format("if (best >= 0 && {}) {{ continue; }}",
                     is_whole ? fmt::format("most >= {}", written) : fmt::format("!$is_less_(most, {})", written)));
    line(fmt::format("if (best >= 0) {{ weights[best] = {}; }}", zero));
    line("best = (int32_t)at;");
    line(fmt::format("most = {};", written));
  }
  if (choice.weighs_static) {
    // It was found with the candidates, and costs nothing again.
    if (counts_) { line("work = r->work;"); }
    line(fmt::format("if ({}(r, row, &weights[at]) == 0) {{ weights[at] = {}; }}", plan_function(index, is_whole).name,
                     zero));
    if (counts_) { line("r->work = work;"); }
  } else {
    const auto weight = weight_of(choice, is_whole, "row");
    line(fmt::format("weights[at] = {};", as_share(weight.text)));
  }
  close();
}

// Finds the candidates, and the running totals of their weights; it gives their number, and reports a fault in the
// context.
const Emitter::Function& Emitter::candidates_function(std::uint32_t index, bool is_whole) {
  const auto& choice = program_.choices[index];
  const auto key = fmt::format("candidates {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto plan = plan_function(index, is_whole);
  const auto name = function_name("candidates", fmt::format("{}_{}", table_name(choice.table), index));
  return function(
      key, Returns::Word, fmt::format("int64_t {}($roll_ *r, uint64_t *to, uint64_t *total)", name), name, [&] {
        const auto count = program_.tables[choice.table].rows.size();
        const bool has_totals = choice.weighs_static && choice.nothing_weight == kNone;
        const auto type = is_whole ? std::string_view("uint64_t") : std::string_view("$number");
        line(fmt::format("int32_t rows[{}];", count));
        if (has_totals) {
          line(fmt::format("{} plan[{}];", type, count));
          line(fmt::format("uint64_t shares[{}];", count));
        }
        line("uint32_t count = 0;");
        line("uint32_t at;");
        line("int32_t row;");
        open(fmt::format("for (row = 0; row < {}; ++row) {{", count));
        if (choice.weighs_static) { line(fmt::format("{} weight = {};", type, is_whole ? "0" : "$whole_(0)")); }
        const auto candidate =
            hold("bool", fmt::format("{}(r, row{}) != 0", plan.name, choice.weighs_static ? ", &weight" : ""));
        check_call(plan.can_fail);
        line(fmt::format("if (!{}) {{ continue; }}", candidate));
        if (has_totals) { line("plan[count] = weight;"); }
        line("rows[count++] = row;");
        close();
        line("*total = 0;");
        if (has_totals) {
          open(fmt::format("if ($shares_of_{}_(plan, count, shares, total)) {{", is_whole ? "whole" : "numbers"));
          line("uint64_t sum = 0;");
          line("for (at = 0; at < count; ++at) { to[at] = sum += shares[at]; }");
          close("} else {");
          line("  *total = 0;");
          line("  for (at = 0; at < count; ++at) { to[at] = 0; }");
          line("}");
        } else {
          line("for (at = 0; at < count; ++at) { to[at] = 0; }");
        }
        line("for (at = 0; at < count; ++at) { to[count + at] = (uint64_t)rows[at]; }");
        line("return count;");
      });
}

// Draws one of the candidates by their weights of now.
const Emitter::Function& Emitter::weigh_function(std::uint32_t index, bool is_whole, ExpressionId id) {
  const auto& choice = program_.choices[index];
  const auto key = fmt::format("weigh {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  if (choice.weighs_static) { static_cast<void>(plan_function(index, is_whole)); }
  const auto fits = fits_function(index);
  const auto name = function_name("weigh", fmt::format("{}_{}", table_name(choice.table), index));
  const auto signature =
      fmt::format("int32_t {}($roll_ *r, const uint64_t *rows, uint32_t count, const char *place)", name);
  return function(key, Returns::Row, signature, name, [&] {
    const auto type = is_whole ? std::string_view("uint64_t") : std::string_view("$number");
    const auto room = program_.tables[choice.table].rows.size() + 1;
    line(comment(place_of(id)));
    line(fmt::format("{} weights[{}];", type, room));
    line(fmt::format("uint64_t shares[{}];", room));
    line("uint64_t total = 0;");
    line("uint32_t at;");
    line("uint32_t some = 0;");
    line("uint32_t last = 0;");
    line("int32_t row;");
    if (may_repeat(choice)) {
      line("int32_t best;");
      line(fmt::format("{} most = {};", is_whole ? kWord : "$number", is_whole ? "0" : "$whole_(0)"));
    }
    if (choice.weighs_static && counts_) { line("uint64_t work;"); }
    weigh_candidates(index, is_whole, fits);
    weigh_nothing(choice, is_whole, "count");
    const auto all = choice.nothing_weight == kNone ? "count" : "count + 1";
    const auto is_some = is_whole ? "weights[at] != 0" : "weights[at].numerator != 0";
    // A lone candidate is drawn without a number.
    open(fmt::format("for (at = 0; at < {}; ++at) {{", all));
    line(fmt::format("if ({}) {{ ++some; last = at; }}", is_some));
    close();
    body_->can_fail = true;
    line(fmt::format("if (some == 0) {{ return {}; }}",
                     choice.or_nothing ? "-1" : "$fail_(r, $fault_nothing_to_pick, place)"));
    open("if (some > 1) {");
    line(fmt::format(
        "if (!$shares_of_{}_(weights, {}, shares, &total)) {{ return $fail_(r, $fault_weights_too_large, place); }}",
        is_whole ? "whole" : "numbers", all));
    line(fmt::format("last = (uint32_t)$find_share_(shares, {});", below("total")));
    close();
    if (choice.nothing_weight != kNone) { line("if (last == count) { return -1; }"); }
    line("row = (int32_t)rows[last];");
    line(fmt::format("{} = row;", slot(choice.row)));
    line("return row;");
  });
}

// The values that the candidates depend on, as an initializer.
std::string Emitter::key_of_candidates(const Choice& choice, std::size_t& length) {
  std::string out;
  length = 0;
  const auto add = [&](const std::string& word) {
    out += (length > 0 ? ", " : "") + word;
    ++length;
  };
  SlotId second = kNone;  // of the number before it
  for (const auto read : choice.planned_reads) {
    if (read == second) { continue; }
    const auto name = slot(read);
    if (is_wide(read)) {
      second = read + 1;
      add(name + ".numerator");
      add(name + ".denominator");
    } else {
      add(name);
    }
  }
  if (length == 0) { add("0"); }
  return out;
}

// Emits what sets `found`: from the cache, or anew.
void Emitter::find_candidates(std::uint32_t index, bool is_whole, ExpressionId id) {
  const auto& choice = program_.choices[index];
  const auto candidates = candidates_function(index, is_whole);
  std::size_t length = 0;
  const auto key = key_of_candidates(choice, length);
  const auto given = fmt::format("r->out, {}, key, {}", index + 1, length);
  line(fmt::format("uint64_t own[{}];", 2 * program_.tables[choice.table].rows.size()));
  line("$candidates_ found;");
  line(fmt::format("const int64_t key[{}] = {{{}}};", length, key));
  open(fmt::format("if (!$known_({}, &found)) {{", given));
  if (counts_) { line("const uint64_t work = r->work;"); }
  line(fmt::format("const int64_t count = {}(r, own, &found.total);", candidates.name));
  if (candidates.can_fail) {
    open("if (r->fault != $fault_ok) {");
    line("if (r->fault == $fault_too_much_work) { return -1; }");
    line("r->fault = $fault_ok;");
    const auto whole = choice_function(index, id);
    line(fmt::format("return {}(r, place);", whole.name));
    close();
    body_->can_fail = true;
  }
  line("found.words = own;");
  line("found.count = (uint32_t)count;");
  line(fmt::format("found.work = {};", counts_ ? "work - r->work" : "0"));
  line(fmt::format("$remember_({}, &found);", given));
  if (counts_) {
    body_->can_fail = true;
    close("} else if (!$spend_(r, found.work)) {");
    line("  return $fail_(r, $fault_too_much_work, place);");
    line("}");
  } else {
    close();
  }
}

const Emitter::Function& Emitter::planned_function(std::uint32_t index, ExpressionId id) {
  const auto key = fmt::format("planned {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& choice = program_.choices[index];
  const bool is_whole = has_whole_weights(choice);
  if (!is_whole) { need(Part::Numbers); }
  need(Part::Shares);
  need(Part::Wide);
  need(Part::Cache);
  const bool repeats = may_repeat(choice);
  // The arguments of defs that the parts are taken from are set before any of these is called.
  static_cast<void>(candidates_function(index, is_whole));
  const auto accepts = repeats ? accepts_function(index, is_whole) : fits_function(index);
  const auto weigh = weigh_function(index, is_whole, id);
  const auto name = function_name("pick", fmt::format("{}_{}", table_name(choice.table), index));
  return function(key, Returns::Row, fmt::format("int32_t {}($roll_ *r, const char *place)", name), name, [&] {
    line(comment(place_of(id)));
    for (const auto& each : choice.steps) {
      if (each.kind == ConditionStep::Kind::Bind) { bind_step(each.id); }
    }
    find_candidates(index, is_whole, id);
    const auto spend_count = [&] {
      if (!counts_) { return; }
      body_->can_fail = true;
      line("if (!$spend_(r, found.count)) { return $fail_(r, $fault_too_much_work, place); }");
    };
    spend_count();
    if (choice.weighs_static && choice.nothing_weight == kNone) {
      const auto source = needs(Part::Lcg) ? " && !r->source->is_lcg" : "";
      open(fmt::format("if (found.total > 0{}) {{", source));
      const auto tries = temporary();
      open(fmt::format("for (uint32_t {0} = 0; {0} < {1} && {0} < found.count; ++{0}) {{", tries, kTries));
      line(fmt::format("const uint32_t at = (uint32_t)$find_long_(found.words, found.count, {});",
                       below("found.total")));
      line("const int32_t row = (int32_t)found.words[found.count + at];");
      if (counts_) {
        body_->can_fail = true;
        line("if (!$spend_(r, 1)) { return $fail_(r, $fault_too_much_work, place); }");
      }
      const auto call = repeats ? fmt::format("{}(r, found.words + found.count, found.count, at)", accepts.name)
                                : fmt::format("{}(r, row)", accepts.name);
      const auto accepted = hold("bool", call + " != 0");
      check_call(accepts.can_fail);
      open(fmt::format("if ({}) {{", accepted));
      line(fmt::format("{} = row;", slot(choice.row)));
      line("return row;");
      close();
      close();
      close();
    }
    spend_count();
    body_->can_fail = body_->can_fail || weigh.can_fail;
    line(fmt::format("return {}(r, found.words + found.count, found.count, place);", weigh.name));
  });
}

}  // namespace spoils::compile_c
