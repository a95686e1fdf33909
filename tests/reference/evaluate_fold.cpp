// tests/reference/evaluate_fold.cpp
//
// Functions, folds over lists, defs; and the names of things.
#include <algorithm>

#include "reference/machine.h"

namespace spoils::reference {

using E = lang::Expression::Kind;
using K = Value::Kind;

// The value of a def, or what its block gives.
Value Machine::value_of(const lang::Declaration& d) {
  if (!d.has_block()) { return evaluate(d.value); }
  if (run(d.block) != Flow::Stop) { throw Unknown{"a def that gives nothing"}; }
  return given_;
}

// The records before it have their values first; what is taken is drawn again, so it is refused as by a retry.
Value Machine::distinct_value(const lang::Declaration& d, const Value& record) {
  std::vector<std::string> taken;
  for (const auto* each : pack_.records_of(d.parameters[0].type.words[0])) {
    const auto key = d.name + "," + each->declaration->name;
    if (world_.count(key) == 0) {
      const auto generator = std::exchange(generator_, {});
      const auto retry = draws_->begin_retry();
      const auto symbol = Value::symbol(each->declaration->name);
      auto value = outside([&] { return value_of(d); }, {{d.parameters[0].name, symbol}});
      if (std::find(taken.begin(), taken.end(), written(value)) != taken.end()) { draws_->reject(retry); }
      world_[key] = value;
      generator_ = generator;
    }
    taken.push_back(written(world_[key]));
    if (record.is_set && record.text == each->declaration->name) { return world_[key]; }
  }
  return Value::unset(K::Integer);
}

Value Machine::run_def(const lang::Declaration& d, const std::vector<Expression>& arguments) {
  auto locals = bind(d, arguments);
  if (!d.is_world) {
    return outside([&] { return value_of(d); }, std::move(locals));
  }
  if (d.is_distinct) { return distinct_value(d, locals[0].second); }
  std::string key = d.name;
  for (const auto& [name, value] : locals) { key += "," + written(value); }
  if (const auto settled = world_.find(key); settled != world_.end()) { return settled->second; }
  const auto generator = generator_;
  generator_ = {};
  auto value = outside([&] { return value_of(d); }, std::move(locals));
  generator_ = generator;
  world_[key] = value;
  return value;
}

// Evaluates the operand by itself for each way of its draws; what a declared generator does is no part of it.
Value Machine::of_outcomes(const Expression& e) {
  Draws draws;
  auto kind = K::Integer;
  const auto all = draws.all<Rational>(
      [&](Draws& inner) {
        Machine machine(*this);
        machine.draws_ = &inner;
        machine.generator_ = {};
        const auto value = machine.evaluate(e.children.at(0));
        if (value.kind == K::Number) { kind = K::Number; }
        return value.amount();
      },
      20'000);
  if (e.text == "least") { return {kind, true, all.begin()->first, "", {}}; }
  if (e.text == "greatest") { return {kind, true, all.rbegin()->first, "", {}}; }
  Fraction mean = 0;
  for (const auto& [value, probability] : all) {
    mean += Fraction(value.numerator(), value.denominator()) * probability;
  }
  return {K::Number,
          true,
          Rational(static_cast<std::int64_t>(numerator(mean)), static_cast<std::int64_t>(denominator(mean))),
          "",
          {}};
}

Value Machine::function(const Expression& e) {
  const auto& name = e.text;
  const auto& defs = pack_.seen(e).defs;
  if (const auto def = defs.find(name); def != defs.end()) { return run_def(*def->second, e.children); }
  if (name == "least" || name == "greatest" || name == "average") { return of_outcomes(e); }
  std::vector<Value> given;
  for (const auto& child : e.children) { given.push_back(evaluate(child)); }
  if (given.size() == 1 && given[0].kind == K::Map && name != "text") { return fold(name, members_of(given[0])); }
  if (given.size() == 1 && (given[0].is_many() || name == "count" || name == "first" || name == "last")) {
    return name == "text" ? Value::characters(shown(given[0])) : fold(name, given[0].members);
  }
  if (name == "min" || name == "max") {
    auto out = given.at(0).amount();
    auto kind = K::Integer;
    for (const auto& value : given) {
      out = name == "min" ? std::min(out, value.amount()) : std::max(out, value.amount());
      if (value.kind == K::Number) { kind = K::Number; }
    }
    return {kind, true, out, "", {}};
  }
  if (name == "text") { return Value::characters(shown(given.at(0))); }
  if (name == "capitalise" || name == "titled") {
    if (!given.at(0).is_set) { return Value::unset(K::Text); }
    auto out = given.at(0).text;
    for (std::size_t i = 0; i < out.size(); ++i) {
      const bool begins = i == 0 || (name == "titled" && out[i - 1] == ' ');
      if (begins && out[i] >= 'a' && out[i] <= 'z') { out[i] = static_cast<char>(out[i] - 'a' + 'A'); }
      if (!begins && name == "titled" && out[i] >= 'A' && out[i] <= 'Z') {
        out[i] = static_cast<char>(out[i] - 'A' + 'a');
      }
    }
    return Value::characters(out);
  }
  if (name == "polynomial_hash") {
    std::uint64_t hash = 0;  // modulo a power of two, so the wrapping of 64 bits does no harm
    for (const char c : given.at(0).text) {
      hash = hash * static_cast<std::uint64_t>(given.at(1).amount().numerator()) + static_cast<unsigned char>(c);
    }
    return Value::integer(static_cast<std::int64_t>(hash & (~std::uint64_t{0} >> 1)));
  }
  const auto n = given.at(0).amount();
  const auto kind = given[0].kind == K::Number ? K::Number : K::Integer;
  if (name == "abs") { return {kind, true, n < 0 ? -n : n, "", {}}; }
  if (name == "floor") { return Value::integer(floor_of(n)); }
  if (name == "ceil") { return Value::integer(-floor_of(-n)); }
  if (name == "round") {
    const auto away = floor_of((n < 0 ? -n : n) + Rational(1, 2));
    return Value::integer(n < 0 ? -away : away);
  }
  if (name == "roll") { return throw_dice(n.numerator(), given.at(1).amount().numerator()); }
  throw Unknown{name};
}

Value Machine::fold(const std::string& name, const std::vector<Value>& list) {
  if (name == "count") { return Value::integer(static_cast<std::int64_t>(list.size())); }
  if (name == "first") { return list.empty() ? Value::unset(K::Symbol) : list.front(); }
  if (name == "last") { return list.empty() ? Value::unset(K::Symbol) : list.back(); }
  if (name == "list") { return Value::list(K::List, list); }
  if (name == "set") { return Value::list(K::Set, list); }
  if (name == "any" || name == "all") {
    const auto is_true = [](const Value& value) { return value.is_true(); };
    return Value::flag(name == "any" ? std::any_of(list.begin(), list.end(), is_true)
                                     : std::all_of(list.begin(), list.end(), is_true));
  }
  if (name == "most_common") {
    std::size_t most = 0;
    std::size_t ties = 0;
    auto out = Value::unset(K::Symbol);
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto is_same = [&](const Value& other) { return same(other, list[i]); };
      if (std::any_of(list.begin(), list.begin() + static_cast<std::ptrdiff_t>(i), is_same)) { continue; }
      const auto often = static_cast<std::size_t>(std::count_if(list.begin(), list.end(), is_same));
      ties = often == most ? ties + 1 : often > most ? 1 : ties;
      if (often > most) { out = list[i]; }
      most = std::max(most, often);
    }
    return ties == 1 ? out : Value::unset(out.kind);
  }
  Rational out = name == "product" ? 1 : 0;
  auto kind = K::Integer;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const auto value = list[i].amount();
    if (list[i].kind == K::Number) { kind = K::Number; }
    if (name == "sum") {
      out = small(out) + small(value);
    } else if (name == "product") {
      out = small(out) * small(value);
    } else if (name == "min") {
      out = i == 0 ? value : std::min(out, value);
    } else if (name == "max") {
      out = i == 0 ? value : std::max(out, value);
    } else {
      throw Unknown{name};
    }
  }
  return {kind, true, out, "", {}};
}

