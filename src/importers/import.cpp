// importers/import.cpp
//
// `import_pyrel`: imports a folder and formats the text of the pack, which must be readable.
#include "spoils/import.h"

#include <fmt/format.h>

#include "importers/pyrel.h"
#include "spoils/pack.h"

namespace spoils {
inline namespace v1 {

std::string ImportProblem::text() const {
  std::string out = fmt::format("{}:{}: ", file, line);
  if (!record.empty()) { out += record; }
  if (!field.empty()) { out += fmt::format("{}field {}", record.empty() ? "" : ", ", field); }
  if (!record.empty() || !field.empty()) { out += ": "; }
  return out + what;
}

Imported import_pyrel(const std::string& folder, const ImportOptions& options) {
  Imported out = importers::pyrel_pack(folder, options);
  if (!out.text) { return out; }
  Formatted formatted = format(options.name + ".loot", *out.text);
  if (formatted.text) {
    out.text = std::move(*formatted.text);
  } else {
    // This has never happened; a pack that cannot be parsed would be worse than none.
    out.text.reset();
    out.problems.push_back(
        {options.name + ".loot", 1, {}, {}, "the pack has mistakes: " + formatted.findings.text(), {}});
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
