// odds/chain.cpp
//
// State reduction of sparse chains (Grassmann, Taksar, Heyman), and the graph algorithms that prepare it:
// reachability and closed classes (strongly connected components by Tarjan's algorithm). First passage and long-run
// shares both eliminate all states but the first; if the budget ends, or a product of probabilities is below the
// range of a double, the answer says that it is not known.
#include "odds/chain.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <queue>
#include <set>
#include <utility>

#include "odds/mass.h"
#include "program/work_scope.h"

namespace spoils::odds {

namespace {

constexpr std::uint64_t kAskedEach = 1 << 16;
constexpr std::uint32_t kNoClass = 0xFFFFFFFF;

/// Eliminates states. Transitions lead to other states or to ends, which absorb; those of a state to itself are left
/// out: what remains says where it is left for, and its sum how likely that is.
template <class Mass>
class Reduction {
 public:
  explicit Reduction(std::size_t states) : states_(states) {}

  void add_move(std::uint32_t from, std::uint32_t to, const Mass& mass) {
    if (from == to) { return; }
    states_[from].out[to] += mass;
    states_[to].in.insert(from);
  }
  void add_end(std::uint32_t from, std::uint32_t end, const Mass& mass) { states_[from].ends[end] += mass; }

  /// From now on remembers what visits() needs.
  void note_visits() { notes_ = true; }

  /// Eliminates all these states, the least entangled first. False: the budget ended, or a sum vanished.
  bool eliminate(const std::vector<std::uint32_t>& which, ChainBudget& budget) {
    using Entry = std::pair<std::uint64_t, std::uint32_t>;
    std::priority_queue<Entry, std::vector<Entry>, std::greater<>> queue;
    for (const auto k : which) { queue.emplace(work(k), k); }
    while (!queue.empty()) {
      const auto [guess, k] = queue.top();
      queue.pop();
      const auto now = work(k);
      if (now > guess && !queue.empty() && queue.top().first < now) {
        queue.emplace(now, k);
        continue;
      }
      if (!budget.take(now + 1) || !eliminate(k)) { return false; }
    }
    return true;
  }

  /// After elimination of all but `first`: where its last transition ends, and the steps up to there.
  Mass leaving(std::uint32_t first) const { return total(states_[first]); }
  const std::map<std::uint32_t, Mass>& ends(std::uint32_t first) const { return states_[first].ends; }
  const Mass& cost(std::uint32_t first) const { return states_[first].cost; }

  /// How often each eliminated state is visited for each visit of `first`, which was not.
  std::vector<Mass> visits(std::uint32_t first) const {
    std::vector<Mass> out(states_.size(), Mass(0));
    out[first] = Mass(1);
    for (auto noted = noted_.rbegin(); noted != noted_.rend(); ++noted) {
      auto& mine = out[noted->state];
      for (const auto& [from, share] : noted->from) { mine += Mass(out[from] * share); }
    }
    return out;
  }

 private:
  struct State {
    std::map<std::uint32_t, Mass> out;
    std::set<std::uint32_t> in;
    std::map<std::uint32_t, Mass> ends;
    Mass cost{1};  // steps that a visit counts for
  };
  struct Noted {
    std::uint32_t state = 0;
    std::vector<std::pair<std::uint32_t, Mass>> from;
  };

  std::uint64_t work(std::uint32_t k) const {
    const auto& state = states_[k];
    return static_cast<std::uint64_t>(state.in.size()) * (state.out.size() + state.ends.size());
  }

  static Mass total(const State& state) {
    Mass out(0);
    for (const auto& [to, mass] : state.out) { out += mass; }
    for (const auto& [end, mass] : state.ends) { out += mass; }
    return out;
  }

