// check/resolve/slips.cpp
//
// Collects by one walk over the trees where each name is mentioned and what each field is set to, and reports the
// names that are mentioned too rarely for what they are.
#include "check/resolve/slips.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>

#include "check/resolve/tree_reader.h"

namespace spoils::check {

namespace {

using lang::Declaration;
using lang::Expression;
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

class Slips {
 public:
  Slips(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report)
      : packs_(packs), program_(program), report_(report) {
    for (const auto& slot : program.slots) { variables_.insert(slot.name); }
    for (const auto slot : program.fields) { fields_.insert(program.slots[slot].name); }
    for (const auto& pack : packs) {
      for (const auto& file : pack.files) {
        for (const auto& declaration : file.declarations) {
          mentions_.read(declaration);
          const bool is_value =
              declaration.kind == Declaration::Kind::Def || declaration.kind == Declaration::Kind::Measure;
          if (is_value) { variables_.insert(declaration.name); }
        }
      }
    }
    for (const auto& file : packs.back().files) { own_.insert(file.source); }
  }

  void find() {
    for (const auto& file : packs_.back().files) {
      for (const auto& declaration : file.declarations) { unused_input(declaration); }
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
  void unused_input(const Declaration& declaration) {
    const auto& name = declaration.name;
    if (declaration.kind != Declaration::Kind::Input || mentions_.is_read(name) || mentions_.is_shown(name) ||
        mentions_.reads_itself(name)) {
      return;
    }
    report_.add(Code::UnusedInput, declaration.name_span, name)
        .help("read it in a weight or a condition, or remove it");
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

}  // namespace

void lint_slips(const std::vector<PackTree>& packs, const program::Program& program, text::Report& report) {
  bool has_rules = false;
  for (const auto& file : packs.back().files) {
    has_rules = has_rules || std::any_of(file.declarations.begin(), file.declarations.end(),
                                         [](const auto& one) { return one.kind == Declaration::Kind::Rule; });
  }
  if (has_rules) { Slips(packs, program, report).find(); }
}

}  // namespace spoils::check
