// bad-names.h:46:14: error E108: cannot read '2nd': a name begins with a letter or '_'
//     uint16_t 2nd;
//              ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:47:5: error E108: cannot read 'uint16_t battery voltage;': a field is one type and one name
//     uint16_t battery voltage;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:48:13: error E108: cannot read 'fault-code': a name has letters, digits and '_' only
//     uint8_t fault-code;
//             ^~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:49:13: error E108: cannot read 'default': it is a keyword of C, not a name
//     uint8_t default;
//             ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:50:5: error E133: a field of type 'uint16_t' has no name
//     uint16_t;
//     ^~~~~~~~~
// hint: write 'uint16_t name;'
// bad-names.h:51:28: error E108: cannot read 'unsigned': it is a keyword of C, not a name
//     struct { uint16_t x; } unsigned;
//                            ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:54:8: error E108: cannot read 'struct-b': a name has letters, digits and '_' only
// struct struct-b { uint8_t length; uint8_t ID; } b = {2, 2};
//        ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:56:29: warning W146: 'PACKED' is not defined, so it is only a name here and packs nothing
// struct inner { uint8_t x; } PACKED;
//                             ^~~~~~
// hint: add '#define PACKED __attribute__((packed))' to the header or to the channel's 'defines'
// bad-names.h:57:65: error E108: cannot read 'PACKED': a variable of another type has this name
// struct struct_c { uint8_t length; uint8_t ID; struct inner x; } PACKED, c = {3, 3};
//                                                                 ^~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:57:65: warning W146: 'PACKED' is not defined, so it is only a name here and packs nothing
// struct struct_c { uint8_t length; uint8_t ID; struct inner x; } PACKED, c = {3, 3};
//                                                                 ^~~~~~
// hint: add '#define PACKED __attribute__((packed))' to the header or to the channel's 'defines'
// 8 errors, 2 warnings
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint16_t 2nd;
    uint16_t battery voltage;
    uint8_t fault-code;
    uint8_t default;
    uint16_t;
    struct { uint16_t x; } unsigned;
} a = {8, 1};

struct struct-b { uint8_t length; uint8_t ID; } b = {2, 2};

struct inner { uint8_t x; } PACKED;
struct struct_c { uint8_t length; uint8_t ID; struct inner x; } PACKED, c = {3, 3};
