// tests/text/read_pack_test.cpp
//
// Reading packs from files and folders: order of files, limits of size, unreadable and special files, links.
#include "text/read_pack.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace spoils::text {
namespace read_pack_test {

using Kind = ReadError::Kind;

class ReadPack : public testing::Test {
 protected:
  ReadPack() {
    std::string pattern = testing::TempDir() + "spoils_read_XXXXXX";
    folder_ = ::mkdtemp(pattern.data());
  }
  ~ReadPack() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, std::string_view bytes) const {
    const auto path = folder_ + "/" + name;
    std::ofstream(path, std::ios::binary) << bytes;
    return path;
  }

  // A file of that many bytes that takes no room.
  std::string write_hole(const std::string& name, std::size_t size) const {
    auto path = write(name, "");
    std::filesystem::resize_file(path, size);
    return path;
  }

  std::string folder_;
};

TEST_F(ReadPack, OneFile) {
  const std::string_view bytes("table \0\xFF\r\n", 10);
  const auto path = write("one.txt", bytes);
  const auto read = read_pack_files(path);
  ASSERT_TRUE(read.ok());
  ASSERT_EQ(read->size(), 1U);
  EXPECT_EQ(read->at(0).name, path);
  EXPECT_EQ(read->at(0).bytes, bytes);
}

TEST_F(ReadPack, EmptyFile) {
  const auto read = read_pack_files(write("empty.loot", ""));
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read->at(0).bytes, "");
}

TEST_F(ReadPack, FolderSortedByName) {
  write("b.loot", "2");
  write("a.loot", "1");
  write("B.loot", "0");
  write("notes.txt", "no");
  write(".hidden.loot", "no");
  write(".loot", "no");
  std::filesystem::create_directory(folder_ + "/inner.loot");
  std::filesystem::create_directory(folder_ + "/inner");
  write("inner/c.loot", "no");
  for (const auto& given : {folder_, folder_ + "/"}) {
    const auto read = read_pack_files(given);
    ASSERT_TRUE(read.ok());
    ASSERT_EQ(read->size(), 3U);
    EXPECT_EQ(read->at(0).name, folder_ + "/B.loot");
    EXPECT_EQ(read->at(1).name, folder_ + "/a.loot");
    EXPECT_EQ(read->at(2).name, folder_ + "/b.loot");
    EXPECT_EQ(read->at(0).bytes + read->at(1).bytes + read->at(2).bytes, "012");
  }
}

TEST_F(ReadPack, FolderWithoutPacks) {
  write("notes.txt", "");
  const auto read = read_pack_files(folder_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::NoPackFile);
  EXPECT_EQ(read.error().path, folder_);
}

TEST_F(ReadPack, Missing) {
  for (const auto& path :
       {folder_ + "/gone.loot", write("file", "") + "/x.loot", std::string(), std::string("\0x", 2)}) {
    const auto read = read_pack_files(path);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_EQ(read.error().kind, Kind::Missing) << path;
    EXPECT_EQ(read.error().path, path);
    EXPECT_FALSE(read.error().detail.empty());
  }
}

TEST_F(ReadPack, DanglingLinkInAFolderIsNamed) {
  write("a.loot", "1");
  std::filesystem::create_symlink("gone", folder_ + "/b.loot");
  const auto read = read_pack_files(folder_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::Missing);
  EXPECT_EQ(read.error().path, folder_ + "/b.loot");
}

TEST_F(ReadPack, UnreadableFile) {
  if (::geteuid() == 0) { GTEST_SKIP() << "everything is readable for root"; }
  const auto path = write("a.loot", "1");
  ::chmod(path.c_str(), 0);
  const auto read = read_pack_files(path);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::Unreadable);
}

TEST_F(ReadPack, LinksThatGoInACircleAreUnreadable) {
  std::filesystem::create_symlink("a.loot", folder_ + "/a.loot");
  const auto read = read_pack_files(folder_ + "/a.loot");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::Unreadable);
}

TEST_F(ReadPack, EndlessAndBlockingFilesAreRefused) {
  const auto pipe = folder_ + "/pipe.loot";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  for (const auto& path : {std::string("/dev/zero"), std::string("/dev/null"), pipe}) {
    const auto read = read_pack_files(path);
    ASSERT_FALSE(read.ok()) << path;
    EXPECT_EQ(read.error().kind, Kind::NotAFile) << path;
  }
  const auto read = read_pack_files(folder_);  // and inside a folder
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::NotAFile);
  EXPECT_EQ(read.error().path, pipe);
}

TEST_F(ReadPack, SocketsAreRefused) {
  const auto path = folder_ + "/s";
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  ASSERT_LT(path.size(), sizeof(address.sun_path));
  path.copy(address.sun_path, path.size());
  const int socket = ::socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(::bind(socket, reinterpret_cast<const sockaddr*>(&address), sizeof(address)), 0);
  const auto read = read_pack_files(path);
  ::close(socket);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::NotAFile);
}

TEST_F(ReadPack, LimitOfAFile) {
  const auto path = write_hole("a.loot", kMaxFileBytes);
  EXPECT_TRUE(read_pack_files(path).ok());
  write_hole("a.loot", kMaxFileBytes + 1);
  for (const auto& given : {path, folder_}) {
    const auto read = read_pack_files(given);
    ASSERT_FALSE(read.ok());
    EXPECT_EQ(read.error().kind, Kind::TooLarge);
    EXPECT_EQ(read.error().path, path);
    EXPECT_EQ(read.error().detail, "16 MiB a file");
  }
}

TEST_F(ReadPack, LimitOfAPack) {
  for (const auto* name : {"a.loot", "b.loot", "c.loot", "d.loot"}) { write_hole(name, kMaxPackBytes / 4); }
  EXPECT_TRUE(read_pack_files(folder_).ok());
  write("e.loot", "1");
  const auto read = read_pack_files(folder_);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::TooLarge);
  EXPECT_EQ(read.error().path, folder_);
  EXPECT_EQ(read.error().detail, "64 MiB a pack");
}

TEST_F(ReadPack, TextFileWithALimitOfItsOwn) {
  const auto path = write("world.json", "12345");
  EXPECT_EQ(read_text_file(path, 5).value(), "12345");
  const auto read = read_text_file(path, 4);
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().kind, Kind::TooLarge);
  EXPECT_EQ(read.error().detail, "4 bytes a file");
  EXPECT_EQ(read_text_file(folder_).error().kind, Kind::NotAFile);
}

TEST_F(ReadPack, FilesThatHideTheirSizeAreReadToTheEnd) {
  const std::string path = "/proc/self/status";  // its size is said to be 0
  if (!std::filesystem::exists(path)) { GTEST_SKIP() << "no " << path; }
  EXPECT_GT(read_text_file(path).value().size(), 100U);
  EXPECT_EQ(read_text_file(path, 100).error().kind, Kind::TooLarge);
}

}  // namespace read_pack_test
}  // namespace spoils::text
