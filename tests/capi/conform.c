// tests/capi/conform.c
//
// The conformance suite (conformance.json) through the C interface: each case is a call, its result must have the
// expected bytes. docs/embedding.md says what each call is. `conform FILE` compares; `conform FILE --print` prints the
// result of each case as a line of hexadecimal digits, for update.py.
#include <inttypes.h>
#include <spoils/spoils.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"

typedef struct bytes {
  char* data;
  size_t size;
} bytes;

static void add(bytes* out, const char* data, size_t size) {
  if (size == 0) { return; }
  out->data = realloc(out->data, out->size + size + 1);
  if (out->data == NULL) { exit(2); }
  memcpy(out->data + out->size, data, size);
  out->size += size;
  out->data[out->size] = '\0';
}
static void add_text(bytes* out, spoils_text text) { add(out, text.data, text.size); }
static void add_literal(bytes* out, const char* text) { add(out, text, strlen(text)); }
static void add_number(bytes* out, int64_t number) {
  char digits[32];
  add(out, digits, (size_t)snprintf(digits, sizeof(digits), "%" PRId64, number));
}
static void add_unsigned(bytes* out, uint64_t number) {
  char digits[32];
  add(out, digits, (size_t)snprintf(digits, sizeof(digits), "%" PRIu64, number));
}

static spoils_text text_of(const char* text) { return (spoils_text){text, strlen(text)}; }
static spoils_text member_text(const json* object, const char* key) { return text_of(json_string(object, key)); }
static uint64_t member_number(const json* object, const char* key) {
  return strtoull(json_string(object, key), NULL, 0);
}

// Takes the error of a call, whose JSON is the result of the case. Returns whether there was one.
static int failed(spoils_error* error, bytes* out) {
  if (error == NULL) { return 0; }
  out->size = 0;
  add_text(out, spoils_error_json(error));
  spoils_free(error);
  return 1;
}

static void take_string(spoils_error* error, spoils_string* string, bytes* out) {
  if (failed(error, out)) { return; }
  add_text(out, spoils_string_text(string));
  spoils_free(string);
}

// Gives the files of an object, which the caller frees.
static spoils_file* files_of(const json* object, size_t* count) {
  const json* const files = json_at(object, "files");
  *count = json_count(files);
  spoils_file* const list = json_memory((*count + 1) * sizeof(spoils_file));
  size_t used = 0;
  for (const json* file = files == NULL ? NULL : files->first; file != NULL; file = file->next) {
    list[used].name = text_of(file->key);
    list[used++].text = (spoils_text){file->text, file->size};
  }
  return list;
}

static spoils_error* compile(const json* packs, const char* name, spoils_pack** pack, spoils_findings** findings) {
  const json* const description = json_at(packs, name);
  size_t count = 0;
  spoils_file* const list = files_of(description, &count);
  spoils_load_options options = {0};
  options.skip_quantities = strcmp(json_string(description, "skip_quantities"), "true") == 0;
  spoils_error* const error =
      spoils_pack_compile(list, count, member_text(description, "name"), &options, pack, findings);
  free(list);
  return error;
}

static void add_value(bytes* out, spoils_roller* roller, size_t thing, size_t field, spoils_value value) {
  switch (value.kind) {
    case SPOILS_INTEGER:
    case SPOILS_FLAG: add_number(out, value.number); return;
    case SPOILS_NUMBER:
      add_number(out, value.number);
      add_literal(out, "/");
      add_number(out, value.denominator);
      return;
    case SPOILS_SYMBOL:
    case SPOILS_STRING: add_text(out, value.text); return;
    default: break;
  }
  add_literal(out, value.kind == SPOILS_MAP ? "{" : "[");
  for (int64_t i = 0; i < value.number; ++i) {
    spoils_value member;
    int64_t amount = 0;
    if (failed(spoils_thing_member(roller, thing, field, (size_t)i, &member, &amount), out)) { return; }
    if (i > 0) { add_literal(out, ","); }
    add_value(out, roller, thing, field, member);
    if (value.kind == SPOILS_MAP) {
      add_literal(out, ":");
      add_number(out, amount);
    }
  }
  add_literal(out, value.kind == SPOILS_MAP ? "}" : "]");
}

