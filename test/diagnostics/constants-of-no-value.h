// constants-of-no-value.h:11:60: error E121: size of 'data': value of 'SPEED': 'FAST' is not defined
// struct struct_a { uint8_t length; uint8_t ID; uint8_t data[SPEED]; uint8_t more[NEXT]; } a = {8, 1};
//                                                            ^~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// constants-of-no-value.h:11:81: error E121: size of 'more': value of 'SPEED': 'FAST' is not defined
// struct struct_a { uint8_t length; uint8_t ID; uint8_t data[SPEED]; uint8_t more[NEXT]; } a = {8, 1};
//                                                                                 ^~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 2 errors
enum { OFF, SPEED = FAST, NEXT };
struct struct_a { uint8_t length; uint8_t ID; uint8_t data[SPEED]; uint8_t more[NEXT]; } a = {8, 1};