  bool eliminate(std::uint32_t k) {
    auto& gone = states_[k];
    const Mass leaves = total(gone);
    if (!(Mass(0) < leaves)) { return false; }
    Noted noted{k, {}};
    for (const auto i : gone.in) {
      auto& before = states_[i];
      const auto way = before.out.find(k);
      const Mass share = way->second / leaves;
      before.out.erase(way);
      for (const auto& [to, mass] : gone.out) {
        if (to == i) { continue; }
        before.out[to] += Mass(share * mass);
        states_[to].in.insert(i);
      }
      for (const auto& [end, mass] : gone.ends) { before.ends[end] += Mass(share * mass); }
      before.cost += Mass(share * gone.cost);
      if (notes_) { noted.from.emplace_back(i, share); }
    }
    for (const auto& [to, mass] : gone.out) { states_[to].in.erase(k); }
    gone = {};
    if (notes_) { noted_.push_back(std::move(noted)); }
    return true;
  }

  std::vector<State> states_;
  std::vector<Noted> noted_;
  bool notes_ = false;
};

/// Returns which states can be reached from those that are marked already, along `edges`.
std::vector<bool> reachable(const std::vector<std::vector<std::uint32_t>>& edges, std::vector<bool> marked) {
  std::vector<std::uint32_t> open;
  for (std::uint32_t i = 0; i < marked.size(); ++i) {
    if (marked[i]) { open.push_back(i); }
  }
  while (!open.empty()) {
    const auto state = open.back();
    open.pop_back();
    for (const auto to : edges[state]) {
      if (marked[to]) { continue; }
      marked[to] = true;
      open.push_back(to);
    }
  }
  return marked;
}

/// Strongly connected components by Tarjan's algorithm, without recursion. Components are numbered so that edges lead
/// to equal or lower numbers.
std::vector<std::uint32_t> components(const std::vector<std::vector<std::uint32_t>>& edges, std::uint32_t& count) {
  const auto n = edges.size();
  std::vector<std::uint32_t> number(n, kNoClass), low(n, 0), component(n, kNoClass), stack;
  struct Frame {
    std::uint32_t state = 0;
    std::size_t next = 0;
  };
  std::vector<Frame> frames;
  std::uint32_t counter = 0;
  count = 0;
  for (std::uint32_t root = 0; root < n; ++root) {
    if (number[root] != kNoClass) { continue; }
    frames.push_back({root, 0});
    while (!frames.empty()) {
      auto& frame = frames.back();
      const auto v = frame.state;
      if (frame.next == 0) {
        number[v] = low[v] = counter++;
        stack.push_back(v);
      }
      if (frame.next < edges[v].size()) {
        const auto to = edges[v][frame.next++];
        if (number[to] == kNoClass) {
          frames.push_back({to, 0});
        } else if (component[to] == kNoClass) {
          low[v] = std::min(low[v], number[to]);
        }
        continue;
      }
      if (low[v] == number[v]) {
        for (bool goes_on = true; goes_on;) {
          const auto member = stack.back();
          stack.pop_back();
          component[member] = count;
          goes_on = member != v;
        }
        ++count;
      }
      frames.pop_back();
      if (!frames.empty()) { low[frames.back().state] = std::min(low[frames.back().state], low[v]); }
    }
  }
  return component;
}

}  // namespace

bool ChainBudget::take(std::uint64_t operations) {
  if (operations > left) {
    left = 0;
    return false;
  }
  left -= operations;
  if (operations < until_asked_) {
    until_asked_ -= operations;
    return true;
  }
  until_asked_ = kAskedEach;
  program::WorkScope::look();
  if (go_on != nullptr && !go_on(context, 0)) {
    was_stopped = true;
    left = 0;
    return false;
  }
  return true;
}

template <class Mass>
Passage<Mass> first_passage(const Chain<Mass>& chain, std::int32_t label, ChainBudget& budget) {
  const auto n = chain.edges.size();
  std::vector<std::vector<std::uint32_t>> forth(n);
  std::vector<std::vector<std::uint32_t>> back(n);
  std::vector<bool> has_label(n, false);
  for (std::uint32_t from = 0; from < n; ++from) {
    for (const auto& edge : chain.edges[from]) {
      if (edge.label == label) {
        has_label[from] = true;
      } else {
        forth[from].push_back(edge.to);
        back[edge.to].push_back(from);
      }
    }
  }
  std::vector<bool> begin(n, false);
  begin[0] = true;
  const auto waits = reachable(forth, std::move(begin));
  const auto hopes = reachable(back, has_label);
  Passage<Mass> out;
  if (!hopes[0]) {
    out.is_known = true;
    out.takes_forever = false;
    return out;
  }
  Reduction<Mass> reduction(n);
  std::vector<std::uint32_t> others;
  std::vector<std::vector<std::uint32_t>> inner(n);
  constexpr std::uint32_t kCame = 0;
  constexpr std::uint32_t kNever = 1;
  out.is_certain = true;
  for (std::uint32_t from = 0; from < n; ++from) {
    if (!waits[from] || !hopes[from]) { continue; }
    if (from != 0) { others.push_back(from); }
    for (const auto& edge : chain.edges[from]) {
      if (edge.label == label) {
        reduction.add_end(from, kCame, edge.mass);
      } else if (hopes[edge.to]) {
        reduction.add_move(from, edge.to, edge.mass);
        inner[from].push_back(edge.to);
      } else {
        reduction.add_end(from, kNever, edge.mass);
        out.is_certain = false;
      }
    }
  }
  std::uint32_t count = 0;
  const auto component = components(inner, count);
  out.takes_forever = false;
  for (std::uint32_t from = 0; from < n; ++from) {
    for (const auto to : inner[from]) { out.takes_forever = out.takes_forever || component[from] == component[to]; }
  }
  if (!reduction.eliminate(others, budget)) { return out; }
  const Mass leaves = reduction.leaving(0);
  if (!(Mass(0) < leaves)) { return out; }
  const auto& ends = reduction.ends(0);
  const auto came = ends.find(kCame);
  out.ever = out.is_certain ? Mass(1) : came == ends.end() ? Mass(0) : Mass(came->second / leaves);
  out.mean = reduction.cost(0) / leaves;
  out.is_known = true;
  return out;
}

template <class Mass>
LongRun<Mass> long_run(const Chain<Mass>& chain, ChainBudget& budget) {
  const auto n = chain.edges.size();
  std::vector<std::vector<std::uint32_t>> forth(n);
  for (std::uint32_t from = 0; from < n; ++from) {
    for (const auto& edge : chain.edges[from]) { forth[from].push_back(edge.to); }
  }
  std::uint32_t count = 0;
  const auto component = components(forth, count);
  std::vector<bool> is_closed(count, true);
  for (std::uint32_t from = 0; from < n; ++from) {
    for (const auto to : forth[from]) {
      if (component[from] != component[to]) { is_closed[component[from]] = false; }
    }
  }
  LongRun<Mass> out;
  out.share.assign(n, Mass(0));
  std::vector<std::vector<std::uint32_t>> members(count);
  for (std::uint32_t state = 0; state < n; ++state) { members[component[state]].push_back(state); }

  // The closed classes in which the chain ends.
  std::vector<Mass> weight(count, Mass(0));
  if (is_closed[component[0]]) {
    weight[component[0]] = Mass(1);
  } else {
    Reduction<Mass> reduction(n);
    std::vector<std::uint32_t> others;
    for (std::uint32_t from = 0; from < n; ++from) {
      if (is_closed[component[from]]) { continue; }
      if (from != 0) { others.push_back(from); }
      for (const auto& edge : chain.edges[from]) {
        if (is_closed[component[edge.to]]) {
          reduction.add_end(from, component[edge.to], edge.mass);
        } else {
          reduction.add_move(from, edge.to, edge.mass);
        }
      }
    }
    if (!reduction.eliminate(others, budget)) { return out; }
    const Mass leaves = reduction.leaving(0);
    if (!(Mass(0) < leaves)) { return out; }
    for (const auto& [end, mass] : reduction.ends(0)) { weight[end] = mass / leaves; }
  }

  std::vector<std::uint32_t> place(n, 0);
  for (const auto& together : members) {
    for (std::uint32_t k = 0; k < together.size(); ++k) { place[together[k]] = k; }
  }
  for (std::uint32_t c = 0; c < count; ++c) {
    if (!is_closed[c]) { continue; }
    ++out.classes;
    out.recurrent += members[c].size();
    Reduction<Mass> reduction(members[c].size());
    reduction.note_visits();
    for (std::uint32_t k = 0; k < members[c].size(); ++k) {
      for (const auto& edge : chain.edges[members[c][k]]) { reduction.add_move(k, place[edge.to], edge.mass); }
    }
    std::vector<std::uint32_t> others;
    for (std::uint32_t k = 1; k < members[c].size(); ++k) { others.push_back(k); }
    if (!reduction.eliminate(others, budget)) { return out; }
    const auto visits = reduction.visits(0);
    Mass all(0);
    for (const auto& often : visits) { all += often; }
    for (std::uint32_t k = 0; k < members[c].size(); ++k) {
      out.share[members[c][k]] = Mass(weight[c] * visits[k]) / all;
    }
  }
  out.is_known = true;
  return out;
}

template <class Mass>
std::optional<std::uint64_t> longest_without(const Chain<Mass>& chain, std::int32_t label) {
  enum class Mark : std::uint8_t { New, Open, Done };
  std::vector<Mark> marks(chain.edges.size(), Mark::New);
  std::vector<std::uint64_t> longest(chain.edges.size(), 0);
  std::vector<std::pair<std::uint32_t, std::size_t>> walk{{0, 0}};  // a state, and the next of its transitions
  marks[0] = Mark::Open;
  while (!walk.empty()) {
    auto& [state, next] = walk.back();
    const auto& edges = chain.edges[state];
    for (; next < edges.size(); ++next) {
      const auto& edge = edges[next];
      if (edge.label == label) { continue; }
      if (marks[edge.to] != Mark::Done) { break; }
      longest[state] = std::max(longest[state], longest[edge.to] + 1);
    }
    if (next == edges.size()) {
      marks[state] = Mark::Done;
      walk.pop_back();
      continue;
    }
    const auto to = edges[next].to;
    if (marks[to] == Mark::Open) { return std::nullopt; }
    marks[to] = Mark::Open;
    walk.emplace_back(to, 0);
  }
  return longest[0];
}

template <class Mass>
std::vector<std::uint64_t> fewest_to_labels(const Chain<Mass>& chain, std::size_t labels) {
  std::vector<std::uint64_t> out(labels, std::numeric_limits<std::uint64_t>::max());
  std::vector<std::uint64_t> steps(chain.edges.size(), 0);  // one more than the transitions before a state, 0: not met
  std::vector<std::uint32_t> met{0};
  steps[0] = 1;
  for (std::size_t next = 0; next < met.size(); ++next) {
    const auto step = steps[met[next]];
    for (const auto& edge : chain.edges[met[next]]) {
      if (edge.label >= 0) {
        auto& fewest = out[static_cast<std::size_t>(edge.label)];
        fewest = std::min(fewest, step);
      }
      if (steps[edge.to] > 0) { continue; }
      steps[edge.to] = step + 1;
      met.push_back(edge.to);
    }
  }
  return out;
}

template std::vector<std::uint64_t> fewest_to_labels(const Chain<double>&, std::size_t);
template std::vector<std::uint64_t> fewest_to_labels(const Chain<Exact>&, std::size_t);
template std::optional<std::uint64_t> longest_without(const Chain<double>&, std::int32_t);
template std::optional<std::uint64_t> longest_without(const Chain<Exact>&, std::int32_t);
template Passage<double> first_passage(const Chain<double>&, std::int32_t, ChainBudget&);
template Passage<Exact> first_passage(const Chain<Exact>&, std::int32_t, ChainBudget&);
template LongRun<double> long_run(const Chain<double>&, ChainBudget&);
template LongRun<Exact> long_run(const Chain<Exact>&, ChainBudget&);

}  // namespace spoils::odds
