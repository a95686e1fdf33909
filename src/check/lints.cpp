#include "check/lints.h"

namespace spoils::check {

void lint(const program::Program& program, text::Report& report) {
  static_cast<void>(program);
  static_cast<void>(report);
}

}  // namespace spoils::check
