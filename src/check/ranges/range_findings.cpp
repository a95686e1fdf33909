// check/ranges/range_findings.cpp
//
// Writes the findings of the search in ranges.cpp: when the place goes wrong, with which values, and which labels and
// help fit the source.
#include "check/ranges/range_findings.h"

#include <fmt/format.h>

#include "program/limits.h"
#include "program/walk.h"
#include "text/plain/counted.h"
#include "text/plain/name_letters.h"

namespace spoils::check {

using namespace program;
using number::Rational;
using text::Code;

namespace {

/// The inside of one pair of parentheses around all of a text, or all of it.
Span inside(const text::Sources& sources, Span place) {
  const auto text = sources.text(place);
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') { return place; }
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0 && i + 1 < text.size()) { return place; }
  }
  return {place.source, place.begin + 1, place.end - 1};
}

class FindingWriter {
 public:
  FindingWriter(const Program& program, const std::vector<std::vector<FreeInput>>& free_inputs,
                const RangeFinding& finding, AbstractInterpreter& interpreter, text::Report& report)
      : program_(program), finding_(finding), interpreter_(interpreter), report_(report), sources_(report.sources()) {
    // Report the rule that is nearest to the place: its values are those that the place reads.
    const auto* nearest = &finding.bad[0];
    for (const auto& bad : finding.bad) {
      if (bad.depth < nearest->depth) { nearest = &bad; }
    }
    rule_ = nearest->rule;
    depth_ = nearest->depth;
    takes_defaults_ = nearest->takes_defaults;
    free_inputs_ = &free_inputs[rule_];
    for (const auto& bad : finding.bad) {
      if (bad.rule == rule_ && bad.takes_defaults == takes_defaults_) { bad_.push_back(bad.box); }
    }
    find_free_inputs();
  }

  void write() {
    const auto& site = finding_.site;
    const auto place = program_.places[site.expression];
    look();
    switch (site.code) {
      case Code::NegativeWeight: return write_weight(place);
      case Code::ChanceOutside: return write_chance(place);
      case Code::DividesByZero: {
        auto told = report_.add(site.code, place, when());
        values(told, place, [](const Shown&) { return std::string("0"); });
        finish(told, "it");
        const bool is_whole = program_.expressions[site.expression].type.kind == ValueKind::Int;
        if (is_whole && !free_input_numbers_.empty()) {
          wrap(told, place, "max(1, ", ")", "if it should never fall below 1");
        }
        return;
      }
      case Code::EmptyTable: return write_empty(place);
      case Code::WeightsTooLarge: {
        auto told = report_.add(site.code, place, table_name(), when());
        told.note("over their common denominator they must sum below 2^63; only proportions matter");
        return finish(told, "it");
      }
      case Code::EmptyRange: {
        const auto& ends = low_.empty() ? kNoEnds : low_;
        // The same range in two rules, as in the defaults of their parameters, is one mistake.
        const auto cause = report_.written_at(place) + when();
        auto told =
            report_.add_once(cause, site.code, place, number::to_text(ends[0]), number::to_text(ends[1]), when());
        values(told, place, [](const Shown& shown) {
          return fmt::format("{}..{}", number::to_text(shown[0]), number::to_text(shown[1]));
        });
        return finish(told, "it");
      }
      case Code::BadDice: {
        const auto& dice = low_.empty() ? kNoEnds : low_;
        auto told = report_.add(site.code, place, text::counted(dice[0].numerator(), "die", "dice"),
                                text::counted(dice[1].numerator(), "side", "sides"), when());
        values(told, place, [](const Shown& shown) {
          return fmt::format("{} of {}", text::counted(shown[0].numerator(), "die", "dice"),
                             text::counted(shown[1].numerator(), "side", "sides"));
        });
        if (!dice.empty() && dice[0] > Rational(kMaxDice)) {
          told.note(fmt::format("at most {} dice are rolled at once", kMaxDice));
        }
        return finish(told, "it");
      }
      case Code::TooManyWanted: {
        const auto& facts = low_.empty() ? kNoEnds : low_;
        auto told = report_.add(site.code, place,
                                text::counted(facts[0].numerator(), "different outcome is", "different outcomes are"),
                                source_of_pick(), number::to_text(facts[1]) + when());
        told.help("write `or fewer` after it to take what there is");
        return finish(told, "it");
      }
      case Code::RangeTooLong: {
        auto told = report_.add(site.code, place, kMaxSequence, when());
        values(told, place, [](const Shown& shown) { return number::to_text(shown[0]); });
        told.note("as many at most are gone through in an expression; a statement `for` takes more");
        return finish(told, "it");
      }
      case Code::BadStream: {
        if (low_.size() < 3) { return; }
        const bool is_bits = low_[2] == Rational(63);
        auto told = report_.add(site.code, place, number::to_text(low_[0]), is_bits ? "bits" : "draws to skip",
                                fmt::format("{}..{}{}", number::to_text(low_[1]), number::to_text(low_[2]), when()));
        return finish(told, "it");
      }
      case Code::StateOutOfRange: {
        const auto& slot = program_.slots[program_.statements[site.statement].a];
        auto told = report_.add(site.code, place, slot.name, when());
        const auto name = [&](Word symbol) {
          return std::string(program_.symbols.name(static_cast<std::uint32_t>(symbol)));
        };
        values(told, place, [&](const Shown& shown) {
          return is_unset(shown[0])     ? std::string("none")
                 : slot.choices.empty() ? number::to_text(shown[0])
                                        : name(shown[0].numerator());
        });
        std::string choices;
        for (const auto choice : slot.choices) { choices += (choices.empty() ? "" : ", ") + name(choice); }
        told.label(slot.place, choices.empty() ? fmt::format("declared {}..{}", slot.first, slot.last)
                                               : fmt::format("declared {{{}}}", choices));
        return finish(told, "it");
      }
      default: {
        auto told = report_.add(site.code, place, when());
        return finish(told, "it");
      }
    }
  }

