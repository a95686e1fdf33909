// api/book.cpp
//
// `write_book`: checks the options, makes the document of a book within the limits of the call, and formats it.
#include "spoils/book.h"

#include <fmt/format.h>

#include "api/pack_data.h"
#include "api/work.h"
#include "book/book.h"
#include "book/html.h"
#include "book/markdown.h"
#include "book/query_plan.h"

namespace spoils {
inline namespace v1 {

namespace {

// The pack's own files first, then those of the packs that it uses, in breadth-first order.
std::vector<book::File> files_of(const api::PackData& data) {
  std::vector<book::File> out;
  const auto& trees = *data.context->trees;
  for (auto tree = trees.rbegin(); tree != trees.rend(); ++tree) {
    for (const auto& file : tree->files) {
      book::File made;
      made.source = file.source;
      made.pack = tree->name;
      made.is_own = tree == trees.rbegin();
      for (const auto& declaration : file.declarations) {
        made.declarations.push_back(declaration.span);
        made.is_head = made.is_head || (made.is_own && declaration.kind == lang::Declaration::Kind::Pack);
      }
      out.push_back(std::move(made));
    }
  }
  return out;
}

std::optional<Error> wrong_depths(const Pack& pack, const std::vector<std::int64_t>& depths) {
  if (depths.empty()) { return std::nullopt; }
  const auto number = book::depth_input(pack);
  if (!number) {
    return Error{Error::Kind::BadValue,
                 fmt::format("pack `{}` has no integer input with a range, so there are no depths", pack.name()), ""};
  }
  const auto& depth = pack.inputs()[*number];
  for (const auto value : depths) {
    if (value >= *depth.first && value <= *depth.last) { continue; }
    return Error{Error::Kind::BadValue, fmt::format("`{}` cannot be {}", depth.name, value),
                 fmt::format("its range is {}..{}", *depth.first, *depth.last)};
  }
  return std::nullopt;
}

}  // namespace

Result<std::string, Error> write_book(const Pack& pack, const BookOptions& options) {
  if (auto wrong = wrong_depths(pack, options.depths)) { return Failure{std::move(*wrong)}; }
  const auto& data = pack.data();
  return api::within(options.max_memory, options.stop, [&](auto& scope) -> Result<std::string, Error> {
    auto document = book::make_book(pack, data.program, *data.sources, files_of(data), options);
    if (options.threads != 1 && scope.was_short() && !scope.is_stopped()) {
      // A question that had too little memory beside others may have enough alone.
      auto alone = options;
      alone.threads = 1;
      document = book::make_book(pack, data.program, *data.sources, files_of(data), alone);
    }
    // An incomplete book is not returned.
    if (scope.is_stopped()) { return Failure{api::stopped_refusal()}; }
    return options.format == BookOptions::Format::Html ? book::to_html(document) : book::to_markdown(document);
  });
}

}  // namespace v1
}  // namespace spoils
