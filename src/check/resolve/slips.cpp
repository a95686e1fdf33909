// check/resolve/slips.cpp
//
// Collects by one walk over the trees where each name is mentioned and what each field is set to, and reports the
// names that are mentioned too rarely for what they are.
#include "check/resolve/slips.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>

#include "check/resolve/tree_reader.h"
#include "text/plain/name_letters.h"

namespace spoils::check {

namespace {

using lang::Declaration;
using lang::Expression;
using lang::Row;
using lang::Statement;
using text::Code;

/// The names that a pack reads, those that its texts show, and its assignments.
class Mentions : public TreeReader<Mentions> {
 public:
  void read(const Declaration& declaration) {
    if (declaration.kind == Declaration::Kind::Field) { declared_.insert(declaration.parameters[0].name); }
    for (const auto& parameter : declaration.parameters) {
      if (parameter.is_field) { declared_.insert(parameter.name); }
    }
    TreeReader::read(declaration);
  }

  /// Whether a name is read anywhere, except in a value that is assigned to that same name.
  [[nodiscard]] bool is_read(std::string_view name) const { return read_.count(name) > 0; }
  /// Whether a name is a hole of a text by itself.
  [[nodiscard]] bool is_shown(std::string_view name) const { return shown_.count(name) > 0; }
  /// Whether a value is read that is assigned to that same name.
  [[nodiscard]] bool reads_itself(std::string_view name) const { return reads_itself_.count(name) > 0; }
  /// Whether it is a field by a line of its own, or a parameter that is a field.
  [[nodiscard]] bool is_declared(std::string_view name) const { return declared_.count(name) > 0; }
  /// The assignments to each name, in written order.
  [[nodiscard]] const std::map<std::string_view, std::vector<const Statement*>>& assignments() const {
    return assignments_;
  }

 private:
  friend TreeReader;
  using TreeReader::read;

  void note(std::string_view name) { (name == target_ ? reads_itself_ : read_).insert(name); }

  void read(const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::Name:
      case Expression::Kind::Lookup:
      case Expression::Kind::Member: note(e.text); break;
      case Expression::Kind::Hole:
        if (!e.children.empty() && e.children[0].kind == Expression::Kind::Name) {
          shown_.insert(e.children[0].text);
          return;
        }
        break;
      default: break;
    }
    for (const auto& child : e.children) { read(child); }
    for (const auto& row : e.rows()) { read(row); }
  }

  void read(const Statement& s) {
    if (s.kind == Statement::Kind::Assign) {
      assignments_[s.text].push_back(&s);
      target_ = s.text;
    }
    for (const auto& e : s.expressions) { read(e); }
    target_ = {};
    read_parts(s);
  }

  std::set<std::string_view> read_;
  std::set<std::string_view> shown_;
  std::set<std::string_view> reads_itself_;
  std::set<std::string_view> declared_;
  std::map<std::string_view, std::vector<const Statement*>> assignments_;
  std::string_view target_;  // of the assignment whose value is read
};

/// Returns the word that declares a field of values of one kind; "" of those that need more than a word.
std::string_view word_of(program::ValueKind kind) {
  switch (kind) {
    case program::ValueKind::Int: return "int";
    case program::ValueKind::Number: return "number";
    case program::ValueKind::Flag: return "flag";
    case program::ValueKind::Symbol: return "symbol";
    case program::ValueKind::Text: return "text";
    default: return {};
  }
}

class Slips {
 public:
  Slips(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report)
      : packs_(packs), program_(program), report_(report), variables_(names_of_values(packs, program)) {
    for (const auto slot : program.fields) { fields_.insert(program.slots[slot].name); }
    for (const auto& pack : packs) {
      for (const auto& file : pack.files) {
        for (const auto& declaration : file.declarations) { mentions_.read(declaration); }
      }
    }
    for (const auto& file : packs.back().files) { own_.insert(file.source); }
  }

