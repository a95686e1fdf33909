#include "cli/output_json.h"

namespace spoils::cli {

namespace {

class JsonRolls final : public RollWriter {
 public:
  explicit JsonRolls(const RollHeading& heading) : parts_(heading, "spoils.roll") {}

  void roll(std::uint64_t index, const Things& things, RollText& out) override {
    documents::write_roll(parts_, index, things, out);
  }

 private:
  documents::RollJson parts_;
};

}  // namespace

std::unique_ptr<RollWriter> make_json_writer(const RollHeading& heading) {
  return std::make_unique<JsonRolls>(heading);
}

}  // namespace spoils::cli
