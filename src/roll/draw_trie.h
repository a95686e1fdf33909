// roll/draw_trie.h
//
// Memoisation by a trie that is keyed by the sequence of draws; a leaf holds the finished thing. A thing that depends
// only on its draws and a few values (roll/dependencies.h) is copied from the leaf, if these were equal before, instead
// of being made again. Results and the work that is counted for limits are the same with and without the trie. It is
// not used while an observer is attached or a declared generator is active.
//
// Two techniques bound its cost for things that never repeat. Paths are compressed: a draw of which one result is known
// takes two entries, and a table of all its results only when a second one comes. And things are sampled: a rule looks
// up one thing of several, more of them the more often it finds one (kMaxPassed). Tests:
// tests/roll/optimisations_test.cpp, tests/roll/caches_test.cpp, tests/mutants/draw_trie.toml.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/program.h"
#include "roll/pick.h"
#include "roll/shared_code.h"
#include "roll/stream.h"
#include "roll/world_streams.h"

namespace spoils::roll {

class DrawTrie {
 public:
  /// Beyond this size no leaf is added; the last one may exceed it by half.
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 22;

  /// Beyond this size one miss in so many is recorded, besides the first for each key: recording takes half as long as
  /// making the thing, and a thing that came first after so many others seldom comes again. packs/crawl has this size
  /// after some 25,000 things, of which three in four were found.
  static constexpr std::size_t kLargeBytes = kMaxBytes / 2;
  static constexpr std::uint32_t kMissesARecord = 16;

  /// Bytes that making the thing of a leaf may have added to the heap.
  static constexpr std::size_t kMaxLeafHeapBytes = 1023;

  /// The result of one sequence of draws.
  struct Leaf {
    static constexpr std::size_t kFields = 3;  // words before those of the fields

    const program::Word* words = nullptr;        // null: not known
    const Dependencies* dependencies = nullptr;  // of the rule

    explicit operator bool() const { return words != nullptr; }
    [[nodiscard]] std::uint64_t work() const { return static_cast<std::uint64_t>(words[0]); }
    [[nodiscard]] std::uint64_t steps() const { return static_cast<std::uint64_t>(words[1]); }
    [[nodiscard]] bool is_given_out() const { return (words[2] & kGivenOut) != 0; }
    /// Whether it has texts or lists, or some were added to the heap.
    [[nodiscard]] bool needs_heap() const { return (words[2] & kNeedsHeap) != 0; }
    /// The size of the data that was added to the heap.
    [[nodiscard]] program::Heap::Mark size_in_heap() const {
      return {static_cast<std::size_t>(words[2] >> kBytesAt) & kMaxLeafHeapBytes,
              static_cast<std::size_t>(words[2] >> kWordsAt)};
    }
    /// Returns the third word. Requires: no more than kMaxLeafHeapBytes bytes were added.
    [[nodiscard]] static program::Word traits(bool is_given_out, bool needs_heap, program::Heap::Mark size) {
      return (is_given_out ? kGivenOut : 0) | (needs_heap ? kNeedsHeap : 0) |
             static_cast<program::Word>(size.bytes) << kBytesAt | static_cast<program::Word>(size.words) << kWordsAt;
    }
    /// The state whose words follow the fields.
    [[nodiscard]] const std::vector<program::SlotId>& writes() const { return dependencies->writes; }
    /// The texts that the thing depends on.
    [[nodiscard]] const std::vector<program::SlotId>& texts() const { return dependencies->texts; }
    /// Rule::fields, then the new values of the state that the rule may change; then the data that was added to the
    /// heap, words before bytes. Texts and lists are relative to the first that was added, or they are a key_text().
    [[nodiscard]] const program::Word* fields() const { return words + kFields; }

