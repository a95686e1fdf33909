// program/program.h
//
// A compiled pack: numbered slots, statements, expressions, tables. It is complete in itself (no syntax is left) and
// never changes, so any number of readings may share it, on any number of threads.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "number/rational.h"
#include "program/expression.h"
#include "program/statement.h"
#include "program/table.h"
#include "program/value.h"
#include "text/symbol.h"

namespace spoils::program {

/// A numbered place for a value. A Number takes this slot and the next.
struct Slot {
  enum class Kind : std::uint8_t {
    Input,    // the caller's; the same for a whole roll but for `with`
    State,    // kept from one roll to the next in one world
    Field,    // of the thing under construction
    Scratch,  // shared by the rules that build one thing, no part of it
    Local,    // a parameter, a let, the variable of a loop or fold
  };
  Kind kind = Kind::Local;
  std::string name;
  std::string doc;
  Span place;
  ValueType type;
  Word first = 0;  // of an Int with bounds
  Word last = 0;
  bool has_bounds = false;
  std::vector<Word> choices;  // of a Symbol with declared choices, in their order; empty: any
  /// For a Symbol whose values `in a table` are known: every symbol that the slot can ever hold, ascending, without
  /// kUnset. Empty optional: they are not known.
  std::optional<std::vector<Word>> symbols;

  /// Whether some words of its type are outside of the declared bounds or choices.
  [[nodiscard]] bool is_limited() const { return has_bounds || !choices.empty(); }

  /// Whether a word keeps within the declared bounds or choices. Unset counts as outside of bounds, but is no choice.
  [[nodiscard]] bool holds(Word word) const {
    if (has_bounds && (word < first || word > last)) { return false; }
    return choices.empty() || word == kUnset || std::find(choices.begin(), choices.end(), word) != choices.end();
  }

  Word initial = kUnset;         // of inputs and state
  Word initial_denominator = 1;  // of a Number
};

struct Def {
  std::string name;
  std::string doc;
  Span place;
  std::vector<SlotId> parameters;
  ExpressionId body = kNone;
  bool is_world = false;
  bool is_constant = false;
  bool is_distinct = false;  // of a world: no two records of its parameter's table have one value
};

class ConstantValues;

struct RuleParameter {
  SlotId slot = 0;  // a local slot, or the field's own if is_field
  bool is_field = false;
  ExpressionId initial = kNone;  // kNone: the caller must say; evaluated when the rule is run, else
};

struct Rule {
  std::string name;
  std::string doc;
  Span place;
  std::vector<RuleParameter> parameters;
  BlockId body = 0;
  bool is_own = true;          // declared by the pack itself, not by one that it uses
  bool is_block = false;       // a block of a record: only `apply` runs it
  std::vector<SlotId> fields;  // that a thing made by it may have or read, ascending; hidden ones included
  std::vector<SlotId> reads;   // slots that its own expressions read (expressions_of), ascending
  std::map<SlotId, std::set<Word>> may_set;  // fields of a thing made by it to all words that it may give them besides
                                             // none; without those fields of which that is not known
  std::vector<std::uint32_t> displays;       // into Program::displays, in order
};

/// How a thing is called: the first whose condition holds.
struct Display {
  std::optional<RuleId> rule;  // of things that this rule worked on; nothing: of any
  ExpressionId condition = kNone;
  ExpressionId text = kNone;  // Compose, or Choose between such
  Span place;
};

struct Measure {
  std::string name;
  std::string doc;
  Span place;
  ExpressionId value = kNone;
};

/// The words under which a symbol is shown.
struct SymbolName {
  std::string singular;
  std::string plural;                    // empty: by the rules of English
  std::size_t stem = std::string::npos;  // where in `singular` the noun ends that they change; npos: at its end
};

/// A number that a question keeps while a roll goes on: count(x in things where c), sum(x in things: e), any(...).
/// It is brought up to date whenever a thing is finished, by the thing's own fields.
struct Accumulator {
  FoldKind kind = FoldKind::Count;
  bool held_only = false;          // only what the rule's own thing holds
  ExpressionId condition = kNone;  // over the fields of the thing
  ExpressionId value = kNone;      // kNone: 1
  SlotId slot = 0;                 // holds the number
  Word most = 0;                   // a greater amount is a fault, of either sign; 0: none is

