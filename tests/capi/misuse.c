// tests/capi/misuse.c
//
// Bad input through every function of the C interface: NULL, handles of another kind, freed handles, texts that are no
// UTF-8, numbers out of range, worlds of another pack, stops from another thread. Each must be an error with a code, a
// message and JSON; nothing may crash, under AddressSanitizer neither.
#define _POSIX_C_SOURCE 200809L

#include <pthread.h>
#include <spoils/spoils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static int wrong = 0;

#define CHECK(condition)                                             \
  do {                                                               \
    if (!(condition)) {                                              \
      ++wrong;                                                       \
      printf("%s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
    }                                                                \
  } while (0)

// The call must fail with that code.
#define FAILS(code, call) expect_error(code, call, __LINE__)
// The call must not fail.
#define WORKS(call) expect_error(SPOILS_OK, call, __LINE__)

static void expect_error(int code, spoils_error* error, int line) {
  const spoils_text message = spoils_error_message(error);
  const spoils_text json = spoils_error_json(error);
  if (spoils_error_code(error) != code) {
    ++wrong;
    printf("%s:%d: code %d instead of %d: %.*s\n", __FILE__, line, spoils_error_code(error), code, (int)message.size,
           message.data);
  }
  if (error != NULL && (message.size == 0 || json.size == 0 || json.data[0] != '{')) {
    ++wrong;
    printf("%s:%d: an error without message or JSON\n", __FILE__, line);
  }
  CHECK(spoils_free(error) == SPOILS_OK);
}

static const char kChest[] =
    "pack chest \"The chest\" 1.0\n"
    "input depth: 1..9 = 1\n"
    "state opened: 0..9 = 0\n"
    "field gems: list of symbol\n"
    "field has: map of gem to int\n"
    "rule find { kind = pick gem; opened = min(9, opened + 1); gems += [pick gem]; has[kind] += 2; label = \"x\" }\n"
    "rule rare(level: int) { if level + depth > 5 { kind = pick gem } }\n"
    "table gem { 2 ruby; 1 opal }\n"
    "expect \"rubies\": odds(find: kind == ruby) == 1/2\n";
static const char kOther[] = "pack other \"Another\" 1.0\nstate opened: 0..9 = 0\nrule find { kind = pick {1 a, b} }\n";
static const char kFaulty[] = "pack faulty \"Faulty\" 1.0\nrule find { kind = coin; quantity = 6 // (d2 - 1) }\n";
// So many states that the odds take far longer than any test.
static const char kEndless[] =
    "pack endless \"Endless\" 1.0\n"
    "rule find { kind = coin; a = d10000; b = d10000; c = d10000; d = d10000; sum = a * b + c * d }\n";

static spoils_text text_of(const char* text) { return (spoils_text){text, strlen(text)}; }

static spoils_pack* compiled(const char* source, int skip) {
  spoils_pack* pack = NULL;
  const spoils_file file = {SPOILS_TEXT("a.loot"), text_of(source)};
  spoils_load_options options = {0};
  options.skip_quantities = skip;
  WORKS(spoils_pack_compile(&file, 1, SPOILS_TEXT(""), &options, &pack, NULL));
  CHECK(pack != NULL);
  return pack;
}

static const spoils_text kInvalid = {"a\xFF", 2};
static const spoils_text kNul = {"a\0b", 3};
static const spoils_text kNoBytes = {NULL, 3};
static const spoils_text kEmpty = {NULL, 0};

static void test_compile(void) {
  spoils_pack* pack = (spoils_pack*)&wrong;
  spoils_findings* findings = NULL;
  spoils_file file = {SPOILS_TEXT("a.loot"), text_of(kChest)};
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kEmpty, NULL, NULL, NULL));
  FAILS(SPOILS_MISUSE, spoils_pack_compile(NULL, 1, kEmpty, NULL, &pack, NULL));
  CHECK(pack == NULL);
  FAILS(SPOILS_FILE, spoils_pack_compile(NULL, 0, kEmpty, NULL, &pack, NULL));
  FAILS(SPOILS_FILE, spoils_pack_compile(&file, 1, SPOILS_TEXT("b.loot"), NULL, &pack, NULL));
  FAILS(SPOILS_INVALID_TEXT, spoils_pack_compile(&file, 1, kInvalid, NULL, &pack, NULL));
  FAILS(SPOILS_INVALID_TEXT, spoils_pack_compile(&file, 1, kNul, NULL, &pack, NULL));
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kNoBytes, NULL, &pack, NULL));
  const spoils_file twice[2] = {file, file};
  FAILS(SPOILS_FILE, spoils_pack_compile(twice, 2, SPOILS_TEXT("a.loot"), NULL, &pack, NULL));
  file.name = kEmpty;
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, NULL));
  file.name = kInvalid;
  FAILS(SPOILS_INVALID_TEXT, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, NULL));
  file.name = SPOILS_TEXT("a.loot");
  file.text = kNoBytes;
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, NULL));
  file.text = (spoils_text){"pack", (size_t)-1};
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, NULL));
  // Bytes that are no text are a finding, which has the place.
  file.text = kInvalid;
  FAILS(SPOILS_INVALID_PACK, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, &findings));
  size_t count = 0;
  spoils_finding finding;
  WORKS(spoils_findings_count(findings, &count));
  CHECK(count > 0);
  WORKS(spoils_findings_get(findings, 0, &finding));
  CHECK(finding.severity == SPOILS_ERROR && finding.place.line == 1);
  FAILS(SPOILS_MISUSE, spoils_findings_get(findings, count, &finding));
  FAILS(SPOILS_MISUSE, spoils_findings_get(findings, 0, NULL));
  FAILS(SPOILS_MISUSE, spoils_findings_count(NULL, &count));
  FAILS(SPOILS_MISUSE, spoils_findings_json(findings, NULL));
  CHECK(spoils_free(findings) == SPOILS_OK);
  file.text = kEmpty;
  FAILS(SPOILS_INVALID_PACK, spoils_pack_compile(&file, 1, kEmpty, NULL, &pack, NULL));
  spoils_load_options options = {NULL, 3, 0};
  FAILS(SPOILS_MISUSE, spoils_pack_compile(&file, 1, kEmpty, &options, &pack, NULL));
  FAILS(SPOILS_INVALID_PACK, spoils_pack_load(SPOILS_TEXT("/no/such/folder"), NULL, &pack, &findings));
  CHECK(findings != NULL && pack == NULL);
  CHECK(spoils_free(findings) == SPOILS_OK);
  FAILS(SPOILS_INVALID_TEXT, spoils_pack_load(kInvalid, NULL, &pack, NULL));
  spoils_string* formatted = NULL;
  FAILS(SPOILS_INVALID_PACK, spoils_format(SPOILS_TEXT("a"), SPOILS_TEXT("rule {"), &formatted, NULL));
  FAILS(SPOILS_MISUSE, spoils_format(SPOILS_TEXT("a"), SPOILS_TEXT(""), NULL, NULL));
}

