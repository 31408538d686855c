// hidden-members.h:35:32: warning W201: 'head' declares 9 bytes but has 3
// struct head { uint8_t length = 9; uint8_t ID = 3; uint8_t x; };
//                                ^
// hint: correct the length or the fields, or give the struct the packing of the firmware's compiler
// hidden-members.h:36:35: error E422: 'struct_a' has 'x' twice: its base class 'head' also has one
// struct struct_a : head { uint16_t x; };
//                                   ^
// hint: rename one of them
// hidden-members.h:35:59: note: first declared here
// struct head { uint8_t length = 9; uint8_t ID = 3; uint8_t x; };
//                                                           ^
// hidden-members.h:37:70: error E108: cannot read 'state_t': it is the name of a type
// struct struct_b { uint8_t length = 2; uint8_t ID = 4; state_t s; int state_t() const { return 1; } };
//                                                                      ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-members.h:39:59: error E108: cannot read 'uint16_t': it is the name of a type
// struct struct_d { uint8_t length = 2; uint8_t ID = 6; int uint16_t() const { return 1; } };
//                                                           ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-members.h:40:70: error E112: unknown type 'f24'
// struct struct_e { uint8_t length = 2; uint8_t ID = 7; struct inner { f24 : 1; }; };
//                                                                      ^~~
// hint: declare the type in the header, or include the header that does
// hidden-members.h:41:59: error E108: cannot read 'int' as a field
// struct struct_f { uint8_t length = 2; uint8_t ID = 8; int int size() const { return 3; } };
//                                                           ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// hidden-members.h:42:101: error E133: a field of type 'enum early' has no name
// struct struct_g { uint8_t length = 2; uint8_t ID = 9; unsigned long long size() const { return 3; } enum early; };
//                                                                                                     ^~~~~~~~~~~
// hint: write 'enum early name;'
// 6 errors, 1 warning
#include <stdatomic.h>
typedef uint8_t state_t;
struct head { uint8_t length = 9; uint8_t ID = 3; uint8_t x; };
struct struct_a : head { uint16_t x; };
struct struct_b { uint8_t length = 2; uint8_t ID = 4; state_t s; int state_t() const { return 1; } };
struct struct_c { uint8_t length = 2; uint8_t ID = 5; int state_t() const { return 1; } };
struct struct_d { uint8_t length = 2; uint8_t ID = 6; int uint16_t() const { return 1; } };
struct struct_e { uint8_t length = 2; uint8_t ID = 7; struct inner { f24 : 1; }; };
struct struct_f { uint8_t length = 2; uint8_t ID = 8; int int size() const { return 3; } };
struct struct_g { uint8_t length = 2; uint8_t ID = 9; unsigned long long size() const { return 3; } enum early; };
struct struct_h { uint8_t length = 2; uint8_t ID = 10; enum early : uint8_t; struct later; };
