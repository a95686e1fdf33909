// odds/slot_domains.cpp
//
// Finds what a slot may hold: rows of the choice that sets it, arguments of the calls that give it, members of the
// list that it goes through, else all values of its type.
#include "odds/slot_domains.h"

#include <algorithm>

#include "program/walk.h"

namespace spoils::odds {

using namespace program;

namespace {

constexpr std::size_t kMostValues = 4'000;  // of one slot that are gone through; more are unknown

}  // namespace

SlotDomains::SlotDomains(const Program& program, Heap& heap, const AccessAnalysis& accesses,
                         PlannedRowsCache& planned_rows, std::vector<SlotId> known)
    : Base(program, nullptr, heap),
      slots_of_own_(program.slots.size() + 1, kUnset),
      accesses_(accesses),
      known_slots_(std::move(known)),
      is_known_(program.slots.size() + 1),
      planned_rows_(planned_rows) {
  slots_ = slots_of_own_.data();
  for (const auto index : accesses_.choices()) { choice_of_row_[program.choices[index].row] = index; }
  for (const auto slot : known_slots_) { is_known_[slot] = true; }
}

void SlotDomains::settle_in(const Word* words) {
  ++settled_;
  std::fill(slots_of_own_.begin(), slots_of_own_.end(), kUnset);
  for (std::size_t k = 0; k < known_slots_.size(); ++k) { slots_[known_slots_[k]] = words[k]; }
}

const std::vector<SlotId>& SlotDomains::slots_read_by(const std::vector<ExpressionId>& roots) {
  const auto found = slots_read_by_.find(roots);
  if (found != slots_read_by_.end()) { return found->second; }
  return slots_read_by_.emplace(roots, slots_read(*program_, roots)).first->second;
}

const std::vector<SlotId>& SlotDomains::slots_planned_by(std::uint32_t index) {
  const auto [found, is_new] = slots_planned_by_.try_emplace(index);
  if (!is_new) { return found->second; }
  const auto& choice = program_->choices[index];
  const BoundCalls bound(*program_, choice);
  auto& reads = found->second;
  reads = choice.planned_reads;
  const auto& handed = slots_read_by(bound.arguments);
  reads.insert(reads.end(), handed.begin(), handed.end());
  std::sort(reads.begin(), reads.end());
  reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
  bound.leave_out_parameters(reads);
  std::erase(reads, choice.row);
  return reads;
}

// Returns the number of the values of a slot that is not known: equal numbers, equal values. None if these are too
// many, or depend on themselves.
std::optional<Word> SlotDomains::number_of_domain(SlotId slot) {
  auto [found, is_first] = domains_.try_emplace(slot);
  auto& domain = found->second;
  if (is_first) { domain.memo = Memo(slots_behind(slot)); }
  if (domain.settled == kIsBeingFound) { return std::nullopt; }
  if (domain.settled != settled_) {
    domain.settled = kIsBeingFound;
    domain.number = value_of(domain.memo, [&] { return find_domain(slot); });
    domain.settled = settled_;
  }
  return domain.number;
}

// Returns the slots that find_values() looks at.
std::vector<SlotId> SlotDomains::slots_behind(SlotId slot) {
  if (slot >= program_->slots.size()) { return {}; }
  if (const auto row = choice_of_row_.find(slot); row != choice_of_row_.end()) { return slots_planned_by(row->second); }
  if (accesses_.is_assigned(slot)) { return {}; }
  std::vector<SlotId> out;
  if (const auto* arguments = accesses_.arguments(slot); arguments != nullptr) {
    for (const auto id : *arguments) {
      const auto& slots = slots_read_by({id});
      out.insert(out.end(), slots.begin(), slots.end());
    }
  } else if (accesses_.source(slot) != kNone) {
    out = slots_read_by({accesses_.source(slot)});
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::optional<Word> SlotDomains::find_domain(SlotId slot) {
  std::vector<Word> values;
  if (!find_values(slot, values)) { return std::nullopt; }
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  if (values.size() > kMostValues) { return std::nullopt; }
  const auto [known, is_new] = numbers_.try_emplace(std::move(values), static_cast<Word>(values_.size()));
  if (is_new) { values_.push_back(&known->first); }
  return known->second;
}

bool SlotDomains::find_values(SlotId slot, std::vector<Word>& out) {
  if (slot >= program_->slots.size()) { return false; }
  const auto& type = program_->slots[slot].type;
  const bool is_word = type.kind == ValueKind::Int || type.kind == ValueKind::Symbol || type.kind == ValueKind::Row ||
                       type.kind == ValueKind::Flag;
  if (!is_word) { return false; }
  if (const auto row = choice_of_row_.find(slot); row != choice_of_row_.end()) {
    return for_all_planned(
        row->second, [&](const PlannedRows& found) { out.insert(out.end(), found.rows.begin(), found.rows.end()); });
  }
  const auto* arguments = accesses_.arguments(slot);
  if (!accesses_.is_assigned(slot) && arguments != nullptr) {
    for (const auto id : *arguments) {
      if (!for_all({id}, kNone, [&] { out.push_back(word(id)); }) || failed()) {
        clear_fault();
        return false;
      }
    }
    return true;
  }
  if (!accesses_.is_assigned(slot) && accesses_.source(slot) != kNone) {
    const auto source = accesses_.source(slot);
    const auto mark = heap_->mark();
    const bool is_told = for_all({source}, kNone, [&] {
      const auto view = program_->list(word(source), *heap_);
      out.insert(out.end(), view.begin(), view.end());
    });
    heap_->go_back(mark);
    if (is_told && !failed()) { return true; }
    clear_fault();
    out.clear();
  }
  if (type.kind == ValueKind::Flag) {
    out = {kUnset, 0, 1};
    return true;
  }
  out.push_back(kUnset);
  if (type.kind == ValueKind::Row && type.has_table()) {
    const auto rows = program_->tables[type.table].rows.size();
    for (std::size_t row = 0; row < rows; ++row) { out.push_back(static_cast<Word>(row)); }
    return true;
  }
  const auto& symbols = program_->slots[slot].symbols;
  if (symbols) { out.insert(out.end(), symbols->begin(), symbols->end()); }
  return symbols.has_value();
}

}  // namespace spoils::odds