static void test_pack(const spoils_pack* pack) {
  spoils_pack_info info;
  spoils_rule_info rule;
  spoils_input_info input;
  spoils_field_info field;
  spoils_table_info table;
  spoils_string* string = NULL;
  size_t index = 0;
  WORKS(spoils_pack_info_of(pack, &info));
  CHECK(info.rules == 2 && info.inputs == 1 && info.states == 1 && info.tables == 1 && info.expectations == 1);
  FAILS(SPOILS_MISUSE, spoils_pack_info_of(NULL, &info));
  FAILS(SPOILS_MISUSE, spoils_pack_info_of(pack, NULL));
  FAILS(SPOILS_MISUSE, spoils_pack_rule(pack, info.rules, &rule));
  FAILS(SPOILS_MISUSE, spoils_pack_rule(pack, (size_t)-1, &rule));
  FAILS(SPOILS_MISUSE, spoils_pack_parameter(pack, 1, 1, &input));
  FAILS(SPOILS_MISUSE, spoils_pack_parameter(pack, 9, 0, &input));
  FAILS(SPOILS_MISUSE, spoils_pack_input(pack, 1, &input));
  FAILS(SPOILS_MISUSE, spoils_pack_state(pack, 1, &input));
  FAILS(SPOILS_MISUSE, spoils_pack_field(pack, info.fields, &field));
  FAILS(SPOILS_MISUSE, spoils_pack_table(pack, 1, &table));
  FAILS(SPOILS_MISUSE, spoils_pack_table(pack, 0, NULL));
  FAILS(SPOILS_BAD_VALUE, spoils_pack_find(pack, SPOILS_RULES, SPOILS_TEXT("flor"), &index));
  FAILS(SPOILS_MISUSE, spoils_pack_find(pack, 77, SPOILS_TEXT("find"), &index));
  FAILS(SPOILS_INVALID_TEXT, spoils_pack_find(pack, SPOILS_RULES, kInvalid, &index));
  FAILS(SPOILS_MISUSE, spoils_pack_json(NULL, &string));
  FAILS(SPOILS_MISUSE, spoils_pack_json(pack, NULL));
}

