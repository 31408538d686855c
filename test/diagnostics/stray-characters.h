// stray-characters.h:18:14: error E108: cannot read '“': this character has no meaning in C
//     uint16_t “voltage”;
//              ^
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// stray-characters.h:19:21: error E108: cannot read '@': this character has no meaning in C
//     uint16_t current@;
//                     ^
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// stray-characters.h:20:20: error E108: cannot read '"ab;': the closing " is missing
//     char name[4] = "ab;
//                    ^~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 3 errors
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint16_t “voltage”;
    uint16_t current@;
    char name[4] = "ab;
} a = {8, 1};
