// sim/sqlite.h
//
// A small wrapper of SQLite for results files. An error is stored with the database, and all later calls do nothing.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "spoils/result.h"

struct sqlite3;
struct sqlite3_stmt;

namespace spoils::sim {

class Database {
 public:
  Database();                                  ///< in memory
  explicit Database(const std::string& path);  ///< an existing file, for reading
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  void run(const std::string& statements);
  [[nodiscard]] std::string bytes();  // of the file that it would be
  [[nodiscard]] const std::string& error() const { return error_; }
  [[nodiscard]] bool is_sound() const { return error_.empty(); }
  void fail(std::string_view why);

 private:
  friend class Statement;
  sqlite3* handle_ = nullptr;
  std::string error_;
};

/// A prepared statement. Parameters are bound one after the other, columns read likewise.
class Statement {
 public:
  Statement(Database& database, const std::string& text);
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;
  ~Statement();

  Statement& add(std::string_view text);
  Statement& add(const std::string& text) { return add(std::string_view(text)); }
  Statement& add(const char* text) { return add(std::string_view(text)); }
  Statement& add(std::int64_t value);
  Statement& add(std::uint64_t value) { return add(static_cast<std::int64_t>(value)); }
  Statement& add(double value);
  Statement& add_nothing();
  template <class Value>
  Statement& add(const std::optional<Value>& value) {
    return value ? add(*value) : add_nothing();
  }
  void insert();  ///< runs it, and makes it ready for the next row

  bool next();  ///< the next row of a query
  [[nodiscard]] bool is_nothing();
  [[nodiscard]] bool is_integer();
  std::string text();
  std::int64_t integer();
  std::uint64_t count() { return static_cast<std::uint64_t>(integer()); }
  double real();
  std::optional<double> maybe_real();
  std::optional<std::int64_t> maybe_integer();
  void skip() { ++column_; }

 private:
  Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int parameter_ = 0;
  int column_ = 0;
};

/// Returns a name as SQL has it, between quotation marks.
[[nodiscard]] std::string sql_name(std::string_view name);

}  // namespace spoils::sim