static void test_roller(const spoils_pack* pack) {
  spoils_roller* roller = NULL;
  spoils_setting setting = {SPOILS_TEXT("depth"), SPOILS_TEXT("3")};
  FAILS(SPOILS_UNKNOWN_RULE, spoils_roller_new(pack, SPOILS_TEXT("fin"), NULL, 0, &roller));
  FAILS(SPOILS_MISSING_VALUE, spoils_roller_new(pack, SPOILS_TEXT("rare"), NULL, 0, &roller));
  FAILS(SPOILS_MISUSE, spoils_roller_new(pack, kEmpty, NULL, 2, &roller));
  FAILS(SPOILS_MISUSE, spoils_roller_new(pack, kEmpty, NULL, 0, NULL));
  FAILS(SPOILS_INVALID_TEXT, spoils_roller_new(pack, kInvalid, NULL, 0, &roller));
  setting.value = SPOILS_TEXT("10");
  FAILS(SPOILS_BAD_VALUE, spoils_roller_new(pack, kEmpty, &setting, 1, &roller));
  setting.value = SPOILS_TEXT("99999999999999999999999");
  FAILS(SPOILS_BAD_VALUE, spoils_roller_new(pack, kEmpty, &setting, 1, &roller));
  setting.value = kInvalid;
  FAILS(SPOILS_INVALID_TEXT, spoils_roller_new(pack, kEmpty, &setting, 1, &roller));
  setting.name = SPOILS_TEXT("dept");
  setting.value = SPOILS_TEXT("3");
  FAILS(SPOILS_UNKNOWN_INPUT, spoils_roller_new(pack, kEmpty, &setting, 1, &roller));
  CHECK(roller == NULL);

  WORKS(spoils_roller_new(pack, kEmpty, NULL, 0, &roller));
  FAILS(SPOILS_UNKNOWN_INPUT, spoils_roller_set(roller, SPOILS_TEXT("width"), SPOILS_TEXT("1")));
  FAILS(SPOILS_BAD_VALUE, spoils_roller_set(roller, SPOILS_TEXT("depth"), SPOILS_TEXT("0")));
  FAILS(SPOILS_INVALID_TEXT, spoils_roller_set(roller, SPOILS_TEXT("depth"), kNul));
  FAILS(SPOILS_BAD_VALUE, spoils_roller_set_integer(roller, 0, INT64_MIN));
  FAILS(SPOILS_BAD_VALUE, spoils_roller_set_integer(roller, 0, INT64_MAX));
  FAILS(SPOILS_UNKNOWN_INPUT, spoils_roller_set_integer(roller, 1, 1));
  WORKS(spoils_roller_set_integer(roller, 0, 9));
  FAILS(SPOILS_UNKNOWN_INPUT, spoils_roller_set_state(roller, SPOILS_TEXT("depth"), SPOILS_TEXT("1")));
  FAILS(SPOILS_INVALID_TEXT, spoils_roller_set_state(roller, SPOILS_TEXT("depth"), kNul));
  FAILS(SPOILS_MISUSE, spoils_roller_set_state(NULL, SPOILS_TEXT("depth"), SPOILS_TEXT("1")));

  // Before the first roll there are no things.
  spoils_value value;
  spoils_text text;
  int64_t integer = 0;
  int32_t holder = 0;
  size_t things = 0;
  size_t kind = 0;
  size_t gems = 0;
  size_t has = 0;
  size_t label = 0;
  WORKS(spoils_pack_find(pack, SPOILS_FIELDS, SPOILS_TEXT("kind"), &kind));
  WORKS(spoils_pack_find(pack, SPOILS_FIELDS, SPOILS_TEXT("gems"), &gems));
  WORKS(spoils_pack_find(pack, SPOILS_FIELDS, SPOILS_TEXT("has"), &has));
  WORKS(spoils_pack_find(pack, SPOILS_FIELDS, SPOILS_TEXT("label"), &label));
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 0, kind, &value));
  FAILS(SPOILS_MISUSE, spoils_thing_name(roller, 0, &text));
  FAILS(SPOILS_MISUSE, spoils_roll(roller, 1, 1, NULL));
  FAILS(SPOILS_MISUSE, spoils_roll(NULL, 1, 1, &things));
  WORKS(spoils_roll(roller, UINT64_MAX, UINT64_MAX, &things));
  CHECK(things == 1);
  WORKS(spoils_thing_text(roller, 0, kind, &text));
  CHECK(text.size == 4);
  WORKS(spoils_thing_member(roller, 0, has, 0, &value, &integer));
  CHECK(value.kind == SPOILS_SYMBOL && integer == 2);
  WORKS(spoils_thing_member(roller, 0, gems, 0, &value, NULL));
  CHECK(value.kind == SPOILS_SYMBOL);
  FAILS(SPOILS_MISUSE, spoils_thing_member(roller, 0, gems, 1, &value, NULL));
  FAILS(SPOILS_MISUSE, spoils_thing_member(roller, 0, kind, 0, &value, NULL));
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 1, kind, &value));
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 0, 99, &value));
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, (size_t)-1, (size_t)-1, &value));
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 0, kind, NULL));
  FAILS(SPOILS_MISUSE, spoils_thing_integer(roller, 0, kind, &integer));
  FAILS(SPOILS_MISUSE, spoils_thing_integer(roller, 0, gems, &integer));
  FAILS(SPOILS_MISUSE, spoils_thing_text(roller, 0, has, &text));
  FAILS(SPOILS_MISUSE, spoils_thing_integer(NULL, 0, kind, &integer));
  FAILS(SPOILS_MISUSE, spoils_thing_text(roller, 0, kind, NULL));
  FAILS(SPOILS_MISUSE, spoils_thing_made_by(roller, 1, &text));
  FAILS(SPOILS_MISUSE, spoils_thing_holder(roller, 1, &holder));
  FAILS(SPOILS_MISUSE, spoils_thing_input(roller, 0, 1, &value));
  WORKS(spoils_thing_input(roller, 0, 0, &value));
  CHECK(value.number == 9);

  spoils_batch* batch = NULL;
  size_t fields[2] = {kind, 99};
  FAILS(SPOILS_MISUSE, spoils_roll_batch(roller, 1, 0, 10, fields, 2, 1, &batch));
  FAILS(SPOILS_MISUSE, spoils_roll_batch(roller, 1, 0, 10, NULL, 2, 1, &batch));
  FAILS(SPOILS_MISUSE, spoils_roll_batch(roller, 1, 0, 10, fields, 1, 1, NULL));
  FAILS(SPOILS_LIMIT, spoils_roll_batch(roller, 1, 0, UINT64_MAX, fields, 1, 1, &batch));
  FAILS(SPOILS_LIMIT, spoils_roll_batch(roller, 1, UINT64_MAX, 2, fields, 1, 1, &batch));
  WORKS(spoils_roll_batch(roller, 1, UINT64_MAX, 1, fields, 1, 0, &batch));
  // The things of the roll before are gone.
  FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 0, kind, &value));
  spoils_batch_info info;
  spoils_column column;
  WORKS(spoils_batch_info_of(batch, &info));
  CHECK(info.things == 1 && info.name == NULL && info.index[0] == UINT64_MAX);
  WORKS(spoils_batch_column(batch, 0, &column));
  CHECK(column.kind[0] == SPOILS_SYMBOL && column.denominator == NULL);
  FAILS(SPOILS_MISUSE, spoils_batch_column(batch, 1, &column));
  FAILS(SPOILS_MISUSE, spoils_batch_column(NULL, 0, &column));
  CHECK(spoils_free(batch) == SPOILS_OK);
  WORKS(spoils_roll_batch(roller, 1, 0, 0, NULL, 0, 1, &batch));
  WORKS(spoils_batch_info_of(batch, &info));
  CHECK(info.things == 0);
  CHECK(spoils_free(batch) == SPOILS_OK);
  CHECK(spoils_free(roller) == SPOILS_OK);
}

static void test_world(const spoils_pack* pack) {
  spoils_pack* const other = compiled(kOther, 0);
  spoils_world* world = NULL;
  spoils_world* none = NULL;
  spoils_roller* roller = NULL;
  spoils_string* saved = NULL;
  spoils_string* state = NULL;
  size_t things = 0;
  WORKS(spoils_world_new(pack, 1, &world));
  FAILS(SPOILS_MISUSE, spoils_world_new(NULL, 1, &none));
  FAILS(SPOILS_MISUSE, spoils_world_new(pack, 1, NULL));
  WORKS(spoils_roller_new(other, kEmpty, NULL, 0, &roller));
  FAILS(SPOILS_WORLD, spoils_roll_world(roller, world, &things));
  FAILS(SPOILS_WORLD, spoils_explain_world(roller, world, &state));
  FAILS(SPOILS_MISUSE, spoils_roll_world(roller, NULL, &things));
  WORKS(spoils_world_save(world, &saved));
  const spoils_text text = spoils_string_text(saved);
  FAILS(SPOILS_WORLD, spoils_world_restore(other, text, &none));
  FAILS(SPOILS_WORLD, spoils_world_restore(pack, (spoils_text){text.data, text.size / 2}, &none));
  FAILS(SPOILS_WORLD, spoils_world_restore(pack, kEmpty, &none));
  FAILS(SPOILS_INVALID_TEXT, spoils_world_restore(pack, kInvalid, &none));
  FAILS(SPOILS_WORLD, spoils_world_restore(pack,
                                           SPOILS_TEXT("{\"schema\":\"spoils.world\",\"version\":1,\"pack\":\"chest\","
                                                       "\"seed\":\"1\",\"next\":0,\"state\":{\"opened\":10}}"),
                                           &none));
  CHECK(none == NULL);
  // A world that has made 2^64 - 1 rolls.
  spoils_roller* own = NULL;
  WORKS(spoils_world_restore(pack,
                             SPOILS_TEXT("{\"schema\":\"spoils.world\",\"version\":1,\"pack\":\"chest\",\"seed\":\"1\","
                                         "\"next\":18446744073709551615,\"state\":{\"opened\":1}}"),
                             &none));
  WORKS(spoils_roller_new(pack, kEmpty, NULL, 0, &own));
  FAILS(SPOILS_LIMIT, spoils_roll_world(own, none, &things));
  spoils_world_info info;
  WORKS(spoils_world_info_of(none, &info));
  CHECK(info.next == UINT64_MAX && info.seed == 1);
  FAILS(SPOILS_MISUSE, spoils_world_info_of(none, NULL));
  FAILS(SPOILS_MISUSE, spoils_world_state(none, 1, &state));
  WORKS(spoils_world_state(none, 0, &state));
  CHECK(spoils_string_text(state).size == 1 && spoils_string_text(state).data[0] == '1');
  spoils_free(state);
  spoils_free(own);
  spoils_free(none);
  spoils_free(saved);
  spoils_free(roller);
  spoils_free(world);
  spoils_free(other);
}

