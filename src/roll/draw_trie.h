// roll/draw_trie.h
//
// Memoisation by a trie that is keyed by the sequence of draws; a leaf holds the finished thing. A thing that depends
// only on its draws and a few values (roll/dependencies.h) is copied from the leaf, if these were equal before, instead
// of being made again. Results and the work that is counted for limits are the same with and without the trie. It is
// not used while an observer is attached or a declared generator is active. Tests: tests/roll/optimisations_test.cpp,
// tests/mutants/draw_trie.toml.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "program/program.h"
#include "roll/dependencies.h"
#include "roll/pick.h"
#include "roll/stream.h"
#include "roll/world_streams.h"

namespace spoils::roll {

class DrawTrie {
 public:
  /// When there is so much, no further thing is remembered; the last may take half of that besides.
  static constexpr std::size_t kMaxBytes = std::size_t{1} << 22;

  /// Bytes that an ending may have added to the heap.
  static constexpr std::size_t kMostInHeap = 1023;

  /// The result of one sequence of draws.
  struct Leaf {
    static constexpr std::size_t kFields = 3;  // words before those of the fields

    const program::Word* words = nullptr;  // null: not known

    explicit operator bool() const { return words != nullptr; }
    [[nodiscard]] std::uint64_t work() const { return static_cast<std::uint64_t>(words[0]); }
    [[nodiscard]] std::uint64_t steps() const { return static_cast<std::uint64_t>(words[1]); }
    [[nodiscard]] bool is_given_out() const { return (words[2] & kGivenOut) != 0; }
    /// Whether it has texts or lists, or some were added to the heap.
    [[nodiscard]] bool needs_heap() const { return (words[2] & kNeedsHeap) != 0; }
    /// The size of the data that was added to the heap.
    [[nodiscard]] program::Heap::Mark size_in_heap() const {
      return {static_cast<std::size_t>(words[2] >> kBytesAt) & kMostInHeap,
              static_cast<std::size_t>(words[2] >> kWordsAt)};
    }
    /// Returns the third word. Requires: no more than kMostInHeap bytes were added.
    [[nodiscard]] static program::Word traits(bool is_given_out, bool needs_heap, program::Heap::Mark size) {
      return (is_given_out ? kGivenOut : 0) | (needs_heap ? kNeedsHeap : 0) |
             static_cast<program::Word>(size.bytes) << kBytesAt | static_cast<program::Word>(size.words) << kWordsAt;
    }
    /// Rule::fields, then what state became that the rule may change; then what was added to the heap, words before
    /// bytes. Texts and lists count from the first that was added; or they are a given() one.
    [[nodiscard]] const program::Word* fields() const { return words + kFields; }

   private:
    static constexpr program::Word kGivenOut = 1;
    static constexpr program::Word kNeedsHeap = 2;
    static constexpr int kBytesAt = 2;
    static constexpr int kWordsAt = 16;
  };
  /// Returns the word for number `i` of texts() in endings.
  [[nodiscard]] static program::Word given(std::size_t i) { return kGiven + static_cast<program::Word>(i); }
  /// The other way round; nothing if the text is another.
  [[nodiscard]] static std::optional<std::size_t> number_of_given(program::Word word) {
    return (word & kGiven) == kGiven ? std::optional(static_cast<std::size_t>(word - kGiven)) : std::nullopt;
  }

  /// `program` outlives the trie, and `heap` too, which holds the texts that things depend on.
  DrawTrie(const program::Program& program, const program::Heap& heap)
      : program_(program), heap_(heap), rules_(program.rules.size()) {}

  /// Whether follow() is worth a call for things of a rule. Looks into the rule once it was asked often enough.
  [[nodiscard]] bool may_follow(program::RuleId rule) {
    const auto state = rules_[rule].state;
    return state == State::Open || (state == State::Unseen && look_into(rule));
  }

  /// Returns the leaf that is reached by drawing from a stream for a thing of a rule, with `words` in slots from
  /// `first` on, and leaves the stream after the last draw; no ending, and the stream where it is, if that is not known
  /// or takes more than `work` or `steps`. A `world def` draws from its own stream among `worlds`. Then the draws that
  /// follow may be noted. Requires: may_follow(rule). The ending is valid until keep().
  [[nodiscard]] Leaf follow(program::RuleId rule, const program::Word* words, program::SlotId first, Stream& stream,
                            WorldStreams& worlds, std::uint64_t work, std::uint64_t steps);

  /// Returns how many things of a rule were copied since its last trial began. For tests.
  [[nodiscard]] std::uint32_t hits(program::RuleId rule) const { return rules_[rule].found; }

  /// The state whose words follow the fields in endings of a rule.
  [[nodiscard]] const std::vector<program::SlotId>& writes(program::RuleId rule) const {
    return rules_[rule].dependencies.writes;
  }
  /// The texts that things of a rule depend on.
  [[nodiscard]] const std::vector<program::SlotId>& texts(program::RuleId rule) const {
    return rules_[rule].dependencies.texts;
  }
  /// Their values at the follow() since which draws are noted.
  [[nodiscard]] const std::vector<program::Word>& noted_texts() const { return noted_texts_; }

