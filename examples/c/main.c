// Rolls the contents of a cellar, three levels down, and prints their names.
#include <spoils/spoils.h>
#include <stdio.h>

static const char kCellar[] =
    "pack cellar \"The cellar\" 1.0\n"
    "input depth: 1..9 = 1\n"
    "rule find { kind = pick {5 rat, 3 bottle, 1 ghost}; quantity = d2 + depth // 3 }\n"
    "display find \"& {kind}~\"\n";

static int fail(spoils_error* error) {
  const spoils_text why = spoils_error_message(error);
  fprintf(stderr, "%.*s\n", (int)why.size, why.data);
  spoils_free(error);
  return 1;
}

int main(void) {
  const spoils_file file = {SPOILS_TEXT("cellar.loot"), {kCellar, sizeof(kCellar) - 1}};
  const spoils_setting depth = {SPOILS_TEXT("depth"), SPOILS_TEXT("3")};
  spoils_pack* pack = NULL;  // spoils_pack_load(path, ...) reads a file or a folder
  spoils_roller* roller = NULL;
  uint64_t seed = 0;
  spoils_error* error = spoils_pack_compile(&file, 1, SPOILS_TEXT(""), NULL, &pack, NULL);
  if (error == NULL) { error = spoils_roller_new(pack, SPOILS_TEXT("find"), &depth, 1, &roller); }  // one a thread
  if (error == NULL) { error = spoils_seed(SPOILS_TEXT("my game"), &seed); }
  for (uint64_t index = 0; error == NULL && index < 5; ++index) {
    size_t things = 0;
    spoils_text name;
    error = spoils_roll(roller, seed, index, &things);
    for (size_t thing = 0; error == NULL && thing < things; ++thing) {
      error = spoils_thing_name(roller, thing, &name);
      if (error == NULL) { printf("%.*s\n", (int)name.size, name.data); }
    }
  }
  spoils_free(roller);
  spoils_free(pack);
  return error == NULL ? 0 : fail(error);
}
