// book/book.h
//
// The whole document: what stands before the chapters, the chapters, and the promises behind them.
#pragma once

#include <vector>

#include "book/document.h"
#include "book/outline.h"
#include "program/program.h"
#include "spoils/book.h"
#include "text/source.h"

namespace spoils::book {

/// Returns the book of a pack whose files these are.
[[nodiscard]] Document make_book(const Pack& pack, const program::Program& program, const text::Sources& sources,
                                 const std::vector<File>& files, const BookOptions& options);

}  // namespace spoils::book