// A line for each thing of the last roll: NAME|RULE|HOLDER|FIELD=VALUE|...
static void add_things(bytes* out, const spoils_pack* pack, spoils_roller* roller, size_t things) {
  spoils_pack_info info;
  if (failed(spoils_pack_info_of(pack, &info), out)) { return; }
  for (size_t thing = 0; thing < things; ++thing) {
    spoils_text text;
    int32_t holder = 0;
    if (failed(spoils_thing_name(roller, thing, &text), out)) { return; }
    add_text(out, text);
    add_literal(out, "|");
    if (failed(spoils_thing_made_by(roller, thing, &text), out)) { return; }
    add_text(out, text);
    add_literal(out, "|");
    if (failed(spoils_thing_holder(roller, thing, &holder), out)) { return; }
    add_number(out, holder);
    for (size_t field = 0; field < info.fields; ++field) {
      spoils_field_info about;
      spoils_value value;
      if (failed(spoils_pack_field(pack, field, &about), out)) { return; }
      if (failed(spoils_thing_field(roller, thing, field, &value), out)) { return; }
      if (value.kind == SPOILS_UNSET) { continue; }
      add_literal(out, "|");
      add_text(out, about.name);
      add_literal(out, "=");
      add_value(out, roller, thing, field, value);
    }
    add_literal(out, "\n");
  }
}

// A line for each thing of a batch: INDEX|HOLDER|RULE|NAME|FIELD=VALUE|..., lists and maps as JSON.
static void add_batch(bytes* out, const spoils_pack* pack, const spoils_batch* batch) {
  spoils_batch_info info;
  if (failed(spoils_batch_info_of(batch, &info), out)) { return; }
  for (size_t thing = 0; thing < info.things; ++thing) {
    add_unsigned(out, info.index[thing]);
    add_literal(out, "|");
    add_number(out, info.holder[thing]);
    add_literal(out, "|");
    add_text(out, info.texts[info.made_by[thing]]);
    add_literal(out, "|");
    add_text(out, info.texts[info.name[thing]]);
    for (size_t field = 0; field < info.columns; ++field) {
      spoils_column column;
      spoils_field_info about;
      if (failed(spoils_batch_column(batch, field, &column), out)) { return; }
      if (failed(spoils_pack_field(pack, field, &about), out)) { return; }
      if (column.kind[thing] == SPOILS_UNSET) { continue; }
      add_literal(out, "|");
      add_text(out, about.name);
      add_literal(out, "=");
      if (column.kind[thing] >= SPOILS_SYMBOL) {
        add_text(out, info.texts[column.number[thing]]);
        continue;
      }
      add_number(out, column.number[thing]);
      if (column.kind[thing] == SPOILS_NUMBER) {
        add_literal(out, "/");
        add_number(out, column.denominator[thing]);
      }
    }
    add_literal(out, "\n");
  }
}

// Gives the members of an object as settings, which the caller frees.
static spoils_setting* settings_of(const json* object, size_t* count) {
  *count = json_count(object);
  spoils_setting* const settings = json_memory((*count + 1) * sizeof(spoils_setting));
  size_t used = 0;
  for (const json* each = object == NULL ? NULL : object->first; each != NULL; each = each->next) {
    settings[used].name = text_of(each->key);
    settings[used++].value = text_of(each->text);
  }
  return settings;
}

