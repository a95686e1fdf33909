// mpi/messages.h
//
// The messages between the processes of one run: rank 0 sends requests, the others answer.
#pragma once

#include <cstdint>
#include <string>

namespace spoils::mpi {

/// Kinds of messages, as their MPI tags.
enum class Tag : int {
  Play = 1,  // to a player: two numbers, the first run and how many
  Gather,    // to a player: nothing
  Stop,      // to a player: nothing
  Played,    // from a player: empty if all went well, else an error
  Counts,    // from a player: Simulator::save(), after an empty byte; or 1 and an error
};

/// A message that has come.
struct Message {
  int rank = 0;
  Tag tag = Tag::Stop;
  std::string bytes;
};

[[nodiscard]] int own_rank();
[[nodiscard]] int ranks();

/// Sends bytes; waits until they are on their way. Requires: less than 2 GiB.
void send(int rank, Tag tag, const std::string& bytes);

/// Returns whether a message from anybody waits.
[[nodiscard]] bool has_message();

/// Waits for a message from anybody.
[[nodiscard]] Message receive();

/// Appends and takes off a number.
void append_number(std::string& bytes, std::uint64_t value);
[[nodiscard]] std::uint64_t number_at(const std::string& bytes, std::size_t at);

}  // namespace spoils::mpi
