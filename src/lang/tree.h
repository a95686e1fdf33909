// lang/tree.h
//
// A pack as it is written: declarations, statements, expressions, each with its place. The tree knows no meaning;
// names are words here. Nodes of one family share one struct, since every pass (dump, format, check) walks them alike;
// the comment at each kind shows its source and says what its children are.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "number/rational.h"
#include "spoils/diagnostic.h"

namespace spoils::lang {

struct Row;
struct Rare;

/// Holds one T or nothing in the space of a pointer; a copy has a copy of it.
template <class T>
class Owned {
 public:
  Owned() = default;
  Owned(const Owned& other);
  Owned(Owned&& other) noexcept = default;
  Owned& operator=(Owned other) noexcept {
    owned_.swap(other.owned_);
    return *this;
  }
  ~Owned();

  [[nodiscard]] const T* get() const { return owned_.get(); }
  T& make();

 private:
  std::unique_ptr<T> owned_;
};

/// A node of an expression. A pack of many records has millions of them, so what few kinds need is kept aside.
struct Expression {
  enum class Kind : std::uint8_t {
    Missing,    // nothing readable was found, or an optional part is left out
    Number,     // 12   0.25                    number
    Dice,       // 2d6                          number: how many; sides
    Text,       // "{a} of {b}"                 children: Piece, Hole, Optional, Article, Plural
    Piece,      //  of                          text: the characters, escapes undone
    Hole,       // {a}   {a:+}                  text: the format, "" or "+"; children: the expression
    Optional,   // [ of {b}]                    children: as Text; only in a display
    Article,    // &                            only in a display
    Plural,     // ~                            only in a display
    Name,       // depth                        text
    Symbol,     // 'for'                        text: the word, which means itself whatever else is called so
    Flag,       // true                         number: 1 or 0
    None,       // none
    Negate,     // -a                           children: a
    Not,        // not a                        children: a
    Binary,     // a + b                        text: the operator; children: a, b
    Range,      // 1..6                         children: first, last
    Percent,    // 5%                           children: the number or parenthesis before it
    If,         // if c then a else b           children: c, a, b
    Match,      // match s { a, b: x else: y }  children: s, then Arms
    Arm,        // a, b: x                      children: the patterns, last the value; of `else` only the value
    Set,        // {a, b}                       children: the elements
    Map,        // {a 1, b -2}                  children: each key, then its value
    Filter,     // {a, b not c}                 children: what it takes in, then what it leaves out; number: how many it
                //                              takes in; after `is` and in records only
    List,       // [a, b]                       children: the elements
    Rows,       // { 3 a; 1 b }                 rows: a table without a name
    Call,       // f(a, n = b)                  text; children: the arguments
    Argument,   // n = b                        text; children: b; only in calls and queries
    Lookup,     // potion[kind]                 text: the table or grid; children: the key
    Member,     // x.worth                      text: the column or field; children: x
    MemberAt,   // f(x)[1]   x.part[1]          children: the list, the place; after a name it is a Lookup
    Pick,       // pick x                       children: x
    PickWhere,  // pick m in t at l on k where c weight e or nothing weight f
                //                              text: m; children: t, c, e, f, l, k (Missing if left out); number: 1 if
                //                              `or nothing`
    Distinct,   // pick n distinct from m in t where c weight e or fewer
                //                              text: m, which may be empty; children: t, c, e, Missing, l, k as of
                //                              PickWhere, then n; number: 1 if `or fewer`
    Shuffle,    // shuffle l                    children: l
    Chance,     // chance 5%                    children: the chance
    OneIn,      // 1 in 20                      children: 1, 20
    Aggregate,  // sum(x in l where c: e)       text: sum; name: x; children: l, c, e (Missing if left out)
    Query,      // odds(r(a) by f: c given d, i = v)
                //                              text: odds or mean; children: r, By, c, d, then Arguments
    By,         // by f, g                      children: f, g; empty if left out
  };

  Kind kind = Kind::Missing;
  int height = 1;  // of the tree from here down; the parser refuses more than kMaxHeight
  Span span;
  std::string text;
  number::Rational number;
  std::vector<Expression> children;

  [[nodiscard]] const std::string& name() const;       // of an Aggregate
  [[nodiscard]] std::int64_t sides() const;            // of Dice
  [[nodiscard]] const std::vector<Row>& rows() const;  // of Rows
  [[nodiscard]] Rare& rare() { return rare_.make(); }  // to set them

