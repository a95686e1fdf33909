// cli/complete.cpp
#include "cli/complete.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands.h"
#include "cli/find_pack.h"
#include "cli/options.h"
#include "cli/screen.h"
#include "spoils/tweak.h"

namespace spoils::cli {

namespace {

constexpr std::int64_t kMostNumbers = 100;  // a longer list of numbers is no help

// Interprets the words before the one to complete, ignoring mistakes, and then offers the words that can follow.
class Completer {
 public:
  Completer(const Command& command, std::string current)
      : command_(command), options_(options_of(command)), current_(std::move(current)) {}

  std::string run(const std::vector<std::string>& before) {
    for (const std::string& word : before) { read(word); }
    const std::size_t equals = current_.find('=');
    if (pending_) {
      offer_values(*pending_, "");
    } else if (!only_operands_ && current_.substr(0, 2) == "--" && equals != std::string::npos) {
      offer_values(current_.substr(0, equals), current_.substr(0, equals + 1));
    } else if (!only_operands_ && current_.substr(0, 1) == "-" && (current_.size() == 1 || is_option(current_))) {
      offer_options();
    } else {
      offer_operands();
    }
    return std::move(out_);
  }

 private:
  void read(const std::string& word) {
    if (pending_) {
      values_.emplace_back(*pending_, word);
      pending_.reset();
    } else if (only_operands_ || (word != "--" && !is_option(word))) {
      operands_.push_back(word);
    } else if (word == "--") {
      only_operands_ = true;
    } else {
      const std::size_t equals = word.find('=');
      given_.push_back(word.substr(0, equals));
      if (equals != std::string::npos) {
        values_.emplace_back(word.substr(0, equals), word.substr(equals + 1));
      } else if (wants_value(word)) {
        pending_ = word;
      }
    }
  }

  bool wants_value(const std::string& option) {
    if (const Option* known = options_.find(option)) { return known->takes_value() && !known->may_omit_value; }
    if (!command_.takes_pack_options() || option.size() < 3) { return false; }
    const InputInfo* input = find_input(option.substr(2));
    return input == nullptr || input->kind != InputInfo::Kind::Flag;
  }

  // Returns the pack that the operands name, if it compiles.
  const Pack* pack() {
    if (!loaded_ && !operands_.empty()) {
      loaded_ = true;
      const auto path = find_pack(operands_.front());
      if (path) { pack_ = Pack::load(*path, pack_folders()).pack; }
    }
    return pack_ ? &*pack_ : nullptr;
  }

  // Calls `visit` for the inputs of the pack and the parameters of the rule.
  template <class Visit>
  void for_each_input(Visit visit) {
    const Pack* known = pack();
    if (known == nullptr) { return; }
    for (const InputInfo& input : known->inputs()) { visit(input); }
    const bool two_packs = command_.operands == Operands::PacksAndRules;
    const std::size_t at = two_packs ? 2 : 1;
    const auto rule = find_rule(*known, operands_.size() > at ? operands_[at] : std::string{});
    if (!rule) { return; }
    for (const InputInfo& parameter : (*rule)->parameters) { visit(parameter); }
  }

  const InputInfo* find_input(std::string_view name) {
    const InputInfo* found = nullptr;
    for_each_input([&](const InputInfo& input) {
      if (same_name(input.name, name)) { found = &input; }
    });
    return found;
  }

  // Returns the tweaked roll that the words before describe; none without a seed, since the ids are those of one roll.
  std::optional<Tweaker> tweaker() {
    const Pack* known = pack();
    if (known == nullptr) { return std::nullopt; }
    std::optional<std::uint64_t> seed;
    std::uint64_t index = 0;
    Values inputs;
    for (const auto& [option, value] : values_) {
      if (option == "--seed") {
        seed = seed_from_text(value);
      } else if (option == "--index") {
        index = std::strtoull(value.c_str(), nullptr, 10);
      } else if (option == "--set" && value.find('=') != std::string::npos) {
        inputs.emplace_back(value.substr(0, value.find('=')), value.substr(value.find('=') + 1));
      } else if (const InputInfo* input = options_.find(option) == nullptr ? find_input(option.substr(2)) : nullptr) {
        inputs.emplace_back(input->name, value);
      }
    }
    if (!seed) { return std::nullopt; }
    auto roller = Roller::make(*known, operands_.size() > 1 ? operands_[1] : std::string(), inputs);
    if (!roller) { return std::nullopt; }
    auto made = Tweaker::make(*roller, *seed, index);
    if (!made) { return std::nullopt; }
    for (const auto& [option, value] : values_) {
      if (option == "--edit") { static_cast<void>(made->apply(value)); }
    }
    return std::move(*made);
  }

