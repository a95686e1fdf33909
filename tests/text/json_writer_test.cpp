// tests/text/json_writer_test.cpp
//
// JSON member by member; what is written is read again by nlohmann-json, the oracle.
#include "text/plain/json_writer.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "text/plain/utf8.h"

namespace spoils::text {
namespace json_writer_test {

TEST(JsonWriter, AllKindsOfValues) {
  std::string out;
  JsonWriter json(out);
  json.document("spoils.test").member("none", nullptr).member("yes", true).member("least", INT64_MIN);
  json.member("most", UINT64_MAX).member("half", 0.5).member("whole", 2.0).member("text", "a\"b\\c\n\x01");
  json.member("texts", std::vector<std::string>{"a", "b"}).text_or_null("empty", "").text_or_null("full", "x");
  json.member("unset", std::optional<double>()).member("set", std::optional(3)).key("raw").raw("[1]");
  json.quoted_key("\"quoted\":").value(1);
  json.list("objects", std::vector<int>{1, 2}, [&](int number) { json.open('{').member("n", number).close('}'); });
  json.key("nothing").open('{').close('}').key("nobody").open('[').close(']').close('}');
  EXPECT_EQ(out, R"({"schema":"spoils.test","version":1,"none":null,"yes":true,"least":-9223372036854775808,)"
                 R"("most":18446744073709551615,"half":0.5,"whole":2,"text":"a\"b\\c\n\u0001","texts":["a","b"],)"
                 R"("empty":null,"full":"x","unset":null,"set":3,"raw":[1],"quoted":1,"objects":[{"n":1},{"n":2}],)"
                 R"("nothing":{},"nobody":[]})");
}

TEST(JsonWriter, NumbersThatJsonLacksAreNull) {
  std::string out;
  JsonWriter json(out);
  json.open('[').value(std::numeric_limits<double>::infinity()).value(std::nan("")).close(']');
  EXPECT_EQ(out, "[null,null]");
}

// The text may be passed on and emptied at any point.
TEST(JsonWriter, GoesOnAfterTheTextIsTaken) {
  std::string out;
  std::string all;
  JsonWriter json(out);
  const auto take = [&] {
    all += out;
    out.clear();
  };
  json.open('[').value(1);
  take();
  json.value(2).open('{').key("a");
  take();
  json.value(3).close('}');
  take();
  json.close(']');
  take();
  EXPECT_EQ(all, R"([1,2,{"a":3}])");
}

RC_GTEST_PROP(JsonWriterLaw, TextsAndNumbersAreReadAsTheyWere, (const std::string& text, double number)) {
  std::string out;
  JsonWriter json(out);
  json.open('[').value(text).value(number).close(']');
  const auto read = nlohmann::json::parse(out);  // refuses bytes that are no UTF-8
  RC_ASSERT(read[1].get<double>() == number);
  if (!find_invalid_utf8(text)) { RC_ASSERT(read[0].get<std::string>() == text); }
}

}  // namespace json_writer_test
}  // namespace spoils::text