  /// Whether draws are noted: from a follow() on that found nothing, up to keep() or forget().
  [[nodiscard]] bool is_noting() const { return is_noting_; }
  /// Notes a draw of one of `n` numbers that gave `u`.
  void note(std::uint64_t n, std::uint64_t u) {
    // One more says that there are too many.
    if (n > 1 && recorded_.size() <= kMaxDraws) { recorded_.push_back({RecordedDraw::Kind::Number, n, u, u, u + 1}); }
  }
  /// Says of the last draw, which was one of `n`, that all of first..end-1 come to the same.
  void widen(std::uint64_t n, std::uint64_t first, std::uint64_t end) {
    if (n <= 1) { return; }
    recorded_.back().first = first;
    recorded_.back().end = end;
  }
  /// Says that only whether it was less than `share` counts.
  void split(std::uint64_t n, std::uint64_t share) {
    if (n <= kFewNumbers) {
      return widen(n, recorded_.back().u < share ? 0 : share, recorded_.back().u < share ? share : n);
    }
    recorded_.back().kind = RecordedDraw::Kind::Half;
    recorded_.back().first = share;
  }
  /// Says that only the row of `pick` counts, which outlives the tree.
  void choose(const WeightedPick& pick, std::uint32_t row) {
    const bool are_apart = pick.total() <= kSomeNumbers || pick.size() > kMaxChildren;
    if (are_apart) { return widen(pick.total(), pick.first(row), pick.first(row + 1)); }
    recorded_.back().kind = RecordedDraw::Kind::Row;
    recorded_.back().pick = &pick;
  }
  /// Notes that the draws which follow are those of a `world def` with these arguments (roll/world_streams.h).
  void note_def(std::uint32_t def, const std::vector<program::Word>& arguments) {
    if (arguments.size() > kMaxArguments) { return keep({}); }
    if (recorded_.size() > kMaxDraws) { return; }
    recorded_.push_back(
        {RecordedDraw::Kind::Switch, 0, def, recorded_words_.size(), recorded_words_.size() + arguments.size()});
    recorded_words_.insert(recorded_words_.end(), arguments.begin(), arguments.end());
  }
  /// Notes that they are no longer.
  void note_end_of_def() {
    if (recorded_.size() <= kMaxDraws) { recorded_.push_back({RecordedDraw::Kind::Switch, 0, kNoDef}); }
  }
  /// Ends noting, and remembers the words of an Ending; none, if the result of these draws cannot be copied.
  void keep(const std::vector<program::Word>& leaf);
  void forget() { is_noting_ = false; }

 private:
  /// An edge of the trie: a drawn number leads to the next draw or to a leaf, or first to another stream.
  struct Child {
    std::uint32_t n = 0;  // numbers of the next draw; kTurn: to a stream; 0: the end
    // For a draw: kHalves, kRows or nothing, and the place of its first child, or of the word before it; of the turn;
    // or of the first of the ending's words_.
    std::uint32_t place = 0;

    [[nodiscard]] bool is_draw() const { return n > kSwitch; }
    [[nodiscard]] bool is_end() const { return n == 0; }
    friend bool operator==(const Child&, const Child&) = default;
  };
  static constexpr std::uint32_t kSwitch = 1;  // a draw of one number is none
  static constexpr std::uint32_t kHalves = 1U << 31;
  static constexpr std::uint32_t kRows = 1U << 30;
  static constexpr Child kUnknown{0, 0};
  static constexpr Child kNever{0, 1};  // nothing that can be copied

  static constexpr std::size_t kMaxDraws = 64;         // of a thing; a def of a world counts for two more
  static constexpr std::size_t kMaxArguments = 16;     // of a def, in words; lists may be long
  static constexpr std::uint64_t kMaxChildren = 1024;  // of a draw; of more numbers, neighbours share one
  static constexpr std::uint64_t kFewNumbers = 8;      // that each have a child, although there are but two ways to go
  static constexpr std::uint64_t kSomeNumbers = 128;   // the same for rows
  static constexpr std::size_t kLeastRoots =
      16;  // of a rule, one for each combination of the values that its things depend on
  static constexpr std::size_t kMaxRoots = 1U << 14;
  static constexpr std::size_t kMaxProbes = 16;  // after the place of a root by its hash; only hostile packs need more
  static constexpr std::size_t kMaxKeyText = 256;  // bytes

  /// Goes on in the stream of a `world def`, or in that which was left for the last one.
  struct StreamSwitch {
    std::uint32_t def = 0;
    std::uint32_t first_word = 0;  // its arguments, among words_
    std::uint32_t words = 0;
    Child next;
  };
  static constexpr std::uint32_t kNoDef = 0xFFFFFFFF;

