// tests/compile_c/driver.h
//
// Compiles packs to C, the header with the system's C compiler, and rolls with the result. A driver is a C program that
// prints each thing as tests/things_text.h does; it is made from the text of the header alone, so that it reads things
// as a game would.
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "api/pack_data.h"
#include "spoils/compile.h"
#include "spoils/pack.h"
#include "spoils/roll.h"
#include "things_text.h"

namespace spoils::compiled_c {

/// The output of a program, and its exit status.
struct Output {
  std::string text;
  int status = 0;
};

inline Output run(const std::string& command) {
  Output out;
  std::FILE* const pipe = popen(command.c_str(), "r");
  if (pipe == nullptr) { return {"", -1}; }
  std::array<char, 65536> buffer{};
  for (std::size_t count = 0; (count = std::fread(buffer.data(), 1, buffer.size(), pipe)) > 0;) {
    out.text.append(buffer.data(), count);
  }
  out.status = pclose(pipe);
  return out;
}

/// A folder that is removed with the object.
class Folder {
 public:
  Folder() {
    std::string made = (std::filesystem::temp_directory_path() / "spoils-compile-XXXXXX").string();
    path_ = mkdtemp(made.data()) == nullptr ? "." : made;
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    if (path_ != ".") { std::filesystem::remove_all(path_, ignored); }
  }
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }
  void write(const std::string& name, const std::string& text) const { std::ofstream(file(name)) << text; }

 private:
  std::string path_;
};

/// A member of a struct of the header.
struct Member {
  std::string type;
  std::string name;
  std::string comment;
};

/// Returns the members of a struct.
inline std::vector<Member> members_of(const std::string& header, const std::string& name) {
  std::vector<Member> out;
  const auto begin = header.find("typedef struct " + name + " {\n");
  if (begin == std::string::npos) { return out; }
  std::istringstream lines(header.substr(begin, header.find("} " + name + ";", begin) - begin));
  std::string line;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    Member member;
    const auto end = line.find(';');
    if (end == std::string::npos) { continue; }
    const auto blank = line.rfind(' ', end);
    member.type = line.substr(2, blank - 2);
    member.name = line.substr(blank + 1, end - blank - 1);
    if (const auto comment = line.find("/* "); comment != std::string::npos) {
      member.comment = line.substr(comment + 3, line.size() - comment - 6);
    }
    out.push_back(member);
  }
  return out;
}

/// Returns the names of all symbols, by their numbers.
inline std::vector<std::string> symbol_names(const Pack& pack) {
  const auto& symbols = pack.data().program.symbols;
  std::vector<std::string> out;
  for (std::uint32_t i = 0; i < symbols.size(); ++i) { out.emplace_back(symbols.name(i)); }
  return out;
}

/// Whether a header has a function of names.
inline bool has_names(const std::string& header) { return header.find("_name(const ") != std::string::npos; }

/// Whether its picks keep their candidates in memory of the caller.
inline bool has_cache(const std::string& header) { return header.find("  uint64_t *cache;") != std::string::npos; }

/// A measure of the header: its number in the pack, its function, and the type that this returns.
struct MeasureFunction {
  std::size_t index;
  std::string name;
  std::string type;
};

inline std::vector<MeasureFunction> measures_of(const Pack& pack, const std::string& header,
                                                const std::string& prefix) {
  std::vector<MeasureFunction> out;
  for (std::size_t i = 0; i < pack.measures().size(); ++i) {
    const auto name = prefix + "_measure_" + pack.measures()[i].name;
    const auto at = header.find(" " + name + "(const ");
    if (at == std::string::npos) { continue; }
    const auto begin = header.rfind("inline ", at) + 7;
    out.push_back({i, name, header.substr(begin, at - begin)});
  }
  return out;
}

