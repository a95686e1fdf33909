// book/rules.h
//
// Writes the section of a rule: the odds of each field that it sets, and how many things it drops.
#pragma once

#include <map>
#include <set>
#include <string>
#include <vector>

#include "book/document.h"
#include "book/tables.h"
#include "program/facts/set_before.h"

namespace spoils::book {

/// Writes rule after rule; if an earlier section has the same odds, the later one refers to it.
class RuleWriter {
 public:
  explicit RuleWriter(const Material& material);

  /// Returns the blocks of a rule after its heading and documentation.
  [[nodiscard]] std::vector<Block> blocks(const Entry& entry, const RuleInfo& rule);

 private:
  [[nodiscard]] const Entry* shown_elsewhere(const Entry& entry, const FieldOdds& field) const;
  void add_parameters(const RuleInfo& rule);
  void add_set_before(program::RuleId rule);
  void add_variant(const Entry& entry, const Variant& variant);
  void add_conditions(const Variant& variant, const std::vector<const FieldOdds*>& tables,
                      const std::vector<const FieldOdds*>& flags);
  [[nodiscard]] Line sampled(const Odds& odds) const;
  void add_field(const FieldOdds& field);
  void add_estimates(const Variant& variant);
  void add_listing(const Listing& listing);
  void add_flags(const std::vector<const FieldOdds*>& flags);
  void add_joint_distribution(const JointDistribution& joint);
  void add_numbers(const Entry& entry, const Variant& variant);
  void add_means(const std::vector<std::pair<std::string, std::vector<double>>>& rows, const Odds& odds);

  const Material& material_;
  program::SetBefore set_before_;
  std::vector<Block> out_;
  std::map<std::uint32_t, std::string> tables_;  // fingerprints of the odds of tables
  std::map<std::string, const Entry*> owners_;   // by field and fingerprint: the rule that shows these odds
  std::set<std::string> joint_distributions_;    // by fields and fingerprint: those already shown
};

}  // namespace spoils::book