  void find() {
    for (const auto& file : packs_.back().files) {
      for (const auto& declaration : file.declarations) { unused(declaration); }
    }
    for (const auto& [name, assignments] : mentions_.assignments()) {
      const auto is_own = [&](const Statement* s) { return own_.count(s->name_span.source) > 0; };
      const auto first = std::find_if(assignments.begin(), assignments.end(), is_own);
      const bool is_field = fields_.count(name) > 0 && !mentions_.is_declared(name);
      if (!is_field || first == assignments.end() || mentions_.is_read(name)) { continue; }
      if (!mentions_.is_shown(name)) { misspelt_state(name, **first); }
      if (!mentions_.reads_itself(name)) { set_without_pick(name, assignments); }
    }
  }

 private:
  // A state that is set and never read is no slip: the game may read it from the world.
  void unused(const Declaration& declaration) {
    const auto& name = declaration.name;
    if (mentions_.is_read(name) || mentions_.is_shown(name) || mentions_.reads_itself(name)) { return; }
    if (declaration.kind == Declaration::Kind::Input) {
      report_.add(Code::UnusedInput, declaration.name_span, name)
          .help("read it in a weight or a condition, or remove it");
    } else if (declaration.kind == Declaration::Kind::State && mentions_.assignments().count(name) == 0) {
      report_.add(Code::UnusedState, declaration.name_span, name).help("set it in a rule, or remove it");
    }
  }

  void misspelt_state(std::string_view name, const Statement& first) {
    if (!report_.suggests()) { return; }
    std::vector<std::string_view> states;
    for (const auto slot : program_.states) { states.push_back(program_.slots[slot].name); }
    const auto near = report_.nearest(name, states);
    if (!near) { return; }
    auto finding = report_.add(Code::MisspeltState, first.name_span, name);
    for (const auto slot : program_.states) {
      if (program_.slots[slot].name == *near) { finding.label(program_.slots[slot].place, "this is a state"); }
    }
    if (const auto type = word_of(program_.slots[*program_.find_field(name)].type.kind); !type.empty()) {
      finding.note(fmt::format("if a field is meant, say so by a line of its own: `field {}: {}`", name, type));
    }
    finding.help(Edit{first.name_span, std::string(*near)}, "for the state");
  }

  /// Whether a value is a set or list of two words or more, or of numbers or texts.
  [[nodiscard]] bool is_plain_collection(const Expression& e) const {
    if (e.kind != Expression::Kind::Set && e.kind != Expression::Kind::List) { return false; }
    const auto is_plain = [&](const Expression& member) {
      switch (member.kind) {
        case Expression::Kind::Number:
        case Expression::Kind::Symbol: return true;
        case Expression::Kind::Name: return variables_.count(member.text) == 0;
        case Expression::Kind::Text:
          return std::all_of(member.children.begin(), member.children.end(),
                             [](const Expression& part) { return part.kind == Expression::Kind::Piece; });
        default: return false;
      }
    };
    return e.children.size() >= 2 && std::all_of(e.children.begin(), e.children.end(), is_plain);
  }

  // A field that holds nothing, one word or a computed set elsewhere is a set on purpose.
  void set_without_pick(std::string_view name, const std::vector<const Statement*>& assignments) {
    const Statement* first = nullptr;
    for (const auto* s : assignments) {
      const bool is_plain = s->op == "=" && s->expressions.size() == 1 && is_plain_collection(s->expressions[0]);
      if (!is_plain) { return; }
      if (first == nullptr && own_.count(s->name_span.source) > 0) { first = s; }
    }
    const auto& value = first->expressions[0];
    std::string members;
    for (const auto& member : value.children) {
      members += (members.empty() ? "" : ", ") + std::string(report_.sources().text(member.span));
    }
    std::string kind = "symbol";
    if (value.children[0].kind == Expression::Kind::Number) { kind = "int"; }
    if (value.children[0].kind == Expression::Kind::Text) { kind = "text"; }
    const auto* const collection = value.kind == Expression::Kind::Set ? "set" : "list";
    report_.add(Code::SetWithoutPick, value.span, name, members)
        .note("if all of them are meant, say so by a line of its own: `field " + std::string(name) + ": " + collection +
              " of " + kind + "`")
        .help(Edit{value.span, "pick {" + members + "}"}, "for one of them");
  }

