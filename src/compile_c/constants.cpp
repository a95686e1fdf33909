// compile_c/constants.cpp
//
// Partial evaluation: arrays of the values of constant defs for each of their likely arguments, and of the running
// totals of picks by `where` that read nothing. The code of a def computes its values for other arguments, and for all
// if one of them has a fault. The values come from program/constant_values.h. Tests:
// tests/compile_c/constants_test.cpp.
#include <algorithm>
#include <memory>

#include "compile_c/emitter.h"
#include "number/weight.h"
#include "program/choice.h"
#include "program/constant_values.h"
#include "program/draw_free.h"
#include "program/walk.h"

namespace spoils::compile_c {

using namespace program;
using number::Rational;

namespace {

/// Values of one def that are stored at most: more make a header larger than they save time.
constexpr std::size_t kMostStored = 1U << 17U;
constexpr std::size_t kMostNumbersStored = 1U << 15U;
/// Integers that are likely arguments at most.
constexpr std::uint64_t kMostIntegers = 1'024;

class WeightReading : public DrawFreeEvaluator<WeightReading> {
 public:
  using DrawFreeEvaluator<WeightReading>::DrawFreeEvaluator;
};

/// Returns the type of an array for integers.
std::string_view narrowest(const std::vector<Word>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  if (*least >= INT8_MIN && *most <= INT8_MAX) { return "int8_t"; }
  if (*least >= INT16_MIN && *most <= INT16_MAX) { return "int16_t"; }
  if (*least >= INT32_MIN && *most <= INT32_MAX) { return "int32_t"; }
  return "int64_t";
}

}  // namespace

// A copy, so that the values that are computed here count for no roll of the pack.
const Program& Emitter::constant_program() {
  if (!constant_program_) {
    constant_program_ = std::make_unique<Program>(program_);
    constant_program_->constants = std::make_shared<ConstantValues>();
  }
  return *constant_program_;
}

// The values that an argument of a constant def is likely to have, ascending, besides unset; none if there are many.
std::vector<Word> Emitter::likely_values(ExpressionId id) {
  const auto& e = node(id);
  std::vector<Word> out;
  const auto add = [&](ExpressionId of) {
    if (node(of).op == Op::Constant && node(of).value != kUnset) { out.push_back(node(of).value); }
  };
  if (e.op == Op::Constant) {
    out.push_back(e.value);
  } else if (e.type.kind == ValueKind::Flag) {
    out = {0, 1};
  } else if (e.type.kind == ValueKind::Int) {
    const auto range = ranges_.of(id);
    const auto span = static_cast<std::uint64_t>(range.last) - static_cast<std::uint64_t>(range.first);
    if (!range.is_known() || span > kMostIntegers) { return {}; }
    for (auto value = range.first; value <= range.last; ++value) { out.push_back(value); }
  } else if (e.op == Op::Cell || e.op == Op::RowCell) {
    for_each_cell(program_.tables[e.a], e.b, add);
  } else if (e.type.kind == ValueKind::Symbol && e.type.has_table()) {
    for (const auto& row : program_.tables[e.type.table].rows) { add(row.outcome); }
  }
  std::erase(out, kUnset);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

// Emits how a constant def is looked up for its arguments a1, a2 and so on, and returns its value if they are likely;
// true if there are no others.
bool Emitter::look_up_constant(const Expression& e, bool is_number) {
  const auto index = static_cast<std::uint32_t>(e.value);
  const auto& def = program_.defs[index];
  const auto type = node(def.body).type;
  if (program_.constants == nullptr || type.kind == ValueKind::Text || type.element == ValueKind::Text) {
    return false;
  }
  std::vector<std::vector<Word>> values;
  std::size_t count = 1;
  const auto most = is_number ? kMostNumbersStored : kMostStored;
  for (std::uint32_t i = 0; i < e.b; ++i) {
    const auto kind = program_.slots[def.parameters[i]].type.kind;
    if (kind == ValueKind::Number || lies_in_heap(kind)) { return false; }
    values.push_back(likely_values(program_.operands[e.a + i]));
    if (values.back().empty()) { return false; }
    values.back().push_back(kUnset);
    count *= values.back().size();
    if (count > most) { return false; }
  }
  std::vector<Word> words;
  std::vector<std::string> numbers;
  const auto lists = constant_lists_.size();
  std::vector<Word> arguments(values.size());
  for (std::size_t entry = 0; entry < count; ++entry) {
    auto left = entry;
    for (auto i = values.size(); i-- > 0;) {
      arguments[i] = values[i][left % values[i].size()];
      left /= values[i].size();
    }
    const auto& known = constant_program().constants->of(constant_program(), index, arguments, nullptr);
    const bool is_made = lies_in_heap(type.kind) && known.first != kUnset && (known.first & Heap::kMark) != 0;
    if (known.fault.kind != Fault::Kind::None || (is_made && !known.has_members)) {
      constant_lists_.resize(lists);
      return false;
    }
    if (is_number) {
      numbers.push_back(fmt::format("{{{}, {}}}", literal(of(ValueKind::Int), known.first).text,
                                    known.first == kUnset ? "1" : literal(of(ValueKind::Int), known.second).text));
    } else if (known.has_members) {
      words.push_back(static_cast<Word>(program_.lists.size() + constant_lists_.size()));
      constant_lists_.push_back(known.members);
    } else {
      words.push_back(known.first);
    }
  }
  const auto array_type = is_number ? std::string_view("$number") : narrowest(words);
  for (const auto word : words) { numbers.push_back(literal(of(ValueKind::Int), word).text); }
  const auto name = def.name + "_values";
  const auto array = "$" + names_of_functions_.claim(name + "_");
  data_texts_ += array_text(array, array_type, numbers);
  std::string entry = "0";
  std::string test;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto likely = values[i].size() - 1;
    const auto first = values[i].front();
    const auto span = static_cast<std::size_t>(values[i][likely - 1]) - static_cast<std::size_t>(first) + 1;
    std::vector<std::string> places(span, "-1");
    for (std::size_t place = 0; place < likely; ++place) {
      places[static_cast<std::size_t>(values[i][place]) - static_cast<std::size_t>(first)] = fmt::format("{}", place);
    }
    const auto rows = data(fmt::format("likely {}", fmt::join(values[i], ",")), name + "_at", "int32_t", places);
    const auto found = hold("int32_t", fmt::format("a{0} == `UNSET ? {1} : $place_({2}, {3}, {4}, a{0})", i + 1, likely,
                                                   rows, literal(of(ValueKind::Int), first).text, span));
    entry = i == 0 ? found : fmt::format("({} * {} + {})", entry, values[i].size(), found);
    test += fmt::format("{}{} >= 0", i > 0 ? " && " : "", found);
  }
  const auto cast = is_number ? "" : "(int64_t)";
  line(test.empty() ? fmt::format("return {}{}[0];", cast, array)
                    : fmt::format("if ({}) {{ return {}{}[{}]; }}", test, cast, array, bare(entry)));
  return test.empty();
}

// The shares of the rows of a pick that reads nothing, and of nothing; none if they are not known.
std::optional<number::Shares> Emitter::constant_shares(const Choice& choice) {
  if (choice.reads_heap || !choice.reads.empty()) { return std::nullopt; }
  const auto& table = program_.tables[choice.table];
  std::vector<ExpressionId> roots{choice.condition, choice.weight, choice.nothing_weight};
  for (const auto& row : table.rows) { roots.insert(roots.end(), {row.condition, row.weight}); }
  bool draws = false;
  for_each_below(program_, std::move(roots), [&](ExpressionId id) { draws = draws || draws_itself(node(id).op); });
  if (draws) { return std::nullopt; }
  std::vector<Word> slots(program_.slots.size() + 1, kUnset);
  Heap heap;
  WeightReading reading(constant_program(), slots.data(), heap);
  std::vector<Rational> weights;
  reading.limit_work(kMaxNameWork);
  reading.choice_weights(choice, weights);
  auto shares = reading.failed() ? std::nullopt : number::shares(weights);
  if (shares && shares->total == 0) { return std::nullopt; }
  return shares;
}

}  // namespace spoils::compile_c
