// tests/text/render_json_test.cpp
//
// Findings as JSON.
#include "text/render_json.h"

#include <gtest/gtest.h>

#include <array>
#include <vector>

namespace spoils::text {
namespace render_json_test {

TEST(RenderJson, NothingIsAnEmptyArray) { EXPECT_EQ(render_json({}, Sources()), "[]"); }

TEST(RenderJson, EverythingOfAFinding) {
  Sources sources;
  sources.add("a.loot", "first\n\"\xF0\x9F\x97\xA1\" bad\n");  // a character of two UTF-16 units
  sources.add("b.loot", "other\n");
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Warning;
  diagnostic.code = "W0101";
  diagnostic.message = "say \"no\"";
  diagnostic.span = {0, 13, 16};
  diagnostic.file = "a.loot";
  diagnostic.location = sources[0].locate(13);
  diagnostic.labels = {{{1, 0, 5}, "there"}};
  diagnostic.notes = {"one", "two"};
  diagnostic.help = "write `good`";
  diagnostic.edit = Edit{{0, 13, 16}, "good"};
  EXPECT_EQ(render_json(std::array{diagnostic}, sources),
            R"([{"severity":"warning","code":"W0101","message":"say \"no\"",)"
            R"("file":"a.loot","line":2,"column":6,"endLine":2,"endColumn":9,)"
            R"("labels":[{"message":"there","file":"b.loot","line":1,"column":1,"endLine":1,"endColumn":6}],)"
            R"("notes":["one","two"],"help":"write `good`",)"
            R"("edit":{"replacement":"good","file":"a.loot","line":2,"column":6,"endLine":2,"endColumn":9}}])");
}

TEST(RenderJson, WhatIsMissingIsNullOrEmpty) {
  Sources sources;
  sources.add("a.loot", "bad\nbad\n");
  Diagnostic diagnostic;
  diagnostic.code = "E0001";
  diagnostic.message = "bad";
  diagnostic.span = {0, 0, 7};
  diagnostic.file = "a.loot";
  EXPECT_EQ(render_json(std::array{diagnostic}, sources),
            R"([{"severity":"error","code":"E0001","message":"bad","file":"a.loot","line":1,"column":1,)"
            R"("endLine":2,"endColumn":4,"labels":[],"notes":[],"help":null,"edit":null}])");
}

TEST(RenderJson, WithoutASourceAndWithBrokenBytes) {
  Diagnostic diagnostic;
  diagnostic.severity = Severity::Note;
  diagnostic.code = "N0001";
  diagnostic.message = "\xFF";
  diagnostic.file = "gone.loot";
  EXPECT_EQ(render_json(std::array{diagnostic}, Sources()),
            "[{\"severity\":\"note\",\"code\":\"N0001\",\"message\":\"\xEF\xBF\xBD\",\"file\":\"gone.loot\",\"line\":1,"
            "\"column\":1,\"endLine\":1,\"endColumn\":1,\"labels\":[],\"notes\":[],\"help\":null,\"edit\":null}]");
}

}  // namespace render_json_test
}  // namespace spoils::text