static spoils_error* make_roller(const json* one, const spoils_pack* pack, spoils_roller** roller) {
  size_t count = 0;
  spoils_setting* const settings = settings_of(json_at(one, "inputs"), &count);
  spoils_error* error = spoils_roller_new(pack, member_text(one, "rule"), settings, count, roller);
  free(settings);
  spoils_setting* const states = settings_of(json_at(one, "state"), &count);
  for (size_t i = 0; error == NULL && i < count; ++i) {
    error = spoils_roller_set_state(*roller, states[i].name, states[i].value);
  }
  free(states);
  return error;
}

static void run_batch(const json* one, const spoils_pack* pack, spoils_roller* roller, bytes* out) {
  spoils_pack_info info;
  spoils_batch* batch = NULL;
  if (failed(spoils_pack_info_of(pack, &info), out)) { return; }
  size_t* const fields = json_memory((info.fields + 1) * sizeof(size_t));
  for (size_t i = 0; i < info.fields; ++i) { fields[i] = i; }
  spoils_error* const error = spoils_roll_batch(roller, member_number(one, "seed"), member_number(one, "index"),
                                                member_number(one, "rolls"), fields, info.fields, 1, &batch);
  if (!failed(error, out)) { add_batch(out, pack, batch); }
  spoils_free(batch);
  free(fields);
}

// Rolls in a world, saves it, restores it and rolls once more: the saved text, then the things of the last roll.
static void run_world(const json* one, const spoils_pack* pack, spoils_roller* roller, bytes* out) {
  spoils_world* world = NULL;
  spoils_world* again = NULL;
  spoils_string* saved = NULL;
  size_t things = 0;
  int bad = failed(spoils_world_new(pack, member_number(one, "seed"), &world), out);
  for (uint64_t i = 0; !bad && i < member_number(one, "rolls"); ++i) {
    bad = failed(spoils_roll_world(roller, world, &things), out);
  }
  bad = bad || failed(spoils_world_save(world, &saved), out);
  if (!bad) { add_text(out, spoils_string_text(saved)); }
  bad = bad || failed(spoils_world_restore(pack, spoils_string_text(saved), &again), out);
  bad = bad || failed(spoils_roll_world(roller, again, &things), out);
  if (!bad) { add_things(out, pack, roller, things); }
  spoils_free(world);
  spoils_free(again);
  spoils_free(saved);
}

// Applies one line of edits, in which `undo` and `redo` are the calls.
static spoils_error* apply_line(spoils_tweaker* tweaker, spoils_text line) {
  int did = 0;
  if (line.size == 4 && memcmp(line.data, "undo", 4) == 0) { return spoils_tweaker_undo(tweaker, &did); }
  if (line.size == 4 && memcmp(line.data, "redo", 4) == 0) { return spoils_tweaker_redo(tweaker, &did); }
  return spoils_tweaker_apply(tweaker, line);
}

// Gives what a case wants of a tweaked roll: choices, an outlook, a reach, the script, else the roll.
static spoils_error* ask_tweaker(const json* one, spoils_tweaker* tweaker, spoils_string** string) {
  const spoils_text choices = member_text(one, "choices");
  const spoils_text outlook = member_text(one, "outlook");
  const spoils_text reach = member_text(one, "reach");
  const spoils_text by = member_text(one, "by");
  if (choices.size > 0) { return spoils_tweaker_choices(tweaker, choices, 0, 100, string); }
  if (outlook.size > 0) { return spoils_tweaker_outlook(tweaker, outlook, &by, 1, 0, string); }
  if (reach.size > 0) { return spoils_tweaker_reach(tweaker, reach, member_text(one, "value"), 0, string); }
  if (json_at(one, "script") != NULL) { return spoils_tweaker_script(tweaker, string); }
  return spoils_tweaker_json(tweaker, string);
}

