// importers/pyrel.cpp
//
// Reads a folder, assigns names, and joins the parts that the writers make to the text of a pack.
#include "importers/pyrel.h"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "importers/readers.h"
#include "importers/symbols.h"
#include "importers/writers.h"

namespace spoils::importers {

namespace {

std::string title_line(const ImportOptions& options) {
  const std::string title = quoted_title(options.title);
  return fmt::format(
      "# Made by `spoils import pyrel`: changes are lost with the next import. The rules are in the\n"
      "# libraries `affixes` and `power`; this pack has the data for them.\n"
      "## {}: base items, affixes, themes, artifacts, loot templates and what monsters drop.\n"
      "pack {} {} 1.0\nuse affixes\nuse power\n\n",
      title.substr(1, title.size() - 2), options.name, title);
}

std::string rules(const Game& game) {
  std::string out;
  // An item of the first template is the default, since data with templates are about them.
  const std::string first = game.loot.empty() ? std::string("bare") : game.loot.front().symbol;
  out += fmt::format("## One item by a loot template.\nrule find(t: template = {}) {{ item(t) }}\n\n", first);
  out += "## The items of one level: fifty things without a template.\nrule floor { repeat 50 { drop item } }\n\n";
  const auto real = std::find_if(game.creatures.begin(), game.creatures.end(),
                                 [](const Creature& creature) { return !creature.is_family; });
  if (real != game.creatures.end()) {
    out +=
        "## The drops of a monster, which depend on the level on which it dies.\n"
        "rule monster(m: monster) { creature = m; dropped = {}; apply m.loot }\n\n"
        "display monster \"{creature}\"\n\n";
  }
  out += "field flags: list of symbol # those that are no abilities, one for each time that something grants it\n\n";
  return out;
}

// Declarations that only some data need.
std::string definitions(const Writing& writing) {
  std::string out;
  if (writing.caps_chances) { out += "def capped(percent) = max(0, min(100, percent))%\n"; }
  if (writing.moves_ranks) {
    std::int64_t top = static_cast<std::int64_t>(writing.symbols.game().qualities.size()) - 1;
    out += fmt::format("def moved(rank, steps) = max(0, min({0}, min({0}, rank) + steps))\n",
                       std::max<std::int64_t>(top, 0));
  }
  for (const std::string& stat : writing.percents) {
    // The only stat that changes another one.
    const std::string base = stat == "weightMod" ? "weight" : stat;
    if (writing.amounts.find(base) == writing.amounts.end()) { continue; }
    const std::string field = writing.symbols.stat_field(base);
    out += fmt::format("measure whole_{0} = {0} * (100 + {1}) / 100\n", field, writing.symbols.percent_field(stat));
  }
  if (writing.has_flavors) {
    out +=
        "field flavor: flavor\n"
        "display \"& {titled(text(flavor))} {titled(kind.noun)}~{kind.tail}[ {ending}]\" "
        "if flavor != none and kind.proper == none\n";
  }
  return out.empty() ? out : out + '\n';
}

// By file and field, then by reason, so that lists can be grouped.
void sort_left_out(std::vector<LeftOut>& left, const std::vector<ImportedFile>& files) {
  const auto number = [&files](const LeftOut& one) {
    std::size_t at = 0;
    while (at < files.size() && files[at].name != one.file) { ++at; }
    return at;
  };
  std::stable_sort(left.begin(), left.end(), [&](const LeftOut& a, const LeftOut& b) {
    return std::tuple(number(a), std::string_view(a.field), std::string_view(a.why)) <
           std::tuple(number(b), std::string_view(b.field), std::string_view(b.why));
  });
}

}  // namespace

Imported pyrel_pack(const std::string& folder_path, const ImportOptions& options) {
  Notes notes;
  Game game;
  Folder folder(folder_path, notes);
  read_items(folder, game);
  read_affixes(folder, game);
  read_themes(folder, game);
  read_flags(folder, game);
  read_templates(folder, game);
  read_creatures(folder, game);

  Imported out;
  // If a file is missing or broken, references to its records would only repeat that error.
  if (notes.problems.empty()) {
    Symbols symbols(game, notes);
    Writing writing{symbols, notes, {}, {}, {}, false, false, false};
    std::string body;
    // This order is needed: the flavors of kinds are known only after these are written.
    for (const auto write :
         {write_classes, write_kinds, write_affixes, write_themes, write_flags, write_templates, write_creatures}) {
      const std::string part = write(writing);
      if (!part.empty()) { body += part + '\n'; }
    }
    out.text = title_line(options) + rules(game) + definitions(writing) + body;
  }
  if (!notes.problems.empty()) { out.text.reset(); }
  out.problems = std::move(notes.problems);
  out.left_out = std::move(notes.left);
  out.files = std::move(folder.files());
  sort_left_out(out.left_out, out.files);
  return out;
}

}  // namespace spoils::importers