Value Machine::aggregate(const Expression& e) {
  std::vector<Value> values;
  const auto* table = table_of(e.children[0]);
  const auto records = all_records(e.children[0]);
  auto over = table != nullptr ? row_numbers(*table)
              : records        ? Value::list(K::List, *records)
                               : evaluate(e.children[0]);
  over.members = over.kind == K::Range ? integers_of(over) : members_of(over);
  for (const auto& member : over.members) {
    const auto size = locals_.size();
    if (table != nullptr) {
      name_row(e.name(), *table, static_cast<std::size_t>(member.number.numerator()));
    } else {
      locals_.emplace_back(e.name(), member);
    }
    if (e.children[1].kind == E::Missing || holds(e.children[1])) {
      values.push_back(e.children[2].kind == E::Missing ? *local(e.name()) : evaluate(e.children[2]));
    }
    locals_.resize(size);
  }
  return fold(e.text, values);
}

// A thing is part of the result if a field of it is set, unless it or its holder was discarded.
std::vector<bool> Machine::given_out() const {
  std::vector<bool> out;
  for (const auto& thing : things) {
    const bool is_set =
        std::any_of(thing.fields.begin(), thing.fields.end(), [](const auto& f) { return f.second.is_set; });
    bool is_given_up = thing.is_discarded;
    for (auto at = thing.holder; at >= 0; at = things[static_cast<std::size_t>(at)].holder) {
      is_given_up = is_given_up || things[static_cast<std::size_t>(at)].is_discarded;
    }
    out.push_back(is_set && !is_given_up);
  }
  return out;
}

// A map as its keys with their values.
std::string Machine::shown(const Value& value) const {
  if (value.kind != K::Map || !value.is_set) { return reference::shown(value, pack_.names); }
  std::string out;
  const auto keys = members_of(value);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i > 0) { out += i + 1 == keys.size() ? " and " : ", "; }
    out += reference::shown(keys[i], pack_.names) + " " + written(Value::integer(value.at(keys[i])));
  }
  return out;
}