// Begins to tweak a roll, the next roll of a world after `rolls` of them, a thing by hand, or what a script says.
static int make_tweaker(const json* one, const spoils_pack* pack, spoils_roller* roller, spoils_tweaker** tweaker,
                        bytes* out) {
  const uint64_t seed = member_number(one, "seed");
  spoils_string* report = NULL;
  if (json_at(one, "by_hand") != NULL) {
    size_t count = 0;
    spoils_setting* const fields = settings_of(json_at(one, "by_hand"), &count);
    const int bad = failed(spoils_tweaker_by_hand(roller, fields, count, seed, tweaker), out);
    free(fields);
    return bad;
  }
  if (json_at(one, "replay") != NULL) {
    spoils_error* const error = spoils_tweaker_replay(pack, member_text(one, "replay"), tweaker, &report);
    take_string(error, report, out);
    return *tweaker == NULL;
  }
  if (json_at(one, "rolls") == NULL) {
    return failed(spoils_tweaker_new(roller, seed, member_number(one, "index"), tweaker), out);
  }
  spoils_world* world = NULL;
  size_t things = 0;
  int bad = failed(spoils_world_new(pack, seed, &world), out);
  for (uint64_t i = 0; !bad && i < member_number(one, "rolls"); ++i) {
    bad = failed(spoils_roll_world(roller, world, &things), out);
  }
  bad = bad || failed(spoils_tweaker_new_world(roller, world, tweaker), out);
  spoils_free(world);
  return bad;
}

// Applies edits, a line each, and gives an answer about the roll.
static void run_tweak(const json* one, const spoils_pack* pack, spoils_roller* roller, bytes* out) {
  spoils_tweaker* tweaker = NULL;
  spoils_string* string = NULL;
  int bad = make_tweaker(one, pack, roller, &tweaker, out);
  if (!bad && json_at(one, "restart") != NULL) {
    bad = failed(spoils_tweaker_restart(tweaker, member_number(one, "seed"), member_number(one, "restart")), out);
  }
  spoils_text left = member_text(one, "edits");
  while (!bad && left.size > 0) {
    const char* const end = memchr(left.data, '\n', left.size);
    const size_t size = end == NULL ? left.size : (size_t)(end - left.data);
    const spoils_text edit = {left.data, size};
    bad = failed(apply_line(tweaker, edit), out);
    left.data += end == NULL ? size : size + 1;
    left.size -= end == NULL ? size : size + 1;
  }
  if (!bad) {
    spoils_error* const error = ask_tweaker(one, tweaker, &string);
    take_string(error, string, out);
  }
  spoils_free(tweaker);
}

// A line for each row: SWEPT|CELL|...|NUMERATOR/DENOMINATOR. An unset cell is empty.
static void run_rows(const json* one, const spoils_pack* pack, bytes* out) {
  spoils_odds* odds = NULL;
  size_t answers = 0;
  if (failed(spoils_odds_of(pack, member_text(one, "question"), NULL, &odds), out)) { return; }
  int bad = failed(spoils_odds_count(odds, &answers), out);
  for (size_t answer = 0; !bad && answer < answers; ++answer) {
    spoils_answer about;
    bad = failed(spoils_odds_answer(odds, answer, &about), out);
    for (size_t row = 0; !bad && row < about.rows; ++row) {
      spoils_odds_row figures;
      add_text(out, about.value);
      for (size_t column = 0; !bad && column < about.columns; ++column) {
        spoils_cell cell;
        bad = failed(spoils_odds_cell(odds, answer, row, column, &cell), out);
        if (bad) { break; }
        add_literal(out, "|");
        add_text(out, cell.text);
      }
      if (bad || (bad = failed(spoils_odds_row_of(odds, answer, row, &figures), out))) { break; }
      add_literal(out, "|");
      add_text(out, figures.numerator);
      add_literal(out, "/");
      add_text(out, figures.denominator);
      add_literal(out, "\n");
    }
  }
  spoils_free(odds);
}

// The limits of a case. One of states alone: the same answer on every machine.
static spoils_budget budget_of(const json* one) {
  spoils_budget budget = {0};
  budget.max_states = member_number(one, "max_states");
  return budget;
}

