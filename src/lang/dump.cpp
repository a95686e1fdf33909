// lang/dump.cpp
//
// Prints trees in the manner of Lisp: a recursive printer for expressions, statements and declarations, for tests.
#include "lang/dump.h"

#include <string_view>

namespace spoils::lang {
namespace {

bool is_missing(const Expression& expression) { return expression.kind == Expression::Kind::Missing; }

class Dumper {
 public:
  void expression(const Expression& e);
  void statement(const Statement& s);
  void declaration(const Declaration& d);

  std::string text;

 private:
  using Kind = Expression::Kind;

  void item(const RecordItem& i);
  void write(std::string_view word) { text += word; }

  void quoted(std::string_view characters) {
    text += '"';
    for (const char c : characters) {
      if (c == '"' || c == '\\') { text += '\\'; }
      if (c == '\n') {
        write("\\n");
      } else {
        text += c;
      }
    }
    text += '"';
  }

  // A blank and the word before the expression; nothing at all if it is left out.
  void optional(std::string_view word, const Expression& e) {
    if (is_missing(e)) { return; }
    text += ' ';
    if (!word.empty()) {
      write(word);
      text += ' ';
    }
    expression(e);
  }

  void each(const std::vector<Expression>& expressions, std::size_t first = 0, std::size_t most = SIZE_MAX) {
    for (std::size_t i = first; i < expressions.size() && i - first < most; ++i) {
      text += ' ';
      expression(expressions[i]);
    }
  }

  void node(std::string_view head, const Expression& e) {
    text += '(';
    write(head);
    each(e.children);
    text += ')';
  }

  void arm(const Expression& e) {
    write(e.children.size() == 1 ? "(else" : "(");
    for (std::size_t i = 0; i < e.children.size(); ++i) {
      if (i + 1 == e.children.size()) {
        write(": ");
      } else if (i > 0) {
        text += ' ';
      }
      expression(e.children[i]);
    }
    text += ')';
  }

  void pick_where(const Expression& e) {
    write("(pick " + e.text + " in ");
    expression(e.children[0]);
    optional("at", e.children[4]);
    optional("on", e.children[5]);
    optional("where", e.children[1]);
    optional("weight", e.children[2]);
    if (!(e.number == 0)) { write(" or-nothing"); }
    optional("weight", e.children[3]);
    text += ')';
  }

  void aggregate(const Expression& e) {
    write("(" + e.text + " " + e.name() + " in ");
    expression(e.children[0]);
    optional("where", e.children[1]);
    optional(":", e.children[2]);
    text += ')';
  }

  void query(const Expression& e) {
    write("(" + e.text + " ");
    expression(e.children[0]);
    if (!e.children[1].children.empty()) { write(" by"); }
    each(e.children[1].children);
    optional(":", e.children[2]);
    optional("given", e.children[3]);
    each(e.children, 4);
    text += ')';
  }

  void row(const Row& r) {
    write(r.is_else ? "(else" : "(row");
    for (const auto& outcome : r.outcomes) {
      write(" [");
      if (!is_missing(outcome.weight)) {
        expression(outcome.weight);
        text += ' ';
      }
      expression(outcome.value);
      if (!outcome.cells.empty()) { write(" |"); }
      each(outcome.cells);
      text += ']';
    }
    optional("if", r.condition);
    optional("else", r.otherwise);
    text += ')';
  }

  void rows(const std::vector<Row>& all) {
    for (const auto& r : all) {
      text += ' ';
      row(r);
    }
  }

  void block(const Block& b) {
    text += '{';
    for (std::size_t i = 0; i < b.statements.size(); ++i) {
      if (i > 0) { text += ' '; }
      statement(b.statements[i]);
    }
    text += '}';
  }

  void type(const TypeName& t) {
    using Type = TypeName::Kind;
    if (t.kind == Type::Missing) { return; }
    write(": ");
    if (t.kind == Type::Choice) {
      write("(choice");
      for (const auto& word : t.words) { write(" " + word); }
      text += ')';
    } else if (t.kind == Type::Range) {
      write("(..");
      each(t.bounds);
      text += ')';
    } else if (!t.words.empty()) {
      write(t.kind == Type::List  ? "(list-of "
            : t.kind == Type::Set ? "(set-of "
            : t.kind == Type::Map ? "(map-of "
                                  : "");
      write(t.words[0]);
      if (t.words.size() > 1) { write(" " + t.words[1]); }
      if (t.kind != Type::Word) { text += ')'; }
    }
  }

