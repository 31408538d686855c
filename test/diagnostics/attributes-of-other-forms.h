// attributes-of-other-forms.h:10:58: warning W162: compilers ignore the attribute 'align'
// struct struct_a { uint8_t length; uint8_t ID; uint32_t v __attribute__((align(8))); } a = {8, 1};
//                                                          ^~~~~~~~~~~~~~~~~~~~~~~~~
// hint: write '__attribute__((aligned(…)))', or remove it
// attributes-of-other-forms.h:12:8: warning W162: compilers ignore the attribute 'packed'
// struct [[packed]] struct_b { uint8_t length; uint8_t ID; uint32_t v; };
//        ^~~~~~~~~~
// hint: write '__attribute__((packed))', or remove it
// 2 warnings
struct struct_a { uint8_t length; uint8_t ID; uint32_t v __attribute__((align(8))); } a = {8, 1};

struct [[packed]] struct_b { uint8_t length; uint8_t ID; uint32_t v; };
struct_b b = {8, 2};
