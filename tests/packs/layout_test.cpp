// Every file of the shipped packs is in the canonical layout: the formatter, run on it, returns the same bytes.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "spoils/pack.h"

namespace spoils::packs {

namespace layout_test {

TEST(Layout, EveryFileIsFormatted) {
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(SPOILS_PACKS_DIR)) {
    if (entry.path().extension() != ".loot") { continue; }
    ++files;
    std::ifstream file(entry.path(), std::ios::binary);
    const std::string bytes{std::istreambuf_iterator<char>(file), {}};
    EXPECT_EQ(format(entry.path().filename().string(), bytes).text, bytes) << "run `spoils fmt " << entry.path() << "`";
  }
  EXPECT_GT(files, 30U);
}

}  // namespace layout_test

}  // namespace spoils::packs