static void test_tweaks(const spoils_pack* pack) {
  spoils_roller* roller = NULL;
  spoils_world* world = NULL;
  spoils_tweaker* tweaker = NULL;
  spoils_string* out = NULL;
  int done = 7;
  WORKS(spoils_roller_new(pack, kEmpty, NULL, 0, &roller));
  WORKS(spoils_world_new(pack, 1, &world));
  FAILS(SPOILS_MISUSE, spoils_tweaker_new(NULL, 1, 0, &tweaker));
  FAILS(SPOILS_MISUSE, spoils_tweaker_new(roller, 1, 0, NULL));
  FAILS(SPOILS_MISUSE, spoils_tweaker_new_world(roller, NULL, &tweaker));
  WORKS(spoils_tweaker_new(roller, 1, 0, &tweaker));
  FAILS(SPOILS_MISUSE, spoils_tweaker_apply(NULL, SPOILS_TEXT("reroll")));
  FAILS(SPOILS_INVALID_TEXT, spoils_tweaker_apply(tweaker, kInvalid));
  FAILS(SPOILS_MISUSE, spoils_tweaker_apply(tweaker, kNoBytes));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_apply(tweaker, kEmpty));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_apply(tweaker, SPOILS_TEXT("pin nothing.1 = 3")));
  WORKS(spoils_tweaker_undo(tweaker, &done));
  CHECK(done == 0);
  FAILS(SPOILS_MISUSE, spoils_tweaker_undo(tweaker, NULL));
  FAILS(SPOILS_MISUSE, spoils_tweaker_json(tweaker, NULL));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_choices(tweaker, SPOILS_TEXT("nothing.1"), 0, 10, &out));
  FAILS(SPOILS_MISUSE, spoils_tweaker_outlook(tweaker, kEmpty, NULL, 2, 0, &out));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_reach(tweaker, SPOILS_TEXT("nothing"), SPOILS_TEXT("3"), 0, &out));
  CHECK(out == NULL);
  // Other beginnings than a roll.
  const spoils_setting hand[2] = {{SPOILS_TEXT("kind"), SPOILS_TEXT("ruby")},
                                  {SPOILS_TEXT("kind"), SPOILS_TEXT("opal")}};
  const spoils_setting unknown = {SPOILS_TEXT("wheels"), SPOILS_TEXT("4")};
  const spoils_setting invalid = {SPOILS_TEXT("kind"), kInvalid};
  spoils_tweaker* other = (spoils_tweaker*)(void*)world;
  FAILS(SPOILS_MISUSE, spoils_tweaker_by_hand(NULL, hand, 1, 1, &other));
  CHECK(other == NULL);
  FAILS(SPOILS_MISUSE, spoils_tweaker_by_hand((spoils_roller*)(void*)world, hand, 1, 1, &other));
  FAILS(SPOILS_MISUSE, spoils_tweaker_by_hand(roller, hand, 1, 1, NULL));
  FAILS(SPOILS_MISUSE, spoils_tweaker_by_hand(roller, NULL, 1, 1, &other));
  FAILS(SPOILS_INVALID_TEXT, spoils_tweaker_by_hand(roller, &invalid, 1, 1, &other));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_by_hand(roller, &unknown, 1, 1, &other));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_by_hand(roller, hand, 2, 1, &other));
  WORKS(spoils_tweaker_by_hand(roller, hand, 1, UINT64_MAX, &other));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_apply(other, SPOILS_TEXT("pin kind.1 = opal")));
  CHECK(spoils_free(other) == SPOILS_OK);
  WORKS(spoils_tweaker_by_hand(roller, NULL, 0, 1, &other));
  CHECK(spoils_free(other) == SPOILS_OK);
  spoils_pack* const strange = compiled(kOther, 1);
  spoils_world* strange_world = NULL;
  WORKS(spoils_world_new(strange, 1, &strange_world));
  FAILS(SPOILS_WORLD, spoils_tweaker_new_world(roller, strange_world, &other));
  FAILS(SPOILS_MISUSE, spoils_tweaker_new_world(roller, (spoils_world*)(void*)roller, &other));
  WORKS(spoils_tweaker_new_world(roller, world, &other));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_restart(other, 1, 1));
  CHECK(spoils_free(other) == SPOILS_OK);
  FAILS(SPOILS_MISUSE, spoils_tweaker_restart(NULL, 1, 1));
  FAILS(SPOILS_MISUSE, spoils_tweaker_restart((spoils_tweaker*)(void*)roller, 1, 1));
  WORKS(spoils_tweaker_restart(tweaker, UINT64_MAX, UINT64_MAX));
  WORKS(spoils_tweaker_restart(tweaker, 1, 0));
  spoils_string* script = NULL;
  WORKS(spoils_tweaker_script(tweaker, &script));
  const spoils_text text = spoils_string_text(script);
  FAILS(SPOILS_MISUSE, spoils_tweaker_replay(NULL, text, &other, &out));
  FAILS(SPOILS_MISUSE, spoils_tweaker_replay((spoils_pack*)(void*)roller, text, &other, &out));
  FAILS(SPOILS_MISUSE, spoils_tweaker_replay(pack, text, NULL, &out));
  FAILS(SPOILS_MISUSE, spoils_tweaker_replay(pack, kNoBytes, &other, &out));
  FAILS(SPOILS_INVALID_TEXT, spoils_tweaker_replay(pack, kInvalid, &other, &out));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_replay(pack, kEmpty, &other, &out));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_replay(pack, (spoils_text){text.data, text.size / 2}, &other, &out));
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_replay(strange, text, &other, &out));
  CHECK(other == NULL && out == NULL);
  WORKS(spoils_tweaker_replay(pack, text, &other, NULL));
  CHECK(spoils_free(other) == SPOILS_OK);
  spoils_free(script);
  spoils_free(strange_world);
  spoils_free(strange);
  // Numbers that are out of range, and handles of another kind.
  FAILS(SPOILS_BAD_VALUE, spoils_tweaker_apply(tweaker, SPOILS_TEXT("force kind.1 = 99999999999999999999")));
  WORKS(spoils_tweaker_choices(tweaker, SPOILS_TEXT("kind.1"), UINT64_MAX, SIZE_MAX, &out));
  CHECK(spoils_free(out) == SPOILS_OK);
  out = NULL;
  FAILS(SPOILS_MISUSE, spoils_tweaker_json((spoils_tweaker*)(void*)roller, &out));
  FAILS(SPOILS_MISUSE, spoils_tweaker_apply((spoils_tweaker*)(void*)pack, SPOILS_TEXT("reroll")));
  // A tweaker keeps nothing of its roller.
  spoils_free(roller);
  WORKS(spoils_tweaker_apply(tweaker, SPOILS_TEXT("reroll")));
  WORKS(spoils_tweaker_script(tweaker, &out));
  spoils_free(out);
  CHECK(spoils_free(tweaker) == SPOILS_OK);
  spoils_free(world);
}