  const std::vector<PackTree>& packs_;
  const program::Program& program_;
  text::Report& report_;
  Mentions mentions_;
  std::set<std::string_view> variables_;  // what a bare word means before it means itself
  std::set<std::string_view> fields_;
  std::set<std::uint32_t> own_;  // the sources of the pack itself
};

/// Slips that have a meaning, but hardly the one that is meant: commas between rows, so that they share a
/// condition; a name as a value that is nearly that of a number; a condition that `count` does not read; a range that
/// ends before it begins.
class MeantOtherwise : public TreeReader<MeantOtherwise> {
 public:
  MeantOtherwise(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report)
      : packs_(packs), program_(program), report_(report), variables_(names_of_values(packs, program)) {
    for (const auto& slot : program.slots) {
      const auto type = slot.type.kind;
      const bool is_number = type == program::ValueKind::Int || type == program::ValueKind::Number;
      if (is_number && !slot.name.empty() && slot.name.front() != ' ') { numbers_.insert(slot.name); }
    }
    for (const auto* slots : {&program.inputs, &program.states}) {
      for (const auto slot : *slots) {
        for (const auto choice : choices_of(program.slots[slot])) { choosers_[choice].push_back(slot); }
      }
    }
  }

  void find() {
    for (const auto& file : packs_.back().files) {
      for (const auto& declaration : file.declarations) {
        TreeReader::read(declaration);
        if (declaration.kind == Declaration::Kind::Def) { value_of({}, declaration.value); }
        for (const auto& item : declaration.items) {
          for (const auto& value : item.values) { misspelt_choice(value); }
        }
      }
    }
  }

  // Called by TreeReader.
  void note(std::string_view /*word*/) {}

  void row(const Row& one) {
    shared_condition(one);
    TreeReader::read(one);
  }

  using TreeReader::read;

  void read(const Expression& e) {
    if (e.kind == Expression::Kind::Aggregate) { counts_all(e); }
    if (e.kind == Expression::Kind::Range && e.children.size() == 2) { backward(e); }
    for (const auto& child : e.children) { read(child); }
    for (const auto& one : e.rows()) { row(one); }
    if (e.rows().size() == 1) { shared_weight(e.rows().front()); }
  }

  void read(const Statement& s) {
    const bool sets = s.kind == Statement::Kind::Assign || s.kind == Statement::Kind::Let;
    if (sets && !s.expressions.empty()) { value_of(s.text, s.expressions[0]); }
    for (const auto& e : s.expressions) {
      // A loop through no numbers has a warning of its own.
      if (s.kind == Statement::Kind::For && e.kind == Expression::Kind::Range) {
        for (const auto& end : e.children) { read(end); }
      } else {
        read(e);
      }
    }
    read_parts(s);
  }

 private:
  [[nodiscard]] std::string written(Span span) const { return std::string(report_.sources().text(span)); }

  // `4 b, 5 a, 1 c if season == winter`
  void shared_condition(const Row& one) {
    if (one.condition->kind == Expression::Kind::Missing) { return; }
    std::set<std::string> weights;
    std::size_t weighted = 0;
    for (const auto& outcome : one.outcomes) {
      if (outcome.weight->kind == Expression::Kind::Missing) { continue; }
      ++weighted;
      weights.insert(written(outcome.weight->span));
    }
    if (weighted < 2) { return; }
    const auto& first = one.outcomes.front();
    const auto& last = one.outcomes.back();
    const auto before = written({first.span.source, first.span.begin, last.span.begin});
    // On lines of their own they are meant as one row, but hardly those of the whole table from its `{` on.
    const bool has_lines = before.find('\n') != std::string::npos;
    if (has_lines && !is_first_row(first.span)) { return; }
    std::string rows;
    for (std::size_t i = 0; i + 1 < one.outcomes.size(); ++i) {
      const auto& outcome = one.outcomes[i];
      const auto& next = one.outcomes[i + 1];
      // Several on one of the lines are one row by intent.
      if (has_lines &&
          written({outcome.span.source, outcome.span.end, next.span.begin}).find('\n') == std::string::npos) {
        return;
      }
      const bool shares = next.weight->kind == Expression::Kind::Missing;
      rows += written(outcome.span) + (shares ? ", " : "; ");
    }
    const Span before_last{first.span.source, first.span.begin, last.span.begin};
    const Span all{first.span.source, first.span.begin, last.span.end};
    auto finding = report_.add(Code::SharedCondition, one.condition->span, written(all));
    finding.label(before_last, "joined by commas");
    if (has_lines) {
      finding.help("remove the commas at the ends of the lines if it is for the last alone: then each line is a row");
    } else {
      finding.help(Edit{before_last, rows},
                   "if it is for the last alone: `;` or a line of its own ends a row, and commas join outcomes");
    }
  }

