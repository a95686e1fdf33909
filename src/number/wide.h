// number/wide.h
//
// Integers of 128 bits, which can hold the product of two 64-bit words.
#pragma once

namespace spoils::number {

__extension__ typedef __int128 Wide;
__extension__ typedef unsigned __int128 UnsignedWide;

}  // namespace spoils::number