  struct RecordedDraw {
    enum class Kind : std::uint8_t { Number, Half, Row, Switch };
    Kind kind = Kind::Number;
    std::uint64_t n = 0;
    std::uint64_t u = 0;      // or the def
    std::uint64_t first = 0;  // these come to the same; or the share; or which of noted_words_ are the arguments
    std::uint64_t end = 0;    // one past the last
    const WeightedPick* pick = nullptr;
  };
  // No text of an ending begins so far from its mark.
  static constexpr program::Word kGiven = program::Heap::kMark | program::Word{1} << 61;
  using Key = std::array<program::Word, Dependencies::kMaxReads>;  // a text counts from the first of texts_
  struct Root {
    bool is_taken = false;
    std::uint32_t hash = 0;
    Key key{};
    Child child = kUnknown;
  };
  enum class State : std::uint8_t { Unseen, Open, Closed };
  struct Rule {
    State state = State::Unseen;
    std::uint32_t asked = 0;
    std::uint32_t found = 0;
    std::uint32_t poor_trials = 0;
    Dependencies dependencies;
    std::vector<Root> roots;  // open addressing by hash; some are free
    std::size_t taken = 0;
    Root* last = nullptr;  // that was looked up
  };
  // Rules that are rolled now and then are not worth it; nor are those of which too little is found.
  static constexpr std::uint32_t kWorthALook = 64;
  static constexpr std::uint32_t kMaxLooks = 256;
  static constexpr std::uint32_t kTrial = 4096;
  static constexpr std::uint32_t kPoorTrials = 16;

  bool look_into(program::RuleId rule);
  Root* root_of(Rule& rule, const program::Word* words, program::SlotId first) {
    if (rule.last != nullptr && hangs_on(rule, rule.last->key, words, first)) [[likely]] { return rule.last; }
    return other_root_of(rule, words, first);
  }
  [[nodiscard]] bool hangs_on(const Rule& rule, const Key& key, const program::Word* words,
                              program::SlotId first) const {
    for (std::size_t i = 0; i < rule.dependencies.reads.size(); ++i) {
      if (words[rule.dependencies.reads[i] - first] != key[i]) { return false; }
    }
    return rule.dependencies.texts.empty() || has_texts(rule, key, words, first);
  }
  [[nodiscard]] bool has_texts(const Rule& rule, const Key& key, const program::Word* words,
                               program::SlotId first) const;
  [[nodiscard]] std::uint32_t hash_of(const Rule& rule, const program::Word* words, program::SlotId first) const;
  Root* other_root_of(Rule& rule, const program::Word* words, program::SlotId first);
  Root* add_root(Rule& rule, const program::Word* words, program::SlotId first, std::uint32_t hash);
  static Root* free_place(Rule& rule, std::uint32_t hash);
  void make_room(Rule& rule, std::size_t roots);
  void judge(Rule& rule);
  [[nodiscard]] Child make_switch(const StreamSwitch& turn, Stream& stream, WorldStreams& worlds);
  Child add(const RecordedDraw& recorded);
  Child add_switch(const RecordedDraw& recorded);
  std::uint32_t number_of(const WeightedPick& pick);
  Child add_ending(const std::vector<program::Word>& leaf);
  void note_size();
  void lead_to(Child from, const RecordedDraw& recorded, Child child);
  [[nodiscard]] Child next_of(Child from, const RecordedDraw& recorded) const {
    return from.is_draw() ? child_of(from, recorded.u) : switches_[from.place].next;
  }
  /// How many low bits of a number do not count.
  static int shift_of(std::uint64_t n) {
    return n <= kMaxChildren ? 0 : static_cast<int>(std::bit_width((n - 1) / kMaxChildren));
  }
  /// The place of the child of a number. For halves and rows another word comes before the first: the share, or which
  /// of picks_.
  [[nodiscard]] std::size_t place_of(Child draw, std::uint64_t u) const {
    if (draw.place < kRows) [[likely]] { return draw.place + (u >> shift_of(draw.n)); }
    if (draw.place >= kHalves) {
      const std::size_t at = draw.place - kHalves;
      return at + 1 + (u >= children_[at].n ? 1 : 0);
    }
    const std::size_t at = draw.place - kRows;
    return at + 1 + picks_[children_[at].n]->row(u);
  }
  [[nodiscard]] Child child_of(Child draw, std::uint64_t u) const { return children_[place_of(draw, u)]; }

  const program::Program& program_;
  const program::Heap& heap_;
  std::vector<Rule> rules_;
  std::size_t root_count_ = 0;  // of all rules, free ones included
  program::Heap texts_;         // of all keys
  std::vector<Child> children_;
  std::vector<const WeightedPick*> picks_;
  std::unordered_map<const WeightedPick*, std::uint32_t> pick_numbers_;
  std::vector<StreamSwitch> switches_;
  std::vector<program::Word> words_ = std::vector<program::Word>(2);  // of endings and turns; the first two: none
  bool is_full_ = false;
  std::uint32_t looks_ = 0;

  bool is_noting_ = false;
  Root* noting_from_ = nullptr;
  std::vector<RecordedDraw> recorded_;
  std::vector<program::Word> recorded_words_;
  std::vector<program::Word> noted_texts_;
  std::vector<Stream> left_;  // for the defs around
};

}  // namespace spoils::roll