// The answers themselves are those of `spoils lsp`: tests/cli/lsp_test.py, apps/npm/test/service.test.js.
static void test_services(const spoils_pack* pack) {
  const spoils_text begin = SPOILS_TEXT("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"initialize\",\"params\":{}}");
  const spoils_text open = SPOILS_TEXT(
      "{\"jsonrpc\":\"2.0\",\"method\":\"textDocument/didOpen\",\"params\":{\"textDocument\":"
      "{\"uri\":\"file:///a/p.loot\",\"text\":\"pack p \\\"P\\\" 1.0\\nuse coin\\nrule r { quantity = face() "
      "}\\n\"}}}");
  const spoils_file files[] = {{SPOILS_TEXT("/a/coin.loot"), SPOILS_TEXT("pack coin \"Coin\" 1.0\ndef face() = d2\n")},
                               {SPOILS_TEXT("/a/coin.loot"), {NULL, 0}}};
  const spoils_file bare = {SPOILS_TEXT("coin.loot"), {NULL, 0}};
  const spoils_file nameless = {{NULL, 0}, {NULL, 0}};
  spoils_service* service = NULL;
  spoils_string* out = NULL;
  FAILS(SPOILS_MISUSE, spoils_service_new(NULL, 0, NULL));
  FAILS(SPOILS_MISUSE, spoils_service_new(NULL, 1, &service));
  FAILS(SPOILS_MISUSE, spoils_service_new(&nameless, 1, &service));
  FAILS(SPOILS_FILE, spoils_service_new(&bare, 1, &service));
  FAILS(SPOILS_FILE, spoils_service_new(files, 2, &service));
  CHECK(service == NULL);
  WORKS(spoils_service_new(files, 1, &service));
  FAILS(SPOILS_MISUSE, spoils_service_message(NULL, begin, &out));
  FAILS(SPOILS_MISUSE, spoils_service_message((spoils_service*)(void*)(uintptr_t)pack, begin, &out));
  FAILS(SPOILS_MISUSE, spoils_service_message(service, begin, NULL));
  FAILS(SPOILS_MISUSE, spoils_service_message(service, kNoBytes, &out));
  FAILS(SPOILS_MISUSE, spoils_service_work(service, NULL));
  CHECK(out == NULL);
  // Bytes that are no message have an answer that says so.
  const spoils_text nonsense[] = {kEmpty, kInvalid, SPOILS_TEXT("7"), SPOILS_TEXT("{\"id\":[]}")};
  for (size_t i = 0; i < sizeof(nonsense) / sizeof(nonsense[0]); ++i) {
    WORKS(spoils_service_message(service, nonsense[i], &out));
    CHECK(strstr(spoils_string_text(out).data, "\"error\"") != NULL);
    spoils_free(out);
  }
  WORKS(spoils_service_message(service, begin, &out));
  CHECK(strncmp(spoils_string_text(out).data, "[{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{", 35) == 0);
  spoils_free(out);
  WORKS(spoils_service_message(service, open, &out));
  CHECK(spoils_string_text(out).size == 2);
  spoils_free(out);
  // The used pack is found beside the text: no findings.
  WORKS(spoils_service_work(service, &out));
  CHECK(strstr(spoils_string_text(out).data, "file:///a/p.loot\",\"diagnostics\":[]") != NULL);
  spoils_free(out);
  WORKS(spoils_service_work(service, &out));
  CHECK(spoils_string_text(out).size == 2);
  spoils_free(out);
  CHECK(spoils_free(service) == SPOILS_OK);
}

static void test_fault(void) {
  spoils_pack* const pack = compiled(kFaulty, 1);
  spoils_roller* roller = NULL;
  spoils_value value;
  size_t things = 77;
  WORKS(spoils_roller_new(pack, kEmpty, NULL, 0, &roller));
  int faults = 0;
  for (uint64_t i = 0; i < 100; ++i) {
    spoils_error* const error = spoils_roll(roller, 1, i, &things);
    if (error == NULL) {
      CHECK(things == 1);
      continue;
    }
    ++faults;
    spoils_place place;
    CHECK(spoils_error_code(error) == SPOILS_FAULT && things == 0);
    CHECK(spoils_error_place(error, &place) == 1 && place.line == 2);
    CHECK(spoils_error_place(error, NULL) == 0);
    spoils_free(error);
    FAILS(SPOILS_MISUSE, spoils_thing_field(roller, 0, 0, &value));
  }
  CHECK(faults > 20 && faults < 80);
  spoils_batch* batch = NULL;
  FAILS(SPOILS_FAULT, spoils_roll_batch(roller, 1, 0, 100, NULL, 0, 0, &batch));
  CHECK(batch == NULL);
  spoils_string* explained = NULL;
  spoils_odds* odds = NULL;
  for (uint64_t i = 0; i < 10; ++i) {
    WORKS(spoils_explain(roller, 1, i, &explained));
    spoils_free(explained);
  }
  FAILS(SPOILS_FAULT, spoils_odds_of(pack, SPOILS_TEXT("{\"by\":[\"quantity\"]}"), NULL, &odds));
  spoils_free(roller);
  spoils_free(pack);
}