 private:
  Owned<Rare> rare_;
};

/// An expression that most nodes leave out, in the space of a pointer; it reads as one of kind Missing then.
class Seldom {
 public:
  Seldom() = default;
  Seldom& operator=(Expression expression) {
    owned_.make() = std::move(expression);
    return *this;
  }

  operator const Expression&() const { return **this; }
  [[nodiscard]] const Expression& operator*() const;
  [[nodiscard]] const Expression* operator->() const { return &**this; }

 private:
  Owned<Expression> owned_;
};

/// Outcomes that share a weight and a condition: `4.8% club, dagger  if depth > 3 else whip`.
struct Row {
  struct Outcome {
    Span span;                      // from the weight, if it has one, to the last cell
    Seldom weight;                  // Missing: the weight before it, and 1 at the head of a row
    Expression value;               // in a grid, the key or outcome at the head of the line
    std::vector<Expression> cells;  // one a column; None for `.`
  };
  Span span;
  std::vector<Outcome> outcomes;
  Seldom condition;
  Seldom otherwise;
  bool is_else = false;  // the last line of a grid: all keys not named before
};

/// Fields that few kinds of expressions have.
struct Rare {
  std::string name;
  std::int64_t sides = 0;
  std::vector<Row> rows;
};

template <class T>
Owned<T>::Owned(const Owned& other) : owned_(other.owned_ ? std::make_unique<T>(*other.owned_) : nullptr) {}

template <class T>
Owned<T>::~Owned() = default;

template <class T>
T& Owned<T>::make() {
  if (!owned_) { owned_ = std::make_unique<T>(); }
  return *owned_;
}

inline const std::string& Expression::name() const {
  static const std::string kNone;
  return rare_.get() == nullptr ? kNone : rare_.get()->name;
}

inline const Expression& Seldom::operator*() const {
  static const Expression kMissing;
  return owned_.get() == nullptr ? kMissing : *owned_.get();
}

inline std::int64_t Expression::sides() const { return rare_.get() == nullptr ? 0 : rare_.get()->sides; }

inline const std::vector<Row>& Expression::rows() const {
  static const std::vector<Row> kNone;
  return rare_.get() == nullptr ? kNone : rare_.get()->rows;
}

/// `1..50`, `{dungeon, vaults}`, `list of symbol`, `status`.
struct TypeName {
  enum class Kind : std::uint8_t {
    Missing,  // left out: the checker infers it
    Range,    // 1..50             bounds: first, last
    Choice,   // {a, b}            words
    Word,     // int, flag, status words[0]
    List,     // list of symbol    words[0]
    Set,      // set of symbol     words[0]
    Map,      // map of kind to int             words: of the keys, of the values
  };
  Kind kind = Kind::Missing;
  Span span;
  std::vector<std::string> words;
  std::vector<Expression> bounds;
};

/// `name: type = default` of a rule, def, input, state or field.
struct Parameter {
  Span span;
  Span name_span;
  std::string name;
  TypeName type;
  Expression initial;     // Missing: the caller must say
  bool is_field = false;  // `field name`: sets the field of that name before the rule begins
};

struct Statement;

struct Block {
  Span span;  // with its braces
  std::vector<Statement> statements;
};

/// `a, b: { ... }` of a match statement.
struct MatchArm {
  Span span;
  std::vector<Expression> patterns;  // empty: else
  Block block;
};

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,      // kind = pick potion         text: target; op "=", "+=", "-="; expressions: value; of `has[k] = e`
                 //                            then the key, of `x = e after f(1)` then the Call
    Let,         // let r = d6                 text; expressions: value; of `let x = e of f(1)` then the Call
    If,          // if c { } else { }          expressions: c; blocks: then, else (else may be absent)
    Match,       // match kind { a: { } }      expressions: subject; arms
    Repeat,      // repeat 9 while c { }       expressions: count, while (Missing); blocks: body
    For,         // for x in l { }             text; expressions: l; blocks: body
    Retry,       // retry max 9 { } while c    expressions: limit (Missing), c; blocks: body
    Try,         // try { } keep c else { }    expressions: c; blocks: body, else (may be absent)
    Call,        // monster(5)                 expressions: a Call
    Do,          // do class                   expressions: the symbol
    Apply,       // apply t.boost              expressions: a Member
    Drop,        // drop gold   drop f(1)      expressions: a Call; of `drop do kind` the symbol, and op "do"
    Hold,        // hold floor                 likewise
    Give,        // give p + 1                 expressions: value; in the block of a def
    Stop,        // stop
    Discard,     // discard
    WithInput,   // with level = level + 1 { } text: the input; expressions: value; blocks: body
    WithStream,  // with stream lcg(...) { }   text: the generator or name; expressions: Arguments; blocks: body
  };
  /// Whether the value of an Assign or Let is one after a rule has run, which is undone.
  enum class Supposes : std::uint8_t {
    Nothing,
    After,  // after f(1)   the rule goes on with this thing
    Of,     // of f(1)      the rule makes a thing of its own
  };
  [[nodiscard]] bool sets_entry() const {
    return kind == Kind::Assign && supposes == Supposes::Nothing && expressions.size() > 1;
  }

  Kind kind = Kind::Stop;
  Supposes supposes = Supposes::Nothing;
  Span span;
  Span name_span;  // of `text`
  std::string text;
  std::string op;
  std::vector<Expression> expressions;
  std::vector<Block> blocks;
  std::vector<MatchArm> arms;
};

