// api/world.cpp
//
// Worlds as JSON files: reads and checks them, and writes them in one step under a lock.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "api/begin_state.h"
#include "api/error.h"
#include "api/roller_data.h"
#include "program/to_source.h"
#include "roll/seed.h"
#include "spoils/roll.h"
#include "text/lock_file.h"
#include "text/read_pack.h"
#include "text/write_file.h"

namespace spoils {
inline namespace v1 {

using program::kUnset;
using program::ValueKind;
using program::Word;

namespace {

/// The limit on a world file: sets of all records that a pack may have, with long names.
constexpr std::size_t kMaxWorldBytes = 64u << 20;

Error world_error(const std::string& path, std::string_view what, std::string help = {}) {
  // A text has no path.
  if (path.empty()) {
    return api::make_error(Error::Kind::World, fmt::format("the text of the world {}", what), std::move(help));
  }
  return api::make_error(Error::Kind::World, fmt::format("world file `{}` {}", path, what), std::move(help),
                         {{"path", path}});
}

/// Returns an integer that a state can hold; nothing if this is none.
std::optional<Word> whole_of(const nlohmann::json& value) {
  constexpr auto kGreatest = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!value.is_number_integer() || (value.is_number_unsigned() && value.get<std::uint64_t>() > kGreatest)) {
    return std::nullopt;
  }
  const Word word = value.get<std::int64_t>();
  return word == kUnset ? std::nullopt : std::optional(word);
}

std::string name_of(const program::Program& program, Word symbol) {
  return std::string(program.symbols.name(static_cast<std::uint32_t>(symbol)));
}

/// Returns a member of a set, or a key of a map, of this type; nothing if it may not be one.
std::optional<Word> member_named(const program::Program& program, const program::ValueType& type,
                                 const std::string& name) {
  const auto symbol = program.symbols.find(name);
  if (!symbol || !api::may_be_in(program, type, static_cast<Word>(*symbol))) { return std::nullopt; }
  return static_cast<Word>(*symbol);
}

/// Returns the words of a set or map; nothing if this is none.
std::optional<std::vector<Word>> words_of(const program::Program& program, const program::ValueType& type,
                                          const nlohmann::json& value) {
  std::vector<Word> out;
  if (type.kind == ValueKind::Set) {
    if (!value.is_array()) { return std::nullopt; }
    for (const auto& member : value) {
      const auto word = member.is_null()     ? std::optional(kUnset)  // `s += none` adds it
                        : member.is_string() ? member_named(program, type, member.get<std::string>())
                                             : std::nullopt;
      if (!word) { return std::nullopt; }
      out.push_back(*word);
    }
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  if (!value.is_object()) { return std::nullopt; }
  std::map<Word, Word> entries;
  for (const auto& [name, number] : value.items()) {
    const auto key = member_named(program, type, name);
    const auto amount = whole_of(number);
    if (!key || !amount) { return std::nullopt; }
    if (*amount != 0) { entries[*key] = *amount; }
  }
  for (const auto& [key, amount] : entries) { out.insert(out.end(), {key, amount}); }
  return out;
}

/// Writes the words of a set as an array, and those of a map as an object in the order of its keys.
nlohmann::ordered_json json_of(const program::Program& program, const program::ValueType& type,
                               const std::vector<Word>& words) {
  if (type.kind == ValueKind::Set) {
    auto out = nlohmann::ordered_json::array();
    for (const auto member : words) {
      out.push_back(member == kUnset ? nlohmann::ordered_json(nullptr)
                                     : nlohmann::ordered_json(name_of(program, member)));
    }
    return out;
  }
  auto out = nlohmann::ordered_json::object();
  program::Heap heap;
  for (const auto& [key, amount] : program.entries(type, heap.add_list(words.data(), words.size()), heap)) {
    out[name_of(program, key)] = amount;
  }
  return out;
}

}  // namespace

struct WorldLock::Data {
  text::FileLock lock;
};

WorldLock::WorldLock(std::unique_ptr<Data> data) : data_(std::move(data)) {}
WorldLock::WorldLock() noexcept = default;
WorldLock::WorldLock(WorldLock&&) noexcept = default;
WorldLock& WorldLock::operator=(WorldLock&&) noexcept = default;
WorldLock::~WorldLock() = default;

Result<WorldLock, Error> WorldLock::take(const std::string& path, int milliseconds) {
  auto lock = text::FileLock::take(path, milliseconds);
  if (lock) { return WorldLock(std::make_unique<Data>(Data{std::move(*lock)})); }
  if (lock.error().is_held) {
    return Failure{world_error(path, "is in use: another program rolls in this world",
                               "wait until it has ended, or give this one a world of its own")};
  }
  return Failure{world_error(path, fmt::format("cannot be locked: {}", lock.error().detail),
                             "use a file in a writable folder, not a broken link")};
}

World::World(std::unique_ptr<api::WorldData> data) : data_(std::move(data)) {}
World::World() noexcept = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;
World::~World() = default;

World::World(const Pack& pack, std::uint64_t seed) : data_(std::make_unique<api::WorldData>(pack, seed)) {
  const auto& program = pack.data().program;
  static_cast<api::WorldState&>(*data_) =
      api::world_state(program, [&](program::SlotId slot) { return program.slots[slot].initial; });
}

Result<World, Error> World::read(const Pack& pack, std::string_view bytes, const std::string& path) {
  const auto json = nlohmann::json::parse(bytes, nullptr, false);
  const auto schema = json.is_object() ? json.find("schema") : json.end();
  if (schema == json.end() || *schema != "spoils.world") {
    return Failure{world_error(path, "is not a world",
                               path.empty() ? "" : "use another name, or remove the file to begin a new world")};
  }
  if (!json.contains("version") || json["version"] != 1) {
    return Failure{world_error(path, "was written by another version of this program")};
  }
  if (!json.contains("pack") || !json["pack"].is_string() || json["pack"] != std::string(pack.name())) {
    return Failure{world_error(path, fmt::format("is not of pack `{}`", pack.name()))};
  }
  for (const auto* key : {"seed", "next", "state"}) {
    if (!json.contains(key)) { return Failure{world_error(path, fmt::format("lacks `{}`", key))}; }
  }
  if (!json["seed"].is_string()) { return Failure{world_error(path, "has a `seed` that is no text")}; }
  if (!json["next"].is_number_unsigned()) {
    return Failure{world_error(path, "has a `next` that is no integer from 0 to 2^64 - 1")};
  }
  if (!json["state"].is_object()) { return Failure{world_error(path, "has a `state` that is no object")}; }
  World world(pack, roll::seed_from_text(json["seed"].get<std::string>()));
  world.data_->next = json["next"].get<std::uint64_t>();
  const auto& program = pack.data().program;
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    const auto& slot = program.slots[program.states[i]];
    if (!json["state"].contains(slot.name)) { continue; }  // the pack has declared it since: its initial value
    const auto& value = json["state"][slot.name];
    auto& word = world.data_->states[i];
    const auto bad = [&] {
      constexpr std::size_t kMostShown = 60;
      auto shown = value.dump(-1, ' ', true);
      if (shown.size() > kMostShown) { shown = shown.substr(0, kMostShown) + " ..."; }
      return Failure{world_error(path, fmt::format("has no valid value for `{}`: {}", slot.name, shown),
                                 slot.has_bounds ? fmt::format("its range is {}..{}", slot.first, slot.last) : "")};
    };
    if (program::holds_words(slot.type.kind)) {
      auto words = words_of(program, slot.type, value);
      if (!words) { return bad(); }
      world.data_->members[i] = std::move(*words);
      continue;
    }
    if (value.is_null()) {
      word = kUnset;
    } else if (slot.type.kind == ValueKind::Symbol) {
      const auto symbol = value.is_string() ? program.symbols.find(value.get<std::string>()) : std::nullopt;
      if (!symbol) { return bad(); }
      word = static_cast<Word>(*symbol);
    } else if (slot.type.kind == ValueKind::Flag) {
      if (!value.is_boolean()) { return bad(); }
      word = value.get<bool>() ? 1 : 0;
    } else {
      const auto whole = whole_of(value);
      if (!whole) { return bad(); }
      word = *whole;
    }
    if (!slot.holds(word)) { return bad(); }
  }
  return world;
}

Result<World, Error> World::load(const Pack& pack, const std::string& path) {
  auto bytes = text::read_text_file(path, kMaxWorldBytes);
  if (!bytes) {
    const auto kind = bytes.error().kind;
    if (kind == text::ReadError::Kind::Missing) { return Failure{world_error(path, "does not exist")}; }
    return Failure{world_error(path, fmt::format("cannot be read: {}", bytes.error().detail))};
  }
  return read(pack, *bytes, path);
}

Result<World, Error> World::restore(const Pack& pack, std::string_view text) {
  if (text.size() > kMaxWorldBytes) {
    return Failure{world_error({}, fmt::format("is larger than {} MiB", kMaxWorldBytes >> 20U))};
  }
  return read(pack, text, {});
}

std::string World::text() const {
  if (data_ == nullptr) {
    misused("World::text: the world was moved from");
    return {};
  }
  const auto& program = data_->pack.data().program;
  nlohmann::ordered_json json;
  json["schema"] = "spoils.world";
  json["version"] = 1;
  json["pack"] = program.name;
  json["seed"] = roll::seed_to_text(data_->seed);
  json["next"] = data_->next;
  json["state"] = nlohmann::ordered_json::object();
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    const auto& slot = program.slots[program.states[i]];
    const auto word = data_->states[i];
    auto& value = json["state"][slot.name];
    if (program::holds_words(slot.type.kind)) {
      value = json_of(program, slot.type, data_->members[i]);
    } else if (word == kUnset) {
      value = nullptr;
    } else if (slot.type.kind == ValueKind::Symbol) {
      value = std::string(program.symbols.name(static_cast<std::uint32_t>(word)));
    } else if (slot.type.kind == ValueKind::Flag) {
      value = word == 1;
    } else {
      value = word;
    }
  }
  return json.dump(2) + "\n";
}

