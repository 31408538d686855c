#!/bin/sh
# Three layouts of one packed class in three compilers for one processor. A class with default member initialisers is no POD, so g++ and
# clang since 15 do not pack a member of it. What then becomes of the packed class around it, as a member of another packed one? g++ says
# that the attribute is ignored, and aligns it; clang 16 packs it, because it has the attribute, whatever that did, though the class keeps
# its alignment of 4 elsewhere; clang 14 packs both. Object files and senders of different compilers do not understand each other.
# Seen with g++ 12.2.0, clang 14.0.6 and 16.0.6 on x86-64 Linux; needs all three. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
cat >message.cpp <<'END'
#include <cstddef>
#include <cstdio>
struct reading { unsigned char kind = 1; unsigned int value = 0; };
struct __attribute__((packed)) block { unsigned char count; reading first; };
struct __attribute__((packed)) message { unsigned char id; block body; unsigned char sum; };
int main() {
  std::printf("block %zu bytes, message %zu, body at %zu, sum at %zu\n", sizeof(block), sizeof(message), offsetof(message, body),
              offsetof(message, sum));
}
END
for compiler in g++ clang++-14 clang++-16; do
  "$compiler" -w -std=c++17 message.cpp -o program
  printf '%s: %s\n' "$compiler" "$(./program)"
done >out
cat out
printf '%s\n' "g++: block 12 bytes, message 20, body at 4, sum at 16" "clang++-14: block 9 bytes, message 11, body at 1, sum at 10" \
  "clang++-16: block 12 bytes, message 14, body at 1, sum at 13" | cmp - out
