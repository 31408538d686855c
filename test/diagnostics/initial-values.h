// initial-values.h:46:71: warning W147: 300 does not fit 'x' of type 'uint8_t'
// struct struct_a { uint8_t length; uint8_t ID; uint8_t x; } a = {3, 1, 300, 4};
//                                                                       ^~~
// initial-values.h:46:76: error E130: more initial values than 'struct_a' has members
// struct struct_a { uint8_t length; uint8_t ID; uint8_t x; } a = {3, 1, 300, 4};
//                                                                            ^
// hint: remove the last value, or add the missing fields
// initial-values.h:47:90: error E131: no member 'id' to initialise (did you mean 'ID'?)
// struct struct_b { uint8_t length; uint8_t ID; uint8_t x; char t[2]; } b = {.length = 5, .id = 2, .t = NAME};
//                                                                                          ^~
// initial-values.h:47:103: error E132: initial value of 't': expected a text of at most 2 bytes
// struct struct_b { uint8_t length; uint8_t ID; uint8_t x; char t[2]; } b = {.length = 5, .id = 2, .t = NAME};
//                                                                                                       ^~~~
// initial-values.h:48:68: error E129: initial value of 'ID': 'NEXT_ID' is not defined
// struct struct_c { uint8_t length; uint8_t ID; uint8_t x; } c = {3, NEXT_ID};
//                                                                    ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// initial-values.h:49:68: error E129: initial value of 'ID': 'next_id' is a variable, not a constant
// struct struct_d { uint8_t length; uint8_t ID; uint8_t x; } d = {3, next_id};
//                                                                    ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// initial-values.h:50:71: error E132: initial value of 'x': expected a number, not a text
// struct struct_e { uint8_t length; uint8_t ID; uint8_t x; } e = {3, 5, "x"};
//                                                                       ^~~
// initial-values.h:51:81: error E132: initial value of 'p': expected values in braces
// struct struct_f { uint8_t length; uint8_t ID; struct point p; } f = {6, 6, .p = 5, .p.z = 1};
//                                                                                 ^
// initial-values.h:51:87: error E131: no member 'z' to initialise (did you mean 'x'?)
// struct struct_f { uint8_t length; uint8_t ID; struct point p; } f = {6, 6, .p = 5, .p.z = 1};
//                                                                                       ^
// initial-values.h:52:81: error E130: more initial values than 'v' has members
// struct struct_g { uint8_t length; uint8_t ID; uint8_t v[2]; } g = {4, 7, {1, 2, 3}};
//                                                                                 ^
// hint: remove the last value, or add the missing fields
// initial-values.h:53:75: error E131: no member '[2]' to initialise
// struct struct_h { uint8_t length; uint8_t ID; uint8_t v[2]; } h = {4, 8, {[2] = 1}};
//                                                                           ^
// initial-values.h:54:71: error E129: initial value of 'v': '0x1G' is not a valid constant
// struct struct_i { uint8_t length; uint8_t ID; uint8_t v; } i = {3, 9, 0x1G};
//                                                                       ^~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 11 errors, 1 warning
extern int next_id;
#define NAME "abc"
struct point { int16_t x, y; };
struct struct_a { uint8_t length; uint8_t ID; uint8_t x; } a = {3, 1, 300, 4};
struct struct_b { uint8_t length; uint8_t ID; uint8_t x; char t[2]; } b = {.length = 5, .id = 2, .t = NAME};
struct struct_c { uint8_t length; uint8_t ID; uint8_t x; } c = {3, NEXT_ID};
struct struct_d { uint8_t length; uint8_t ID; uint8_t x; } d = {3, next_id};
struct struct_e { uint8_t length; uint8_t ID; uint8_t x; } e = {3, 5, "x"};
struct struct_f { uint8_t length; uint8_t ID; struct point p; } f = {6, 6, .p = 5, .p.z = 1};
struct struct_g { uint8_t length; uint8_t ID; uint8_t v[2]; } g = {4, 7, {1, 2, 3}};
struct struct_h { uint8_t length; uint8_t ID; uint8_t v[2]; } h = {4, 8, {[2] = 1}};
struct struct_i { uint8_t length; uint8_t ID; uint8_t v; } i = {3, 9, 0x1G};
