#include "check/check.h"

#include "check/links.h"
#include "check/lints.h"
#include "check/lowering.h"
#include "check/ranges.h"

namespace spoils::check {

namespace {

/// Types settle in as many passes as the longest chain of assignments; each pass moves at least one type up a lattice
/// of height three.
constexpr int kMaxPasses = 100;

}  // namespace

std::optional<program::Program> compile_question(const std::vector<PackTree>& packs, text::Report& report) {
  const Scope scope(packs, report);
  Types types;
  program::Program before;
  for (int pass = 0;; ++pass) {
    text::Report silent(report.sources());
    Lowering lowering(scope, types, silent);
    before = lowering.run();
    if (!types.changed() || lowering.is_full()) { break; }
    if (pass < kMaxPasses) { continue; }
    report.add(text::Code::TypesTangled, types.last_place(), kMaxPasses).help("declare this one: `field NAME: TYPE`");
    return std::nullopt;
  }
  Lowering lowering(scope, types, report);
  lowering.number_symbols(before);
  auto program = lowering.run();
  if (report.error_count() > 0) { return std::nullopt; }
  link(program, report);
  if (report.error_count() > 0) { return std::nullopt; }
  return program;
}

std::optional<program::Program> check(const std::vector<PackTree>& packs, text::Report& report) {
  auto program = compile_question(packs, report);
  if (!program) { return std::nullopt; }
  check_ranges(*program, report);
  lint(*program, report);
  if (report.error_count() > 0) { return std::nullopt; }
  return program;
}

}  // namespace spoils::check
