// undefined-macros.h:26:8: error E111: 'PACKED' is not defined in any header that was read
// struct PACKED struct_a
//        ^~~~~~
// hint: add its #define to the header, or 'defines = PACKED=__attribute__((packed))' to the channel's section if that is its meaning
// undefined-macros.h:30:5: error E111: 'UNALIGNED' is not defined in any header that was read
//     UNALIGNED uint16_t value;
//     ^~~~~~~~~
// hint: add its #define to the header, or 'defines = UNALIGNED=__attribute__((packed))' to the channel's section if that is its meaning
// undefined-macros.h:37:3: error E111: 'ATTR_PACKED' is not defined in any header that was read
// } ATTR_PACKED b = {2, 2};
//   ^~~~~~~~~~~
// hint: add its #define to the header, or 'defines = ATTR_PACKED=__attribute__((packed))' to the channel's section if that is its meaning
// undefined-macros.h:39:8: error E111: 'ALIGN_TO' is not defined in any header that was read
// struct ALIGN_TO(4) struct_c { uint8_t length; uint8_t ID; } c = {2, 3};
//        ^~~~~~~~
// hint: add its #define to the header, or 'defines = ALIGN_TO=__attribute__((packed))' to the channel's section if that is its meaning
// undefined-macros.h:41:9: warning W406: 'PACKED' is left out: its ID has no initial value
// typedef struct { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
//         ^~~~~~
// hint: give it one after the struct: 'struct PACKED { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// undefined-macros.h:41:60: warning W146: 'PACKED' is not defined, so it is only a name here and packs nothing
// typedef struct { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
//                                                            ^~~~~~
// hint: add '#define PACKED __attribute__((packed))' to the header or to the channel's 'defines'
// 4 errors, 2 warnings
struct PACKED struct_a
{
    uint8_t length;
    uint8_t ID;
    UNALIGNED uint16_t value;
} a = {4, 1};

struct struct_b
{
    uint8_t length;
    uint8_t ID;
} ATTR_PACKED b = {2, 2};

struct ALIGN_TO(4) struct_c { uint8_t length; uint8_t ID; } c = {2, 3};

typedef struct { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
