// tests/capi/header.cpp
//
// The C header in C++, beside the C++ headers.
#include <cstdio>
#include <string_view>

#include "spoils/roll.h"
#include "spoils/spoils.h"

int main() {
  const spoils_file file{SPOILS_TEXT("a.loot"), SPOILS_TEXT("pack a \"A\" 1.0\nrule find { kind = pick {1 x} }\n")};
  spoils_pack* pack = nullptr;
  spoils_string* json = nullptr;
  spoils_roller* roller = nullptr;
  if (spoils_pack_compile(&file, 1, SPOILS_TEXT(""), nullptr, &pack, nullptr) != nullptr) { return 1; }
  if (spoils_roller_new(pack, SPOILS_TEXT("find"), nullptr, 0, &roller) != nullptr) { return 1; }
  if (spoils_roll_json(roller, spoils::seed_from_text("x"), 0, &json) != nullptr) { return 1; }
  const auto text = spoils_string_text(json);
  const bool is_right = std::string_view(text.data, text.size).find("\"kind\":\"x\"") != std::string_view::npos;
  spoils_free(json);
  spoils_free(roller);
  spoils_free(pack);
  std::puts(is_right ? "all right" : "wrong");
  return is_right ? 0 : 1;
}
