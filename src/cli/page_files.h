// cli/page_files.h
//
// The files of the workbench page, as `make page` builds them, in memory: a request can only name one of them, so that
// no path of a request reaches the disk. tests/cli/workbench_test.py pins it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/complaint.h"

namespace spoils::cli {

struct PageFile {
  std::string_view type;  // "text/html; charset=utf-8"
  std::string bytes;
};

/// By their paths below the folder, with a slash first: "/index.html".
using PageFiles = std::map<std::string, PageFile, std::less<>>;

/// Reads the page: that of SPOILS_PAGE if it is set, else the one installed with the program, else the one of the
/// source tree that the program was built from. Errors: there is none; more than 256 MiB.
[[nodiscard]] Result<PageFiles, Complaint> read_page();

}  // namespace spoils::cli