static void test_questions(const spoils_pack* pack) {
  static const char* const bad[] = {"[",
                                    "[]",
                                    "7",
                                    "{\"b\":1}",
                                    "{\"by\":\"kind\"}",
                                    "{\"by\":[[]]}",
                                    "{\"by\":[\"kind\"],\"count\":\"true\"}",
                                    "{\"rule\":7}",
                                    "{\"fractions\":1}",
                                    "{\"inputs\":[]}",
                                    "{\"inputs\":{\"depth\":[]}}",
                                    "{\"by\":[\"1 +\"]}",
                                    "{\"by\":[\"knd\"]}",
                                    "{\"where\":\"kind ==\"}",
                                    "{\"where\":\"kind == saphire\"}",
                                    "{\"each\":[]}",
                                    "{\"each\":[\"kind\"],\"fractions\":true}",
                                    "{\"sweep\":7}",
                                    "{\"sweep\":{\"input\":\"\"}}",
                                    "{\"sweep\":{\"input\":\"depth\",\"first\":1}}",
                                    "{\"sweep\":{\"input\":\"depth\",\"first\":0,\"last\":99}}",
                                    "{\"sweep\":{\"input\":\"depth\",\"first\":1,\"last\":18446744073709551615}}",
                                    "{\"sweep\":{\"input\":\"depth\",\"values\":[\"x\"]}}",
                                    "{\"inputs\":{\"depth\":0}}",
                                    "{\"inputs\":{\"depth\":1e300}}",
                                    "{\"state\":{\"opened\":10}}",
                                    "{\"estimate\":-1}",
                                    "{\"estimate\":\"1\"}",
                                    "{\"seed\":7}",
                                    "{\"from\":\"nothing\"}"};
  spoils_odds* odds = NULL;
  for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); ++i) {
    spoils_error* const error = spoils_odds_of(pack, text_of(bad[i]), NULL, &odds);
    const int code = spoils_error_code(error);
    if (code != SPOILS_BAD_VALUE && code != SPOILS_UNKNOWN_INPUT) {
      printf("question %s: code %d\n", bad[i], code), ++wrong;
    }
    CHECK(odds == NULL);
    spoils_free(error);
  }
  FAILS(SPOILS_UNKNOWN_RULE, spoils_odds_of(pack, SPOILS_TEXT("{\"rule\":\"fin\"}"), NULL, &odds));
  FAILS(SPOILS_MISSING_VALUE, spoils_odds_of(pack, SPOILS_TEXT("{\"rule\":\"rare\"}"), NULL, &odds));
  FAILS(SPOILS_INVALID_TEXT, spoils_odds_of(pack, kInvalid, NULL, &odds));
  FAILS(SPOILS_MISUSE, spoils_odds_of(pack, kEmpty, NULL, NULL));
  FAILS(SPOILS_MISUSE, spoils_odds_of(NULL, kEmpty, NULL, &odds));

  // A sweep over an input; below one over a state.
  WORKS(spoils_odds_of(pack,
                       SPOILS_TEXT("{\"rule\":\"rare\",\"inputs\":{\"level\":4},\"by\":[\"kind\"],\"fractions\":true,"
                                   "\"sweep\":{\"input\":\"depth\",\"first\":1,\"last\":2}}"),
                       NULL, &odds));
  size_t count = 0;
  spoils_answer answer;
  spoils_odds_row row;
  spoils_cell cell;
  spoils_text name;
  spoils_string* string = NULL;
  WORKS(spoils_odds_count(odds, &count));
  CHECK(count == 2);
  WORKS(spoils_odds_answer(odds, 1, &answer));
  CHECK(answer.rows == 2 && answer.columns == 1 && answer.exact == 1 && answer.value.size == 1);
  WORKS(spoils_odds_row_of(odds, 1, 0, &row));
  CHECK(row.numerator.size == 1 && row.numerator.data[0] == '2' && row.denominator.data[0] == '3');
  WORKS(spoils_odds_cell(odds, 0, 0, 0, &cell));
  CHECK(cell.kind == SPOILS_UNSET);
  WORKS(spoils_odds_column(odds, 0, &name));
  CHECK(name.size == 4);
  FAILS(SPOILS_MISUSE, spoils_odds_answer(odds, 2, &answer));
  FAILS(SPOILS_MISUSE, spoils_odds_answer(odds, 0, NULL));
  FAILS(SPOILS_MISUSE, spoils_odds_row_of(odds, 0, 1, &row));
  FAILS(SPOILS_MISUSE, spoils_odds_cell(odds, 0, 0, 1, &cell));
  FAILS(SPOILS_MISUSE, spoils_odds_cell(odds, 0, 9, 0, &cell));
  FAILS(SPOILS_MISUSE, spoils_odds_column(odds, 1, &name));
  double most = 1;
  WORKS(spoils_odds_unlisted(odds, 1, &most));
  CHECK(most == 0);
  FAILS(SPOILS_MISUSE, spoils_odds_unlisted(odds, 2, &most));
  FAILS(SPOILS_MISUSE, spoils_odds_unlisted(odds, 0, NULL));
  FAILS(SPOILS_MISUSE, spoils_odds_json(odds, NULL));
  FAILS(SPOILS_MISUSE, spoils_odds_json(NULL, &string));
  FAILS(SPOILS_MISUSE, spoils_reuse_answers(pack, NULL));
  FAILS(SPOILS_MISUSE, spoils_reuse_answers(NULL, pack));
  WORKS(spoils_reuse_answers(pack, pack));
  spoils_free(odds);
  const uint64_t rolls[] = {1, 3, 3};
  FAILS(SPOILS_BAD_VALUE, spoils_at_least_once(pack, kEmpty, rolls, 3, NULL, &string));
  FAILS(SPOILS_BAD_VALUE, spoils_at_least_once(pack, kEmpty, rolls, 0, NULL, &string));
  FAILS(SPOILS_BAD_VALUE, spoils_at_least_once(pack, SPOILS_TEXT("{\"fractions\":true}"), rolls, 2, NULL, &string));
  FAILS(SPOILS_BAD_VALUE, spoils_at_least_once(pack, SPOILS_TEXT("{\"estimate\":5}"), rolls, 2, NULL, &string));
  FAILS(SPOILS_BAD_VALUE,
        spoils_at_least_once(pack, SPOILS_TEXT("{\"sweep\":{\"input\":\"opened\"}}"), rolls, 2, NULL, &string));
  FAILS(SPOILS_MISUSE, spoils_at_least_once(pack, kEmpty, NULL, 2, NULL, &string));
  FAILS(SPOILS_MISUSE, spoils_at_least_once(NULL, kEmpty, rolls, 2, NULL, &string));
  FAILS(SPOILS_MISUSE, spoils_at_least_once(pack, kEmpty, rolls, 2, NULL, NULL));
  FAILS(SPOILS_INVALID_TEXT, spoils_at_least_once(pack, kInvalid, rolls, 2, NULL, &string));
  CHECK(string == NULL);
  WORKS(spoils_at_least_once(pack, kEmpty, rolls, 2, NULL, &string));
  CHECK(strstr(spoils_string_text(string).data, "\"schema\":\"spoils.at_least_once\"") != NULL);
  CHECK(strstr(spoils_string_text(string).data, "\"rolls\":[1,3],\"exact\":true") != NULL);
  spoils_free(string);

  WORKS(spoils_odds_of(pack, SPOILS_TEXT("{\"sweep\":{\"input\":\"opened\",\"first\":0,\"last\":2}}"), NULL, &odds));
  spoils_free(odds);

  // What is unexplored may make any number of things.
  const spoils_budget little = {1, 0, 0, NULL, NULL, NULL};
  WORKS(spoils_odds_of(pack, SPOILS_TEXT("{\"each\":[\"kind\"]}"), &little, &odds));
  WORKS(spoils_odds_answer(odds, 0, &answer));
  if (answer.exact == 0 && answer.rows > 0) {
    WORKS(spoils_odds_row_of(odds, 0, 0, &row));
    CHECK(row.low == row.probability && row.high > 1e300);
  }
  WORKS(spoils_odds_unlisted(odds, 0, &most));
  CHECK(answer.exact == 1 ? most == 0 : most > 1e300);
  spoils_free(odds);

  size_t broken = 0;
  WORKS(spoils_check(pack, NULL, &string, &broken));
  CHECK(broken == 1);
  spoils_free(string);
  FAILS(SPOILS_MISUSE, spoils_check(pack, NULL, &string, NULL));
  FAILS(SPOILS_MISUSE, spoils_check(NULL, NULL, &string, &broken));
  WORKS(spoils_check_estimated(pack, 1000, NULL, &string, &broken));
  CHECK(broken == 1);
  spoils_free(string);
  FAILS(SPOILS_MISUSE, spoils_check_estimated(NULL, 0, NULL, &string, &broken));
}

