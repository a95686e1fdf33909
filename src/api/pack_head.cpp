// api/pack_head.cpp
//
// The head of a pack: name, title, version, rules and inputs, read from its own files alone.
#include <optional>
#include <string>

#include "lang/parser.h"
#include "spoils/pack.h"
#include "text/plain/utf8.h"
#include "text/read_pack.h"
#include "text/report.h"
#include "text/source.h"

namespace spoils {
inline namespace v1 {

std::optional<PackHead> read_pack_head(const std::string& path) {
  auto files = text::read_pack_files(path);
  if (!files) { return std::nullopt; }
  PackHead out;
  text::Sources sources;
  text::Report report(sources);
  for (auto& file : *files) {
    text::remove_mark(file.bytes);
    if (text::find_non_text(file.bytes)) { return std::nullopt; }
    const auto source = sources.add(file.name, std::move(file.bytes));
    for (const auto& declaration : lang::parse(sources, source, report).declarations) {
      switch (declaration.kind) {
        case lang::Declaration::Kind::Pack:
          out.name = declaration.name;
          out.title = declaration.title;
          out.version = declaration.version;
          break;
        case lang::Declaration::Kind::Rule: out.rules.push_back(declaration.name); break;
        case lang::Declaration::Kind::Input:
          for (const auto& input : declaration.parameters) { out.inputs.push_back(input.name); }
          break;
        default: break;
      }
    }
    if (report.error_count() > 0) { return std::nullopt; }
  }
  return out;
}

}  // namespace v1
}  // namespace spoils
