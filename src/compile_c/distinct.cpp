// compile_c/distinct.cpp
//
// `pick N distinct from`: gathers the candidates with their shares, and draws several without replacement, as
// program/evaluate_distinct.h and roll/draws.cpp do. The result is a set. Tests: tests/compile_c/constructs_test.cpp.
#include "compile_c/emitter.h"
#include "program/limits.h"

namespace spoils::compile_c {

using namespace program;

Code Emitter::pick_distinct(const Expression& e, ExpressionId id) {
  need(Part::Lists);
  need(Part::Shares);
  need(Part::Wide);
  need(Part::Distinct);
  if (e.type.element == ValueKind::Text) { refuse(place_of(id), "`pick ... distinct` of texts"); }
  const auto wanted = settled(operand(e.a), kWord);
  if (e.b != kNone) { return pick_distinct_members(e, id, wanted); }
  const auto function = distinct_function(static_cast<std::uint32_t>(e.value), id);
  const auto result = hold(kWord, fmt::format("{}(r, {}, {})", function.name, wanted.text, place(place_of(id))));
  check_call(function.can_fail);
  return {result, true};
}

// Emits the draw from `count` candidates, and the set of those that were drawn as `result`.
void Emitter::draw_candidates(const std::string& wanted, const std::string& count, bool takes_fewer,
                              const std::string& shares, const std::string& total, const std::string& result,
                              const std::function<void(Fault::Kind, const std::string&)>& fails) {
  line(fmt::format("uint32_t drawn = {0} < 0 ? 0 : {0} > {1} ? {1} : (uint32_t){0};", wanted, count));
  if (!takes_fewer) { fails(Fault::Kind::TooFewToPick, fmt::format("{} > (int64_t){}", wanted, count)); }
  if (counts_) { fails(Fault::Kind::TooMuchWork, fmt::format("!$spend_(r, (uint64_t)drawn * {})", count)); }
  line(fmt::format("if (drawn < {0}) {{ $draw_distinct_(r, values, {1}, {0}, {2}, drawn); }}", count, shares, total));
  line(fmt::format("{} = $make_set_(r, values + ({} - drawn), drawn);", result, count));
  fails(Fault::Kind::TooMuchText, fmt::format("{} == `UNSET", result));
}

Code Emitter::pick_distinct_members(const Expression& e, ExpressionId id, const Code& wanted) {
  const auto at = place_of(id);
  const auto list = hold("$list", fmt::format("$list_(r, {})", word(e.b).text));
  spend(fmt::format("{}.count", list), at);
  const auto result = temporary();
  line(fmt::format("int64_t {};", result));
  open("{");
  line(fmt::format("int64_t *values = $reserve_(r, {}.count);", list));
  line("uint32_t count;");
  fail_if(fmt::format("values == NULL && {}.count > 0", list), Fault::Kind::TooMuchText, at);
  line(fmt::format("if ({0}.count > 0) {{ memcpy(values, {0}.members, {0}.count * sizeof values[0]); }}", list));
  line(fmt::format("count = $sort_(values, {}.count);", list));
  // The value of members that are unset comes first.
  open("if (count > 0 && values[0] == `UNSET) {");
  line("++values;");
  line("--count;");
  close();
  draw_candidates(wanted.text, "count", e.value == 1, "NULL", "count", result,
                  [&](Fault::Kind kind, const std::string& condition) { fail_if(condition, kind, at); });
  close();
  return {result, true};
}

// The outcomes that a choice admits, each with the weights of all its rows.
const Emitter::Function& Emitter::distinct_function(std::uint32_t index, ExpressionId id) {
  const auto key = fmt::format("distinct {}", index);
  if (const auto known = functions_.find(key); known != functions_.end()) { return known->second; }
  const auto& choice = program_.choices[index];
  const auto rows = program_.tables[choice.table].rows.size();
  const auto name = function_name("distinct", fmt::format("{}_{}", table_name(choice.table), index));
  const auto signature = fmt::format("int64_t {}($roll_ *r, int64_t wanted, const char *place)", name);
  return function(key, Returns::Word, signature, name, [&] {
    const auto fails = [&](Fault::Kind kind, const std::string& condition) {
      line(fmt::format("if ({}) {{ return $fail_(r, $fault_{}, place); }}", condition, name_of_fault(kind)));
      body_->can_fail = true;
    };
    const bool is_whole = has_whole_weights(choice);
    if (!is_whole) { need(Part::Numbers); }
    const auto room = std::max<std::size_t>(1, rows);
    line(comment(place_of(id)));
    line(fmt::format("{} weights[{}];", is_whole ? "uint64_t" : "$number", room));
    if (!is_whole) { line(fmt::format("uint64_t row_shares[{}];", room)); }
    line(fmt::format("int64_t values[{}];", room));
    line(fmt::format("uint64_t shares[{}];", room));
    line("uint64_t total = 0;");
    line("uint32_t count = 0;");
    line("int64_t result;");
    line("int32_t row;");
    if (counts_) { fails(Fault::Kind::TooMuchWork, fmt::format("!$spend_(r, {})", rows)); }
    weigh_rows_of(choice, is_whole);
    const auto parts = is_whole ? std::string("weights") : std::string("row_shares");
    fails(Fault::Kind::WeightsTooLarge,
          fmt::format("!$shares_of_{}_(weights, {}, {}, &total)", is_whole ? "whole" : "numbers", rows, parts));
    line("total = 0;");
    open(fmt::format("for (row = 0; row < {}; ++row) {{", rows));
    line(fmt::format("if ({}[row] == 0) {{ continue; }}", parts));
    line(fmt::format("{} = row;", slot(choice.row)));
    const auto outcome = settled(outcome_of(choice.table, "row", false, true), kWord);
    line(fmt::format("if ({} == `UNSET) {{ continue; }}", outcome.text));
    line(fmt::format("$add_candidate_(values, shares, &count, {}, {}[row]);", outcome.text, parts));
    line(fmt::format("total += {}[row];", parts));
    close();
    draw_candidates("wanted", "count", choice.or_nothing, "shares", "total", "result", fails);
    line("return result;");
  });
}

}  // namespace spoils::compile_c