/// Whether a string of the library begins with `start` and has `part`.
static int has(const spoils_string* string, const char* start, const char* part) {
  const spoils_text text = spoils_string_text(string);
  char* const copy = calloc(text.size + 1, 1);
  memcpy(copy, text.data, text.size);
  const int found = strncmp(copy, start, strlen(start)) == 0 && strstr(copy, part) != NULL;
  free(copy);
  return found;
}

// What is left of the work is estimated, and the JSON alone says so; rows have proven bounds.
static void test_estimates(void) {
  spoils_pack* const pack = compiled(kEndless, 1);
  const spoils_budget budget = {50, 0, 0, NULL, NULL, NULL};
  const spoils_text question = SPOILS_TEXT("{\"by\":[\"sum\"],\"estimate\":2000,\"seed\":\"tour\"}");
  spoils_odds* odds = NULL;
  spoils_string* json = NULL;
  spoils_answer answer;
  WORKS(spoils_odds_of(pack, question, &budget, &odds));
  WORKS(spoils_odds_answer(odds, 0, &answer));
  CHECK(answer.exact == 0);
  WORKS(spoils_odds_json(odds, &json));
  CHECK(has(json, "{\"schema\":\"spoils.odds\"", "\"estimate\":{\"rolls\":2000"));
  spoils_free(json);
  spoils_free(odds);
  odds = NULL;
  const spoils_text each = SPOILS_TEXT("{\"each\":[\"made_by\"],\"estimate\":2000}");
  WORKS(spoils_odds_of(pack, each, &budget, &odds));
  WORKS(spoils_odds_json(odds, &json));
  CHECK(has(json, "{\"schema\":\"spoils.each\"", "\"rows\":["));
  spoils_free(json);
  spoils_free(odds);
  spoils_free(pack);
}

// ---- Stops ------------------------------------------------------------------------------------------------------

static int calls = 0;
static int stop_at_third(void* user) { return ++calls >= 3 || user == NULL; }

static void test_books(const spoils_pack* pack) {
  static const int64_t depths[] = {1, 3};
  static const int64_t wrong_depths[] = {1, 99};
  spoils_string* book = NULL;
  WORKS(spoils_book(pack, SPOILS_TEXT("markdown"), depths, 2, NULL, &book));
  CHECK(has(book, "# ", "| "));
  spoils_free(book);
  WORKS(spoils_book(pack, SPOILS_TEXT("html"), NULL, 0, NULL, &book));
  CHECK(has(book, "<!DOCTYPE html>", "<table"));
  spoils_free(book);
  FAILS(SPOILS_BAD_VALUE, spoils_book(pack, SPOILS_TEXT("pdf"), NULL, 0, NULL, &book));
  FAILS(SPOILS_BAD_VALUE, spoils_book(pack, SPOILS_TEXT("html"), wrong_depths, 2, NULL, &book));
  FAILS(SPOILS_MISUSE, spoils_book(pack, SPOILS_TEXT("html"), NULL, 2, NULL, &book));
  FAILS(SPOILS_MISUSE, spoils_book(NULL, SPOILS_TEXT("html"), NULL, 0, NULL, &book));
  FAILS(SPOILS_INVALID_TEXT, spoils_book(pack, kInvalid, NULL, 0, NULL, &book));
  const spoils_budget budget = {0, 0, 0, stop_at_third, &calls, NULL};
  calls = 3;
  FAILS(SPOILS_LIMIT, spoils_book(pack, SPOILS_TEXT("html"), NULL, 0, &budget, &book));
}

static void* stop_soon(void* stopper) {
  const struct timespec moment = {0, 50000000};
  nanosleep(&moment, NULL);
  expect_error(SPOILS_OK, spoils_stopper_stop(stopper), __LINE__);
  return NULL;
}

