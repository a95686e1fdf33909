// mpi/messages.cpp
//
// Wraps the few MPI calls that are used: rank, size, send, probe and receive of bytes.
#include "mpi/messages.h"

#include <mpi.h>

namespace spoils::mpi {

int own_rank() {
  int out = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &out);
  return out;
}

int ranks() {
  int out = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &out);
  return out;
}

void send(int rank, Tag tag, const std::string& bytes) {
  MPI_Send(bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, rank, static_cast<int>(tag), MPI_COMM_WORLD);
}

bool has_message() {
  int out = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &out, MPI_STATUS_IGNORE);
  return out != 0;
}

Message receive() {
  MPI_Status status;
  MPI_Probe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  Message out;
  out.rank = status.MPI_SOURCE;
  out.tag = static_cast<Tag>(status.MPI_TAG);
  out.bytes.resize(static_cast<std::size_t>(size));
  MPI_Recv(out.bytes.data(), size, MPI_BYTE, out.rank, status.MPI_TAG, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  return out;
}

void append_number(std::string& bytes, std::uint64_t value) {
  for (unsigned i = 0; i < 8; ++i) { bytes += static_cast<char>(static_cast<unsigned char>(value >> (8 * i))); }
}

std::uint64_t number_at(const std::string& bytes, std::size_t at) {
  std::uint64_t out = 0;
  for (unsigned i = 0; i < 8 && at + i < bytes.size(); ++i) {
    out |= static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[at + i])) << (8 * i);
  }
  return out;
}

}  // namespace spoils::mpi
