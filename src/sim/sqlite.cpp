// sim/sqlite.cpp
//
// A thin wrapper of SQLite: one connection, prepared statements, and the first error, which is kept.
#include "sim/sqlite.h"

#include <sqlite3.h>

namespace spoils::sim {

Database::Database() {
  if (sqlite3_open_v2(":memory:", &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, nullptr) != SQLITE_OK) {
    fail("no memory");
  }
}

Database::Database(const std::string& path) {
  if (sqlite3_open_v2(path.c_str(), &handle_, SQLITE_OPEN_READONLY, nullptr) != SQLITE_OK) {
    fail(handle_ != nullptr ? sqlite3_errmsg(handle_) : "no memory");
  }
}

Database::~Database() { sqlite3_close(handle_); }

void Database::fail(std::string_view why) {
  if (error_.empty()) { error_ = why; }
}

void Database::run(const std::string& statements) {
  if (!is_sound()) { return; }
  if (sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK) {
    fail(sqlite3_errmsg(handle_));
  }
}

std::string Database::bytes() {
  if (!is_sound()) { return {}; }
  sqlite3_int64 size = 0;
  auto* const found = sqlite3_serialize(handle_, "main", &size, 0);
  if (found == nullptr) {
    fail("no memory");
    return {};
  }
  std::string out(reinterpret_cast<const char*>(found), static_cast<std::size_t>(size));
  sqlite3_free(found);
  return out;
}

Statement::Statement(Database& database, const std::string& text) : database_(database) {
  if (!database.is_sound()) { return; }
  if (sqlite3_prepare_v2(database.handle_, text.c_str(), -1, &handle_, nullptr) != SQLITE_OK) {
    database.fail(sqlite3_errmsg(database.handle_));
  }
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::add(std::string_view text) {
  if (handle_ != nullptr) {
    sqlite3_bind_text64(handle_, ++parameter_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
  }
  return *this;
}

Statement& Statement::add(std::int64_t value) {
  if (handle_ != nullptr) { sqlite3_bind_int64(handle_, ++parameter_, value); }
  return *this;
}

Statement& Statement::add(double value) {
  if (handle_ != nullptr) { sqlite3_bind_double(handle_, ++parameter_, value); }
  return *this;
}

Statement& Statement::add_nothing() {
  if (handle_ != nullptr) { sqlite3_bind_null(handle_, ++parameter_); }
  return *this;
}

void Statement::insert() {
  if (handle_ == nullptr || !database_.is_sound()) { return; }
  if (sqlite3_step(handle_) != SQLITE_DONE) { database_.fail(sqlite3_errmsg(database_.handle_)); }
  sqlite3_reset(handle_);
  parameter_ = 0;
}

bool Statement::next() {
  if (handle_ == nullptr || !database_.is_sound()) { return false; }
  column_ = 0;
  const int found = sqlite3_step(handle_);
  if (found != SQLITE_ROW && found != SQLITE_DONE) { database_.fail(sqlite3_errmsg(database_.handle_)); }
  return found == SQLITE_ROW;
}

bool Statement::is_nothing() { return sqlite3_column_type(handle_, column_) == SQLITE_NULL; }
bool Statement::is_integer() { return sqlite3_column_type(handle_, column_) == SQLITE_INTEGER; }

std::string Statement::text() {
  const auto* const found = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column_));
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(handle_, column_));
  ++column_;
  return found == nullptr ? std::string() : std::string(found, size);
}

std::int64_t Statement::integer() { return sqlite3_column_int64(handle_, column_++); }
double Statement::real() { return sqlite3_column_double(handle_, column_++); }

std::optional<double> Statement::maybe_real() {
  if (!is_nothing()) { return real(); }
  ++column_;
  return std::nullopt;
}

std::optional<std::int64_t> Statement::maybe_integer() {
  if (!is_nothing()) { return integer(); }
  ++column_;
  return std::nullopt;
}

std::string sql_name(std::string_view name) {
  std::string out = "\"";
  for (const char c : name) { out += c == '"' ? std::string("\"\"") : std::string(1, c); }
  return out + "\"";
}

}  // namespace spoils::sim