/// Returns a program that rolls a rule, given by its number among `rules`: arguments are that number, the seed, the
/// first index, how many rolls, 1 for rolls of one world, and then an integer or `-` for each input. The variable CACHE
/// of the environment gives picks that many words.
inline std::string driver_of(const Pack& pack, const std::string& header, const std::string& prefix,
                             const std::vector<std::string>& rules) {
  std::string out = "#include <inttypes.h>\n#include <stdio.h>\n#include <stdlib.h>\n#include \"" + prefix + ".h\"\n";
  // The names of symbols as in the pack, in the order of the enumerators.
  out += "static inline const char *symbol_name(int64_t symbol) {\n  static const char *const names[] = {\n";
  for (const auto& name : symbol_names(pack)) { out += "    \"" + name + "\",\n"; }
  out += "    \"\"};\n  return symbol == INT64_MIN ? \"none\" : names[symbol];\n}\n";
  out += "static const char *rule_name(int rule) {\n  switch (rule) {\n";
  for (const auto& rule : pack.rules()) {
    auto enumerator = prefix + "_rule_" + rule.name;
    if (header.find("  " + enumerator + "_ = ") != std::string::npos) { enumerator += "_"; }  // a keyword
    if (header.find("  " + enumerator + " = ") != std::string::npos) {
      out += "    case " + enumerator + ": return \"" + rule.name + "\";\n";
    }
  }
  out += "    default: return \"?\";\n  }\n}\n";
  out += "static void print_things(const " + prefix +
         "_out *out) {\n  uint32_t i;\n  uint32_t k;\n  (void)k;\n"
         "  for (i = 0; i < out->count; ++i) {\n    const " +
         prefix +
         "_thing *const t = &out->things[i];\n"
         "    printf(\"%s\", rule_name((int)t->made_by));\n"
         "    if (t->held_by >= 0) { printf(\" in %d\", (int)t->held_by); }\n";
  if (has_names(header)) {
    out += "    static char name[100000];\n    if (" + prefix +
           "_name(t, name, sizeof name) < 0) { printf(\" (too long)\"); }\n    printf(\" \\\"%s\\\"\", name);\n";
  }
  out += "    printf(\":\");\n";
  for (const auto& member : members_of(header, prefix + "_thing")) {
    if (member.comment.empty() || member.name == "held_by" || member.name == "made_by") { continue; }
    auto field = member.name;
    for (const auto& known : pack.fields()) {
      if (field == known.name + "_" || field == "x" + known.name) { field = known.name; }
    }
    const auto value = "t->" + member.name;
    const auto put = [&](const std::string& test, const std::string& print) {
      out += "    if (" + test + ") { printf(\" " + field + "=\"); " + print + " }\n";
    };
    const bool is_map = member.comment.find("then its value") != std::string::npos;
    if (member.type == prefix + "_symbol") {
      put("(int)" + value + " >= 0", "printf(\"%s\", symbol_name(" + value + "));");
    } else if (member.type == "int8_t") {
      put(value + " >= 0", "printf(\"%s\", " + value + " == 1 ? \"true\" : \"false\");");
    } else if (member.type == prefix + "_number") {
      put(value + ".numerator != INT64_MIN",
          "printf(\"%\" PRId64 \"/%\" PRId64, " + value + ".numerator, " + value + ".denominator);");
    } else if (member.type == prefix + "_text") {
      put(value + ".bytes != NULL", "printf(\"\\\"%.*s\\\"\", (int)" + value + ".length, " + value + ".bytes);");
    } else if (is_map) {
      const bool is_symbols = member.comment.find("map of symbol") != std::string::npos;
      const std::string key = is_symbols ? "printf(\"%s\", symbol_name(" + value + ".members[k]));"
                                         : "printf(\"%\" PRId64, " + value + ".members[k]);";
      put(value + ".members != NULL", "printf(\"{\"); for (k = 0; k < " + value +
                                          ".count; k += 2) { if (k > 0) { printf(\", \"); } " + key +
                                          " printf(\" %\" PRId64, " + value + ".members[k + 1]); } printf(\"}\");");
    } else if (member.type == prefix + "_list") {
      const bool is_symbols = member.comment.find("symbol") != std::string::npos;
      const std::string print = is_symbols ? "printf(\"%s\", symbol_name(" + value + ".members[k]));"
                                           : "printf(\"%\" PRId64, " + value + ".members[k]);";
      put(value + ".members != NULL", "printf(\"[\"); for (k = 0; k < " + value +
                                          ".count; ++k) { if (k > 0) { printf(\", \"); } " + print +
                                          " } printf(\"]\");");
    } else {
      put(value + " != INT64_MIN", "printf(\"%\" PRId64, " + value + ");");
    }
  }
  for (const auto& measure : measures_of(pack, header, prefix)) {
    const auto value = measure.name + "(t)";
    out += "    printf(\" #" + pack.measures()[measure.index].name + "=\");\n";
    if (measure.type == prefix + "_number") {
      out += "    { const " + measure.type + " value = " + value +
             "; if (value.numerator == INT64_MIN) { printf(\"none\"); } else { printf(\"%\" PRId64 \"/%\" PRId64, "
             "value.numerator, value.denominator); } }\n";
    } else if (measure.type == prefix + "_symbol") {
      out +=
          "    { const int64_t value = " + value + "; printf(\"%s\", symbol_name(value < 0 ? INT64_MIN : value)); }\n";
    } else if (measure.type == "int8_t") {
      out += "    { const int value = " + value +
             "; printf(\"%s\", value < 0 ? \"none\" : value == 1 ? \"true\" : \"false\"); }\n";
    } else {
      out += "    { const int64_t value = " + value +
             "; if (value == INT64_MIN) { printf(\"none\"); } else { printf(\"%\" PRId64, value); } }\n";
    }
  }
  out += "    printf(\"\\n\");\n  }\n}\n";
  out +=
      "int main(int argc, char **argv) {\n  static " + prefix +
      "_thing things[100000];\n"
      "  static int64_t words[1000000];\n  " +
      prefix + "_out out = {things, 100000, words, 1000000, 0, 0, \"\"" + (has_cache(header) ? ", NULL, 0" : "") +
      "};\n  " + prefix + "_inputs inputs = " + prefix + "_default_inputs();\n  " + prefix + "_stream stream;\n  " +
      prefix +
      "_world world;\n  const int rule = atoi(argv[1]);\n  const uint64_t seed = strtoull(argv[2], NULL, 10);\n"
      "  const uint64_t first = strtoull(argv[3], NULL, 10);\n  const uint64_t count = strtoull(argv[4], NULL, 10);\n"
      "  const int in_world = atoi(argv[5]);\n  uint64_t i;\n  stream.seed = seed;\n  stream.index = first;\n  world "
      "= " +
      prefix + "_new_world(seed);\n  (void)argc;\n";
  if (has_cache(header)) {
    out +=
        "  static uint64_t cache[1000000];\n  out.cache = cache;\n"
        "  out.cache_words = getenv(\"CACHE\") != NULL ? (uint32_t)atoi(getenv(\"CACHE\")) : 0;\n";
  }
  int argument = 6;
  for (const auto& member : members_of(header, prefix + "_inputs")) {
    if (member.name == "none_") { continue; }
    const auto at = "argv[" + std::to_string(argument++) + "]";
    if (member.type == prefix + "_text") { continue; }
    const bool is_number = member.type == prefix + "_number";
    const auto cast = is_number ? std::string() : "(" + member.type + ")";
    out += "  if (argc > " + std::to_string(argument - 1) + " && " + at + "[0] != '-') { inputs." + member.name +
           (is_number ? ".numerator" : "") + " = " + cast + "strtoll(" + at + ", NULL, 10); }\n";
  }
  out += "  for (i = 0; i < count; ++i) {\n    " + prefix + "_fault fault = " + prefix +
         "_fault_ok;\n    switch (rule) {\n";
  for (std::size_t i = 0; i < rules.size(); ++i) {
    std::string given;
    for (const auto& rule : pack.rules()) {
      if (rule.name != rules[i]) { continue; }
      for (const auto& parameter : rule.parameters) {
        if (parameter.kind == InputInfo::Kind::Number) {
          given += "(" + prefix + "_number){0, 0}, ";
        } else if (parameter.kind == InputInfo::Kind::Text) {
          given += "(" + prefix + "_text){NULL, 0}, ";
        } else if (parameter.first && !parameter.initial) {
          given += std::to_string(*parameter.first) + ", ";
        } else if (!parameter.choices.empty() && !parameter.initial) {
          std::string symbol = parameter.choices.front();
          for (auto& c : symbol) { c = static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
          std::string capitals = prefix;
          for (auto& c : capitals) { c = static_cast<char>(std::toupper(static_cast<unsigned char>(c))); }
          given += capitals + "_" + symbol + ", ";
        } else {
          given += "INT64_MIN + 1, ";
        }
      }
    }
    const auto call = prefix + "_roll_" + rules[i];
    out += "      case " + std::to_string(i) + ":\n        fault = in_world != 0 ? " + call + "_in(&world, &inputs, " +
           given + "&out) : " + call + "(&stream, &inputs, " + given + "&out);\n        break;\n";
  }
  out += "      default: return 2;\n    }\n    if (fault == " + prefix +
         "_fault_ok) {\n      print_things(&out);\n    } else {\n      printf(\"fault %d %s\\n\", (int)fault, "
         "out.fault_place);\n      ++stream.index;\n    }\n    printf(\".\\n\");\n  }\n  return 0;\n}\n";
  return out;
}

}  // namespace spoils::compiled_c