   private:
    static constexpr program::Word kGivenOut = 1;
    static constexpr program::Word kNeedsHeap = 2;
    static constexpr int kBytesAt = 2;
    static constexpr int kWordsAt = 16;
  };
  /// Returns the word for number `i` of texts() in leaves.
  [[nodiscard]] static program::Word key_text(std::size_t i) { return kKeyText + static_cast<program::Word>(i); }
  /// The inverse; nothing for another text.
  [[nodiscard]] static std::optional<std::size_t> key_text_number(program::Word word) {
    return (word & kKeyText) == kKeyText ? std::optional(static_cast<std::size_t>(word - kKeyText)) : std::nullopt;
  }

  /// `code` outlives the trie, and `heap` too, which holds the texts that things depend on. Allocates nothing before
  /// some things were rolled.
  DrawTrie(SharedCode& code, const program::Heap& heap) : code_(code), program_(code.program()), heap_(heap) {}

  /// Stores nothing. Requires: nothing is stored yet.
  void disable() { is_disabled_ = true; }

  /// Whether find() is to be called for the next thing of a rule. Requests the dependencies of a rule that is rolled
  /// often.
  [[nodiscard]] bool is_enabled(program::RuleId rule) {
    if (rules_.empty()) [[unlikely]] { return begin_rules(); }
    auto& known = rules_[rule];
    if (known.to_pass > 0) [[unlikely]] {
      --known.to_pass;
      return false;
    }
    return known.state == State::Enabled || (known.state == State::Unknown && analyse(rule));
  }

  /// Returns the leaf that is reached by drawing from a stream for a thing of a rule, with `words` in slots from
  /// `first` on, and leaves the stream after the last draw; no leaf, and the stream unchanged, if none is stored
  /// or takes more than `work` or `steps`. A `world def` draws from its own stream among `worlds`. Then the
  /// following draws may be recorded. Requires: is_enabled(rule). The leaf is valid until insert().
  [[nodiscard]] Leaf find(program::RuleId rule, const program::Word* words, program::SlotId first, Stream& stream,
                          WorldStreams& worlds, std::uint64_t work, std::uint64_t steps);

  /// Returns how many things of a rule were looked up and how many of these copied. For tests.
  struct Use {
    std::uint64_t lookups = 0;
    std::uint64_t hits = 0;
  };
  [[nodiscard]] Use use(program::RuleId rule) const {
    if (rules_.empty()) { return {}; }
    const auto& known = rules_[rule];
    return {known.earlier.lookups + known.lookups, known.earlier.hits + known.hits};
  }
  /// Returns the bytes of all nodes and leaves. For tests.
  [[nodiscard]] std::size_t bytes() const {
    return children_.size() * sizeof(Child) + switches_.size() * sizeof(StreamSwitch) +
           words_.size() * sizeof(program::Word) + root_count_ * sizeof(Root) + texts_.bytes_used();
  }

  /// The state whose words follow the fields in leaves of a rule. Requires: find() was called.
  [[nodiscard]] const std::vector<program::SlotId>& writes(program::RuleId rule) const {
    return rules_[rule].dependencies->writes;
  }
  /// Their values at the find() since which draws are recorded.
  [[nodiscard]] const std::vector<program::Word>& key_texts() const { return key_texts_; }

