// program/expression.h
//
// Expressions as data. A node names its operands by their numbers; a list of operands is a run in Program::operands.
// A draw is a node like any other: an interpreter that rolls draws there, one that computes odds branches there.
//
// Operand names below: a, b, c are the fields of the node; "args" is the run of b operands from number a.
#pragma once

#include <cstdint>
#include <vector>

#include "program/value.h"

namespace spoils::program {

using ExpressionId = std::uint32_t;
using SlotId = std::uint32_t;

/// No expression.
inline constexpr ExpressionId kNone = 0xFFFFFFFF;

enum class Op : std::uint8_t {
  // Leaves
  Constant,  // value                      12, dagger, true, "text", none
  Fraction,  // fractions[a]               5%, 0.25
  Slot,      // what slot a holds, kUnset included

  // Arithmetic; of Int nodes in words, of Number nodes in fractions
  OrZero,       // a, or 0 if that is unset
  Negate,       // -a
  Add,          // a + b
  Subtract,     // a - b
  Multiply,     // a * b
  Divide,       // a / b                      always a Number
  FloorDivide,  // a // b
  Modulo,       // a mod b
  Power,        // a ^ b
  Minimum,      // min(a, b)
  Maximum,      // max(a, b)
  Absolute,     // abs(a)
  Floor,        // floor(a)                   an Int
  Ceil,         // ceil(a)
  Round,        // round(a)
  Interpolate,  // points[a], ascending: the straight line between the two around key b
  Least,        // the least value that a may have, whatever it draws; draws nothing
  Greatest,     // the greatest one
  Average,      // their mean by their probabilities  always a Number

  // Questions: 0 or 1
  Equal,        // a == b as words: Int, Flag, Symbol; kUnset equals only itself
  SameNumber,   // a == b as fractions
  SameText,     // a == b by their characters
  SameList,     // a == b by their words
  Less,         // a < b                      Int
  LessOrEqual,  // a <= b                     Int
  LessNumber,   // a < b as fractions
  LessOrEqualNumber,
  Not,         // not a
  And,         // a and b                    b only if a
  Or,          // a or b                     b only if not a
  InRange,     // a in b..c                  Int
  Contains,    // is a in list or set b
  HasOutcome,  // is b an outcome of table a

  // Control
  Choose,  // if a then b else c
  Bind,    // slot value = a, then b     a value that is used more than once
  // Runs block a, of a def: assignments to slots that it binds itself, `if`s, loops, and `stop` after the one that sets
  // the slot of the result; then b, which reads that slot. A draw in it is one of the expression.
  Block,
  Invoke,       // defs[value](args)
  WorldDef,     // the same, drawn once in a world for each args
  ConstantDef,  // the same, computed once in a pack for each args: Program::constants

  // Draws
  Chance,      // true with chance a (a fraction; below 0 counts as 0, above 1 as 1); value: 100 if written in percent
  PickRange,   // an integer of a..b, evenly
  Dice,        // sum of a dice of b sides
  PickTable,   // an outcome of table a by weight
  PickGrid,    // an outcome of grid a for key b
  PickWhere,   // an outcome that choices[a] admits
  PickMember,  // a member of list or set a, evenly
  // The set of a different outcomes, drawn without replacement: of list or set b, evenly; if b is kNone, of the rows
  // that choices[value] admits, by weight. Too few candidates are a fault, unless the choice says `or_nothing`, or
  // value is 1 and b is a list: the result then holds all of them.
  PickDistinct,
  Shuffle,  // the list of the members of list or set a, each order as likely; one or none: as they are, without a draw

  // Tables
  Cell,        // column b of table a in the row of outcome c; kUnset if there is no such row
  RowCell,     // column b of table a in the row whose index slot c holds
  RowOutcome,  // the outcome of table a in the row whose index slot c holds

  // Lists, sets, texts
  MakeList,      // [args]
  MakeSet,       // {args}
  Append,        // list a with b appended
  Insert,        // set a with b in it
  Remove,        // list or set a without b (of a list: the first b)
  Join,          // list a and then list b; of sets: all in either
  Sequence,      // the list of the integers from a to b, ascending; of none if b < a
  MakeMap,       // {args}: keys, each followed by its value; values of equal keys are added up
  SetAt,         // map a with value c for key b, which is absent if that is 0
  AddAt,         // map a with c added to the value of key b
  AddMaps,       // the sums of the values that maps a and b have for each key
  SubtractMaps,  // their differences
  Keys,          // the list of the keys of map a, in the order of the table whose outcomes they are, else ascending
  MemberAt,      // the member of list a at place b, counted from 1; kUnset where it has none
  ValueAt,       // the value of key b in map a; 0 where it is absent
  Size,          // how many in list or set a
  Fold,          // folds[a]                   count(x in l where c), sum(...), ...
  Compose,       // the parts b from number a  "{x} of {y}"
  Capitalise,    // a with its first letter in upper case
  Title,         // a with its words in title case
  Hash,          // polynomial hash of text a with factor b: h = 0; for each byte h = h * b + byte, modulo 2^63

