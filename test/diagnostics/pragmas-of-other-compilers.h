// pragmas-of-other-compilers.h:30:2: warning W140: #pragma bit_order is not supported
// #pragma bit_order left
//  ^~~~~~~~~~~~~~~~~~~~~
// hint: leave it out, in the firmware too, and say what it says for all structs by the channel's keys 'byte_order' and 'layout'
// pragmas-of-other-compilers.h:31:1: error E152: the text here depends on #pragma bit_order, which is not followed
// struct struct_a { uint8_t length; uint8_t ID; uint8_t lo : 4, hi : 4; } a = {3, 1};
// ^~~~~~
// hint: leave it out, in the firmware too
// pragmas-of-other-compilers.h:32:2: warning W140: #pragma bit_order is not supported
// #pragma bit_order
//  ^~~~~~~~~~~~~~~~
// hint: leave it out, in the firmware too, and say what it says for all structs by the channel's keys 'byte_order' and 'layout'
// pragmas-of-other-compilers.h:34:2: warning W140: #pragma PACK is not supported
// #pragma PACK(1)
//  ^~~~~~~~~~~~~~
// hint: leave it out, in the firmware too, and say what it says for all structs by the channel's keys 'byte_order' and 'layout'
// pragmas-of-other-compilers.h:35:1: error E152: the text here depends on #pragma PACK, which is not followed
// struct struct_c { uint8_t length; uint8_t ID; uint32_t v; } c = {6, 3};
// ^~~~~~
// hint: leave it out, in the firmware too
// pragmas-of-other-compilers.h:36:2: warning W140: #pragma PACK is not supported
// #pragma PACK()
//  ^~~~~~~~~~~~~
// hint: leave it out, in the firmware too, and say what it says for all structs by the channel's keys 'byte_order' and 'layout'
// pragmas-of-other-compilers.h:37:61: error E111: 'STRUCT_PACKED' is not defined in any header that was read
// struct struct_d { uint8_t length; uint8_t ID; uint16_t v; } STRUCT_PACKED d = {4, 4};
//                                                             ^~~~~~~~~~~~~
// hint: add its #define to the header, or 'defines = STRUCT_PACKED=__attribute__((packed))' to the channel's section if that is its meaning
// 3 errors, 4 warnings
#pragma bit_order left
struct struct_a { uint8_t length; uint8_t ID; uint8_t lo : 4, hi : 4; } a = {3, 1};
#pragma bit_order
struct struct_b { uint8_t length; uint8_t ID; uint8_t lo : 4, hi : 4; } b = {3, 2};
#pragma PACK(1)
struct struct_c { uint8_t length; uint8_t ID; uint32_t v; } c = {6, 3};
#pragma PACK()
struct struct_d { uint8_t length; uint8_t ID; uint16_t v; } STRUCT_PACKED d = {4, 4};
