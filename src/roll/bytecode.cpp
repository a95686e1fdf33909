#include "roll/bytecode.h"

#include <algorithm>

#include "roll/assembler.h"

namespace spoils::roll {

using namespace program;

namespace {

/// Places for each rule that a `do` may run, if it is found by the number of its symbol, and in all: 4 MB.
constexpr std::size_t kMaxSparsity = 256;
constexpr std::size_t kMaxDispatchEntries = 1'000'000;

}  // namespace

Bytecode::Bytecode(const Program& program, const std::vector<Expression>& nodes,
                   const std::vector<PreparedTable>& tables, std::size_t slots)
    : program_(program),
      nodes_(nodes),
      tables_(tables),
      first_register_(slots),
      blocks_(program.blocks.size()),
      folds_(program.folds.size()),
      def_blocks_(program.blocks.size()),
      conditions_(program.choices.size()) {
  // Flags are these; no number of other constants takes their registers.
  for (const Word flag : {0, 1}) { Assembler(*this).constant(flag); }
}

const Instruction* Bytecode::emit(BlockId block) {
  blocks_[block] = Assembler(*this).run(block);
  blocks_[block].shrink_to_fit();
  instruction_count_ += blocks_[block].size();
  return blocks_[block].data();
}

const Fragment& Bytecode::emit_fold(std::uint32_t fold, ExpressionId id) {
  auto& out = folds_[fold].emplace(Assembler(*this, kFragmentTemporaries).run_fold(program_.folds[fold], id));
  instruction_count_ += out.instructions.size();
  return out;
}

const Fragment& Bytecode::def_block(ExpressionId id) {
  const auto& e = program_.expressions[id];  // a hoisted one as it was compiled
  auto& known = def_blocks_[e.a];
  if (known) { return *known; }
  auto& out = known.emplace(Assembler(*this, kFragmentTemporaries).run_def_block(e, id));
  instruction_count_ += out.instructions.size();
  return out;
}

std::optional<std::uint32_t> Bytecode::number_constant(Word first, Word second) {
  const auto known = number_constant_.find({first, second});
  if (known != number_constant_.end()) { return known->second; }
  if (constants_.size() + 1 + Assembler::kTemporaries >= kRegisters) { return std::nullopt; }
  const auto at = static_cast<std::uint32_t>(first_register_ + constants_.size());
  constants_.push_back(first);
  constants_.push_back(second);
  number_constant_[{first, second}] = at;
  return at;
}

const Fragment& Bytecode::condition(std::uint32_t choice, std::size_t place, ConditionStep::Kind kind,
                                    std::size_t step) {
  auto& known = conditions_[choice];
  if (known.empty()) { known.resize(kKinds + program_.choices[choice].steps.size()); }
  if (known[place]) [[likely]] { return *known[place]; }
  auto& out =
      known[place].emplace(Assembler(*this, kFragmentTemporaries).run_steps(program_.choices[choice], kind, step));
  instruction_count_ += out.instructions.size();
  return out;
}

const Word* Bytecode::column(std::uint32_t index, std::uint32_t column) {
  const auto [known, is_new] = columns_.try_emplace({index, column});
  auto& words = known->second;
  if (is_new) {
    const auto& table = program_.tables[index];
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
      const auto id = column == kNone ? table.rows[row].outcome : table.cell(row, column);
      if (program_.expressions[id].op != Op::Constant) {
        words = {};
        break;
      }
      words.push_back(program_.expressions[id].value);
    }
  }
  return words.empty() ? nullptr : words.data();
}

const ConstantPick* Bytecode::constant_pick(std::uint32_t table, bool rows_only) {
  const auto [known, is_new] = constant_picks_.try_emplace({table, rows_only});
  auto& out = known->second;
  if (is_new) {
    out.pick = &tables_[table].pick;
    const auto* words = column(table, kNone);
    for (std::size_t row = 0; row < program_.tables[table].rows.size(); ++row) {
      out.outcomes.push_back(rows_only ? static_cast<Word>(row) : words[row]);
    }
  }
  return &out;
}

const ConstantColumn* Bytecode::constant_column(std::uint32_t table, std::uint32_t column) {
  const auto* words = this->column(table, column);
  if (words == nullptr) { return nullptr; }
  const auto [known, is_new] = constant_columns_.try_emplace({table, column});
  if (is_new) { known->second = {&program_.tables[table], words}; }
  return &known->second;
}

RuleId DispatchTable::search(const Dispatch& dispatch, Word symbol) {
  const auto& rules = dispatch.rules;
  const auto found = std::lower_bound(rules.begin(), rules.end(), std::pair<Word, RuleId>{symbol, 0});
  return found == rules.end() || found->first != symbol ? kNoRule : found->second;
}

// Null if the symbols are too sparse for a jump table.
const DispatchTable* Bytecode::dispatch_table(std::uint32_t dispatch) {
  const auto& rules = program_.dispatches[dispatch].rules;
  if (rules.empty()) { return nullptr; }
  const auto span = static_cast<std::size_t>(rules.back().first - rules.front().first) + 1;
  if (span > kMaxSparsity * rules.size()) { return nullptr; }
  if (const auto known = dispatch_tables_.find(dispatch); known != dispatch_tables_.end()) { return &known->second; }
  if (dispatch_entries_ + span > kMaxDispatchEntries) { return nullptr; }
  dispatch_entries_ += span;
  auto& out = dispatch_tables_[dispatch];
  out.first = rules.front().first;
  out.rules.assign(span, DispatchTable::kNoRule);
  for (const auto& [symbol, rule] : rules) { out.rules[static_cast<std::size_t>(symbol - out.first)] = rule; }
  return &out;
}

}  // namespace spoils::roll
