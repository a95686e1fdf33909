#include "check/ranges.h"

#include <fmt/format.h>

#include "check/range_findings.h"

namespace spoils::check {

using namespace program;
using text::Code;

namespace {

constexpr std::size_t kMaxBoxes = 40'000;  // that are tried for one rule: 20,000 single values and what encloses them
constexpr std::size_t kMaxBad = 4'000;     // that are kept of one place

class Search {
 public:
  Search(const Program& program, text::Report& report) : program_(program), report_(report), walk_(program) {}

  void run() {
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) { knobs_.push_back(knobs_of(program_, rule)); }
    for (RuleId rule = 0; rule < program_.rules.size(); ++rule) {
      begin(rule, true);
      const auto& parameters = program_.rules[rule].parameters;
      const bool has_others = std::any_of(parameters.begin(), parameters.end(), [&](const RuleParameter& parameter) {
        const auto& knobs = knobs_[rule];
        return parameter.initial != kNone && std::none_of(knobs.begin(), knobs.end(), [&](const Knob& knob) {
                 return knob.slot == parameter.slot;
               });
      });
      if (has_others) { begin(rule, false); }
    }
    // What was wrong is seen again for the message, so the walk must be able to go on.
    const bool is_spent = walk_.is_spent();
    Walk fresh(program_);
    for (const auto& finding : findings_) { file(program_, knobs_, finding, is_spent ? fresh : walk_, report_); }
  }

 private:
  void begin(RuleId rule, bool takes_defaults) {
    rule_ = rule;
    takes_defaults_ = takes_defaults;
    boxes_ = 0;
    untried_ = 0;
    explore(all_values(knobs_[rule]), {});
    if (untried_ != 0) { file_untried(); }
  }

  // `known`: places that go wrong with all values of a box around this one.
  void explore(const Box& box, std::vector<Site> known) {
    auto entry = entry_of(walk_.values(), rule_, knobs_[rule_], box);
    entry.takes_defaults = takes_defaults_;
    walk_.run(entry);
    ++boxes_;
    if (walk_.is_spent()) {
      untried_ |= ~std::uint64_t{0};
      return;
    }
    for (const auto& hit : walk_.bad()) {
      if (std::find(known.begin(), known.end(), hit.site) != known.end()) { continue; }
      known.push_back(hit.site);
      auto& bad = finding_of(hit.site).bad;
      if (bad.size() < kMaxBad) { bad.push_back({rule_, takes_defaults_, hit.depth, box}); }
    }
    for (const auto& site : walk_.sound()) {
      auto& sound = finding_of(site).sound;
      if (sound.size() < kMaxBad && (sound.empty() || sound.back().box != box)) {
        sound.push_back({rule_, takes_defaults_, 0, box});
      }
    }
    const auto open = walk_.open_knobs();
    std::size_t widest = box.size();
    for (std::size_t i = 0; i < box.size(); ++i) {
      if ((open & bit_of(i)) == 0 || box[i].size() < 2) { continue; }
      if (widest == box.size() || box[i].size() > box[widest].size()) { widest = i; }
    }
    if (widest == box.size()) { return; }
    if (boxes_ >= kMaxBoxes) {
      untried_ |= bit_of(widest);
      return;
    }
    auto half = box;
    const auto middle = box[widest].first + (box[widest].last - box[widest].first) / 2;
    half[widest].last = middle;
    explore(half, known);
    half[widest] = {middle + 1, box[widest].last};
    explore(half, std::move(known));
  }

  RangeFinding& finding_of(const Site& site) {
    for (auto& finding : findings_) {
      if (finding.site == site) { return finding; }
    }
    findings_.push_back({site, {}, {}});
    return findings_.back();
  }

  void file_untried() {
    std::string names;
    Span place = program_.rules[rule_].place;
    bool is_first = true;
    for (std::size_t i = 0; i < knobs_[rule_].size(); ++i) {
      const auto& knob = knobs_[rule_][i];
      if ((untried_ & bit_of(i)) == 0 || knob.count < 2) { continue; }
      const auto& slot = program_.slots[knob.slot];
      if (is_first) { place = slot.place; }
      names += fmt::format("{}`{}`", is_first ? "" : ", ", slot.name);
      is_first = false;
    }
    if (is_first) { names = fmt::format("what `{}` meets", program_.rules[rule_].name); }
    report_.add(Code::NotAllTried, place, names)
        .label(program_.rules[rule_].place, "too many for this rule")
        .note("what else goes wrong shows when it is rolled");
  }

  const Program& program_;
  text::Report& report_;
  Walk walk_;
  std::vector<std::vector<Knob>> knobs_;  // of each rule
  std::vector<RangeFinding> findings_;
  RuleId rule_ = 0;
  bool takes_defaults_ = true;
  std::size_t boxes_ = 0;
  std::uint64_t untried_ = 0;
};

}  // namespace

void check_ranges(const Program& program, text::Report& report) { Search(program, report).run(); }

}  // namespace spoils::check
