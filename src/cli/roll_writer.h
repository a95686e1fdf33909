// cli/roll_writer.h
//
// The common interface of the three formats of `roll`: they receive one roll after another and append to a sink's text.
#pragma once

#include <cstdint>
#include <string>

#include "cli/open_world.h"
#include "cli/pack_and_rule.h"
#include "cli/screen.h"
#include "cli/sink.h"
#include "documents/roll.h"
#include "spoils/pack.h"
#include "spoils/roll.h"

namespace spoils::cli {

using documents::append_plain;
using documents::InputWatch;
using documents::RollText;

/// The data that are the same for all rolls of one command.
struct RollHeading : documents::RollHeading {
  std::uint64_t first = 0;  // index of the first roll
  std::uint64_t count = 1;
  std::string world;       // its file; empty if there is none
  bool show_seed = false;  // the user does not know the seed, or asked to see it
  bool quiet = false;
  Screen screen;
};

/// Returns the text of a sink, which is passed on to it; no more is wanted if the user interrupts.
[[nodiscard]] RollText roll_text(Sink& sink);
/// The same, but a roll that was begun is written whole: for worlds, which have counted it already.
[[nodiscard]] RollText text_of_whole_rolls(Sink& sink);

/// Returns the heading of one roll of a roller: in a world its next one, else the one that the command line names, with
/// a random seed if it names none.
[[nodiscard]] RollHeading heading_of(const PackAndRule& loaded, const Roller& roller, const RollSource& source,
                                     const World* world);

class RollWriter {
 public:
  RollWriter() = default;
  RollWriter(const RollWriter&) = delete;
  RollWriter& operator=(const RollWriter&) = delete;
  virtual ~RollWriter() = default;

  virtual void begin(std::string& out) { static_cast<void>(out); }
  /// Writes one roll, or the beginning of it if `out` accepts no more.
  virtual void roll(std::uint64_t index, const Things& things, RollText& out) = 0;
  virtual void end(std::string& out) { static_cast<void>(out); }
};

}  // namespace spoils::cli
