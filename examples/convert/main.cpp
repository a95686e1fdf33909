// Converts a folder with data of Pyrel into a pack, and prints how much of it the pack holds.
#include <spoils/import.h>

#include <cstdio>

int main(int count, char** arguments) {
  if (count != 2) { return std::fputs("usage: convert FOLDER\n", stderr), 2; }
  const auto imported = spoils::import_pyrel(arguments[1], {"mine", "My dungeon"});
  for (const auto& problem : imported.problems) { std::fprintf(stderr, "%s\n", problem.text().c_str()); }
  if (!imported.text) { return 1; }
  std::printf("a pack of %zu bytes; %zu fields left out\n", imported.text->size(), imported.left_out.size());
}
