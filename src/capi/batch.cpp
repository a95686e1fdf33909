// capi/batch.cpp
//
// The things of many rolls as columns of numbers, for bindings whose calls are dear. Texts are interned: a column has
// the position of a text, and each text is there once. Tested by tests/capi/conform.c, against single rolls.
#include <boost/unordered/unordered_flat_map.hpp>

#include <algorithm>
#include <string_view>

#include "capi/call.h"
#include "text/plain/json_writer.h"

namespace spoils::capi {

namespace {

constexpr std::size_t kMostThings = 10'000'000;   // of one batch; a tool that needs more makes several
constexpr std::size_t kMostValues = 100'000'000;  // 9 bytes each

void append_json(text::JsonWriter& json, const Value& value) {
  switch (value.kind()) {
    case Value::Kind::Unset: json.value(nullptr); return;
    case Value::Kind::Integer:
    case Value::Kind::Number: json.value(value.integer()); return;  // members are whole
    case Value::Kind::Flag: json.value(value.flag()); return;
    case Value::Kind::Symbol:
    case Value::Kind::Text: json.value(value.text()); return;
    case Value::Kind::Map:
      json.open('{');
      for (const auto& [key, amount] : value.entries()) {
        json.member(key.kind() == Value::Kind::Symbol ? std::string(key.text()) : std::to_string(key.integer()),
                    amount);
      }
      json.close('}');
      return;
    case Value::Kind::List: break;
  }
  json.open('[');
  for (const auto& member : value.members()) { append_json(json, member); }
  json.close(']');
}

class BatchMaker {
 public:
  BatchMaker(const spoils_roller& roller, const std::size_t* fields, std::size_t count, bool with_names)
      : kinds_(roller.field_kinds), fields_(fields, fields + count), batch_(std::make_unique<spoils_batch>()) {
    batch_->columns.resize(count);
    batch_->has_names = with_names;
    intern("");
  }

  /// Returns whether there is room for so many more.
  [[nodiscard]] bool has_room(std::size_t things) const {
    const auto all = batch_->index.size() + things;
    return all <= kMostThings && all * (fields_.size() + 4) <= kMostValues;
  }

  void add(std::uint64_t index, const Things& things) {
    const auto base = static_cast<std::int64_t>(batch_->index.size());
    for (const auto thing : things) {
      batch_->index.push_back(index);
      const auto holder = thing.holder();
      batch_->holder.push_back(holder < 0 ? -1 : base + holder);
      batch_->made_by.push_back(intern(thing.made_by()));
      if (batch_->has_names) {
        buffer_.clear();
        thing.append_name(buffer_);
        batch_->name.push_back(intern(buffer_));
      }
      for (std::size_t column = 0; column < fields_.size(); ++column) { add_value(thing, column); }
    }
  }

  std::unique_ptr<spoils_batch> finish() {
    batch_->texts.reserve(batch_->stored.size());
    for (const auto& text : batch_->stored) { batch_->texts.push_back(text_of(text)); }
    return std::move(batch_);
  }

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  struct Equal {
    using is_transparent = void;
    bool operator()(std::string_view a, std::string_view b) const { return a == b; }
  };

  std::uint32_t intern(std::string_view text) {
    if (const auto known = number_of_.find(text); known != number_of_.end()) { return known->second; }
    const auto number = static_cast<std::uint32_t>(batch_->stored.size());
    batch_->stored.emplace_back(text);
    number_of_.emplace(std::string(text), number);
    return number;
  }

  void add_value(const Thing& thing, std::size_t column) {
    const auto field = fields_[column];
    auto& out = batch_->columns[column];
    auto kind = kinds_[field];
    if (!thing.is_set(field)) { kind = SPOILS_UNSET; }
    std::int64_t number = 0;
    std::int64_t denominator = 1;
    switch (kind) {
      case SPOILS_UNSET: break;
      case SPOILS_INTEGER:
      case SPOILS_FLAG: number = thing.integer(field); break;
      case SPOILS_NUMBER: {
        const auto value = thing.field(field);
        number = value.integer();
        denominator = value.denominator();
        break;
      }
      case SPOILS_SYMBOL:
      case SPOILS_STRING: number = intern(thing.text(field)); break;
      default: {
        buffer_.clear();
        text::JsonWriter json(buffer_);
        append_json(json, thing.field(field));
        number = intern(buffer_);
      }
    }
    out.kind.push_back(kind);
    out.number.push_back(number);
    if (kinds_[field] == SPOILS_NUMBER) { out.denominator.push_back(denominator); }
  }

  const std::vector<std::uint8_t>& kinds_;
  std::vector<std::size_t> fields_;
  std::unique_ptr<spoils_batch> batch_;
  boost::unordered_flat_map<std::string, std::uint32_t, Hash, Equal> number_of_;
  std::string buffer_;
};

}  // namespace

}  // namespace spoils::capi

using namespace spoils;
using namespace spoils::capi;

extern "C" {

spoils_error* spoils_roll_batch(spoils_roller* roller, uint64_t seed, uint64_t first, uint64_t rolls,
                                const size_t* fields, size_t field_count, int with_names, spoils_batch** out) {
  return guarded([&]() -> spoils_error* {
    Arguments arguments;
    arguments.made(out).handle(roller, "roller").array(fields, field_count, "fields");
    if (auto* const wrong = arguments.wrong()) { return wrong; }
    for (std::size_t i = 0; i < field_count; ++i) {
      if (auto* const wrong = arguments.index(fields[i], roller->field_kinds.size(), "fields").wrong()) {
        return wrong;
      }
    }
    constexpr auto kLast = std::numeric_limits<std::uint64_t>::max();
    if (rolls > kMostThings || (rolls > 0 && rolls - 1 > kLast - first)) {
      return fail(SPOILS_LIMIT, "a batch has at most 10,000,000 rolls, of indices below 2^64", "make several batches");
    }
    BatchMaker maker(*roller, fields, field_count, with_names != 0);
    roller->things = {};
    roller->list_thing = spoils::capi::kNone;
    for (std::uint64_t i = 0; i < rolls; ++i) {
      const auto things = roller->roller.roll(seed, first + i);
      if (!things) { return fail(things.error()); }
      if (!maker.has_room(things->size())) {
        return fail(SPOILS_LIMIT, "a batch has at most 10,000,000 things and 100,000,000 values",
                    "make several batches");
      }
      maker.add(first + i, *things);
    }
    *out = maker.finish().release();
    return nullptr;
  });
}

spoils_error* spoils_batch_info_of(const spoils_batch* batch, spoils_batch_info* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(batch, "batch").out(out).wrong()) { return wrong; }
    *out = {batch->index.size(),  batch->columns.size(), batch->index.data(),
            batch->holder.data(), batch->made_by.data(), batch->has_names ? batch->name.data() : nullptr,
            batch->texts.data(),  batch->texts.size()};
    return nullptr;
  });
}

spoils_error* spoils_batch_column(const spoils_batch* batch, size_t column, spoils_column* out) {
  return guarded([&]() -> spoils_error* {
    if (auto* const wrong = Arguments().handle(batch, "batch").out(out).wrong()) { return wrong; }
    if (auto* const wrong = Arguments().index(column, batch->columns.size(), "column").wrong()) { return wrong; }
    const auto& values = batch->columns[column];
    *out = {values.kind.data(), values.number.data(), values.denominator.empty() ? nullptr : values.denominator.data()};
    return nullptr;
  });
}

}  // extern "C"