  /// Whether draws are recorded: from a find() that found nothing until insert() or forget().
  [[nodiscard]] bool is_recording() const { return is_recording_; }
  /// Records a draw of one of `n` numbers that gave `u`.
  void record(std::uint64_t n, std::uint64_t u) {
    // One more than the limit marks a thing with too many draws.
    if (n > 1 && recorded_.size() <= kMaxDraws) { recorded_.push_back({RecordedDraw::Kind::Number, n, u, u, u + 1}); }
  }
  /// Records that all numbers first..end-1 of the last draw, one of `n`, have the same result.
  void merge_numbers(std::uint64_t n, std::uint64_t first, std::uint64_t end) {
    if (n <= 1) { return; }
    recorded_.back().first = first;
    recorded_.back().end = end;
  }
  /// Records that the result depends only on whether the last number is less than `share`.
  void record_threshold(std::uint64_t n, std::uint64_t share) {
    if (n <= kMaxDirectNumbers) {
      return merge_numbers(n, recorded_.back().u < share ? 0 : share, recorded_.back().u < share ? share : n);
    }
    recorded_.back().kind = RecordedDraw::Kind::Threshold;
    recorded_.back().first = share;
  }
  /// Records that it depends only on the row of `pick`, which outlives the trie.
  void record_row(const WeightedPick& pick, std::uint32_t row) {
    const bool is_direct = pick.total() <= kMaxDirectRowNumbers || pick.size() > kMaxChildren;
    if (is_direct) { return merge_numbers(pick.total(), pick.first(row), pick.first(row + 1)); }
    recorded_.back().kind = RecordedDraw::Kind::Row;
    recorded_.back().pick = &pick;
  }
  /// Records a switch to the stream of a `world def` with these arguments (roll/world_streams.h).
  void record_world_def(std::uint32_t def, const std::vector<program::Word>& arguments) {
    if (arguments.size() > kMaxArguments) { return insert({}); }
    if (recorded_.size() > kMaxDraws) { return; }
    recorded_.push_back(
        {RecordedDraw::Kind::Switch, 0, def, recorded_words_.size(), recorded_words_.size() + arguments.size()});
    recorded_words_.insert(recorded_words_.end(), arguments.begin(), arguments.end());
  }
  /// Records the switch back.
  void record_end_of_world_def() {
    if (recorded_.size() <= kMaxDraws) { recorded_.push_back({RecordedDraw::Kind::Switch, 0, kNoDef}); }
  }
  /// Ends the recording and stores the words of a Leaf for its draws; no words if their result cannot be copied.
  void insert(const std::vector<program::Word>& leaf);
  void forget() { is_recording_ = false; }

 private:
  /// An edge of the trie: a drawn number leads to the next draw or to a leaf, or first to another stream.
  struct Child {
    std::uint32_t n = 0;  // numbers of the next draw; kSwitch: a StreamSwitch; 0: a leaf
    // For a draw: kThresholds, kRows, kSingle or none of these, and the index of its first child, or of the entry
    // before that. For a switch: its index. For a leaf: the index of its first word in words_.
    std::uint32_t place = 0;

    [[nodiscard]] bool is_draw() const { return n > kSwitch; }
    [[nodiscard]] bool is_end() const { return n == 0; }
    friend bool operator==(const Child&, const Child&) = default;
  };
  static constexpr std::uint32_t kSwitch = 1;  // a draw of one number is none
  static constexpr std::uint32_t kThresholds = 1U << 31;
  static constexpr std::uint32_t kRows = 1U << 30;
  static constexpr std::uint32_t kSingle = 1U << 29;  // one result is known: its first number and its end, the child
  static constexpr Child kUnknown{0, 0};
  static constexpr Child kNotStored{0, 1};  // nothing that can be copied

  static constexpr std::uint64_t kMostTabled = 4;             // results of a draw that has a table at once
  static constexpr std::size_t kMaxDraws = 64;                // of a thing; a def of a world counts for two more
  static constexpr std::size_t kMaxArguments = 16;            // of a def, in words; lists may be long
  static constexpr std::uint64_t kMaxChildren = 1024;         // of a draw; of more numbers, neighbours share one
  static constexpr std::uint64_t kMaxDirectNumbers = 8;       // of a chance: with so few, each number has a child
  static constexpr std::uint64_t kMaxDirectRowNumbers = 128;  // the same for a pick of rows
  static constexpr std::size_t kLeastRoots =
      16;  // of a rule, one for each combination of the values that its things depend on
  static constexpr std::size_t kMaxRoots = 1U << 14;
  static constexpr std::size_t kMaxProbes = 16;  // after the place of a root by its hash; only hostile packs need more
  static constexpr std::size_t kMaxKeyText = 256;  // bytes

  /// A switch to the stream of a `world def`, or back from it.
  struct StreamSwitch {
    std::uint32_t def = 0;
    std::uint32_t first_word = 0;  // its arguments, among words_
    std::uint32_t words = 0;
    Child next;
  };
  static constexpr std::uint32_t kNoDef = 0xFFFFFFFF;