/// `rows part { affix: affix; weight: int = 1 }` of a collection.
struct RecordRows {
  Span span;
  Span name_span;
  std::string name;
  std::vector<Parameter> columns;
};

/// One line of a record.
struct RecordItem {
  enum class Kind : std::uint8_t {
    Field,  // slot = quality      op "=" or "+="; values: one
    Row,    // allocate 1..5 on a  values: the cells, and the names of columns before those that are named
    Block,  // effect { }          block
    Once,   // once
  };
  Kind kind = Kind::Field;
  Span span;
  Span name_span;
  std::string name;
  std::string op;
  std::vector<Expression> values;
  Block block;
};

struct Declaration {
  enum class Kind : std::uint8_t {
    Pack,        // pack rogue "Rogue" 1.0             title; version
    Use,         // use rogue
    Input,       // input depth: 1..30 = 1             parameters[0]
    State,       // state no_food: 0..99 = 0           parameters[0]
    Field,       // field intrinsics: list of symbol   parameters[0]
    Scratch,     // scratch left: int                  parameters[0]
    Table,       // table potion: worth { rows }       columns; rows
    Grid,        // grid race[kind] { rows }           key; columns are the outcomes across; rows
    Rule,        // rule potion { }                    parameters; block
    Def,         // def f(a) = e   def f(a) { give e } parameters; value (Missing), or block
    Display,     // display potion "..." if c          name may be empty; value; condition
    Measure,     // measure power = e                  value
    Names,       // names { knife "knife:knives" }     entries
    Expect,      // expect "title": e == e             title; value
    Collection,  // collection affix { slot: slot; rows part { }; block effect; tags = {slot} }
                 //                                 parameters: fields; record_rows; blocks; items: its tags
    Record,      // affix sharp "Sharp" : blade { }  collection; title; parents; items
  };
  struct Word {
    Span span;
    std::string text;
  };
  struct Column {
    Span span;
    TypeName type;                   // Missing: inferred
    std::string rows;                // the table whose rows the cells list, if they do
    std::vector<Expression> values;  // of a table: one Name; of a grid: names or sets that share the column
  };
  struct NameEntry {
    Span span;
    Span text_span;
    std::string symbol;
    std::string text;
  };

  Kind kind = Kind::Rule;
  Span span;
  Span name_span;
  std::string name;
  std::string doc;  // the `##` lines before it, joined by newlines
  bool is_override = false;
  bool is_world = false;     // world def, world rule
  bool is_constant = false;  // constant def
  bool is_distinct = false;  // world def NAME(x: collection) distinct
  bool is_across = false;    // grid x[key across]
  bool is_interpolated = false;
  std::string title;
  std::string version;
  std::vector<Parameter> parameters;
  std::vector<Column> columns;
  std::vector<Row> rows;
  std::vector<NameEntry> entries;
  Seldom key;
  Seldom value;
  Seldom condition;
  Block block;
  /// Whether a def has a block in the place of a value.
  [[nodiscard]] bool has_block() const { return block.span.begin < block.span.end; }
  bool is_rows = false;  // made of the rows or a block of a collection
  bool is_abstract = false;
  Word collection;  // of a record; no text: that of its parent
  std::vector<Word> parents;
  std::vector<Word> blocks;
  std::vector<RecordRows> record_rows;
  std::vector<RecordItem> items;
};

/// One file.
struct File {
  std::uint32_t source = 0;
  std::size_t tokens = 0;
  std::deque<Declaration> declarations;  // they are large; a vector would move them as it grows
};

}  // namespace spoils::lang
