// api/compile_to_c.cpp
//
// `compile_to_c`: reads the options, and reports what cannot be compiled with its place.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "api/error.h"
#include "api/pack_data.h"
#include "compile_c/compile.h"
#include "compile_c/names.h"
#include "spoils/compile.h"

namespace spoils {
inline namespace v1 {

Result<std::string, Error> compile_to_c(const Pack& pack, const CompileOptions& options) {
  const auto& data = pack.data();
  const auto& program = data.program;
  compile_c::Options wanted;
  wanted.prefix = options.prefix.empty() ? program.name : options.prefix;
  if (!compile_c::is_prefix(wanted.prefix)) {
    return Failure{api::make_error(Error::Kind::BadValue,
                                   fmt::format("`{}` cannot begin the names of a C header", wanted.prefix),
                                   "use letters, digits and `_`, a letter first", {{"value", wanted.prefix}})};
  }
  for (const auto& name : options.rules) {
    const auto rule = program.find_rule(name);
    if (!rule || program.rules[*rule].is_block) { return Failure{api::unknown_rule(program, name)}; }
    wanted.rules.push_back(*rule);
  }
  if (options.rules.empty() && std::none_of(program.rules.begin(), program.rules.end(),
                                            [](const program::Rule& rule) { return rule.is_own && !rule.is_block; })) {
    return Failure{api::make_error(Error::Kind::BadValue, fmt::format("pack `{}` has no rule", program.name))};
  }
  auto compiled = compile_c::compile(program, *data.sources, wanted);
  if (!compiled.refusal) { return std::move(compiled.text); }
  auto error = api::make_error(Error::Kind::Limit, fmt::format("cannot compile {}", compiled.refusal->what),
                               "docs/compile.md lists what can be compiled; name rules that do not use it");
  error.place = api::place_of(*data.sources, compiled.refusal->place);
  return Failure{std::move(error)};
}

}  // namespace v1
}  // namespace spoils