  struct RecordedDraw {
    enum class Kind : std::uint8_t { Number, Threshold, Row, Switch };
    Kind kind = Kind::Number;
    std::uint64_t n = 0;
    std::uint64_t u = 0;  // or the def
    std::uint64_t first =
        0;  // the first number with the same result; or the share; or where in recorded_words_ the arguments begin
    std::uint64_t end = 0;  // one past the last
    const WeightedPick* pick = nullptr;
  };
  // Above all texts of a leaf, which are relative to its mark.
  static constexpr program::Word kKeyText = program::Heap::kMark | program::Word{1} << 61;
  using Key = std::array<program::Word, Dependencies::kMaxReads>;  // a text by its handle in texts_
  struct Root {
    bool is_taken = false;
    std::uint32_t hash = 0;
    Key key{};
    Child child = kUnknown;
  };
  enum class State : std::uint8_t { Unknown, Enabled, Disabled };
  struct Rule {
    State state = State::Unknown;
    std::uint32_t to_pass = 0;  // things to pass by before the next lookup
    std::uint32_t passed = kFirstPassed;
    std::uint32_t lookups = 0;  // since the last review; likewise the hits
    std::uint32_t hits = 0;
    std::uint32_t poor_reviews = 0;
    Use earlier;  // before that review
    const Dependencies* dependencies = nullptr;
    std::vector<Root> roots;  // open addressing by hash; some are free
    std::size_t taken = 0;
    Root* last = nullptr;  // that was looked up
  };
  // Rules that are rolled seldom, or whose things are seldom found, are not memoised: the first things are made without
  // the trie; then of kFirstPassed + 1 things one is looked up, and the hit rate of each kReviewPeriod lookups says how
  // many are passed by from then on (review_hit_rate()). Recording a thing takes as long as making it, and a hit saves
  // two thirds of that: so of the misses of a period the first kFreeRecords are recorded, and one for two hits. Of
  // things that never repeat this costs 1% to 3%. With each thing looked up and each miss recorded, the first thousand
  // things of packs/crawl took a third longer, and those of wide ranges twenty times as long; with one of eight looked
  // up from the 65th thing on, they took 6% longer and the first hundred 11%.
  static constexpr std::uint32_t kRollsBeforeRules = 128;  // of all rules together
  static constexpr std::uint32_t kRollsBeforeAnalysis = 32;
  static constexpr std::uint32_t kMaxAnalyses = 256;
  static constexpr std::uint32_t kReviewPeriod = 64;
  static constexpr std::uint32_t kFirstPassed = 15;
  static constexpr std::uint32_t kFreeRecords = 8;
  static constexpr std::uint32_t kMaxPassed = 63;
  static constexpr std::uint32_t kMaxPoorReviews = 32;