  /// The value before the first thing. The greatest of nothing is read as 0, but is below all that come.
  [[nodiscard]] Word nothing() const {
    if (kind == FoldKind::Maximum) { return kUnset; }
    return kind == FoldKind::All ? 1 : 0;
  }
};

/// The values of inputs and state before a roll.
using Settings = std::vector<std::pair<SlotId, Word>>;

/// odds(rule(arguments) by f: condition given evidence, input = value), or the mean of a value.
struct Query {
  static constexpr std::uint64_t kForever = 0;
  bool is_mean = false;
  RuleId rule = 0;
  std::vector<std::pair<RuleParameter, ExpressionId>> arguments;
  std::vector<std::pair<SlotId, ExpressionId>> settings;  // inputs and state
  std::vector<ExpressionId> by;                           // empty: the odds of the condition
  std::vector<std::string> by_names;
  bool by_name = false;            // `name` by the display is the first column
  ExpressionId condition = kNone;  // a flag; of a mean the value
  ExpressionId given = kNone;
  /// The same three for odds, if they read what a program that is written for odds has computed before
  /// (odds/evaluated_early.h). A roll has no such values.
  struct Early {
    std::vector<ExpressionId> by;
    ExpressionId condition = kNone;
    ExpressionId given = kNone;
  };
  std::optional<Early> early;
  std::vector<Accumulator> accumulators;
  std::vector<SlotId> each;  // of a mean: things are counted apart by what these fields hold, symbols, at most 3
  // Of an `expect`: whether the condition holds in some of so many rolls of one world; kForever: in what share of them.
  std::uint64_t rolls = 1;
  [[nodiscard]] bool is_of_many_rolls() const { return rolls != 1; }
  Settings begins;  // of many rolls: state before the first one, if it is given
  Span place;
};

/// An expectation of the pack about its odds.
struct Expectation {
  enum class Kind : std::uint8_t {
    Equal,  // left == right
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Within,        // left in right..last
    About,         // left about right: equal to the digits written
    Distribution,  // left == { weights }
  };
  /// Either a query or a number.
  struct Side {
    std::optional<std::uint32_t> query;
    number::Rational number;
    int decimals = 0;  // digits after the point as written, two more for a percentage; for About
  };
  struct Share {
    ExpressionId outcome = kNone;
    number::Rational weight;
  };
  Kind kind = Kind::Equal;
  std::string title;
  Span place;
  Side left;
  Side right;
  Side last;
  std::vector<Share> shares;
};

/// An expression that reads inputs alone, of one word each; a reading may store its value for theirs.
struct Hoisted {
  ExpressionId expression = kNone;
  SlotId first = 0;
  SlotId second = 0;  // the same if it reads but one
};

/// Which rule `do` runs for a symbol.
struct Dispatch {
  bool is_block = false;                       // of `apply`: known from the start
  std::vector<std::pair<Word, RuleId>> rules;  // ascending by symbol
};

struct Program {
  std::string name;
  std::string title;
  std::string version;
  std::string doc;

  text::Symbols symbols;
  std::vector<SymbolName> symbol_names;  // one a symbol

  std::vector<Slot> slots;
  std::vector<SlotId> inputs;  // each in the order of declaration
  std::vector<SlotId> states;
  std::vector<SlotId> fields;  // in the order in which packs set them first
  SlotId shown = 0;            // hidden field: which rule's display names the thing, and how far out that rule was

  std::vector<Expression> expressions;
  std::vector<Span> places;  // one an expression
  std::vector<ExpressionId> operands;
  std::vector<number::Rational> fractions;
  std::vector<std::string> texts;        // constants; number 0 is the empty text
  std::vector<std::vector<Word>> lists;  // constants; number 0 is the empty list
  std::vector<TextPart> parts;
  std::vector<Points> points;
  std::vector<Fold> folds;
  std::vector<Choice> choices;
  std::vector<Hoisted> hoisted;  // ascending; none is part of another
  std::vector<Memo> memos;

