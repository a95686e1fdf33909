// spoils/spoils.h
//
// The C interface (C11): everything that a game or a tool needs, for programs in C and for bindings of other languages.
// docs/embedding.md shows it at work; examples/c and examples/game_loop are whole programs.
//
// Texts are a pointer and a length in UTF-8, without a NUL at the end. A text that is passed in is copied where it is
// kept; {NULL, 0} is the empty text.
//
// Handles (pointers to spoils_pack, spoils_roller, ...) are created by the functions that have a parameter `out`, and
// freed by spoils_free(), in any order: a handle keeps alive what it needs of others. A text or array that a function
// gives belongs to a handle, as the function says, and ends with it.
//
// Errors: every function that can fail returns a spoils_error, NULL if all is well. The caller frees it. After an error
// `*out` is NULL, and other results are as before. Each function can return, besides the codes that it lists:
// SPOILS_MISUSE for NULL in the place of a handle or a result, a handle of another kind, an index out of range, a text
// without bytes, a handle that was freed (noticed for certain in builds with assertions alone, which do not give such
// memory away for a while); SPOILS_INVALID_TEXT for a text that is not UTF-8; SPOILS_OUT_OF_MEMORY; SPOILS_INTERNAL.
//
// Threads: the library has no state of its own. Packs, findings, odds, batches, strings and errors never change: any
// number of threads may read one at the same time. A roller, a world or a service is for one thread at a time; a
// stopper for all.
//
// Structs in which a program gets results have the layout of this version of the binary interface, SPOILS_ABI, which is
// the number in the name of libspoils.so.1. Those in which a program passes options must be zero where it sets nothing.
#ifndef SPOILS_SPOILS_H
#define SPOILS_SPOILS_H

#include <stddef.h>
#include <stdint.h>

#if defined(_WIN32) && defined(SPOILS_SHARED) && defined(SPOILS_BUILDING)
#define SPOILS_C __declspec(dllexport)
#elif defined(_WIN32) && defined(SPOILS_SHARED)
#define SPOILS_C __declspec(dllimport)
#elif defined(__GNUC__)
#define SPOILS_C __attribute__((visibility("default")))
#else
#define SPOILS_C
#endif