  // `{3 small, large}`: one row, and the weight is that of both.
  void shared_weight(const Row& only) {
    if (only.outcomes.size() < 2 || only.condition->kind != Expression::Kind::Missing) { return; }
    const auto& first = only.outcomes[0];
    const auto& next = only.outcomes[1];
    const auto weight = written(first.weight->span);
    const bool is_shared = std::all_of(only.outcomes.begin() + 1, only.outcomes.end(), [](const auto& outcome) {
      return outcome.weight->kind == Expression::Kind::Missing;
    });
    if (first.weight->kind != Expression::Kind::Number || !is_shared || weight == "1") { return; }
    const Span both{first.span.source, first.span.begin, next.span.end};
    report_.add(Code::SharedWeight, first.weight->span, weight)
        .help(Edit{both, written(first.span) + "; " + written(next.span)},
              "if it is for the first alone: commas join outcomes, which have one weight");
  }

  // Whether only blanks are between an outcome and the `{` of its table.
  [[nodiscard]] bool is_first_row(Span outcome) const {
    const std::string_view before = report_.sources().text({outcome.source, 0, outcome.begin});
    const auto end = before.find_last_not_of(" \t\r\n");
    return end != std::string_view::npos && before[end] == '{';
  }

  // `count(x in l: x >= 5)`
  void counts_all(const Expression& e) {
    if (e.text != "count" || e.children.size() < 3) { return; }
    const auto& condition = e.children[2];
    static const std::set<std::string_view> kComparisons{"==", "!=", "<", "<=", ">", ">=", "and", "or", "in", "is"};
    const bool asks = condition.kind == Expression::Kind::Not || condition.kind == Expression::Kind::Chance ||
                      (condition.kind == Expression::Kind::Binary && kComparisons.count(condition.text) > 0);
    if (!asks) { return; }
    const auto& where = e.children[1];
    const bool has_where = where.kind != Expression::Kind::Missing;
    const auto& before = has_where ? where : e.children[0];
    auto finding = report_.add(Code::CountsAll, condition.span, written(e.children[0].span));
    finding.help(Edit{{condition.span.source, before.span.end, condition.span.begin}, has_where ? " and " : " where "},
                 "before the condition; a value after `:` is for `sum`, `list` and others");
  }

  // A bare word that is all of a value, or of a branch of it.
  void value_of(std::string_view target, const Expression& e) {
    switch (e.kind) {
      case Expression::Kind::If:
        if (e.children.size() > 1) { value_of(target, e.children[1]); }
        if (e.children.size() > 2) { value_of(target, e.children[2]); }
        return;
      case Expression::Kind::Match:
        for (std::size_t i = 1; i < e.children.size(); ++i) {
          if (e.children[i].kind == Expression::Kind::Arm) { value_of(target, e.children[i].children.back()); }
        }
        return;
      case Expression::Kind::Name: misspelt(target, e); return;
      default: return;
    }
  }

  // The kind of a thing is a word of its own.
  void misspelt(std::string_view target, const Expression& word) {
    if (target == "kind" || variables_.count(word.text) > 0 || !report_.suggests()) { return; }
    if (written_count(word.text) != 1) { return; }
    std::vector<std::string_view> known(numbers_.begin(), numbers_.end());
    const auto near = report_.nearest(word.text, known);
    // `light` where a field is called `lights` is a word of its own.
    if (!near || *near == target || near->starts_with(word.text) || word.text.starts_with(*near)) { return; }
    auto finding = report_.add(Code::MisspeltName, word.span, word.text);
    for (const auto& slot : program_.slots) {
      if (slot.name == *near && slot.place.end > slot.place.begin) {
        finding.label(slot.place, "this is a number");
        break;
      }
    }
    finding.help(Edit{word.span, std::string(*near)}, "for its value, or `'" + word.text + "'` if the word is meant");
  }