  std::vector<Statement> statements;
  std::vector<Span> statement_places;
  std::vector<std::uint32_t> block_items;  // statements of blocks, run by run
  std::vector<BlockRange> blocks;
  std::vector<StreamUse> streams;
  std::vector<Dispatch> dispatches;

  std::vector<Table> tables;
  std::vector<Grid> grids;
  std::vector<Def> defs;
  std::shared_ptr<ConstantValues> constants;  // values of constant defs, shared by all copies; null if there are none
  std::vector<Rule> rules;                    // the pack's own first, in its order, then those of used packs
  std::vector<Display> displays;
  std::vector<Measure> measures;
  std::vector<Query> queries;
  std::vector<Expectation> expectations;
  SlotId made_by = 0;     // hidden: the name of the rule that made the thing in question; read only by questions
  SlotId world_memo = 0;  // hidden: the values of world defs, in the world of a question
  bool settles = false;   // some rule reads a def of the world, evaluated once for all rolls, or is a world rule

  /// The statements, ascending, in which some roll may pick from nothing, divide by zero, leave the range of a state
  /// and so on, as far as the search of quantities knows; empty if it did not run. Odds evaluate them whether their
  /// results are read or not, so that they fail where a roll does.
  std::vector<std::uint32_t> may_fail;

  std::uint64_t content_hash = 0;  // of the bytes of all its files

  /// How much of everything there is that a question adds to.
  struct Sizes {
    std::size_t slots = 0;
    std::size_t expressions = 0;
    std::size_t statements = 0;
    std::size_t tables = 0;
    std::size_t choices = 0;
    std::size_t rules = 0;
  };
  [[nodiscard]] Sizes sizes() const {
    return {slots.size(), expressions.size(), statements.size(), tables.size(), choices.size(), rules.size()};
  }

  /// Each returns the index of what has that name. Cost: linear.
  [[nodiscard]] std::optional<RuleId> find_rule(std::string_view name) const;
  [[nodiscard]] std::optional<SlotId> find_input(std::string_view name) const;
  [[nodiscard]] std::optional<SlotId> find_field(std::string_view name) const;

  /// Returns how many words all inputs take, with which the words of a thing begin (roll/thing.h). Cost: linear.
  [[nodiscard]] std::size_t input_words() const;

  /// Returns how a symbol is shown: its entry in `names`, else its word with blanks for underscores.
  [[nodiscard]] std::string_view shown_symbol(Word symbol) const {
    return symbol_names[static_cast<std::size_t>(symbol)].singular;
  }

  /// Returns the characters of a text word; `heap` holds those made while rolling. kUnset is the empty text.
  [[nodiscard]] std::string_view text(Word word, const Heap& heap) const {
    if (word == kUnset) { return {}; }
    return (word & Heap::kMark) != 0 ? heap.text(word) : std::string_view(texts[static_cast<std::size_t>(word)]);
  }

  struct ListView {
    const Word* first = nullptr;
    std::size_t count = 0;
    [[nodiscard]] const Word* begin() const { return first; }
    [[nodiscard]] const Word* end() const { return first + count; }
  };
  /// Returns the members of a list or set word, likewise. Valid until the heap grows.
  [[nodiscard]] ListView list(Word word, const Heap& heap) const {
    if (word == kUnset) { return {}; }
    if ((word & Heap::kMark) != 0) { return {heap.list_begin(word), Heap::length(word)}; }
    const auto& constant = lists[static_cast<std::size_t>(word)];
    return {constant.data(), constant.size()};
  }

  /// Whether a key of a map comes before another where its keys are listed: in the order of the table whose outcomes
  /// they are, if the type has one, else by its word.
  [[nodiscard]] bool is_key_before(ValueType type, Word a, Word b) const;

  /// A key of a map, and its value.
  struct Entry {
    Word key = 0;
    Word value = 0;
  };
  /// Returns the entries of a map in the order in which its keys are listed.
  [[nodiscard]] std::vector<Entry> entries(ValueType type, Word word, const Heap& heap) const;
};

}  // namespace spoils::program