// The work ends with bounds or with SPOILS_LIMIT, and soon.
static void expect_stopped(const spoils_pack* pack, const spoils_budget* budget) {
  const time_t begin = time(NULL);
  spoils_odds* odds = NULL;
  spoils_error* const error = spoils_odds_of(pack, SPOILS_TEXT("{\"by\":[\"sum\"]}"), budget, &odds);
  if (error == NULL) {
    spoils_answer answer;
    WORKS(spoils_odds_answer(odds, 0, &answer));
    CHECK(answer.exact == 0 && answer.limit != SPOILS_LIMIT_NONE);
  } else {
    CHECK(spoils_error_code(error) == SPOILS_LIMIT);
  }
  CHECK(time(NULL) - begin < 60);
  spoils_free(error);
  spoils_free(odds);
}

static void test_stops(void) {
  spoils_pack* const pack = compiled(kEndless, 0);
  spoils_budget budget = {0};
  budget.stop = stop_at_third;
  budget.user = &calls;
  expect_stopped(pack, &budget);
  CHECK(calls >= 3);

  budget = (spoils_budget){0};
  budget.milliseconds = 50;
  expect_stopped(pack, &budget);
  budget = (spoils_budget){0};
  budget.max_states = 1000;
  budget.max_paths = 100000;
  expect_stopped(pack, &budget);

  budget = (spoils_budget){0};
  spoils_stopper* stopper = NULL;
  WORKS(spoils_stopper_new(&stopper));
  budget.stopper = stopper;
  pthread_t thread;
  CHECK(pthread_create(&thread, NULL, stop_soon, stopper) == 0);
  expect_stopped(pack, &budget);
  pthread_join(thread, NULL);
  // It stays stopped.
  expect_stopped(pack, &budget);
  spoils_odds* odds = NULL;
  budget.stopper = (const spoils_stopper*)(const void*)pack;
  FAILS(SPOILS_MISUSE, spoils_odds_of(pack, kEmpty, &budget, &odds));
  FAILS(SPOILS_MISUSE, spoils_stopper_stop(NULL));
  FAILS(SPOILS_MISUSE, spoils_stopper_new(NULL));
  spoils_free(stopper);
  spoils_free(pack);
}

// ---- Handles ----------------------------------------------------------------------------------------------------

static void test_handles(spoils_pack* pack) {
  spoils_roller* roller = NULL;
  spoils_string* string = NULL;
  size_t things = 0;
  WORKS(spoils_roller_new(pack, kEmpty, NULL, 0, &roller));
  FAILS(SPOILS_MISUSE, spoils_roll((spoils_roller*)(void*)pack, 1, 1, &things));
  FAILS(SPOILS_MISUSE, spoils_roll_json((spoils_roller*)(void*)pack, 1, 1, &string));
  FAILS(SPOILS_MISUSE, spoils_pack_json((spoils_pack*)(void*)roller, &string));
  FAILS(SPOILS_MISUSE, spoils_roll_world(roller, (spoils_world*)(void*)roller, &things));
  CHECK(spoils_string_text((spoils_string*)(void*)roller).size == 0);
  CHECK(spoils_string_text(NULL).size == 0);
  CHECK(spoils_error_code((spoils_error*)(void*)roller) == SPOILS_MISUSE);
  CHECK(spoils_error_message((spoils_error*)(void*)roller).size > 0);
  CHECK(spoils_error_json((spoils_error*)(void*)roller).size == 0);
  CHECK(spoils_error_code(NULL) == SPOILS_OK && spoils_error_message(NULL).size == 0);
  CHECK(spoils_error_place(NULL, NULL) == 0);
  char none[64] = {0};
  CHECK(spoils_free(none) == SPOILS_MISUSE);
  CHECK(spoils_free(NULL) == SPOILS_OK);
  FAILS(SPOILS_MISUSE, spoils_roll((spoils_roller*)(void*)none, 1, 1, &things));

  spoils_tweaker* tweaker = NULL;
  spoils_world* world = NULL;
  WORKS(spoils_tweaker_new(roller, 1, 1, &tweaker));
  WORKS(spoils_world_new(pack, 1, &world));
  CHECK(spoils_free(tweaker) == SPOILS_OK && spoils_free(world) == SPOILS_OK);

  // A roller outlives its pack.
  CHECK(spoils_free(pack) == SPOILS_OK);
  WORKS(spoils_roll(roller, 1, 1, &things));
  CHECK(things == 1);
  CHECK(spoils_free(roller) == SPOILS_OK);
  if (strcmp(SPOILS_TEST_BUILD, "debug") != 0) { return; }
  // Handles that were freed are noticed in builds with assertions, many later ones notwithstanding.
  for (int i = 0; i < 1000; ++i) { spoils_free(compiled(kOther, 1)); }
  CHECK(spoils_free(roller) == SPOILS_MISUSE);
  FAILS(SPOILS_MISUSE, spoils_roll(roller, 1, 1, &things));
  FAILS(SPOILS_MISUSE, spoils_pack_json(pack, &string));
  FAILS(SPOILS_MISUSE, spoils_tweaker_json(tweaker, &string));
  FAILS(SPOILS_MISUSE, spoils_world_save(world, &string));
  spoils_error* const error = spoils_roll(NULL, 1, 1, &things);
  CHECK(spoils_free(error) == SPOILS_OK && spoils_free(error) == SPOILS_MISUSE);
  CHECK(spoils_error_code(error) == SPOILS_MISUSE && spoils_error_json(error).size == 0);
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0);
  CHECK(spoils_abi() == SPOILS_ABI && spoils_version().size >= 5);
  uint64_t seed = 0;
  FAILS(SPOILS_MISUSE, spoils_seed(SPOILS_TEXT("x"), NULL));
  FAILS(SPOILS_INVALID_TEXT, spoils_seed(kInvalid, &seed));
  test_compile();
  spoils_pack* const pack = compiled(kChest, 0);
  if (pack == NULL) { return 1; }
  test_pack(pack);
  test_roller(pack);
  test_world(pack);
  test_tweaks(pack);
  test_services(pack);
  test_fault();
  test_questions(pack);
  test_estimates();
  test_books(pack);
  test_stops();
  test_handles(pack);
  printf(wrong == 0 ? "all right\n" : "%d wrong\n", wrong);
  return wrong == 0 ? 0 : 1;
}
