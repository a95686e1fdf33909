// number/wide.h
//
// Integers of 128 bits, in which products of two words are whole.
#pragma once

namespace spoils::number {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

}  // namespace spoils::number