std::optional<Error> World::save(const std::string& path) const {
  if (data_ == nullptr) { return api::misuse_error("World::save: the world was moved from"); }
  const auto written = text();
  if (written.size() > kMaxWorldBytes) {
    return world_error(
        path, fmt::format("would be larger than {} MiB, so that it could not be read again", kMaxWorldBytes >> 20U),
        "the world is as it was before these rolls");
  }
  if (const auto failed = text::write_file_atomically(path, written)) {
    return world_error(path, fmt::format("cannot be written: {}", failed->detail),
                       "the world is as it was before these rolls");
  }
  return std::nullopt;
}

std::uint64_t World::seed() const {
  if (data_ != nullptr) { return data_->seed; }
  misused("World::seed: the world was moved from");
  return 0;
}

std::uint64_t World::next_index() const {
  if (data_ != nullptr) { return data_->next; }
  misused("World::next_index: the world was moved from");
  return 0;
}

Values World::states() const {
  if (data_ == nullptr) {
    misused("World::states: the world was moved from");
    return {};
  }
  const auto& program = data_->pack.data().program;
  Values out;
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    const auto& slot = program.slots[program.states[i]];
    program::Heap heap;
    const auto& words = data_->members[i];
    const bool holds = program::holds_words(slot.type.kind);
    const auto word = holds ? heap.add_list(words.data(), words.size()) : data_->states[i];
    out.emplace_back(slot.name, program::to_source(program, heap, slot.type, word));
  }
  return out;
}

std::int64_t World::state(std::string_view name) const {
  if (data_ == nullptr) {
    misused("World::state: the world was moved from");
    return 0;
  }
  const auto& program = data_->pack.data().program;
  for (std::size_t i = 0; i < program.states.size(); ++i) {
    if (program.slots[program.states[i]].name == name && data_->states[i] != kUnset) { return data_->states[i]; }
  }
  return 0;
}

}  // namespace v1
}  // namespace spoils