#ifdef __cplusplus
extern "C" {
#endif

#define SPOILS_ABI 1

// ---- Texts and handles ----------------------------------------------------------------------------------------------

typedef struct spoils_text {
  const char* data;
  size_t size;  // in bytes
} spoils_text;

// The text of a literal: SPOILS_TEXT("depth").
#ifdef __cplusplus
#define SPOILS_TEXT(literal) (spoils_text{"" literal, sizeof(literal) - 1})
#else
#define SPOILS_TEXT(literal) ((spoils_text){"" literal, sizeof(literal) - 1})
#endif

typedef struct spoils_error spoils_error;        // why a call failed
typedef struct spoils_string spoils_string;      // a text of its own: JSON, a formatted pack
typedef struct spoils_findings spoils_findings;  // errors, warnings and notes about a pack
typedef struct spoils_pack spoils_pack;          // a compiled pack
typedef struct spoils_roller spoils_roller;      // rolls one rule; has the things of its last roll
typedef struct spoils_batch spoils_batch;        // the things of many rolls, in columns
typedef struct spoils_world spoils_world;        // the state that lasts from roll to roll
typedef struct spoils_odds spoils_odds;          // the answers of a question
typedef struct spoils_stopper spoils_stopper;    // with which another thread stops work
typedef struct spoils_tweaker spoils_tweaker;    // a roll whose decisions can be changed

// Returns SPOILS_ABI of the library that the program runs with.
SPOILS_C uint32_t spoils_abi(void);

// Returns the version of the library, "0.1.0"; valid for ever.
SPOILS_C spoils_text spoils_version(void);

// Frees a handle of any kind; NULL: nothing. Returns SPOILS_OK, or SPOILS_MISUSE if the handle is of no kind or was
// freed (see above), and then does nothing. No other thread may use the handle any more.
SPOILS_C int spoils_free(void* handle);

// Returns the text of a string, which ends with it; empty if the handle is wrong. Cost: constant.
SPOILS_C spoils_text spoils_string_text(const spoils_string* string);

// ---- Errors ---------------------------------------------------------------------------------------------------------

// New codes are added at the end.
typedef enum spoils_code {
  SPOILS_OK = 0,
  SPOILS_UNKNOWN_RULE = 1,
  SPOILS_UNKNOWN_INPUT = 2,  // neither the pack nor the rule has an input, parameter or state of that name
  SPOILS_BAD_VALUE = 3,      // outside the declared range or of the wrong type; a wrong question or expression
  SPOILS_MISSING_VALUE = 4,  // a parameter of the rule that has no default
  SPOILS_FAULT = 5,          // the pack did something impossible: it is wrong for these inputs
  SPOILS_LIMIT = 6,          // one roll, or the work on a question, grew beyond a limit, or was stopped
  SPOILS_WORLD = 7,          // a world that cannot be read, or is of another pack
  SPOILS_FILE = 8,           // a file that cannot be read
  SPOILS_MISUSE = 9,         // the caller broke a rule of this header
  SPOILS_INVALID_PACK = 10,  // the pack has errors, which are in its findings
  SPOILS_INVALID_TEXT = 11,  // a text is not UTF-8
  SPOILS_OUT_OF_MEMORY = 12,
  SPOILS_INTERNAL = 13  // a fault of the library: please report it
} spoils_code;

// A place in a pack. Lines and columns count from 1, columns in characters.
typedef struct spoils_place {
  spoils_text file;
  uint32_t line;
  uint32_t column;
} spoils_place;

// Each reads a part of an error; its texts end with the error. NULL is no error: SPOILS_OK and empty texts. A handle
// that is none of an error reads as SPOILS_MISUSE with such a message. Cost: constant.
SPOILS_C int spoils_error_code(const spoils_error* error);
SPOILS_C spoils_text spoils_error_message(const spoils_error* error);  // one sentence for people, without the place
SPOILS_C spoils_text spoils_error_help(const spoils_error* error);     // what to do; may be empty
// Returns 1 and the place in the pack of a fault or limit of a roll; 0 if the error has none, or `out` is NULL.
SPOILS_C int spoils_error_place(const spoils_error* error, spoils_place* out);
// The whole as an object: {"schema":"spoils.error","version":1,"code":"unknown_rule","message":"...","help":"...",
// "place":{"file":"a.loot","line":3,"column":7} or null,"facts":{"rule":"flor","nearest":"floor"}}. The facts are those
// of spoils/error.h.
SPOILS_C spoils_text spoils_error_json(const spoils_error* error);

// ---- Packs ----------------------------------------------------------------------------------------------------------

// A file in memory: its path, for `use` and for findings, and its content.
typedef struct spoils_file {
  spoils_text name;  // "chest.loot", "lib/dice.loot"
  spoils_text text;
} spoils_file;

// How a pack is compiled; NULL for the defaults.
typedef struct spoils_load_options {
  const spoils_text* search;  // folders on the disk in which used packs are looked for, at last
  size_t search_count;
  int skip_quantities;  // 1: do not check quantities for all values of the inputs, the longest part of loading
} spoils_load_options;

// Compiles a pack from files in memory; nothing is read from the disk unless `search` has folders. `name` is what
// a path on the disk would be: "chest.loot" for that file, "rogue" for all files of that folder, "rogue/a.loot" and so
// on, which are read together; empty for the only file. A pack that it uses is looked for beside it.
// `findings`: may be NULL; else it is set whether there is a pack or not. Both results are the caller's.
// Errors: SPOILS_INVALID_PACK, whose message has the first error; SPOILS_FILE, if no file has that name.
// Cost: linear in the text, times the values of the inputs that the checks go through: a few milliseconds for a
// pack of a hundred lines. Never rolls.
SPOILS_C spoils_error* spoils_pack_compile(const spoils_file* files, size_t count, spoils_text name,
                                           const spoils_load_options* options, spoils_pack** out,
                                           spoils_findings** findings);

// Reads and compiles a file, or a folder whose .loot files are read together. Otherwise as above.
SPOILS_C spoils_error* spoils_pack_load(spoils_text path, const spoils_load_options* options, spoils_pack** out,
                                        spoils_findings** findings);

// Puts the text of a file of a pack into its canonical layout: `*out` is the caller's. `findings` as above.
// Errors: SPOILS_INVALID_PACK for mistakes of spelling or grammar.
SPOILS_C spoils_error* spoils_format(spoils_text name, spoils_text text, spoils_string** out,
                                     spoils_findings** findings);

// ---- Findings -------------------------------------------------------------------------------------------------------

typedef enum spoils_severity { SPOILS_ERROR = 0, SPOILS_WARNING = 1, SPOILS_NOTE = 2 } spoils_severity;

typedef struct spoils_finding {
  int severity;         // spoils_severity
  spoils_text code;     // "E0503"; docs/diagnostics.md explains each
  spoils_text message;  // the headline
  spoils_text help;     // what to do; may be empty
  spoils_place place;
  uint32_t begin;  // bytes of the file that cause it, half open
  uint32_t end;
} spoils_finding;

// Gives the number of findings, and one of them, in the order of files and places; its texts end with the handle.
SPOILS_C spoils_error* spoils_findings_count(const spoils_findings* findings, size_t* out);
SPOILS_C spoils_error* spoils_findings_get(const spoils_findings* findings, size_t index, spoils_finding* out);
// All of them as people read them, with the lines that they are about; and as a JSON array for editors, with labels,
// notes and edits. The string is the caller's. Cost: linear in the findings.
SPOILS_C spoils_error* spoils_findings_text(const spoils_findings* findings, spoils_string** out);
SPOILS_C spoils_error* spoils_findings_json(const spoils_findings* findings, spoils_string** out);

// ---- The declarations of a pack -------------------------------------------------------------------------------------
//
// All texts and arrays end with the pack. Cost of each function: constant, if it does not say otherwise.

typedef enum spoils_kind {
  SPOILS_UNSET = 0,
  SPOILS_INTEGER = 1,
  SPOILS_NUMBER = 2,  // a fraction
  SPOILS_FLAG = 3,
  SPOILS_SYMBOL = 4,
  SPOILS_STRING = 5,  // a text
  SPOILS_LIST = 6,    // or a set
  SPOILS_MAP = 7
} spoils_kind;

typedef struct spoils_pack_info {
  spoils_text name;
  spoils_text title;
  spoils_text version;
  uint64_t hash;  // of the bytes of all its files
  size_t rules;   // the numbers of its declarations
  size_t inputs;
  size_t states;
  size_t fields;
  size_t tables;
  size_t expectations;
} spoils_pack_info;

typedef struct spoils_rule_info {
  spoils_text name;
  spoils_text doc;
  int own;  // 1: declared by this pack; 0: by one that it uses
  size_t parameters;
} spoils_rule_info;

// An input of the pack, a parameter of a rule, a state.
typedef struct spoils_input_info {
  spoils_text name;
  spoils_text doc;
  int kind;         // spoils_kind
  int has_range;    // 1: an integer from `first` to `last`
  int has_initial;  // 1: `initial` is its default, as it would be written; 0: the caller must give a value
  int64_t first;
  int64_t last;
  spoils_text initial;
  const spoils_text* choices;  // of a symbol, in their order; none: any
  size_t choice_count;
} spoils_input_info;

typedef struct spoils_field_info {
  spoils_text name;
  spoils_text type;  // "integer", "list of symbols", ...
  int kind;          // spoils_kind
} spoils_field_info;

typedef struct spoils_table_info {
  spoils_text name;
  spoils_text doc;
  spoils_text type;  // of its outcomes
  size_t rows;
  size_t columns;
} spoils_table_info;

typedef enum spoils_declaration {
  SPOILS_RULES = 0,
  SPOILS_INPUTS = 1,
  SPOILS_STATES = 2,
  SPOILS_FIELDS = 3,
  SPOILS_TABLES = 4
} spoils_declaration;

SPOILS_C spoils_error* spoils_pack_info_of(const spoils_pack* pack, spoils_pack_info* out);
SPOILS_C spoils_error* spoils_pack_rule(const spoils_pack* pack, size_t rule, spoils_rule_info* out);
SPOILS_C spoils_error* spoils_pack_parameter(const spoils_pack* pack, size_t rule, size_t parameter,
                                             spoils_input_info* out);
SPOILS_C spoils_error* spoils_pack_input(const spoils_pack* pack, size_t input, spoils_input_info* out);
SPOILS_C spoils_error* spoils_pack_state(const spoils_pack* pack, size_t state, spoils_input_info* out);
SPOILS_C spoils_error* spoils_pack_field(const spoils_pack* pack, size_t field, spoils_field_info* out);
SPOILS_C spoils_error* spoils_pack_table(const spoils_pack* pack, size_t table, spoils_table_info* out);

// Gives the index of a declaration by its name; `what` is a spoils_declaration. Errors: SPOILS_BAD_VALUE, if there is
// none of that name. Cost: linear in the declarations.
SPOILS_C spoils_error* spoils_pack_find(const spoils_pack* pack, int what, spoils_text name, size_t* out);

// Gives all of this as one object (schema spoils.pack). The string is the caller's. Cost: linear in the declarations.
SPOILS_C spoils_error* spoils_pack_json(const spoils_pack* pack, spoils_string** out);

// ---- Rolls ----------------------------------------------------------------------------------------------------------

// A value of an input, a parameter or a state, as it would be written in a pack.
typedef struct spoils_setting {
  spoils_text name;
  spoils_text value;
} spoils_setting;

// Gives the seed that a text means: decimal or 0x hexadecimal digits are the number itself, any other text is hashed.
SPOILS_C spoils_error* spoils_seed(spoils_text text, uint64_t* out);

// Prepares a rule for rolls; the empty name is the pack's first. Inputs and parameters without a setting have their
// defaults. `*out` is the caller's. Errors: SPOILS_UNKNOWN_RULE, SPOILS_UNKNOWN_INPUT, SPOILS_BAD_VALUE,
// SPOILS_MISSING_VALUE. Cost: some microseconds, and a memory of up to some megabytes as it is used.
SPOILS_C spoils_error* spoils_roller_new(const spoils_pack* pack, spoils_text rule, const spoils_setting* settings,
                                         size_t count, spoils_roller** out);

// Changes an input or parameter for later rolls; by the index of an input, which costs less, only integers, flags (0
// and 1), and symbols (by the number of the choice). Errors: SPOILS_UNKNOWN_INPUT, SPOILS_BAD_VALUE.
SPOILS_C spoils_error* spoils_roller_set(spoils_roller* roller, spoils_text name, spoils_text value);
SPOILS_C spoils_error* spoils_roller_set_integer(spoils_roller* roller, size_t input, int64_t value);

// Changes the value with which a state begins in later rolls that belong to no world: a set is written `{a, b}`, a map
// `{a 1, b 2}`, an unset value `none`. Errors: SPOILS_UNKNOWN_INPUT, SPOILS_BAD_VALUE.
SPOILS_C spoils_error* spoils_roller_set_state(spoils_roller* roller, spoils_text name, spoils_text value);

// Rolls once, and gives the number of things; the roller has them until its next roll. The same pack, rule, values,
// seed and index give the same things on every machine and for ever. Errors: SPOILS_FAULT, SPOILS_LIMIT; then there are
// no things. Cost: that of the draws; allocates nothing once warm.
SPOILS_C spoils_error* spoils_roll(spoils_roller* roller, uint64_t seed, uint64_t index, size_t* things);

// Rolls the next index of a world, with its seed and state, and leaves the new state in it. After an error the world is
// as before. Errors: as above, and SPOILS_WORLD, if the world is of another pack.
SPOILS_C spoils_error* spoils_roll_world(spoils_roller* roller, spoils_world* world, size_t* things);

// Rolls once and gives the things as one object (schema spoils.roll, as `spoils roll --format json`), with the end of
// the line. The string is the caller's.
SPOILS_C spoils_error* spoils_roll_json(spoils_roller* roller, uint64_t seed, uint64_t index, spoils_string** out);

// ---- The things of the last roll ------------------------------------------------------------------------------------
//
// The rule's own thing comes first, then what it dropped, each followed by what it holds. Texts end with the next roll
// of the roller, or with the roller; those of spoils_thing_name() also with the next call of it.

// A value. `number`: of an integer; the numerator of a number; 0 or 1 of a flag; of a list or map how many members it
// has. `text`: a text, or a symbol as the pack writes it; `shown`: as people read it.
typedef struct spoils_value {
  int32_t kind;  // spoils_kind
  int32_t reserved;
  int64_t number;
  int64_t denominator;  // of a number, at least 1; else 1
  spoils_text text;
  spoils_text shown;
} spoils_value;

// Gives the value of any field. Cost: constant; linear in the members of a list or map.
SPOILS_C spoils_error* spoils_thing_field(spoils_roller* roller, size_t thing, size_t field, spoils_value* out);

// The cheapest reads: an integer, the numerator of a number, or a flag; 0 if it is unset. And a text, or a symbol as
// the pack writes it; empty if it is unset. A field of another kind is SPOILS_MISUSE. Cost: constant.
SPOILS_C spoils_error* spoils_thing_integer(const spoils_roller* roller, size_t thing, size_t field, int64_t* out);
SPOILS_C spoils_error* spoils_thing_text(const spoils_roller* roller, size_t thing, size_t field, spoils_text* out);

// Gives a member of a list or set, or a key of a map with its integer (`amount` may be NULL). Cost: constant for the
// field that was read last, else that of spoils_thing_field().
SPOILS_C spoils_error* spoils_thing_member(spoils_roller* roller, size_t thing, size_t field, size_t member,
                                           spoils_value* out, int64_t* amount);

// Gives the name by the pack's `display`. Cost: it is built at each call.
SPOILS_C spoils_error* spoils_thing_name(spoils_roller* roller, size_t thing, spoils_text* out);

// Gives the rule that made the thing, and the index of the thing that holds it, -1 if none does.
SPOILS_C spoils_error* spoils_thing_made_by(const spoils_roller* roller, size_t thing, spoils_text* out);
SPOILS_C spoils_error* spoils_thing_holder(const spoils_roller* roller, size_t thing, int32_t* out);

// Gives the value that an input had when the thing was made; `with` may have changed it.
SPOILS_C spoils_error* spoils_thing_input(spoils_roller* roller, size_t thing, size_t input, spoils_value* out);

// ---- Batches --------------------------------------------------------------------------------------------------------

// The things of many rolls. The arrays have an element for each thing, and end with the batch.
typedef struct spoils_batch_info {
  size_t things;
  size_t columns;
  const uint64_t* index;     // of its roll
  const int64_t* holder;     // the position in the batch of the thing that holds it; -1: none
  const uint32_t* made_by;   // its rule: a position in `texts`
  const uint32_t* name;      // its name: a position in `texts`; NULL unless the batch has names
  const spoils_text* texts;  // each text once
  size_t text_count;
} spoils_batch_info;

// The values of one field. By `kind`: `number` is an integer, the numerator of a number, a flag, or a position in
// `texts`: of the symbol as the pack writes it, of the text, of the JSON of a list or map; 0 if unset.
typedef struct spoils_column {
  const uint8_t* kind;  // spoils_kind
  const int64_t* number;
  const int64_t* denominator;  // NULL unless the field is a number
} spoils_column;

// Rolls `rolls` times from index `first` on, and keeps these fields of all things. `*out` is the caller's. Errors:
// those of spoils_roll(), whose facts have the index; SPOILS_LIMIT above 10,000,000 things, or if the index would pass
// 2^64. Cost: that of the rolls, and some 10 ns for a value.
SPOILS_C spoils_error* spoils_roll_batch(spoils_roller* roller, uint64_t seed, uint64_t first, uint64_t rolls,
                                         const size_t* fields, size_t field_count, int with_names, spoils_batch** out);
SPOILS_C spoils_error* spoils_batch_info_of(const spoils_batch* batch, spoils_batch_info* out);
SPOILS_C spoils_error* spoils_batch_column(const spoils_batch* batch, size_t column, spoils_column* out);

// ---- Worlds ---------------------------------------------------------------------------------------------------------

typedef struct spoils_world_info {
  uint64_t seed;
  uint64_t next;  // the number of its rolls so far
} spoils_world_info;

// Begins a world with the initial state of the pack. `*out` is the caller's.
SPOILS_C spoils_error* spoils_world_new(const spoils_pack* pack, uint64_t seed, spoils_world** out);

// Gives the world as JSON, for a saved game; and makes a world of such a text. Results are the caller's.
// Errors: SPOILS_WORLD, if the text is no world, or of another pack. Cost: linear in the state.
SPOILS_C spoils_error* spoils_world_save(const spoils_world* world, spoils_string** out);
SPOILS_C spoils_error* spoils_world_restore(const spoils_pack* pack, spoils_text saved, spoils_world** out);

SPOILS_C spoils_error* spoils_world_info_of(const spoils_world* world, spoils_world_info* out);
// Gives a state by its index, as a pack would write it: `7`, `true`, `{a, b}`. The string is the caller's.
// Cost: linear in the state.
SPOILS_C spoils_error* spoils_world_state(const spoils_world* world, size_t state, spoils_string** out);

// ---- Odds -----------------------------------------------------------------------------------------------------------

// The limits of long work; NULL, or 0 in a member, for the defaults. After the limit an answer has proven bounds
// instead of exact figures, or the call ends with SPOILS_LIMIT if there is no answer yet. An answer that the clock or a
// stop has cut short differs from run to run.
typedef struct spoils_budget {
  uint64_t max_states;    // kept at once; default 1,000,000
  uint64_t max_paths;     // of draws and statements; default 500,000,000
  uint64_t milliseconds;  // until there is an answer, at most a fifth or 0.1 s later; default: no limit. The values of
                          // a sweep share it
  // Called every few milliseconds by the thread that makes the call; 1 ends the work. It must not throw, nor use a
  // handle that the call changes. NULL: not called.
  int (*stop)(void* user);
  void* user;
  const spoils_stopper* stopper;  // by which another thread ends the work; NULL: none
} spoils_budget;

// Makes a stopper, which is the caller's; and asks all work that has it to end. Safe from any thread, at any time
// before it is freed; it must not be freed while work that has it goes on.
SPOILS_C spoils_error* spoils_stopper_new(spoils_stopper** out);
SPOILS_C spoils_error* spoils_stopper_stop(spoils_stopper* stopper);

// Answers a question, exactly. It is a JSON object; all members may be left out:
//   "rule": "floor"             the rule; default: the pack's first
//   "inputs": {"depth": 3}      inputs and parameters
//   "state": {"pity": 2}        state at the beginning of the world
//   "by": ["kind", "cursed"]    the odds of these fields or expressions; default: the kind
//   "count": "kind == bat"      instead of "by": how many of the things satisfy the condition
//   "from": "potion"            instead of "by": the odds of a draw from this table or expression
//   "each": ["kind"]            instead of "by": the expected number of things of each kind
//   "where": "depth > 2"        a condition that the odds are given (not with "each")
//   "fractions": true           also exact fractions (not with "each")
//   "estimate": 100000          also estimates an answer that is not exact, by at most so many rolls of "seed": "1", or
//                               by samples of the paths that take as much work, unless "whole_rolls" is true
//                               (never for "each"); the JSON has them, spoils_odds_row has proven bounds alone
//   "sweep": {"input": "depth", "first": 1, "last": 9}, or with "values": ["1", "5"]: one answer for each value
//                               of an input, state or parameter of the rule
// `*out` is the caller's. Errors: those of spoils_roller_new(); SPOILS_BAD_VALUE also for a wrong question;
// SPOILS_FAULT, if some path of the roll fails; SPOILS_LIMIT. Cost: linear in the states reached.
SPOILS_C spoils_error* spoils_odds_of(const spoils_pack* pack, spoils_text question, const spoils_budget* budget,
                                      spoils_odds** out);

// Lets questions about a pack have the answers that an earlier version of it gave, as far as both are the same in all
// that a question needs: after a change of a table, only what reads it is computed again. `before` stays in memory as
// long as `pack`, also if it is freed. Cost: constant.
SPOILS_C spoils_error* spoils_reuse_answers(const spoils_pack* pack, const spoils_pack* before);

typedef enum spoils_limit {
  SPOILS_LIMIT_NONE = 0,
  SPOILS_LIMIT_STATES = 1,
  SPOILS_LIMIT_PATHS = 2,
  SPOILS_LIMIT_MEMORY = 3,
  SPOILS_LIMIT_STOPPED = 4,
  SPOILS_LIMIT_DRAW = 5  // a draw has too many outcomes to go through
} spoils_limit;

// One answer: a table of outcomes.
typedef struct spoils_answer {
  spoils_text value;  // of the swept input; empty without a sweep
  size_t rows;
  size_t columns;
  int exact;          // 1: exact; 0: bounds
  int limit;          // spoils_limit: why not
  double given;       // probability of "where"; of bounds the lower one; the upper is `given + unexplored`, and 2e-12
                      // of `given` more if `unexplored` is less than that: rounding
  double unexplored;  // probability that was not explored
  double mean;        // with "count"; NaN of bounds, which say nothing of it; else 0
} spoils_answer;

// An outcome. With "each": `probability` and `low` are the expected number, or a lower bound of it if the answer is not
// exact; then `high` is infinity, since what is unexplored may make any number of things.
typedef struct spoils_odds_row {
  double probability;
  double low;  // proven bounds; both equal `probability` if the answer is exact, which is below 1 beside other rows
  double high;
  spoils_text numerator;  // in decimal digits, as many as it takes; empty without "fractions"
  spoils_text denominator;
} spoils_odds_row;

// A value of a row, as the pack writes it; `kind` is SPOILS_UNSET if there is none.
typedef struct spoils_cell {
  int kind;  // spoils_kind
  spoils_text text;
} spoils_cell;

// Gives the number of answers (1 without a sweep), an answer, a row of it (the most likely first), a value of the row,
// the name of a column, and what all outcomes that have no row have at most: the upper bound of their probability, with
// "each" of their expected number (infinite if the answer is not exact); 0 if it is exact. Texts end with the odds.
// Cost: constant.
SPOILS_C spoils_error* spoils_odds_count(const spoils_odds* odds, size_t* out);
SPOILS_C spoils_error* spoils_odds_answer(const spoils_odds* odds, size_t answer, spoils_answer* out);
SPOILS_C spoils_error* spoils_odds_row_of(const spoils_odds* odds, size_t answer, size_t row, spoils_odds_row* out);
SPOILS_C spoils_error* spoils_odds_cell(const spoils_odds* odds, size_t answer, size_t row, size_t column,
                                        spoils_cell* out);
SPOILS_C spoils_error* spoils_odds_column(const spoils_odds* odds, size_t column, spoils_text* out);
SPOILS_C spoils_error* spoils_odds_unlisted(const spoils_odds* odds, size_t answer, double* out);

// Gives the whole as one object (schema spoils.odds or spoils.each, as `spoils odds --format json`). The string is the
// caller's. Cost: linear in the rows.
SPOILS_C spoils_error* spoils_odds_json(const spoils_odds* odds, spoils_string** out);

// Answers how likely each outcome occurs at least once in each of `count` numbers of successive rolls of one world,
// ascending from at least 1. State, and the values that a world stores once, are passed from roll to roll. The question
// is that of spoils_odds_of() with "rule", "inputs", "state", and "by", "count" or "from"; a condition, "each",
// fractions, estimates and a sweep have no answer. `*out` is an object (schema spoils.at_least_once): "rolls"; "exact",
// and the "limit" why not, as "states" or "stopped", else "none"; "independent", "worlds", "all_worlds"; "unlisted",
// what an outcome without a row has at most, by number of rolls; "rows" of "values" and, by number of rolls, "p", or
// proven bounds "lo" and "hi"; the number of rolls until it occurs, on average "mean_wait", and with a probability of
// 50%, 90% and 99% "wait_50", "wait_90", "wait_99": null for never, or if its name is in the list "unknown". The row of
// "count" has no values: at least one such thing. The string is the caller's. Errors: those of spoils_odds_of();
// SPOILS_BAD_VALUE also for wrong numbers; SPOILS_LIMIT if there is no answer in the budget. Cost: one answer for each
// state of the world that is reached, and the last number times the outcomes and the states.
SPOILS_C spoils_error* spoils_at_least_once(const spoils_pack* pack, spoils_text question, const uint64_t* rolls,
                                            size_t count, const spoils_budget* budget, spoils_string** out);

// ---- Explanations ---------------------------------------------------------------------------------------------------

// Rolls once and gives the decisions of the roll with their odds and places as one object (schema spoils.explain,
// docs/explain.md). A roll that fails is explained, too. The string is the caller's. With a world: its next roll, which
// leaves the world as it is. Errors: SPOILS_WORLD. Cost: that of the roll, and linear in the explanation.
SPOILS_C spoils_error* spoils_explain(spoils_roller* roller, uint64_t seed, uint64_t index, spoils_string** out);
SPOILS_C spoils_error* spoils_explain_world(spoils_roller* roller, spoils_world* world, spoils_string** out);

// ---- Tweaks ---------------------------------------------------------------------------------------------------------

// A roll whose decisions can be changed one by one while the rest is kept (docs/tweak.md). Begins with the roll that
// the roller would make, and no edits; keeps nothing of the roller. `*out` is the caller's; one thread at a time. With
// a world: its next roll, which leaves the world as it is. Errors: those of spoils_roll(), SPOILS_WORLD. Cost: that of
// a roll, and a copy of the compiled pack.
SPOILS_C spoils_error* spoils_tweaker_new(const spoils_roller* roller, uint64_t seed, uint64_t index,
                                          spoils_tweaker** out);
SPOILS_C spoils_error* spoils_tweaker_new_world(const spoils_roller* roller, spoils_world* world, spoils_tweaker** out);

// The same with a thing of the roller's rule that is given by its fields, as a pack writes their values, in place of a
// roll: it has no decisions. `run` goes on with it by decisions of its own, which draw from `seed`; `set` lays values
// over the result. Fields that are not given are unset. Errors: SPOILS_BAD_VALUE, for a field that things of the rule
// do not have, that is given twice, or whose value it cannot have.
SPOILS_C spoils_error* spoils_tweaker_by_hand(const spoils_roller* roller, const spoils_setting* fields, size_t count,
                                              uint64_t seed, spoils_tweaker** out);

// The same with the roll, or the thing by hand, and the edits of a script, as spoils_tweaker_script() gives it. A
// script of another version of the pack is read as far as its edits apply. `report`: may be NULL; else the caller's, an
// object
// {"same_pack":true,"left_out":[{"edit":"...","why":"..."}]}. Errors: SPOILS_BAD_VALUE, if the script cannot be read,
// is of a pack of another name, or one of its edits is refused although it is of this version; those of
// spoils_roller_new(). Cost: that of an explained roll for each edit.
SPOILS_C spoils_error* spoils_tweaker_replay(const spoils_pack* pack, spoils_text script, spoils_tweaker** out,
                                             spoils_string** report);

// Begins again with another roll of the same rule and inputs, and no edits. After an error the roll is as before.
// Errors: those of spoils_roll(); SPOILS_BAD_VALUE, if it is the roll of a world. Cost: that of an explained roll.
SPOILS_C spoils_error* spoils_tweaker_restart(spoils_tweaker* tweaker, uint64_t seed, uint64_t index);

// Makes the roll again with one more edit: `pin ID = CHOICE`, `force ID = CHOICE`, `reroll ID`, `skip ID`, `unskip ID`,
// `more ID`, `run RULE(ARGUMENTS)`, `set FIELD = VALUE`, `unset FIELD`. After an error nothing has changed. Errors:
// SPOILS_BAD_VALUE, with the reason and the values that are allowed; SPOILS_FAULT and SPOILS_LIMIT of the roll
// that it leads to. Cost: that of an explained roll.
SPOILS_C spoils_error* spoils_tweaker_apply(spoils_tweaker* tweaker, spoils_text edit);

// Takes the last edit back, or makes the last one again that was taken back. `*out` is 1, or 0 if there is none.
SPOILS_C spoils_error* spoils_tweaker_undo(spoils_tweaker* tweaker, int* out);
SPOILS_C spoils_error* spoils_tweaker_redo(spoils_tweaker* tweaker, int* out);

// Gives the roll as it is now: things, edits, what the last edit did, decisions, as one object (schema spoils.tweak);
// and the script that makes it again, without the state of a world. Strings are the caller's. Cost: linear in them.
SPOILS_C spoils_error* spoils_tweaker_json(const spoils_tweaker* tweaker, spoils_string** out);
SPOILS_C spoils_error* spoils_tweaker_script(const spoils_tweaker* tweaker, spoils_string** out);

// Answers a question about the roll, which stays as it is, as one object (docs/tweak.md): the choices of a decision,
// `count` of them from `from` on; the odds of the columns `by` if a decision or step were open; whether a field can
// have a value. 0 for `max_replays` is the default, 20,000; then the odds are bounds. Strings are the caller's. Errors:
// SPOILS_BAD_VALUE. Cost: that of a roll for each choice, or for each path of open decisions.
SPOILS_C spoils_error* spoils_tweaker_choices(spoils_tweaker* tweaker, spoils_text id, uint64_t from, size_t count,
                                              spoils_string** out);
SPOILS_C spoils_error* spoils_tweaker_outlook(spoils_tweaker* tweaker, spoils_text id, const spoils_text* by,
                                              size_t by_count, uint64_t max_replays, spoils_string** out);
SPOILS_C spoils_error* spoils_tweaker_reach(spoils_tweaker* tweaker, spoils_text field, spoils_text value,
                                            uint64_t max_replays, spoils_string** out);

// ---- Expectations ---------------------------------------------------------------------------------------------------

// Computes every `expect` of the pack, and gives the results with the findings of the pack as one object (schema
// spoils.check, as `spoils check --format json`), and the number of expectations that do not hold or are undecided.
// The string is the caller's. `max_paths` of the budget is that of all expectations; default 1,000,000,000.
// Cost: that of the odds, for each combination of inputs that an expectation does not fix.
SPOILS_C spoils_error* spoils_check(const spoils_pack* pack, const spoils_budget* budget, spoils_string** out,
                                    size_t* broken);

// The same; what bounds leave undecided is estimated, too, by at most `rolls` rolls each (0: none), and the JSON says
// what is `likely` met. That is no proof: it counts as broken.
SPOILS_C spoils_error* spoils_check_estimated(const spoils_pack* pack, uint64_t rolls, const spoils_budget* budget,
                                              spoils_string** out, size_t* broken);

// Writes the book of a pack (docs/book.md) as "markdown" or "html". `depths` are the values of its first integer input
// at which odds are shown, ascending; without any about seven over its range. A stop of the budget ends the work
// without a book, and its `max_paths` limits all questions together: the book says which of them it left out. The
// string is the caller's. Errors: SPOILS_BAD_VALUE, SPOILS_LIMIT. Cost: seconds for the largest shipped packs.
SPOILS_C spoils_error* spoils_book(const spoils_pack* pack, spoils_text format, const int64_t* depths,
                                   size_t depth_count, const spoils_budget* budget, spoils_string** out);

// ---- The language service -------------------------------------------------------------------------------------------
//
// Answers about texts that are being written: completion, hover, definitions, references, rename, formatting, findings
// with their edits, odds of rows. It is a server of the Language Server Protocol 3.17, the one that `spoils lsp` runs,
// without its streams: a program passes each message of the client, one JSON text, and gets the messages of the server.
// docs/editors.md lists its methods. Addresses of files are `file:///` and a path. Nothing is read from the disk.

typedef struct spoils_service spoils_service;  // for one thread at a time

// Makes a service. `files`: those that packs can use and that the client does not open, by paths that begin with `/`,
// as "/packs/lib/dice.loot"; a text that the client opens counts instead of a file of that path.
// Errors: SPOILS_FILE for two files of one name, or a path without `/`. Cost: linear in the texts.
SPOILS_C spoils_error* spoils_service_new(const spoils_file* files, size_t count, spoils_service** out);
// Handles a message of the client. `*out` is a JSON list of the messages of the server: the answer to a request comes
// last, after what the server had to send; a notification mostly has none. A wrong message gets an answer that says so.
// Cost: that of the answer; questions about meaning compile a pack whose text has changed.
SPOILS_C spoils_error* spoils_service_message(spoils_service* service, spoils_text message, spoils_string** out);
// Compiles a pack whose text has changed, and publishes its findings: to be called when no message has come for a
// moment, until the list is `[]`. A client that pulls diagnostics (the capability textDocument.diagnostic) never needs
// it.
SPOILS_C spoils_error* spoils_service_work(spoils_service* service, spoils_string** out);

#ifdef __cplusplus
}
#endif

#endif  // SPOILS_SPOILS_H