  // In no compiled program: an interpreter puts it in place of an expression of Program::hoisted
  Hoisted,  // hoisted[a], memoised for the input values that it was last computed for
};

/// One node.
struct Expression {
  Op op = Op::Constant;
  ValueType type;
  bool draws = false;        // it, or what it needs, is left to chance
  bool may_be_unset = true;  // its word may be kUnset
  std::uint16_t memo = 0;    // memos[memo - 1]: worth memoising; 0: it is not
  std::uint32_t a = kNone;
  std::uint32_t b = kNone;
  std::uint32_t c = kNone;
  Word value = 0;
};

/// How a fold combines the values that it sees.
enum class FoldKind : std::uint8_t {
  Count,
  Sum,
  Product,
  Any,
  All,
  First,
  Last,
  Maximum,
  Minimum,
  List,
  Set,
  MostCommon
};

/// count(x in source where condition: value), and the other folds.
struct Fold {
  FoldKind kind = FoldKind::Count;
  SlotId variable = 0;
  ExpressionId source = kNone;     // a list or set
  ExpressionId condition = kNone;  // kNone: all
  ExpressionId value = kNone;      // kNone: x itself
};

/// A fold or def whose value depends on few slots and costs more to compute than to look up. It draws nothing.
struct Memo {
  std::vector<SlotId> words;  // what it reads: values that are equal if their words are
  std::vector<SlotId> lists;  // lists and sets, which are equal if their members are
};

/// A condition is taken apart at its `and`s, through the defs that it runs, into steps in the order of evaluation.
struct ConditionStep {
  enum class Kind : std::uint8_t {
    Bind,     // the arguments of a def whose body the next steps take apart
    Static,   // reads no lists and cannot go wrong: its values for all rows are stored
    Guarded,  // reads no lists, but may go wrong where a step before it is false
    Dynamic,  // reads lists, and cannot go wrong: evaluated when a row is drawn
  };
  Kind kind = Kind::Dynamic;
  ExpressionId id = kNone;
  std::vector<SlotId> reads;  // of Static and Guarded: what their values depend on besides the row
};

/// pick x in table where condition weight w or nothing weight n.
struct Choice {
  std::uint32_t table = 0;
  SlotId row = 0;  // holds the index of the row in question
  ExpressionId condition = kNone;
  ExpressionId weight = kNone;          // kNone: the weight written in the row
  bool is_best = false;                 // of the rows of one outcome only the one that weighs most, as written, counts
  bool gives_row = false;               // the value is the index of the row, not its outcome
  SlotId total = kNone;                 // holds the sum of all weights for the weight of nothing; kNone: unread
  bool or_nothing = false;              // gives nothing where no row is left; else that is a fault
  ExpressionId nothing_weight = kNone;  // kNone: nothing comes only where no row is left
  std::vector<SlotId> reads;            // slots that the weights of all rows depend on, as with a table
  bool reads_heap = false;              // texts or lists are among them: equal words do not tell equal values
  // If that is so, and the condition says something that reads none: how to ask it. Empty: it is asked as a whole.
  std::vector<ConditionStep> steps;
  std::vector<SlotId> planned_reads;  // slots that decide which rows pass all but the dynamic steps
  bool weighs_static = false;         // the weights read no lists either; what they read is in settled_reads
};

/// A piece of a text. In a display some pieces vanish or change with others.
struct TextPart {
  enum class Kind : std::uint8_t {
    Literal,   // text
    Value,     // expression, as people read it
    Signed,    // expression, an integer with its sign
    Optional,  // the next `count` parts; gone if a value among them is unset, zero-length or false
    Article,   // a, an, or the number
    Plural,    // ends the noun before it
  };
  Kind kind = Kind::Literal;
  std::uint32_t text = 0;  // into Program::texts
  ExpressionId expression = kNone;
  std::uint32_t count = 0;
};

}  // namespace spoils::program
