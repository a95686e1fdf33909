// service/parsed_file.cpp
//
// Lexes and parses one text; its findings are dropped, since the pack's own are those of its compilation.
#include "service/parsed_file.h"

#include <algorithm>
#include <utility>

#include "lang/lexer.h"
#include "lang/parser.h"
#include "text/plain/utf8.h"
#include "text/read_pack.h"
#include "text/report.h"

namespace spoils::service {

ByteRange ParsedFile::find_word(std::string_view word, std::size_t begin, std::size_t end) const {
  const auto text = bytes();
  end = std::min(end, text.size());
  const auto all = text.substr(0, std::min(end + 1, text.size()));  // with the byte after the last word
  for (auto at = all.find(word, begin); !word.empty() && at < end; at = all.find(word, at + 1)) {
    const auto after = at + word.size();
    if (after > end) { break; }
    const bool begins = at == 0 || !is_name_byte(all[at - 1]);
    const bool ends = after == all.size() || !is_name_byte(all[after]);
    if (begins && ends) { return {at, after}; }
  }
  return {begin, begin};
}

std::size_t ParsedFile::token_after(std::size_t offset) const {
  const auto found = std::partition_point(tokens.begin(), tokens.end(),
                                          [&](const lang::Token& token) { return token.span.end <= offset; });
  return static_cast<std::size_t>(found - tokens.begin());
}

std::shared_ptr<const ParsedFile> parse_file(std::string path, std::string bytes) {
  auto out = std::make_shared<ParsedFile>();
  out->path = path;
  const bool is_readable = bytes.size() <= text::kMaxFileBytes && !text::find_non_text(bytes);
  static_cast<void>(out->sources.add(std::move(path), std::move(bytes)));
  if (!is_readable) { return out; }
  text::Report report(out->sources);
  out->tokens = lang::lex(out->sources, 0, report);
  out->tree = lang::parse(out->sources, 0, report);
  out->has_pack_line =
      std::any_of(out->tree.declarations.begin(), out->tree.declarations.end(),
                  [](const lang::Declaration& one) { return one.kind == lang::Declaration::Kind::Pack; });
  return out;
}

}  // namespace spoils::service