  void parameter(const Parameter& p) {
    if (p.is_field) { write("field "); }
    write(p.name);
    type(p.type);
    optional("=", p.initial);
  }

  void parameters(const std::vector<Parameter>& all) {
    if (all.empty()) { return; }
    write(" (");
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (i > 0) { write(", "); }
      parameter(all[i]);
    }
    text += ')';
  }
};

void Dumper::expression(const Expression& e) {
  switch (e.kind) {
    case Kind::Missing: write("_"); break;
    case Kind::Number: write(number::to_text(e.number)); break;
    case Kind::Dice: write(number::to_text(e.number) + "d" + std::to_string(e.sides())); break;
    case Kind::Text: node("text", e); break;
    case Kind::Piece: quoted(e.text); break;
    case Kind::Hole: node(e.text.empty() ? "hole" : "hole:" + e.text, e); break;
    case Kind::Optional: node("optional", e); break;
    case Kind::Article: write("&"); break;
    case Kind::Plural: write("~"); break;
    case Kind::Name: write(e.text); break;
    case Kind::Symbol: write("'" + e.text + "'"); break;
    case Kind::Flag: write(e.number == 0 ? "false" : "true"); break;
    case Kind::None: write("none"); break;
    case Kind::Negate: node("-", e); break;
    case Kind::Not: node("not", e); break;
    case Kind::Binary: node(e.text, e); break;
    case Kind::Range: node("..", e); break;
    case Kind::Percent: node("%", e); break;
    case Kind::If: node("if", e); break;
    case Kind::Match: node("match", e); break;
    case Kind::Arm: arm(e); break;
    case Kind::Set: node("set", e); break;
    case Kind::Map: node("map", e); break;
    case Kind::Filter: node("filter " + number::to_text(e.number), e); break;
    case Kind::List: node("list", e); break;
    case Kind::Rows:
      write("(rows");
      rows(e.rows());
      text += ')';
      break;
    case Kind::Call: node("call " + e.text, e); break;
    case Kind::Argument: node("= " + e.text, e); break;
    case Kind::Lookup: node("lookup " + e.text, e); break;
    case Kind::Member: node("." + e.text, e); break;
    case Kind::MemberAt: node("member-at", e); break;
    case Kind::Pick: node("pick", e); break;
    case Kind::PickWhere: pick_where(e); break;
    case Kind::Distinct: node(e.number == 1 ? "pick-distinct-or-fewer " + e.text : "pick-distinct " + e.text, e); break;
    case Kind::Shuffle: node("shuffle", e); break;
    case Kind::Chance: node("chance", e); break;
    case Kind::OneIn: node("one-in", e); break;
    case Kind::Aggregate: aggregate(e); break;
    case Kind::Query: query(e); break;
    case Kind::By: node("by", e); break;
  }
}

void Dumper::statement(const Statement& s) {
  using Do = Statement::Kind;
  text += '(';
  switch (s.kind) {
    case Do::Assign: write(s.op + " " + s.text); break;
    case Do::Let: write("let " + s.text); break;
    case Do::If: write("if"); break;
    case Do::Match: write("match"); break;
    case Do::Repeat: write("repeat"); break;
    case Do::For: write("for " + s.text); break;
    case Do::Retry: write("retry"); break;
    case Do::Try: write("try"); break;
    case Do::Call: write("run"); break;
    case Do::Do: write("do"); break;
    case Do::Apply: write("apply"); break;
    case Do::Drop: write(s.op.empty() ? "drop" : "drop do"); break;
    case Do::Hold: write(s.op.empty() ? "hold" : "hold do"); break;
    case Do::Give: write("give"); break;
    case Do::Stop: write("stop"); break;
    case Do::Discard: write("discard"); break;
    case Do::WithInput: write("with " + s.text); break;
    case Do::WithStream: write(s.op.empty() ? "with-stream " + s.text : "with-stream (" + s.text); break;
  }
  if (s.kind == Do::Repeat) {
    optional("", s.expressions[0]);
    optional("while", s.expressions[1]);
  } else if (s.kind == Do::Retry) {
    if (!s.expressions.empty()) { optional("max", s.expressions[0]); }
  } else if (s.supposes != Statement::Supposes::Nothing) {
    each(s.expressions, 0, 1);
    text += s.supposes == Statement::Supposes::After ? " after" : " of";
    each(s.expressions, 1);
  } else {
    each(s.expressions);
  }
  if (s.kind == Do::WithStream && !s.op.empty()) { text += ')'; }
  for (const auto& b : s.blocks) {
    text += ' ';
    block(b);
  }
  if (s.kind == Do::Retry && s.expressions.size() > 1) { optional("while", s.expressions[1]); }
  for (const auto& a : s.arms) {
    write(a.patterns.empty() ? " (else" : " (");
    for (std::size_t i = 0; i < a.patterns.size(); ++i) {
      if (i > 0) { text += ' '; }
      expression(a.patterns[i]);
    }
    text += ' ';
    block(a.block);
    text += ')';
  }
  text += ')';
}

void Dumper::item(const RecordItem& i) {
  write(" (" + (i.op.empty() ? "" : i.op + " ") + i.name);
  each(i.values);
  if (i.kind == RecordItem::Kind::Block) {
    text += ' ';
    block(i.block);
  }
  text += ')';
}

void Dumper::declaration(const Declaration& d) {
  using Declared = Declaration::Kind;
  write(d.is_override ? "(override " : "(");
  if (d.is_world) { write("world "); }
  if (d.is_constant) { write("constant "); }
  if (d.is_distinct) { write("distinct "); }
  switch (d.kind) {
    case Declared::Pack: write("pack " + d.name); break;
    case Declared::Use: write("use " + d.name); break;
    case Declared::Input: write("input "); break;
    case Declared::State: write("state "); break;
    case Declared::Field: write("field "); break;
    case Declared::Scratch: write("scratch "); break;
    case Declared::Table: write("table " + d.name); break;
    case Declared::Grid: write("grid " + d.name + " "); break;
    case Declared::Rule: write("rule " + d.name); break;
    case Declared::Def: write("def " + d.name); break;
    case Declared::Display: write("display " + (d.name.empty() ? "_" : d.name)); break;
    case Declared::Measure: write("measure " + d.name); break;
    case Declared::Names: write("names"); break;
    case Declared::Expect: write("expect"); break;
    case Declared::Collection: write("collection " + d.name); break;
    case Declared::Record:
      write((d.is_abstract ? "abstract record " : "record ") + d.collection.text + " " + d.name);
      for (const auto& parent : d.parents) { write(" : " + parent.text); }
      break;
  }
  const bool is_parameter = d.kind == Declared::Input || d.kind == Declared::State || d.kind == Declared::Field ||
                            d.kind == Declared::Scratch;
  if (is_parameter && !d.parameters.empty()) { parameter(d.parameters[0]); }
  if (!is_parameter) { parameters(d.parameters); }
  if (d.kind == Declared::Grid) {
    expression(d.key);
    if (d.is_across) { write(" across"); }
    if (d.is_interpolated) { write(" interpolate"); }
  }
  if (!d.title.empty()) {
    text += ' ';
    quoted(d.title);
  }
  if (!d.version.empty()) { write(" " + d.version); }
  if (!d.columns.empty()) {
    write(" (columns");
    for (const auto& column : d.columns) {
      const bool several = column.values.size() > 1;
      if (several) { write(" ("); }
      for (std::size_t i = 0; i < column.values.size(); ++i) {
        if (i > 0 || !several) { text += ' '; }
        expression(column.values[i]);
      }
      if (several) { text += ')'; }
    }
    text += ')';
  }
  rows(d.rows);
  for (const auto& entry : d.entries) {
    write(" (" + entry.symbol + " ");
    quoted(entry.text);
    text += ')';
  }
  optional("", d.value);
  optional("if", d.condition);
  for (const auto& rows : d.record_rows) {
    write(" (rows " + rows.name);
    parameters(rows.columns);
    text += ')';
  }
  for (const auto& word : d.blocks) { write(" (block " + word.text + ")"); }
  for (const auto& one : d.items) { item(one); }
  if (d.kind == Declared::Rule || d.has_block()) {
    text += ' ';
    block(d.block);
  }
  if (!d.doc.empty()) {
    write(" ## ");
    quoted(d.doc);
  }
  text += ')';
}

}  // namespace

std::string dump(const Expression& expression) {
  Dumper out;
  out.expression(expression);
  return out.text;
}

std::string dump(const Statement& statement) {
  Dumper out;
  out.statement(statement);
  return out.text;
}

std::string dump(const Declaration& declaration) {
  Dumper out;
  out.declaration(declaration);
  return out.text;
}

std::string dump(const File& file) {
  Dumper out;
  for (const auto& declaration : file.declarations) {
    if (!out.text.empty()) { out.text += '\n'; }
    out.declaration(declaration);
  }
  return out.text;
}

}  // namespace spoils::lang