// The odds of at least one in the numbers of rolls of the case, which spaces separate.
static void run_at_least_once(const json* one, const spoils_pack* pack, bytes* out) {
  enum { kMost = 16 };
  uint64_t rolls[kMost];
  size_t count = 0;
  const char* at = json_string(one, "rolls");
  for (char* end = NULL; *at != '\0' && count < kMost; at = end + (*end == ' ')) {
    rolls[count++] = strtoull(at, &end, 0);
  }
  const spoils_budget budget = budget_of(one);
  spoils_string* string = NULL;
  spoils_error* const error = spoils_at_least_once(pack, member_text(one, "question"), rolls, count, &budget, &string);
  take_string(error, string, out);
}

// A line for each answer: what an outcome without a row has at most.
static void run_unlisted(const json* one, const spoils_pack* pack, bytes* out) {
  spoils_odds* odds = NULL;
  size_t answers = 0;
  const spoils_budget budget = budget_of(one);
  if (failed(spoils_odds_of(pack, member_text(one, "question"), &budget, &odds), out)) { return; }
  int bad = failed(spoils_odds_count(odds, &answers), out);
  for (size_t answer = 0; !bad && answer < answers; ++answer) {
    double most = 0;
    char digits[32];
    bad = failed(spoils_odds_unlisted(odds, answer, &most), out);
    if (!bad) { add(out, digits, (size_t)snprintf(digits, sizeof(digits), "%.17g\n", most)); }
  }
  spoils_free(odds);
}

// The calls that need a pack.
static void run_with_pack(const json* one, const spoils_pack* pack, bytes* out) {
  const char* const call = json_string(one, "call");
  spoils_string* string = NULL;
  if (strcmp(call, "pack") == 0) {
    spoils_error* const error = spoils_pack_json(pack, &string);
    take_string(error, string, out);
  } else if (strcmp(call, "odds") == 0) {
    spoils_odds* odds = NULL;
    if (failed(spoils_odds_of(pack, member_text(one, "question"), NULL, &odds), out)) { return; }
    spoils_error* const error = spoils_odds_json(odds, &string);
    take_string(error, string, out);
    spoils_free(odds);
  } else if (strcmp(call, "rows") == 0) {
    run_rows(one, pack, out);
  } else if (strcmp(call, "at_least_once") == 0) {
    run_at_least_once(one, pack, out);
  } else if (strcmp(call, "unlisted") == 0) {
    run_unlisted(one, pack, out);
  } else if (strcmp(call, "check") == 0) {
    size_t broken = 0;
    spoils_error* const error = spoils_check(pack, NULL, &string, &broken);
    if (error == NULL) {
      add_unsigned(out, broken);
      add_literal(out, "\n");
    }
    take_string(error, string, out);
  } else if (strcmp(call, "restore") == 0) {
    spoils_world* world = NULL;
    failed(spoils_world_restore(pack, member_text(one, "text"), &world), out);
    spoils_free(world);
  } else {
    spoils_roller* roller = NULL;
    if (failed(make_roller(one, pack, &roller), out)) { return; }
    const uint64_t seed = member_number(one, "seed");
    const uint64_t index = member_number(one, "index");
    if (strcmp(call, "roll") == 0) {
      spoils_error* const error = spoils_roll_json(roller, seed, index, &string);
      take_string(error, string, out);
    } else if (strcmp(call, "explain") == 0) {
      spoils_error* const error = spoils_explain(roller, seed, index, &string);
      take_string(error, string, out);
    } else if (strcmp(call, "tweak") == 0) {
      run_tweak(one, pack, roller, out);
    } else if (strcmp(call, "things") == 0) {
      size_t things = 0;
      if (!failed(spoils_roll(roller, seed, index, &things), out)) { add_things(out, pack, roller, things); }
    } else if (strcmp(call, "batch") == 0) {
      run_batch(one, pack, roller, out);
    } else if (strcmp(call, "world") == 0) {
      run_world(one, pack, roller, out);
    } else {
      add_literal(out, "unknown call");
    }
    spoils_free(roller);
  }
}