  bool begin_rules();
  bool analyse(program::RuleId rule);
  Root* root_of(Rule& rule, const program::Word* words, program::SlotId first) {
    if (rule.last != nullptr && matches(rule, rule.last->key, words, first)) [[likely]] { return rule.last; }
    return find_root(rule, words, first);
  }
  [[nodiscard]] bool matches(const Rule& rule, const Key& key, const program::Word* words,
                             program::SlotId first) const {
    const auto& reads = rule.dependencies->reads;
    for (std::size_t i = 0; i < reads.size(); ++i) {
      if (words[reads[i] - first] != key[i]) { return false; }
    }
    return rule.dependencies->texts.empty() || has_texts(rule, key, words, first);
  }
  [[nodiscard]] bool has_texts(const Rule& rule, const Key& key, const program::Word* words,
                               program::SlotId first) const;
  [[nodiscard]] std::uint32_t hash_of(const Rule& rule, const program::Word* words, program::SlotId first) const;
  Root* find_root(Rule& rule, const program::Word* words, program::SlotId first);
  Root* add_root(Rule& rule, const program::Word* words, program::SlotId first, std::uint32_t hash);
  static Root* free_root(Rule& rule, std::uint32_t hash);
  void resize_roots(Rule& rule, std::size_t roots);
  void review_hit_rate(Rule& rule);
  [[nodiscard]] Child make_switch(const StreamSwitch& to, Stream& stream, WorldStreams& worlds);
  Child add(const RecordedDraw& recorded);
  Child add_table(const RecordedDraw& recorded);
  Child expanded(Child single, const RecordedDraw& recorded);
  void link(std::size_t depth, Child above, Child child);
  /// The numbers that have the same result as a recorded draw.
  struct Range {
    std::uint64_t first = 0;
    std::uint64_t end = 0;
  };
  [[nodiscard]] static Range range_of(const RecordedDraw& recorded);
  Child add_switch(const RecordedDraw& recorded);
  std::uint32_t number_of(const WeightedPick& pick);
  Child add_leaf(const std::vector<program::Word>& leaf);
  void update_size();
  void set_child(Child from, const RecordedDraw& recorded, Child child);
  [[nodiscard]] Child next_of(Child from, const RecordedDraw& recorded) const {
    return from.is_draw() ? child_of(from, recorded.u) : switches_[from.place].next;
  }
  /// The number of low bits of a number that are ignored.
  static int shift_of(std::uint64_t n) {
    return n <= kMaxChildren ? 0 : static_cast<int>(std::bit_width((n - 1) / kMaxChildren));
  }
  /// The place of the child of a number. The first child of a threshold or of rows follows a word that is the
  /// share, or the index in picks_.
  [[nodiscard]] std::size_t place_of(Child draw, std::uint64_t u) const {
    if (draw.place < kSingle) [[likely]] { return draw.place + static_cast<std::size_t>(u >> shift_of(draw.n)); }
    if (draw.place >= kThresholds) {
      const std::size_t at = draw.place - kThresholds;
      return at + 1 + (u >= children_[at].n ? 1 : 0);
    }
    const std::size_t at = draw.place - kRows;
    return at + 1 + picks_[children_[at].n]->row(u);
  }
  [[nodiscard]] Child child_of(Child draw, std::uint64_t u) const {
    if (draw.place < kSingle) [[likely]] {
      return children_[draw.place + static_cast<std::size_t>(u >> shift_of(draw.n))];
    }
    if (!is_single(draw)) { return children_[place_of(draw, u)]; }
    return covers(draw, u) ? children_[draw.place - kSingle + 1] : kUnknown;
  }
  /// Whether a number has the result that is known of a draw. Requires: is_single(draw).
  [[nodiscard]] bool covers(Child draw, std::uint64_t u) const {
    const auto range = children_[draw.place - kSingle];
    return u - range.n < range.place - range.n;
  }
  [[nodiscard]] static bool is_single(Child draw) { return (draw.place & (kSingle | kRows | kThresholds)) == kSingle; }

  SharedCode& code_;
  const program::Program& program_;
  const program::Heap& heap_;
  std::vector<Rule> rules_;     // none before some things were rolled
  std::size_t root_count_ = 0;  // of all rules, free ones included
  program::Heap texts_;         // of all keys
  std::vector<Child> children_;
  std::vector<const WeightedPick*> picks_;
  std::unordered_map<const WeightedPick*, std::uint32_t> pick_numbers_;
  std::vector<StreamSwitch> switches_;
  std::vector<program::Word> words_;  // of leaves and switches; the first two are reserved
  bool is_full_ = false;
  bool is_large_ = false;
  std::uint32_t misses_ = 0;  // since it is large
  std::uint32_t analyses_ = 0;
  std::uint32_t rolls_ = 0;  // before rules_ are made
  bool is_disabled_ = false;

  bool is_recording_ = false;
  Root* recording_root_ = nullptr;
  std::vector<RecordedDraw> recorded_;
  std::vector<program::Word> recorded_words_;
  std::vector<program::Word> key_texts_;
  std::vector<Stream> outer_streams_;  // of the enclosing world defs
};

}  // namespace spoils::roll
