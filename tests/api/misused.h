// tests/api/misused.h
//
// Collects reports of misuse, instead of the handler that aborts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "spoils/misuse.h"

namespace spoils {

class MisuseReports {
 public:
  MisuseReports() : before_(on_misuse(&MisuseReports::note)) { static_cast<void>(take()); }
  MisuseReports(const MisuseReports&) = delete;
  MisuseReports& operator=(const MisuseReports&) = delete;
  ~MisuseReports() { static_cast<void>(on_misuse(before_)); }

  /// Returns the reports since the last call.
  [[nodiscard]] std::vector<std::string> take() { return std::exchange(reports(), {}); }

 private:
  static std::vector<std::string>& reports() {
    static std::vector<std::string> all;
    return all;
  }
  static void note(const char* what) { reports().emplace_back(what); }

  MisuseHandler before_;
};

}  // namespace spoils
