// values-without-braces.h:5:52: error E107: missing '{' after '='
// struct struct_a { uint8_t length; uint8_t ID; } a = 2, 1;
//                                                    ^
// 1 error
struct struct_a { uint8_t length; uint8_t ID; } a = 2, 1;
