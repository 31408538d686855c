// members-declared-twice.h:16:35: error E411: 'inner' has two members 'a'
// struct inner { uint8_t a; uint8_t a; };
//                                   ^
// hint: rename one of them
// members-declared-twice.h:16:24: note: first declared here
// struct inner { uint8_t a; uint8_t a; };
//                        ^
// members-declared-twice.h:22:21: error E411: 'struct_a' has two members 'x'
//     union { uint8_t x; int8_t y; };
//                     ^
// hint: rename one of them
// members-declared-twice.h:21:13: note: first declared here
//     uint8_t x;
//             ^
// 2 errors
struct inner { uint8_t a; uint8_t a; };
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t x;
    union { uint8_t x; int8_t y; };
    struct inner in;
} a = {6, 1};
