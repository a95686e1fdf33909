// check/resolve/records.h
//
// The records of all collections of a pack and of those that it uses, after overriding, and what each inherits from.
#pragma once

#include <cstddef>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "check/resolve/overrides.h"
#include "lang/tree.h"
#include "text/report.h"

namespace spoils::check {

struct PackTree;

class Records {
 public:
  /// A collection with its records.
  struct Known {
    const lang::Declaration* declaration = nullptr;
    std::size_t pack = 0;
    std::vector<const lang::Declaration*> records;  // in the order of declaration
    std::vector<std::size_t> record_packs;
    std::map<std::string, std::size_t, std::less<>> numbers;  // of records, by name
  };
  /// A record with those that it inherits from before it, each once.
  using Line = std::vector<const lang::Declaration*>;

  Records(const std::vector<PackTree>& packs, const Visibility& visibility, text::Report& report);

  [[nodiscard]] const std::vector<Known>& all() const { return collections_; }
  /// Returns what a record inherits from; what is wrong with that is said once.
  [[nodiscard]] Line line_of(const Known& known, const lang::Declaration& record);
  /// Says of each line of a record whether the collection knows it.
  void check_items(const Known& known, const lang::Declaration& record);
  void unknown_part(const Known& known, const lang::RecordItem& item, std::vector<std::string_view> names);
  /// Returns whether something is said for the first time.
  [[nodiscard]] bool tell(std::string what) { return told_.insert(std::move(what)).second; }

 private:
  void find_collections();
  void take(const lang::Declaration& record, std::size_t pack);
  [[nodiscard]] const Known* collection_of(const lang::Declaration& record) const;
  void unknown_collection(const lang::Declaration& record);
  bool climb(const Known& known, const lang::Declaration& record, std::vector<const lang::Declaration*>& open,
             Line& line);
  void unknown_record(const Known& known, Span place, std::string_view name);

  const std::vector<PackTree>& packs_;
  const Visibility& visibility_;
  text::Report& report_;
  Overrides overrides_;
  std::vector<Known> collections_;
  std::map<std::string, std::size_t, std::less<>> numbers_;                // of collections, by name
  std::map<std::string, std::vector<std::ptrdiff_t>, std::less<>> homes_;  // collections with a record of that name
  std::vector<const lang::Declaration*> strays_;
  std::set<std::string, std::less<>> told_;
};

}  // namespace spoils::check
