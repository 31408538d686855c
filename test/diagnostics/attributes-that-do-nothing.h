// attributes-that-do-nothing.h:22:1: warning W145: compilers ignore 'packed' here
// __attribute__((packed)) struct struct_a { uint8_t length; uint8_t ID; uint16_t v; } a = {4, 1};
// ^~~~~~~~~~~~~~~~~~~~~~~
// hint: write it directly after the closing brace: '} __attribute__((packed)) …'
// attributes-that-do-nothing.h:24:69: warning W145: compilers ignore 'packed' here
// typedef struct { uint8_t length; uint8_t ID; uint16_t v; } struct_b __attribute__((packed));
//                                                                     ^~~~~~~~~~~~~~~~~~~~~~~
// hint: write it directly after the closing brace: '} __attribute__((packed)) …'
// attributes-that-do-nothing.h:27:63: warning W145: compilers ignore 'packed' here
// struct struct_c { uint8_t length; uint8_t ID; uint16_t v; } c __attribute__((packed)) = {4, 3};
//                                                               ^~~~~~~~~~~~~~~~~~~~~~~
// hint: write it directly after the closing brace: '} __attribute__((packed)) …'
// attributes-that-do-nothing.h:29:8: warning W406: 'struct_d' is left out: its ID has no initial value
// struct struct_d { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
//        ^~~~~~~~
// hint: give it one after the struct: 'struct struct_d { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// attributes-that-do-nothing.h:29:61: warning W146: 'PACKED' is not defined, so it is only a name here and packs nothing
// struct struct_d { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
//                                                             ^~~~~~
// hint: add '#define PACKED __attribute__((packed))' to the header or to the channel's 'defines'
// 5 warnings
__attribute__((packed)) struct struct_a { uint8_t length; uint8_t ID; uint16_t v; } a = {4, 1};

typedef struct { uint8_t length; uint8_t ID; uint16_t v; } struct_b __attribute__((packed));
struct_b b = {4, 2};

struct struct_c { uint8_t length; uint8_t ID; uint16_t v; } c __attribute__((packed)) = {4, 3};

struct struct_d { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
