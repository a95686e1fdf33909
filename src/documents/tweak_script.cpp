// documents/tweak_script.cpp
//
// Reads, writes and applies the script of a tweaked roll: a JSON object with the roll and its edits as text. Tested by
// tests/cli and tests/capi.
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "documents/tweak.h"

namespace spoils::documents {

namespace {

std::string hash_of(const Tweaker& tweaker) { return fmt::format("0x{:016x}", tweaker.pack()->hash()); }

}  // namespace

TweakScript script_of(const Tweaker& tweaker) {
  TweakScript out;
  if (tweaker.pack() == nullptr) { return out; }
  out.pack = tweaker.pack()->name();
  out.hash = hash_of(tweaker);
  out.rule = tweaker.rule();
  out.inputs = tweaker.values();
  out.states = tweaker.states();
  out.seed = seed_to_text(tweaker.seed());
  if (tweaker.is_by_hand()) { out.by_hand = tweaker.fields_by_hand(); }
  out.index = tweaker.index();
  out.edits = tweaker.edits();
  return out;
}

std::string to_json(const TweakScript& script) {
  std::string out;
  text::JsonWriter json(out);
  json.document("spoils.tweak").member("pack", script.pack).member("hash", script.hash).member("rule", script.rule);
  const auto add = [&](const char* key, const Values& values) {
    json.key(key).open('{');
    for (const auto& [name, value] : values) { json.member(name, value); }
    json.close('}');
  };
  add("inputs", script.inputs);
  if (!script.states.empty()) { add("state", script.states); }
  if (script.by_hand) { add("by_hand", *script.by_hand); }
  json.member("seed", script.seed).member("index", script.index);
  json.key("edits").open('[');
  for (const auto& edit : script.edits) { json.value(edit); }
  json.close(']').close('}');
  out += '\n';
  return out;
}

Result<TweakScript, std::string> read_script(std::string_view bytes) {
  using Json = nlohmann::json;
  const auto whole = Json::parse(bytes, nullptr, false);
  if (!whole.is_object()) { return Failure{std::string("it is not a JSON object")}; }
  const auto text = [&](const char* name) -> std::optional<std::string> {
    const auto found = whole.find(name);
    return found != whole.end() && found->is_string() ? std::optional(found->get<std::string>()) : std::nullopt;
  };
  if (text("schema") != "spoils.tweak") { return Failure{std::string("`schema` is not \"spoils.tweak\"")}; }
  if (whole.value("version", Json()) != 1) { return Failure{std::string("`version` is not 1")}; }
  TweakScript out;
  for (const auto& [name, to] : {std::pair("pack", &out.pack), std::pair("hash", &out.hash),
                                 std::pair("rule", &out.rule), std::pair("seed", &out.seed)}) {
    auto value = text(name);
    if (!value) { return Failure{fmt::format("`{}` is not a text", name)}; }
    *to = std::move(*value);
  }
  const auto index = whole.find("index");
  if (index == whole.end() || !index->is_number_unsigned()) {
    return Failure{std::string("`index` is not an integer of 0 or more")};
  }
  out.index = index->get<std::uint64_t>();
  const auto texts = [&](const char* name, Values& to) -> std::optional<std::string> {
    const auto found = whole.find(name);
    if (found == whole.end() || !found->is_object()) { return fmt::format("`{}` is not an object", name); }
    for (const auto& [key, value] : found->items()) {
      if (!value.is_string()) { return fmt::format("`{}` of `{}` is not a text", key, name); }
      to.emplace_back(key, value.get<std::string>());
    }
    return std::nullopt;
  };
  if (auto wrong = texts("inputs", out.inputs)) { return Failure{std::move(*wrong)}; }
  if (whole.contains("state")) {
    if (auto wrong = texts("state", out.states)) { return Failure{std::move(*wrong)}; }
  }
  if (whole.contains("by_hand")) {
    if (auto wrong = texts("by_hand", out.by_hand.emplace())) { return Failure{std::move(*wrong)}; }
  }
  const auto edits = whole.find("edits");
  if (edits == whole.end() || !edits->is_array()) { return Failure{std::string("`edits` is not a list")}; }
  for (const auto& edit : *edits) {
    if (!edit.is_string()) { return Failure{std::string("an edit is not a text")}; }
    out.edits.push_back(edit.get<std::string>());
  }
  return out;
}

Result<Roller, Error> roller_of(const Pack& pack, const TweakScript& script) {
  Values set;
  for (const auto& [name, value] : script.inputs) {
    if (value != "none") { set.emplace_back(name, value); }
  }
  auto out = Roller::make(pack, script.rule, set);
  if (!out) { return out; }
  for (const auto& [name, value] : script.states) {
    if (auto wrong = out->set_state(name, value)) { return Failure{std::move(*wrong)}; }
  }
  return out;
}

Result<Replayed, Error> apply_edits(const TweakScript& script, Tweaker& tweaker) {
  Replayed out;
  out.is_same_pack = script.hash == hash_of(tweaker);
  for (const auto& edit : script.edits) {
    auto refused = tweaker.apply(edit);
    if (!refused) { continue; }
    if (out.is_same_pack) { return Failure{std::move(*refused)}; }
    out.left_out.push_back({edit, std::move(*refused)});
  }
  return out;
}

void write_replayed(const Replayed& replayed, std::string& out) {
  text::JsonWriter json(out);
  json.open('{').member("same_pack", replayed.is_same_pack);
  json.list("left_out", replayed.left_out, [&](const Replayed::LeftOut& left_out) {
    json.open('{').member("edit", left_out.edit).member("why", left_out.why.text()).close('}');
  });
  json.close('}');
}

}  // namespace spoils::documents
