// tests/reference/everything.cpp
//
// All that a machine holds, as text.
#include "reference/machine.h"

namespace spoils::reference {

namespace {

void write(std::string& out, const std::string& text) { out += std::to_string(text.size()) + ":" + text; }

void write(std::string& out, std::int64_t number) { out += std::to_string(number) + ","; }

void write(std::string& out, const Value& value) {
  write(out, static_cast<std::int64_t>(value.kind));
  out += value.is_set ? '+' : '-';
  write(out, value.number.numerator());
  write(out, value.number.denominator());
  write(out, value.text);
  out += '[';
  for (const auto& member : value.members) { write(out, member); }
  out += ']';
}

void write(std::string& out, const Thing& thing);

template <class Named>
void write_named(std::string& out, const Named& values) {
  out += '{';
  for (const auto& [name, value] : values) {
    write(out, name);
    write(out, value);
  }
  out += '}';
}

void write(std::string& out, const Thing& thing) {
  write(out, thing.made_by);
  write_named(out, thing.fields);
  write_named(out, thing.scratch);
  write(out, thing.holder);
  out += thing.is_discarded ? '+' : '-';
  for (const auto& [depth, rule] : thing.built_by) {
    write(out, depth);
    write(out, rule);
  }
  out += ';';
}

}  // namespace

std::string Machine::everything() const {
  std::string out;
  for (const auto& thing : things) { write(out, thing); }
  for (const auto* values : {&inputs_, &states_}) { write_named(out, *values); }
  write_named(out, locals_);
  write_named(out, world_);
  write_named(out, settled_);
  write(out, given_);
  out += generator_.is_declared ? '+' : '-';
  for (const auto part : {generator_.state, generator_.multiplier, generator_.increment, generator_.mask}) {
    out += std::to_string(part) + ",";
  }
  write(out, static_cast<std::int64_t>(current_));
  write(out, picked_row_ ? static_cast<std::int64_t>(*picked_row_) : -1);
  write(out, depth_);
  return out;
}

}  // namespace spoils::reference