  // An apostrophe, as in the second loop `turn'`, would need quoting, which differs between shells.
  void offer_ids(const std::string& prefix, const std::vector<std::string>& ids, const std::string& suffix = {}) {
    for (const std::string& id : ids) {
      if (id.find('\'') == std::string::npos) { offer(prefix + id + suffix); }
    }
  }

  // The edits that can follow: the verb, then the id, then the choice. Blanks are possible only between quotation
  // marks, whose first some shells pass on.
  void offer_edits(std::string prefix) {
    const bool is_quoted =
        current_.size() > prefix.size() && (current_[prefix.size()] == '\'' || current_[prefix.size()] == '"');
    if (is_quoted) { current_.erase(prefix.size(), 1); }
    const std::string text = current_.substr(prefix.size());
    const std::size_t blank = text.find(' ');
    if (blank == std::string::npos) {
      for (const char* verb : {"pin", "force", "reroll", "skip", "unskip", "more", "run", "set", "unset"}) {
        offer(prefix + verb);
      }
      return;
    }
    auto made = tweaker();
    if (!made) { return; }
    const std::string verb = text.substr(0, blank);
    prefix += verb + ' ';
    const bool has_choice = verb == "pin" || verb == "force";
    const std::size_t equals = text.find(" = ");
    if (has_choice && equals != std::string::npos) {
      const std::string id = text.substr(blank + 1, equals - blank - 1);
      const auto found = made->choices(id);
      for (const TweakChoice& choice : found ? found->choices : std::vector<TweakChoice>()) {
        if (verb == "force" || choice.probability != 0) { offer(prefix + id + " = " + choice.value, choice.name); }
      }
    } else if (has_choice || verb == "reroll") {
      offer_ids(prefix, made->decisions(), has_choice ? " = " : "");
      if (verb == "reroll") { offer_ids(prefix, made->steps()); }
    } else if (verb == "skip") {
      offer_ids(prefix, made->steps());
    } else if (verb == "more") {
      offer_ids(prefix, made->loops());
    } else if (verb == "run") {
      for (const RuleInfo& rule : made->pack()->rules()) { offer(prefix + rule.name + '(', rule.doc); }
    } else if (verb == "set" || verb == "unset") {
      for (const FieldInfo& field : made->pack()->fields()) {
        offer(prefix + field.name + (verb == "set" ? " = " : ""), field.type);
      }
    }
  }

  void offer(const std::string& candidate, std::string_view about = {}) {
    if (candidate.size() < current_.size() || !same_name(candidate.substr(0, current_.size()), current_)) { return; }
    out_ += printable(candidate);
    about = about.substr(0, about.find('\n'));
    if (!about.empty()) { out_ += '\t' + printable(about); }
    out_ += '\n';
  }

  void offer_files() { files_ = true; }

  void offer_values(const std::string& option, const std::string& prefix) {
    if (const Option* known = options_.find(option)) {
      for (const std::string& choice : known->choices()) { offer(prefix + choice); }
      if (known->type == "FILE") { offer_files(); }
      if (known->type == "EDIT") { offer_edits(prefix); }
      if (known->type == "ID") {
        if (const auto made = tweaker()) {
          offer_ids(prefix, made->decisions());
          if (known->name == "--outlook") { offer_ids(prefix, made->steps()); }
        }
      }
      if (known->type == "NAME=VALUE") {
        for_each_input([&](const InputInfo& input) { offer(prefix + input.name + '=', input.doc); });
      }
      finish();
      return;
    }
    if (!command_.takes_pack_options() || option.size() < 3) { return; }
    const InputInfo* input = find_input(option.substr(2));
    if (input == nullptr) { return; }
    for (const std::string& choice : input->choices) { offer(prefix + choice); }
    if (input->kind == InputInfo::Kind::Flag) {
      offer(prefix + "true");
      offer(prefix + "false");
    }
    // Unsigned, since the distance of the two may exceed the range of a signed number.
    if (input->first && input->last &&
        static_cast<std::uint64_t>(*input->last) - static_cast<std::uint64_t>(*input->first) < kMostNumbers) {
      for (std::int64_t number = *input->first;; ++number) {
        offer(prefix + fmt::to_string(number));
        if (number == *input->last) { break; }
      }
    }
  }

