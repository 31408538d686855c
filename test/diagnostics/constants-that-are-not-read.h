// constants-that-are-not-read.h:17:57: error E121: size of 'b': 'table' is a constant whose value is not read: only numbers are
// struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table[1]]; uint8_t c[bits<uint8_t>]; uint8_t d[loop(3)]; } a = {8, 1};
//                                                         ^~~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// constants-that-are-not-read.h:17:78: error E121: size of 'c': 'bits' is a constant whose value is not read: only numbers are
// struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table[1]]; uint8_t c[bits<uint8_t>]; uint8_t d[loop(3)]; } a = {8, 1};
//                                                                              ^~~~~~~~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// constants-that-are-not-read.h:17:104: error E121: size of 'd': the statement 'goto' is not evaluated: write the number
// struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table[1]]; uint8_t c[bits<uint8_t>]; uint8_t d[loop(3)]; } a = {8, 1};
//                                                                                                        ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 3 errors
constexpr int table[] = { 1, 2, 3 };
template <class T> constexpr int bits = 8 * sizeof(T);
constexpr int loop(int n) { if (n > 2) goto end; return 1; end: return 2; }
struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table[1]]; uint8_t c[bits<uint8_t>]; uint8_t d[loop(3)]; } a = {8, 1};
