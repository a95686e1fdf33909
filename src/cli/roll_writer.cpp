#include "cli/roll_writer.h"

#include <unistd.h>

#include "cli/interrupt.h"

namespace spoils::cli {

RollHeading heading_of(const PackAndRule& loaded, const Roller& roller, const RollSource& source, const World* world) {
  RollHeading heading;
  heading.pack = &loaded.pack;
  heading.rule = loaded.rule;
  heading.values = roller.values();
  heading.states = roller.states();
  heading.seed = world != nullptr ? world->seed() : source.seed ? *source.seed : random_seed();
  heading.first = world != nullptr ? world->next_index() : source.index;
  heading.world = source.world;
  heading.screen = screen_of(STDOUT_FILENO);
  return heading;
}

RollText roll_text(Sink& sink) {
  return RollText(sink.text(), [&sink] { return !interrupted() && sink.pass_on(); });
}

RollText text_of_whole_rolls(Sink& sink) {
  return RollText(sink.text(), [&sink] { return sink.pass_on(); });
}

}  // namespace spoils::cli
