// undefined-macros.h:18:8: error E111: 'PACKED' is not defined in any header that was read
// struct PACKED struct_a
//        ^~~~~~
// hint: add its #define to the header, or 'defines = PACKED=__attribute__((packed))' to the channel's section if that is what it stands for
// undefined-macros.h:22:5: error E111: 'UNALIGNED' is not defined in any header that was read
//     UNALIGNED uint16_t value;
//     ^~~~~~~~~
// hint: add its #define to the header, or 'defines = UNALIGNED=__attribute__((packed))' to the channel's section if that is what it stands for
// undefined-macros.h:29:3: error E111: 'ATTR_PACKED' is not defined in any header that was read
// } ATTR_PACKED b = {2, 2};
//   ^~~~~~~~~~~
// hint: add its #define to the header, or 'defines = ATTR_PACKED=__attribute__((packed))' to the channel's section if that is what it stands for
// undefined-macros.h:33:9: warning W406: 'PACKED' is left out: its ID has no initial value
// typedef struct { uint8_t length; uint8_t ID; uint16_t v; } PACKED;
//         ^~~~~~
// hint: give it one behind the struct: 'struct PACKED { … } instance = {length, ID};', or at the field: 'uint8_t ID = 7;'
// 3 errors, 1 warning
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
