// cli/command_packs.cpp
//
// `spoils packs`: lists the packs that can be loaded by name.
#include <fmt/format.h>
#include <unistd.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "text/plain/json_writer.h"

namespace spoils::cli {

namespace {

void define_packs(OptionTable& options) {
  options.add("--format", "text|json", "for people, or one object for programs");
}

struct ShownPack {
  ShippedPack shipped;
  std::optional<PackHead> head;  // unset if it cannot be read
};

std::string as_text(const std::vector<ShownPack>& packs, const Screen& screen) {
  std::vector<std::pair<std::string, std::string>> rows;
  for (const ShownPack& shown : packs) {
    std::string text = fmt::format("(invalid: `spoils check {}` shows why)", shown.shipped.name);
    if (shown.head) {
      text = shown.head->title;
      if (!shown.head->version.empty()) { text += (text.empty() ? "version " : ", version ") + shown.head->version; }
    }
    rows.emplace_back(printable(shown.shipped.name), printable(text));
  }
  return two_columns(rows, screen.width) +
         (packs.empty()
              ? ""
              : paragraphs("\n`spoils roll PACK --help` shows the rules and inputs of a pack.", screen.width));
}

std::string as_json(const std::vector<ShownPack>& packs) {
  std::string out;
  text::JsonWriter json(out);
  json.document("spoils.packs").list("packs", packs, [&](const ShownPack& shown) {
    json.open('{').member("name", shown.shipped.name).member("path", shown.shipped.path);
    json.member("ok", shown.head.has_value());
    if (shown.head) {
      json.member("title", shown.head->title).member("pack_version", shown.head->version);
      json.member("rules", shown.head->rules).member("inputs", shown.head->inputs);
    }
    json.close('}');
  });
  json.close('}');
  return out + '\n';
}

Outcome run_packs(Arguments& arguments) {
  const auto format = choice(arguments, "--format");
  if (!format) { return Failure{format.error()}; }
  if (!arguments.operands.empty()) {
    return Failure{Complaint{
        ExitCode::WrongUsage, fmt::format("unexpected argument `{}`", arguments.operands.front()),
        fmt::format("`spoils roll {} --help` shows the rules and inputs of a pack", arguments.operands.front())}};
  }
  std::vector<ShownPack> packs;
  for (ShippedPack& shipped : shipped_packs()) {
    auto head = read_pack_head(shipped.path);
    packs.push_back({std::move(shipped), std::move(head)});
  }
  if (packs.empty()) { print_complaint({ExitCode::Fine, "no packs found", "add folders with packs to SPOILS_PATH"}); }
  return print(*format == "json" ? as_json(packs) : as_text(packs, screen_of(STDOUT_FILENO)));
}

}  // namespace

const Command kPacks = {
    "packs",
    "",
    "List the packs that can be loaded by name.",
    "They are in the folders of SPOILS_PATH (separated by colons), in the folder installed with the program, and "
    "in the source tree that it was built from. Only their own files are read: the rules and inputs in JSON are those "
    "that a pack declares itself.",
    "spoils packs\n"
    "spoils packs --format json\n"
    "SPOILS_PATH=~/packs spoils packs\n",
    Operands::None,
    define_packs,
    run_packs,
};

}  // namespace spoils::cli