// Passes messages, a line each, to a language service; `work` is that call. A line for each list that it gives.
static void run_service(const json* one, bytes* out) {
  spoils_service* service = NULL;
  size_t count = 0;
  spoils_file* const files = files_of(one, &count);
  int bad = failed(spoils_service_new(files, count, &service), out);
  free(files);
  const char* end = NULL;
  for (const char* at = json_string(one, "messages"); !bad && *at != '\0'; at = end + (*end == '\n')) {
    end = at + strcspn(at, "\n");
    const spoils_text line = {at, (size_t)(end - at)};
    const int works = line.size == 4 && memcmp(at, "work", 4) == 0;
    spoils_string* string = NULL;
    bad = failed(works ? spoils_service_work(service, &string) : spoils_service_message(service, line, &string), out);
    if (bad) { break; }
    add_text(out, spoils_string_text(string));
    add_literal(out, "\n");
    spoils_free(string);
  }
  spoils_free(service);
}

static void run(const json* packs, const json* one, bytes* out) {
  const char* const call = json_string(one, "call");
  spoils_string* string = NULL;
  if (strcmp(call, "service") == 0) {
    run_service(one, out);
    return;
  }
  if (strcmp(call, "seed") == 0) {
    uint64_t seed = 0;
    if (!failed(spoils_seed(member_text(one, "text"), &seed), out)) { add_unsigned(out, seed); }
    return;
  }
  if (strcmp(call, "format") == 0) {
    spoils_error* const error = spoils_format(member_text(one, "file"), member_text(one, "text"), &string, NULL);
    take_string(error, string, out);
    return;
  }
  spoils_pack* pack = NULL;
  spoils_findings* findings = NULL;
  spoils_error* error = compile(packs, json_string(one, "pack"), &pack, &findings);
  if (strcmp(call, "findings") == 0) {
    spoils_free(error);
    error = spoils_findings_json(findings, &string);
    take_string(error, string, out);
  } else if (!failed(error, out)) {
    run_with_pack(one, pack, out);
  }
  spoils_free(findings);
  spoils_free(pack);
}

static char* read_file(const char* path) {
  FILE* const file = fopen(path, "rb");
  if (file == NULL) { exit(2); }
  fseek(file, 0, SEEK_END);
  const size_t size = (size_t)ftell(file);
  rewind(file);
  char* const out = json_memory(size + 1);
  if (fread(out, 1, size, file) != size) { exit(2); }
  fclose(file);
  return out;
}

int main(int count, char** arguments) {
  if (count < 2) { return 2; }
  const int prints = count > 2 && strcmp(arguments[2], "--print") == 0;
  char* const source = read_file(arguments[1]);
  json whole = {0};
  json_value(source, &whole);
  int cases = 0;
  int wrong = 0;
  for (const json* one = json_at(&whole, "cases")->first; one != NULL; one = one->next) {
    bytes got = {0};
    ++cases;
    run(json_at(&whole, "packs"), one, &got);
    const json* const expected = json_at(one, "expect");
    if (prints) {
      for (size_t i = 0; i < got.size; ++i) { printf("%02x", (unsigned char)got.data[i]); }
      printf("\n");
    } else if (expected == NULL || expected->size != got.size ||
               (got.size > 0 && memcmp(expected->text, got.data, got.size) != 0)) {
      ++wrong;
      printf("%s:\n  expected %s\n  got      %s\n", json_string(one, "name"), json_string(one, "expect"),
             got.data == NULL ? "" : got.data);
    }
    free(got.data);
  }
  json_free(&whole);
  free(source);
  if (!prints) { printf("conformance: %d of %d cases\n", cases - wrong, cases); }
  return wrong == 0 && cases > 0 ? 0 : 1;
}
