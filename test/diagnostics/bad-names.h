// bad-names.h:30:14: error E108: cannot read '2nd': a name begins with a letter or '_'
//     uint16_t 2nd;
//              ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:31:5: error E108: cannot read 'uint16_t battery voltage;': a field is one type and one name
//     uint16_t battery voltage;
//     ^~~~~~~~~~~~~~~~~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:32:13: error E108: cannot read 'fault-code': a name has letters, digits and '_' only
//     uint8_t fault-code;
//             ^~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:33:13: error E108: cannot read 'default': it is a keyword of C, not a name
//     uint8_t default;
//             ^~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// bad-names.h:34:5: error E133: a field of type 'uint16_t' has no name
//     uint16_t;
//     ^~~~~~~~~
// hint: write 'uint16_t name;'
// bad-names.h:37:8: error E108: cannot read 'struct-b': a name has letters, digits and '_' only
// struct struct-b { uint8_t length; uint8_t ID; } b = {2, 2};
//        ^~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 6 errors
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint16_t 2nd;
    uint16_t battery voltage;
    uint8_t fault-code;
    uint8_t default;
    uint16_t;
} a = {8, 1};

struct struct-b { uint8_t length; uint8_t ID; } b = {2, 2};
