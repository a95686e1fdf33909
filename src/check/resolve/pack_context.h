// check/resolve/pack_context.h
//
// The compiler's knowledge of a pack after compilation, beside its program: which names are in force, the inferred
// types, the numbers of names. A question about the pack is lowered with it against the finished program, so that the
// pack is compiled only once. tests/api/query_test.cpp compares that with compiling both together.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "check/resolve/names.h"
#include "check/resolve/scope.h"
#include "check/resolve/types.h"
#include "text/report.h"

namespace spoils::check {

/// Never changes once the pack is compiled, so any number of threads may lower questions with it. It is neither copied
/// nor moved: the scope points into the trees and into itself.
class PackContext {
 public:
  PackContext(std::shared_ptr<const std::vector<PackTree>> packs, text::Report& report)
      : trees(std::move(packs)), scope(*trees, report) {}
  PackContext(const PackContext&) = delete;
  PackContext& operator=(const PackContext&) = delete;

  const std::shared_ptr<const std::vector<PackTree>> trees;
  Scope scope;
  Types types;
  Names names;
};

}  // namespace spoils::check