  void offer_options() {
    const auto given = [this](const std::string& name) {
      return std::find(given_.begin(), given_.end(), name) != given_.end();
    };
    if (command_.takes_pack_options()) {
      for_each_input([&](const InputInfo& input) {
        const std::string name = "--" + input.name;
        const bool hidden = options_.find(name) != nullptr;  // hidden by an option of the command: use --set
        if (!hidden && !given(name)) { offer(name, input.doc.empty() ? domain_of(input) : input.doc); }
      });
    }
    for (const Option& option : options_.all()) {
      if (!option.description.empty() && (option.is_repeatable || !given(option.name))) {
        offer(option.name, option.description);
      }
    }
  }

  void offer_operands() {
    switch (command_.operands) {
      case Operands::None: return;
      case Operands::Shell:
        if (operands_.empty()) {
          for (const char* shell : {"bash", "zsh", "fish"}) { offer(shell); }
        }
        return;
      case Operands::Files: offer_files(); break;
      case Operands::ImporterAndFolder:
        if (operands_.empty()) { offer("pyrel", "the data files of Pyrel"); }
        if (operands_.size() == 1) { offer_files(); }
        break;
      case Operands::Packs: offer_packs(); break;
      case Operands::PackAndRule:
        if (operands_.empty()) { offer_packs(); }
        if (operands_.size() == 1) { offer_rules(); }
        break;
      case Operands::PackAndRules:
        if (operands_.empty()) {
          offer_packs();
        } else {
          offer_rules();
        }
        break;
      case Operands::PacksAndRules:
        if (operands_.size() < 2) { offer_packs(); }
        if (operands_.size() >= 2) { offer_rules(); }
        break;
    }
    finish();
  }

  void offer_packs() {
    for (const ShippedPack& shipped : shipped_packs()) { offer(shipped.name); }
    offer_files();
  }

  void offer_rules() {
    if (pack() == nullptr) { return; }
    for (const RuleInfo& rule : pack()->rules()) { offer(rule.name, rule.doc); }
  }

  void finish() {
    if (files_) { out_ += ":files\n"; }
  }

  const Command& command_;
  OptionTable options_;
  std::string current_;
  std::vector<std::string> operands_;
  std::vector<std::string> given_;
  std::vector<std::pair<std::string, std::string>> values_;  // options with the values that they were given
  std::optional<std::string> pending_;                       // the option whose value follows
  bool only_operands_ = false;                               // after `--`
  bool loaded_ = false;
  bool files_ = false;
  std::optional<Pack> pack_;
  std::string out_;
};

std::string complete_command(const std::string& current) {
  std::string out;
  const auto offer = [&](std::string_view name, std::string_view about) {
    if (name.substr(0, current.size()) == current) { out += fmt::format("{}\t{}\n", name, about); }
  };
  for (const Command* command : commands()) { offer(command->name, command->summary); }
  offer("help", "Show how a command is used.");
  if (current.substr(0, 1) == "-") {
    offer("--help", "the help of the program");
    offer("--version", "the version");
  }
  return out;
}

}  // namespace

std::string complete(const std::vector<std::string>& words) {
  if (words.empty()) { return complete_command(""); }
  if (words.size() == 1 || (words.size() == 2 && words.front() == "help")) { return complete_command(words.back()); }
  const Command* command = find_command(words.front());
  if (command == nullptr) { return {}; }
  return Completer(*command, words.back()).run({words.begin() + 1, words.end() - 1});
}

}  // namespace spoils::cli
