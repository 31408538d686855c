// attributes-not-supported.h:15:61: error E127: attribute 'scalar_storage_order' changes the layout and is not supported
// struct struct_a { uint8_t length; uint8_t ID; uint16_t v; } __attribute__((packed, scalar_storage_order("pdp-endian"))) a = {4, 1};
//                                                             ^~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~
// hint: only GCC has it, for a struct or union in C; other compilers ignore it. Write '@order: big' above the struct, or 'order=big' at its message
// attributes-not-supported.h:16:47: error E128: alignment: 3 is not a power of two
// struct struct_b { uint8_t length; uint8_t ID; alignas(3) uint8_t v; } b = {3, 2};
//                                               ^~~~~~~~~~
// hint: write 1, 2, 4, 8 or 16
// attributes-not-supported.h:17:57: error E128: alignment: 'N' is not defined
// struct struct_c { uint8_t length; uint8_t ID; uint8_t v __attribute__((aligned(N))); } c = {3, 3};
//                                                         ^~~~~~~~~~~~~~~~~~~~~~~~~~~
// hint: write 1, 2, 4, 8 or 16
// 3 errors
typedef unsigned char byte_t;
struct struct_a { uint8_t length; uint8_t ID; uint16_t v; } __attribute__((packed, scalar_storage_order("pdp-endian"))) a = {4, 1};
struct struct_b { uint8_t length; uint8_t ID; alignas(3) uint8_t v; } b = {3, 2};
struct struct_c { uint8_t length; uint8_t ID; uint8_t v __attribute__((aligned(N))); } c = {3, 3};
