// hidden-types.h:44:59: error E108: cannot read 'level_t': the struct uses it as the name of a type
// struct head { uint8_t length = 3; uint8_t ID = 1; uint8_t level_t; };
//                                                           ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:46:60: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_b { uint8_t length = 4; uint8_t ID = 3; word word; };
//                                                            ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:47:71: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_c { uint8_t length = 5; uint8_t ID = 4; word x; uint8_t word; };
//                                                                       ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:48:63: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_d { uint8_t length = 5; uint8_t ID = 5; uint8_t word; word x; };
//                                                               ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:49:63: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_e { uint8_t length = 4; uint8_t ID = 6; uint8_t word; uint8_t y[sizeof(word)]; };
//                                                               ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:50:63: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_f { uint8_t length = 5; uint8_t ID = 7; uint8_t word; struct { word x; }; };
//                                                               ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:52:85: error E411: 'struct_h' has two members 'word'
// struct struct_h { uint8_t length = 3; uint8_t ID = 9; typedef uint8_t word; uint8_t word; };
//                                                                                     ^~~~
// hint: rename one of them
// hidden-types.h:52:71: note: first declared here
// struct struct_h { uint8_t length = 3; uint8_t ID = 9; typedef uint8_t word; uint8_t word; };
//                                                                       ^~~~
// hidden-types.h:53:64: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_i { uint8_t length = 3; uint8_t ID = 10; uint8_t word; word : 3; };
//                                                                ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-types.h:54:64: error E108: cannot read 'word': the struct uses it as the name of a type
// struct struct_j { uint8_t length = 3; uint8_t ID = 11; uint8_t word; void set() { word x; } };
//                                                                ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 9 errors
#include <Arduino.h>
typedef uint16_t word;
typedef uint8_t level_t;
struct head { uint8_t length = 3; uint8_t ID = 1; uint8_t level_t; };
struct struct_a { uint8_t length = 7; uint8_t ID = 2; uint8_t byte, boolean[2]; bool uint16_t : 1; struct { level_t word; } part; } a;
struct struct_b { uint8_t length = 4; uint8_t ID = 3; word word; };
struct struct_c { uint8_t length = 5; uint8_t ID = 4; word x; uint8_t word; };
struct struct_d { uint8_t length = 5; uint8_t ID = 5; uint8_t word; word x; };
struct struct_e { uint8_t length = 4; uint8_t ID = 6; uint8_t word; uint8_t y[sizeof(word)]; };
struct struct_f { uint8_t length = 5; uint8_t ID = 7; uint8_t word; struct { word x; }; };
struct struct_g : head { level_t x; };
struct struct_h { uint8_t length = 3; uint8_t ID = 9; typedef uint8_t word; uint8_t word; };
struct struct_i { uint8_t length = 3; uint8_t ID = 10; uint8_t word; word : 3; };
struct struct_j { uint8_t length = 3; uint8_t ID = 11; uint8_t word; void set() { word x; } };
