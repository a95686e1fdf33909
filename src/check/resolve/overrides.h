// check/resolve/overrides.h
//
// Finds declarations that two packs override of which neither uses the other: each would change the meaning of a name
// in the other, and the order of `use` lines would say which. A pack that uses both may override it once more. Tests:
// tests/check/names_of_packs_test.cpp.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <utility>

#include "check/resolve/visibility.h"
#include "lang/tree.h"
#include "text/report.h"

namespace spoils::check {

class Overrides {
 public:
  /// A declaration and the pack whose text it is.
  struct Of {
    const lang::Declaration* declaration = nullptr;
    std::size_t pack = 0;
  };

  /// Notes that an override takes the place of another declaration; `kind` tells names of different kinds apart. Packs
  /// come before their users. Cost: logarithmic.
  void note(const Visibility& visibility, const std::string& kind, const Of& fresh, const Of& old) {
    const std::pair key(kind, fresh.declaration->name);
    if (!visibility.sees(fresh.pack, old.pack)) {
      rivals_[key] = {old, fresh};
      return;
    }
    const auto found = rivals_.find(key);
    if (found == rivals_.end()) { return; }
    const auto& [first, second] = found->second;
    if (visibility.sees(fresh.pack, first.pack) && visibility.sees(fresh.pack, second.pack)) { rivals_.erase(found); }
  }

  void report(text::Report& report) const {
    const auto place = [](const Of& of) {
      const bool has_own = of.declaration->kind != lang::Declaration::Kind::Display;
      return has_own ? of.declaration->name_span : of.declaration->span;
    };
    for (const auto& [key, rivals] : rivals_) {
      report.add(text::Code::DeclaredTwice, place(rivals.second), key.second)
          .label(place(rivals.first), "and here, by a pack that does not use the other one")
          .help("override it in a pack that uses both, too: then that one is meant");
    }
  }

 private:
  std::map<std::pair<std::string, std::string>, std::pair<Of, Of>> rivals_;
};

}  // namespace spoils::check
