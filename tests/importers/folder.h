// tests/importers/folder.h
//
// Folders of data for one test: a small valid one, in which a test replaces single files.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <string_view>
#include <utility>

#include "spoils/import.h"

namespace spoils::importers {

using Files = std::map<std::string, std::string>;

class TestFolder {
 public:
  explicit TestFolder(const Files& changes) {
    path_ = std::filesystem::temp_directory_path() / "spoils-import-XXXXXX";
    std::string name = path_.string();
    path_ = ::mkdtemp(name.data());
    Files files{
        {"object_template.txt", R"([{"templateName": "item", "categories": ["item"]},
          {"templateName": "sword", "templates": "item", "categories": ["sword"], "equipSlots": ["hand"]}])"},
        {"object.txt", R"([{"index": 7, "templates": "sword", "nameInfo": {"baseNoun": "saber~"},
          "allocatorRules": [{"commonness": 1, "minDepth": 0, "maxDepth": -1}]}])"},
        {"affix_meta.txt", R"([{"good": {"rank": 0}}, {"make": {"position": "basePrefix", "positionDistance": 1}}])"},
        {"affix.txt", R"([{"index": 3, "name": "Keen", "affixType": "make", "allocatorRules": [{"commonness": 1,
          "minDepth": 0, "maxDepth": -1, "affixLevel": "good", "allowCategories": ["sword"]}]}])"},
        {"loot_template.txt", R"([{"templateName": "plain", "numAffixes": "d2"}])"},
    };
    for (const auto& [file, bytes] : changes) { files[file] = bytes; }
    for (const auto& [file, bytes] : files) {
      // An empty file means no records.
      if (!bytes.empty()) { std::ofstream(path_ / file, std::ios::binary) << bytes; }
    }
  }
  TestFolder(const TestFolder&) = delete;
  TestFolder& operator=(const TestFolder&) = delete;
  ~TestFolder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }

  [[nodiscard]] std::string path() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace spoils::importers
