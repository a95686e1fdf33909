// book/book.h
//
// Builds the whole document: the introduction, the chapters, and the expectations after them. Tested by
// tests/book/document_test.cpp.
#pragma once

#include <vector>

#include "book/document.h"
#include "book/outline.h"
#include "program/program.h"
#include "spoils/book.h"
#include "text/source.h"

namespace spoils::book {

/// Returns the book of a pack with these files.
[[nodiscard]] Document make_book(const Pack& pack, const program::Program& program, const text::Sources& sources,
                                 const std::vector<File>& files, const BookOptions& options);

}  // namespace spoils::book
