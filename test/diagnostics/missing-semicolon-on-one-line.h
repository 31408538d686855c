// missing-semicolon-on-one-line.h:6:35: error E108: cannot read 'uint8_t ID uint8_t ck;': a field is one type and one name
// struct struct_a { uint8_t length; uint8_t ID uint8_t ck; } a = {3, 1};
//                                   ^~~~~~~~~~~~~~~~~~~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 1 error
struct struct_a { uint8_t length; uint8_t ID uint8_t ck; } a = {3, 1};
