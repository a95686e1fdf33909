// program/statement.h
//
// Statements as data. Each kind gives its source form, its effect in a roll, and the distribution that it denotes.
#pragma once

#include <cstdint>

#include "program/expression.h"

namespace spoils::program {

using RuleId = std::uint32_t;

/// A run of statements: `count` from number `first` in Program::block_items.
struct BlockRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};
using BlockId = std::uint32_t;

struct Statement {
  enum class Kind : std::uint8_t {
    Assign,    // x = e        slot a becomes the value of b
               //              odds: the states of e's outcomes, weighed
    If,        // if c {} else {}   block b if a, else block c (may be kNone)
               //              odds: both blocks, each with its share; states that end equal are one again
    Repeat,    // repeat n while w {}   count a is read once; block c as long as b (may be kNone) holds, at most a times
               //              odds: a states for the turns still to do; those for which w fails are done
    ForEach,   // for x in l {}     slot a takes each member of the list b in order; block c
    ForRange,  // for x in 1..9 {}  slot a takes each integer of b..value (an expression); block c
    Retry,  // retry max n {} while w   block c again, from the state before it, while b holds; at most a times in all
            //              but once (kNone: until it does not). The last try counts, whatever b says of it.
            //              odds: without a limit, the distribution given that b does not hold
    Try,    // try {} keep k else {}   block c; if b, which is `not k`, holds after it, the state is the one from before
            //              it, and block a (may be kNone) runs
            //              odds: the ways that fail go on from the state before
    Suppose,  // x = e after f()   block c runs f and sets the slot a to the value of b; all but a is put back. If
              //              value is 1 (`of`), it begins without fields. If the rule discards, a is unset
              //              odds: the state before, with each value of a
    World,  // the body of a world rule: block c, once in a world for each value of the parameters of rule a. It begins
            //              without fields; those that it leaves unset are afterwards what they were before
            //              odds: the fields that it sets are in the world memo from then on
    Run,    // f(args)      rule a goes on with this thing; args are the c operands from number b
    RunNamed,    // do e         the rule that dispatches[b] has for the symbol a; none does nothing. While a program
                 //              is checked, of `drop do e` and `hold do e`: value is Drop or Hold, and a is a slot
    Drop,        // drop f(args) rule a makes a thing of its own, which goes out beside this one
    Hold,        // hold f(args) the same, inside this one
    WithInput,   // with i = e {}   input a is the value of b while block c runs
    WithStream,  // with stream s {}   streams[a] gives every draw while block b runs
    Stop,        // stop         the rule ends here
    Discard,     // discard      the thing is given up, with all that it holds
  };
  Kind kind = Kind::Stop;
  std::uint32_t a = kNone;
  std::uint32_t b = kNone;
  std::uint32_t c = kNone;
  std::uint32_t value = kNone;
};

/// A source of draws for a block, instead of the roll's own stream.
struct StreamUse {
  enum class Kind : std::uint8_t {
    Named,  // a stream of its own, keyed by seed and name
    Lcg,    // state = multiplier * state + increment mod 2^bits, from `seed`, the first `skip` draws left out
  };
  Kind kind = Kind::Named;
  std::uint32_t name = 0;  // into Program::texts
  ExpressionId bits = kNone;
  ExpressionId multiplier = kNone;
  ExpressionId increment = kNone;
  ExpressionId seed = kNone;
  ExpressionId skip = kNone;  // kNone: 0
};

}  // namespace spoils::program