 private:
  using Shown = std::vector<Rational>;
  static const Shown kNoEnds;

  // The free inputs on which it depends whether the place goes wrong: those that were ever set more narrowly, but a
  // single one or a product of some where that tells all.
  void find_free_inputs() {
    for (std::size_t k = 0; k < free_inputs_->size(); ++k) {
      const Interval all{0, (*free_inputs_)[k].count - 1};
      const bool matters = std::any_of(bad_.begin(), bad_.end(), [&](const InputBox& box) { return !(box[k] == all); });
      if (matters) { free_input_numbers_.push_back(k); }
    }
    for (const auto k : free_input_numbers_) { projections_.push_back(projection(bad_, k)); }
    is_product_ = volume(bad_) == product();
    if (!is_product_) { return; }
    for (std::size_t i = free_input_numbers_.size(); i-- > 0;) {
      const auto k = free_input_numbers_[i];
      const Interval all{0, (*free_inputs_)[k].count - 1};
      if (!(*free_inputs_)[k].is_bounded || projections_[i] != std::vector<Interval>{all}) { continue; }
      free_input_numbers_.erase(free_input_numbers_.begin() + static_cast<std::ptrdiff_t>(i));
      projections_.erase(projections_.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }

  static std::vector<Interval> projection(const std::vector<InputBox>& boxes, std::size_t free_input) {
    std::vector<Interval> out;
    for (const auto& box : boxes) { out.push_back(box[free_input]); }
    return united(std::move(out));
  }

  // Sizes as floating point only say whether a message can be short.
  [[nodiscard]] double volume(const std::vector<InputBox>& boxes) const {
    double sum = 0;
    for (const auto& box : boxes) {
      double one = 1;
      for (const auto k : free_input_numbers_) { one *= static_cast<double>(box[k].size()); }
      sum += one;
    }
    return sum;
  }
  [[nodiscard]] double product() const {
    double out = 1;
    for (const auto& projected : projections_) {
      double sum = 0;
      for (const auto& interval : projected) { sum += static_cast<double>(interval.size()); }
      out *= sum;
    }
    return out;
  }

  // Walks the first and the last of the bad values.
  void look() {
    low_box_ = bad_[0];
    high_box_ = bad_[0];
    if (free_input_numbers_.size() == 1) {
      const auto k = free_input_numbers_[0];
      for (const auto& box : bad_) {
        if (box[k].first < low_box_[k].first) { low_box_ = box; }
        if (box[k].last > high_box_[k].last) { high_box_ = box; }
      }
    } else {
      high_box_ = bad_.back();
    }
    for (const auto k : free_input_numbers_) {
      low_box_[k].last = low_box_[k].first;
      high_box_[k].first = high_box_[k].last;
    }
    low_ = look_at(low_box_);
    high_ = look_at(high_box_);
  }

  Shown look_at(const InputBox& box) {
    auto entry = entry_of(interpreter_.values(), rule_, *free_inputs_, box);
    entry.takes_defaults = takes_defaults_;
    interpreter_.watch(finding_.site);
    interpreter_.run(entry);
    return interpreter_.seen();
  }

  [[nodiscard]] const std::string& name(std::size_t k) const { return program_.slots[(*free_inputs_)[k].slot].name; }
  [[nodiscard]] std::string word(std::size_t k, std::uint64_t index) const {
    return value_text(program_, (*free_inputs_)[k], index);
  }

  // " when depth is 6..30"
  [[nodiscard]] std::string when() const {
    std::string out;
    for (std::size_t i = 0; i < free_input_numbers_.size(); ++i) {
      const auto k = free_input_numbers_[i];
      const auto values =
          is_product_ ? values_text(program_, (*free_inputs_)[k], projections_[i]) : word(k, low_box_[k].first);
      out += fmt::format("{}{} is {}", i == 0 ? " when " : " and ", name(k), values);
    }
    return out;
  }

  // "depth 6", "depth 6 and branch vaults"
  [[nodiscard]] std::string at(const InputBox& box) const {
    std::string out;
    for (const auto k : free_input_numbers_) {
      out += fmt::format("{}{} {}", out.empty() ? "" : " and ", name(k), word(k, box[k].first));
    }
    return out;
  }

  // "-2 at depth 6, -50 at depth 30"
  template <class Text>
  void values(text::Finding& told, Span place, Text&& text) const {
    if (low_.empty()) { return; }
    if (free_input_numbers_.empty()) {
      told.label(place, text(low_));
      return;
    }
    auto out = fmt::format("{} at {}", text(low_), at(low_box_));
    if (!(low_box_ == high_box_) && !high_.empty()) { out += fmt::format(", {} at {}", text(high_), at(high_box_)); }
    told.label(place, std::move(out));
  }

  // The range after the name: `1..30` of `depth: 1..30 = 1`.
  [[nodiscard]] Span range_place(const Slot& slot) const {
    if (slot.place.source >= sources_.size()) { return slot.place; }
    const auto bytes = sources_[slot.place.source].bytes();
    std::size_t begin = slot.place.end;
    while (begin < bytes.size() && (bytes[begin] == ' ' || bytes[begin] == ':')) { ++begin; }
    std::size_t end = begin;
    int depth = 0;
    for (; end < bytes.size(); ++end) {
      const char c = bytes[end];
      if (c == '\n' || c == '=' || c == '#' || (depth == 0 && (c == ',' || c == ')' || c == ';'))) { break; }
      depth += c == '{' || c == '(' ? 1 : c == '}' || c == ')' ? -1 : 0;
    }
    while (end > begin && (bytes[end - 1] == ' ' || bytes[end - 1] == '\r')) { --end; }
    if (end == begin) { return slot.place; }
    return {slot.place.source, static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end)};
  }

  // Adds the part that all findings share: where the values come from, and which values are sound.
  void finish(text::Finding& told, std::string_view subject) const {
    for (std::size_t i = 0; i < free_input_numbers_.size(); ++i) {
      const auto k = free_input_numbers_[i];
      const auto& free_input = (*free_inputs_)[k];
      const auto& bad = projections_[i];
      std::string may = word(k, is_product_ ? bad.front().first : low_box_[k].first);
      if (free_input.list.empty() && is_product_) {
        if (bad.back().last == free_input.count - 1) {
          may = "as high as " + word(k, bad.back().last);
        } else if (bad.front().first == 0 && !free_input.may_be_unset) {
          may = "as low as " + word(k, 0);
        }
      }
      const auto& slot = program_.slots[free_input.slot];
      told.label(range_place(slot), free_input.is_bounded
                                        ? fmt::format("{} may be {}", slot.name, may)
                                        : fmt::format("{} may be anything, as it has no range", slot.name));
    }
    if (finding_.is_partial) {
      told.note("there may be more: not all values are known");
    } else if (free_input_numbers_.size() == 1 && is_product_) {
      const auto k = free_input_numbers_[0];
      std::vector<InputBox> sound;
      for (const auto& box : finding_.sound) {
        if (box.rule == rule_ && box.takes_defaults == takes_defaults_) { sound.push_back(box.box); }
      }
      const auto left = without(projection(sound, k), projections_[0]);
      if (!left.empty()) {
        told.note(
            fmt::format("{} is sound at {} {}", subject, name(k), values_text(program_, (*free_inputs_)[k], left)));
      }
    }
    if (!is_product_) { told.note("this is one case of several"); }
    constexpr std::size_t kOwnDepth = 2;
    if (depth_ > kOwnDepth) {
      told.note(fmt::format("it comes to this when `{}` is rolled", program_.rules[rule_].name));
    }
  }

  void wrap(text::Finding& told, Span place, std::string_view before, std::string_view after,
            std::string_view why) const {
    const auto inner = inside(sources_, place);
    told.help(Edit{inner, fmt::format("{}{}{}", before, sources_.text(inner), after)}, why);
  }

  void write_weight(Span place) {
    const auto& site = finding_.site;
    std::string what = "nothing";
    if (site.table != kNone) {
      what = fmt::format("`{}`", sources_.text(program_.places[program_.tables[site.table].rows[site.row].outcome]));
    }
    // The same computed weight in two rows of a table is one mistake.
    const auto written = sources_.text(place);
    const bool is_dashed = written.starts_with("- ") && site.table != kNone;
    const auto cause = is_dashed ? fmt::format("{} dash", site.table)
                                 : fmt::format("{} {}{}", site.table, report_.written_at(place), when());
    auto told = report_.add_once(cause, Code::NegativeWeight, place, what, when());
    if (is_dashed) {  // `- 50 coin`, as lists are written elsewhere
      const auto weight = std::string(written.substr(written.find_first_not_of("- ")));
      return void(told.help(Edit{place, weight}, "without the dash: each line is a row"));
    }
    values(told, place, [](const Shown& shown) { return number::to_text(shown[0]); });
    finish(told, site.table != kNone ? "the row" : "it");
    wrap(told, place, "max(0, ", ")", "if it should fade out");
  }

  void write_chance(Span place) {
    const auto& e = program_.expressions[finding_.site.expression];
    const bool in_percent = e.value == 100;
    const auto text = [&](const Rational& value) {
      const auto hundredfold = in_percent ? number::multiply(value, Rational(100)) : std::nullopt;
      return hundredfold ? number::to_text(*hundredfold) + "%" : number::to_text(value);
    };
    bool above = false;
    bool below = false;
    for (const auto* shown : {&low_, &high_}) {
      if (shown->empty()) { continue; }
      above = above || (*shown)[0] > Rational(1);
      below = below || (*shown)[0] < Rational(0);
    }
    const std::string limits = above && below ? fmt::format("outside of {} to {}", text(0), text(1))
                               : below        ? "below " + text(0)
                                              : "above " + text(1);
    auto told = report_.add(Code::ChanceOutside, place, limits, when());
    values(told, place, [&](const Shown& shown) { return text(shown[0]); });
    told.note(above && below ? "below it counts as never, above as certain"
              : below        ? "it counts as never"
                             : "it counts as certain");
    label_cells(told, e.a);
    finish(told, "the chance");
    auto operand = e.a;
    std::string_view most = "1";
    if (program_.expressions[operand].op == Op::Constant || program_.expressions[operand].op == Op::Fraction) {
      return;
    }
    if (in_percent) {
      // `(...)%` is lowered to a division by 100 that the pack does not show.
      const auto& quotient = program_.expressions[operand];
      if (quotient.op != Op::Divide) { return; }
      operand = quotient.a;
      most = "100";
    }
    while (program_.expressions[operand].op == Op::OrZero) { operand = program_.expressions[operand].a; }
    // No integer but 0 and 1 is a chance: it is meant in percent.
    if (above && !below && !in_percent && program_.expressions[operand].type.kind == ValueKind::Int) {
      const auto written = std::string(sources_.text(inside(sources_, program_.places[operand])));
      const auto percent = text::is_name(written) ? written + "%" : "(" + written + ")%";
      return void(told.help(Edit{program_.places[operand], percent}, "if percent are meant"));
    }
    const auto whole = inside(sources_, program_.places[operand]);
    std::string mended(sources_.text(whole));
    if (const auto& quotient = program_.expressions[operand]; quotient.op == Op::Divide) {
      // `chance 3 in 20` is a quotient that is written so after `chance` alone.
      const Span between{whole.source, program_.places[quotient.a].end, program_.places[quotient.b].begin};
      if (sources_.text(between) == " in ") { mended.replace(between.begin - whole.begin, 4, " / "); }
    }
    if (above) { mended = fmt::format("min({}, {})", most, mended); }
    if (below) { mended = fmt::format("max(0, {})", mended); }
    told.help(Edit{whole, mended});
  }

  // If the chance is a cell of a table, labels the cells that are no chances.
  void label_cells(text::Finding& told, ExpressionId operand) const {
    Rational most(1);
    const auto* e = &program_.expressions[operand];
    while (e->op == Op::OrZero || e->op == Op::Divide) {
      if (e->op == Op::Divide) {
        const auto& divisor = program_.expressions[e->b];
        if (divisor.op != Op::Constant || divisor.value != 100) { return; }
        most = Rational(100);
      }
      e = &program_.expressions[e->a];
    }
    if (e->op != Op::Cell && e->op != Op::RowCell) { return; }
    const auto& table = program_.tables[e->a];
    for (std::size_t i = e->b; i < table.cells.size(); i += table.columns.size()) {
      const auto& cell = program_.expressions[table.cells[i]];
      if (cell.op != Op::Constant && cell.op != Op::Fraction) { continue; }
      if (cell.op == Op::Constant && (cell.type.kind != ValueKind::Int || cell.value == kUnset)) { continue; }
      const auto value = cell.op == Op::Constant ? Rational(cell.value) : program_.fractions[cell.a];
      if (value > most || value < Rational(0)) {
        told.label(program_.places[table.cells[i]], number::to_text(value) + " here");
      }
    }
  }

  [[nodiscard]] std::string table_name() const {
    const auto table = finding_.site.table;
    if (table == kNone) { return "the list"; }
    const auto& found = program_.tables[table].name;
    return found.empty() ? "this table" : fmt::format("`{}`", found);
  }

  // The source of a `pick N distinct`.
  [[nodiscard]] std::string source_of_pick() const {
    const auto* choice = choice_of(program_, program_.expressions[finding_.site.expression]);
    if (choice == nullptr) { return "this"; }
    const auto& name = program_.tables[choice->table].name;
    const bool filters = choice->condition != kNone;
    if (name.empty()) { return filters ? "this selection" : "this table"; }
    return fmt::format(fmt::runtime(filters ? "this selection of `{}`" : "table `{}`"), name);
  }

  void write_empty(Span place) {
    const auto table = finding_.site.table;
    const bool is_line = program_.expressions[finding_.site.expression].op == Op::PickGrid;
    const bool is_filtered = program_.expressions[finding_.site.expression].op == Op::PickWhere;
    // A table without rows is one mistake, wherever it is picked from; a filter that nothing passes is, however often
    // it is written; each list is its own.
    const auto cause = table == kNone ? fmt::format("list {} {}", place.source, place.begin)
                                      : fmt::format("{} {}", table, is_filtered ? report_.written_at(place) : "");
    auto told =
        report_.add_once(cause, Code::EmptyTable, place, is_line ? "this line of the grid" : table_name(), when());
    if (table == kNone) {
      told.label(place, "it has no members");
    } else {
      const bool filters = program_.expressions[finding_.site.expression].op == Op::PickWhere;
      const bool has_rows = !program_.tables[table].rows.empty();
      told.label(place, filters ? "no row fits" : has_rows ? "every row weighs 0 or has left" : "it has no rows");
      if (filters) { told.help("with `or nothing` after it the pick gives none"); }
      if (is_line) { told.label(program_.tables[table].place, "this line"); }
      if (!program_.tables[table].name.empty()) { told.label(program_.tables[table].place, "this table"); }
    }
    finish(told, "it");
  }

  const Program& program_;
  const RangeFinding& finding_;
  AbstractInterpreter& interpreter_;
  text::Report& report_;
  const text::Sources& sources_;
  const std::vector<FreeInput>* free_inputs_ = nullptr;
  RuleId rule_ = 0;
  std::size_t depth_ = 0;
  bool takes_defaults_ = true;
  std::vector<InputBox> bad_;
  std::vector<std::size_t> free_input_numbers_;
  std::vector<std::vector<Interval>> projections_;  // of the bad values, one a free input
  bool is_product_ = true;
  InputBox low_box_;
  InputBox high_box_;
  Shown low_;
  Shown high_;
};

const FindingWriter::Shown FindingWriter::kNoEnds{Rational(0), Rational(0)};

}  // namespace

void file(const Program& program, const std::vector<std::vector<FreeInput>>& free_inputs, const RangeFinding& finding,
          AbstractInterpreter& interpreter, text::Report& report) {
  if (finding.bad.empty()) { return; }
  FindingWriter(program, free_inputs, finding, interpreter, report).write();
}

}  // namespace spoils::check
