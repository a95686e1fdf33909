// api/explain.cpp
//
// `explain_roll`: rolls with a recorder attached as observer, and puts the state of the world back afterwards.
#include "spoils/explain.h"

#include "api/error.h"
#include "api/roller_data.h"
#include "explain/recorder.h"

namespace spoils {
inline namespace v1 {

namespace {

/// Records the draws of a roller's interpreter during its life.
class Watching {
 public:
  Watching(roll::Interpreter& interpreter, roll::Observer& observer) : interpreter_(interpreter) {
    interpreter_.observe(&observer);
  }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;
  ~Watching() { interpreter_.observe(nullptr); }

 private:
  roll::Interpreter& interpreter_;
};

/// Explains the roll that `roll` makes; nothing if it cannot begin.
template <class Roll>
Result<Explanation, Error> told(Roller& roller, ExplainOptions options, Roll&& roll) {
  auto& data = *roller.data();
  explain::Recorder recorder(data.program, *data.pack.data().sources, data.interpreter, options);
  const Watching watching(data.interpreter, recorder);
  const auto things = roll();
  if (!things && things.error().kind == Error::Kind::World) { return Failure{things.error()}; }
  auto out = recorder.take();
  if (things) {
    out.things = *things;
  } else {
    out.fault = things.error();
  }
  return out;
}

}  // namespace

Explanation explain_roll(Roller& roller, std::uint64_t seed, std::uint64_t index, ExplainOptions options) {
  if (roller.data() == nullptr) {
    Explanation out;
    out.fault = api::misuse_error("explain_roll: the roller was moved from");
    return out;
  }
  // Without a world every roll begins.
  return std::move(told(roller, options, [&] { return roller.roll(seed, index); })).value();
}

Result<Explanation, Error> explain_roll(Roller& roller, World& world, ExplainOptions options) {
  if (roller.data() == nullptr) { return Failure{api::misuse_error("explain_roll: the roller was moved from")}; }
  if (world.data() == nullptr) { return Failure{api::misuse_error("explain_roll: the world was moved from")}; }
  const auto before = *world.data();
  auto out = told(roller, options, [&] { return roller.roll(world); });
  *world.data() = before;
  return out;
}

}  // namespace v1
}  // namespace spoils