  // `seasons = {spring, fal}` in a record, where an input is one of spring and fall. Only a set with one of its choices
  // is surely about them.
  void misspelt_choice(const Expression& set) {
    if (set.kind != Expression::Kind::Set || choosers_.empty() || !report_.suggests()) { return; }
    std::set<program::SlotId> choosers;
    for (const auto& word : set.children) {
      const auto found = word.kind == Expression::Kind::Name ? choosers_.find(word.text) : choosers_.end();
      if (found != choosers_.end()) { choosers.insert(found->second.begin(), found->second.end()); }
    }
    for (const auto chooser : choosers) {
      const auto& slot = program_.slots[chooser];
      const auto choices = choices_of(slot);
      for (const auto& word : set.children) {
        if (word.kind != Expression::Kind::Name || written_count(word.text) != 1) { continue; }
        const auto near = report_.nearest(word.text, choices);
        if (!near) { continue; }
        report_.add(Code::MisspeltName, word.span, word.text)
            .label(slot.place, "this has `" + std::string(*near) + "`")
            .help(Edit{word.span, std::string(*near)});
      }
    }
  }

  [[nodiscard]] std::vector<std::string_view> choices_of(const program::Slot& slot) const {
    std::vector<std::string_view> out;
    for (const auto choice : slot.choices) {
      if (choice != program::kUnset) { out.push_back(program_.symbols.name(static_cast<std::uint32_t>(choice))); }
    }
    return out;
  }

  // How often a word is in the texts of all packs, comments among them.
  [[nodiscard]] std::size_t written_count(const std::string& word) {
    if (words_.empty()) {
      for (const auto& pack : packs_) {
        for (const auto& file : pack.files) {
          const std::string_view bytes = report_.sources()[file.source].bytes();
          for (std::size_t at = 0; at < bytes.size(); ++at) {
            const auto begin = at;
            while (at < bytes.size() && text::is_name_part(bytes[at])) { ++at; }
            if (at > begin) { ++words_[bytes.substr(begin, at - begin)]; }
          }
        }
      }
    }
    const auto found = words_.find(word);
    return found == words_.end() ? 0 : found->second;
  }

  // 18..2: hours that pass midnight are two ranges.
  void backward(const Expression& range) {
    const auto number = [](const Expression& e) -> std::optional<number::Rational> {
      if (e.kind == Expression::Kind::Number) { return e.number; }
      const bool is_negative = e.kind == Expression::Kind::Negate && e.children[0].kind == Expression::Kind::Number;
      return is_negative ? number::subtract(number::Rational(0), e.children[0].number) : std::nullopt;
    };
    const auto first = number(range.children[0]);
    const auto last = number(range.children[1]);
    if (!first || !last || *first <= *last) { return; }
    const auto a = number::to_text(*first);
    const auto b = number::to_text(*last);
    report_.add(Code::BackwardRange, range.span, a, b)
        .help(fmt::format("write `{}..{}`; for hours that pass midnight two conditions: `x >= {} or x <= {}`", b, a, a,
                          b));
  }

  const std::vector<PackTree>& packs_;
  const program::Program& program_;
  text::Report& report_;
  std::set<std::string_view> variables_;
  std::set<std::string_view> numbers_;
  std::map<std::string_view, std::vector<program::SlotId>> choosers_;  // inputs and states that have a word as a choice
  std::unordered_map<std::string_view, std::size_t> words_;            // only looked up
};

}  // namespace

void lint_slips(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report) {
  bool has_rules = false;
  for (const auto& file : packs.back().files) {
    has_rules = has_rules || std::any_of(file.declarations.begin(), file.declarations.end(),
                                         [](const auto& one) { return one.kind == Declaration::Kind::Rule; });
  }
  if (has_rules) { Slips(packs, program, report).find(); }
  MeantOtherwise(packs, program, report).find();
}

}  // namespace spoils::check
