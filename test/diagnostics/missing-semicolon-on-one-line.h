// missing-semicolon-on-one-line.h:5:45: error E107: missing ';' after 'ID'
// struct struct_a { uint8_t length; uint8_t ID uint8_t ck; } a = {3, 1};
//                                             ^
// 1 error
struct struct_a { uint8_t length; uint8_t ID uint8_t ck; } a = {3, 1};
