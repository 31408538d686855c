// constants-that-are-not-read.h:12:57: error E121: size of 'b': 'table' is a constant whose value is not read: only numbers are
// struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table.n]; uint8_t d[loop(3)]; } a = {8, 1};
//                                                         ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// constants-that-are-not-read.h:12:77: error E121: size of 'd': the statement 'goto' is not evaluated: write the number
// struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table.n]; uint8_t d[loop(3)]; } a = {8, 1};
//                                                                             ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 2 errors
struct two { int n, m; }; constexpr two table = { 1, 2 };
constexpr int loop(int n) { if (n > 2) goto end; return 1; end: return 2; }
struct struct_a { uint8_t length; uint8_t ID; uint8_t b[table.n]; uint8_t d[loop(3)]; } a = {8, 1};
