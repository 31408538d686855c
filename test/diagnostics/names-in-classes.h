// names-in-classes.h:90:77: error E108: cannot read 'uint16_t': the struct uses it as the name of a type
// struct struct_a { uint8_t length = 3; uint8_t ID = 1; decltype(uint16_t(1)) uint16_t; };
//                                                                             ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:91:116: error E108: cannot read 'level_t': the struct uses it as the name of a type
// struct struct_b { uint8_t length = 3; uint8_t ID = 2; uint8_t x __attribute__((aligned(sizeof(level_t)))); uint8_t level_t; };
//                                                                                                                    ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:92:104: error E108: cannot read 'level_t': the struct uses it as the name of a type
// struct struct_c { uint8_t length = 3; uint8_t ID = 3; static_assert(sizeof(level_t) == 1, ""); uint8_t level_t; };
//                                                                                                        ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:93:63: error E108: cannot read 'COUNT': the struct uses it as the name of something else
// struct struct_d { uint8_t length = 3; uint8_t ID = 4; uint8_t COUNT; uint8_t x[COUNT]; };
//                                                               ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:94:64: error E108: cannot read 'state': the struct uses it as the name of something else
// struct struct_e { uint8_t length = 3; uint8_t ID = 5; uint16_t state; decltype(state) x; };
//                                                                ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:95:80: error E108: cannot read 'ring': the struct uses it as the name of something else
// struct struct_f { uint8_t length = 3; uint8_t ID = 6; ring<uint8_t> x; uint8_t ring; };
//                                                                                ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:96:72: error E108: cannot read 'point': the struct uses it as the name of a type
// struct struct_g { uint8_t length = 3; uint8_t ID = 7; point x; uint8_t point; };
//                                                                        ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:97:83: error E108: cannot read 'level_t': it is the name of a type
// struct struct_h { uint8_t length = 3; uint8_t ID = 8; level_t x; typedef uint16_t level_t; };
//                                                                                   ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:98:63: error E108: cannot read 'level_t': it is the name of a type
// struct struct_i { uint8_t length = 3; uint8_t ID = 9; uint8_t level_t(); level_t x; };
//                                                               ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:99:86: error E411: 'struct_j' has two members 'WIDTH'
// struct struct_j { uint8_t length = 3; uint8_t ID = 10; enum { WIDTH = 2 } x; uint8_t WIDTH; };
//                                                                                      ^~~~~
// hint: rename one of them
// names-in-classes.h:99:63: note: first declared here
// struct struct_j { uint8_t length = 3; uint8_t ID = 10; enum { WIDTH = 2 } x; uint8_t WIDTH; };
//                                                               ^~~~~
// names-in-classes.h:100:61: error E108: cannot read 'struct_k': it is the name of the struct
// struct struct_k { uint8_t length = 3; uint8_t ID = 11; enum struct_k { OFF } x; };
//                                                             ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:101:61: error E108: cannot read 'operator': it is a keyword of C++, not a name
// struct struct_l { uint8_t length = 3; uint8_t ID = 12; enum operator { OFF } x; };
//                                                             ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:102:68: error E108: cannot read 'new': it is a keyword of C++, not a name
// struct struct_m { uint8_t length = 3; uint8_t ID = 13; enum { OFF, new } x; };
//                                                                    ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:103:62: error E108: cannot read 'decltype': it is a keyword of C++, not a name
// struct struct_n { uint8_t length = 3; uint8_t ID = 14; union decltype { uint8_t x; }; };
//                                                              ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:104:56: error E119: 'x' has the type 'enum mode', which is not complete here
// struct struct_o { uint8_t length = 3; uint8_t ID = 15; enum class mode x; };
//                                                        ^~~~~~~~~~~~~~~
// hint: declare 'enum mode' with its fields before it is used
// names-in-classes.h:105:68: error E108: cannot read 'uint8_t': declare the enum before the field, in a separate declaration
// struct struct_p { uint8_t length = 3; uint8_t ID = 16; enum mode : uint8_t x; };
//                                                                    ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:106:61: error E108: cannot read 'class': a scoped enum has a name
// struct struct_q { uint8_t length = 3; uint8_t ID = 17; enum class { OFF } x; };
//                                                             ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// names-in-classes.h:107:67: error E133: a field of type 'enum level' has no name
// struct struct_v { uint8_t length = 3; uint8_t ID = 22; uint8_t x; enum level; };
//                                                                   ^~~~~~~~~~~
// hint: write 'enum level name;'
// names-in-classes.h:109:56: error E118: 'x' has the type 'odd<uint8_t>', which a message cannot hold
// struct struct_r { uint8_t length = 3; uint8_t ID = 18; odd<uint8_t> x; };
//                                                        ^~~~~~~~~~~~
// hint: write the type out; this template is not read: its parameters are not simple types and integers
// 19 errors
#include <stdint.h>
#include <Arduino.h>
typedef uint8_t level_t;
struct point { uint8_t x; };
enum { COUNT = 2 };
enum level : uint8_t { LOW };
static uint8_t state;
template <typename T> struct ring { T items[2]; };
template <typename class> struct odd { uint8_t x; };
struct struct_a { uint8_t length = 3; uint8_t ID = 1; decltype(uint16_t(1)) uint16_t; };
struct struct_b { uint8_t length = 3; uint8_t ID = 2; uint8_t x __attribute__((aligned(sizeof(level_t)))); uint8_t level_t; };
struct struct_c { uint8_t length = 3; uint8_t ID = 3; static_assert(sizeof(level_t) == 1, ""); uint8_t level_t; };
struct struct_d { uint8_t length = 3; uint8_t ID = 4; uint8_t COUNT; uint8_t x[COUNT]; };
struct struct_e { uint8_t length = 3; uint8_t ID = 5; uint16_t state; decltype(state) x; };
struct struct_f { uint8_t length = 3; uint8_t ID = 6; ring<uint8_t> x; uint8_t ring; };
struct struct_g { uint8_t length = 3; uint8_t ID = 7; point x; uint8_t point; };
struct struct_h { uint8_t length = 3; uint8_t ID = 8; level_t x; typedef uint16_t level_t; };
struct struct_i { uint8_t length = 3; uint8_t ID = 9; uint8_t level_t(); level_t x; };
struct struct_j { uint8_t length = 3; uint8_t ID = 10; enum { WIDTH = 2 } x; uint8_t WIDTH; };
struct struct_k { uint8_t length = 3; uint8_t ID = 11; enum struct_k { OFF } x; };
struct struct_l { uint8_t length = 3; uint8_t ID = 12; enum operator { OFF } x; };
struct struct_m { uint8_t length = 3; uint8_t ID = 13; enum { OFF, new } x; };
struct struct_n { uint8_t length = 3; uint8_t ID = 14; union decltype { uint8_t x; }; };
struct struct_o { uint8_t length = 3; uint8_t ID = 15; enum class mode x; };
struct struct_p { uint8_t length = 3; uint8_t ID = 16; enum mode : uint8_t x; };
struct struct_q { uint8_t length = 3; uint8_t ID = 17; enum class { OFF } x; };
struct struct_v { uint8_t length = 3; uint8_t ID = 22; uint8_t x; enum level; };
struct struct_w { uint8_t length = 3; uint8_t ID = 23; uint8_t x; enum level : uint8_t; enum class other; };
struct struct_r { uint8_t length = 3; uint8_t ID = 18; odd<uint8_t> x; };
struct struct_s { uint8_t length = 5; uint8_t ID = 19; point x; struct point y; struct { uint8_t state; } z; };
struct struct_t { uint8_t length = 4; uint8_t ID = 20; uint16_t word; void set(uint16_t word) { this->word = word; } };
struct struct_u { uint8_t length = 8; uint8_t ID = 21; struct point point; enum mode { OFF } mode; void set(level_t x); uint8_t count(); };