Value Machine::ask(const Expression& e, std::size_t thing, Locals locals) {
  current_ = thing;
  return outside([&] { return evaluate(e); }, std::move(locals));
}

void Machine::display(const Expression& e, std::vector<Piece>& out, bool& vanishes) {
  for (const auto& part : e.children) {
    switch (part.kind) {
      case E::Piece: out.push_back({Piece::Kind::Words, part.text}); break;
      case E::Article: out.push_back({Piece::Kind::Article, ""}); break;
      case E::Plural: out.push_back({Piece::Kind::Plural, ""}); break;
      case E::Hole: {
        const auto value = evaluate(part.children[0]);
        const bool is_flag = value.kind == K::Flag;
        vanishes = vanishes || !value.is_set || (is_flag && value.number == 0) ||
                   ((value.is_many() || value.kind == K::Map) && value.members.empty()) ||
                   (value.kind == K::Text && value.text.empty());
        Piece piece;
        if (is_flag) {
          piece.text = value.is_true() ? part.children[0].text : "";
        } else if (!value.is_set && value.kind == K::Integer) {
          piece.text = part.text == "+" ? "+0" : "0";
        } else {
          piece.text = (part.text == "+" && value.number >= 0 ? "+" : "") + shown(value);
        }
        if (value.is_set && value.kind == K::Symbol) { piece.symbol = value.text; }
        out.push_back(std::move(piece));
        break;
      }
      case E::Optional: {
        std::vector<Piece> inner;
        bool is_gone = false;
        display(part, inner, is_gone);
        if (!is_gone) { out.insert(out.end(), inner.begin(), inner.end()); }
        break;
      }
      default: throw Unknown{"a part of a display"};
    }
  }
}

// The outermost rule that has a display; of equals the last.
std::string Machine::named_by(std::size_t thing) const {
  std::string out;
  int least = -1;
  for (const auto& [depth, rule] : things[thing].built_by) {
    const bool has_display =
        std::any_of(pack_.displays.begin(), pack_.displays.end(), [&](const auto* d) { return d->name == rule; });
    if (!has_display || (least >= 0 && depth > least)) { continue; }
    least = depth;
    out = rule;
  }
  return out;
}

// Articles and plurals of regular words only: the packs of these tests have others by `names` alone. A plural changes
// the piece before it: its last word, or the last before " of ".
std::string Machine::assembled(const std::vector<Piece>& pieces, const Value& quantity) const {
  const bool is_many = quantity.is_set && quantity.number != 1;
  std::string out;
  auto article = std::string::npos;
  std::size_t noun = 0;  // where the piece before a plural begins
  std::string symbol;
  for (const auto& piece : pieces) {
    if (piece.kind == Piece::Kind::Article) {
      article = out.size();
    } else if (piece.kind == Piece::Kind::Words) {
      noun = out.size();
      symbol = piece.symbol;
      out += piece.text;
    } else if (const auto plural = pack_.plurals.find(symbol); is_many && plural != pack_.plurals.end()) {
      out = out.substr(0, noun) + plural->second;
    } else if (is_many) {
      const auto end = std::min(out.find(" of ", noun), out.size());
      // Without a noun there is no plural.
      if (end > noun && out[end - 1] >= 'a' && out[end - 1] <= 'z') { out.insert(end, "s"); }
    }
  }
  if (article == std::string::npos) { return out; }
  const auto next = out.find_first_not_of(' ', article);
  const bool is_vowel = next != std::string::npos && std::string("aeiou").find(out[next]) != std::string::npos;
  const auto count = is_many ? written(quantity) : std::string();
  return out.insert(article, is_many ? (count == "0" ? "no" : count) : is_vowel ? "an" : "a");
}

std::string Machine::name(std::size_t thing) {
  current_ = thing;
  const auto& fields = things[thing].fields;
  const auto rule = named_by(thing);
  std::vector<const lang::Declaration*> displays;
  for (const auto* d : pack_.displays) {
    if (!rule.empty() && d->name == rule) { displays.push_back(d); }
  }
  for (const auto* d : pack_.displays) {
    if (d->name.empty()) { displays.push_back(d); }
  }
  for (const auto* d : displays) {
    if (d->condition->kind != E::Missing && !holds(d->condition)) { continue; }
    const auto* shown_text = &*d->value;
    while (shown_text->kind == E::If) { shown_text = &shown_text->children[holds(shown_text->children[0]) ? 1 : 2]; }
    std::vector<Piece> pieces;
    bool vanishes = false;
    display(*shown_text, pieces, vanishes);
    const auto quantity = fields.find("quantity");
    return assembled(pieces, quantity == fields.end() ? Value() : quantity->second);
  }
  const auto kind = fields.find("kind");
  return kind != fields.end() && kind->second.is_set ? shown(kind->second) : things[thing].made_by;
}

}  // namespace spoils::reference
