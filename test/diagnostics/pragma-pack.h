// pragma-pack.h:34:9: warning W134: GCC ignores this #pragma pack: it is not of the form #pragma pack(…)
// #pragma pack 1
//         ^~~~~~
// hint: write '#pragma pack(push, 1)' before the structs and '#pragma pack(pop)' after them
// pragma-pack.h:35:9: warning W134: GCC ignores this #pragma pack: '3' is not 1, 2, 4, 8 or 16
// #pragma pack(3)
//         ^~~~~~~
// hint: write '#pragma pack(push, 1)' before the structs and '#pragma pack(pop)' after them
// pragma-pack.h:36:9: warning W136: #pragma pack(pop) without a push
// #pragma pack(pop)
//         ^~~~~~~~~
// hint: remove it, or write '#pragma pack(push, 1)' in the line before the first packed struct
// pragma-pack.h:37:9: warning W134: GCC ignores this #pragma pack: it has too many arguments
// #pragma pack(push, 1, 2)
//         ^~~~~~~~~~~~~~~~
// hint: write '#pragma pack(push, 1)' before the structs and '#pragma pack(pop)' after them
// pragma-pack.h:38:9: warning W134: GCC ignores this #pragma pack: GCC takes only pack(pop) and pack(pop, label)
// #pragma pack(pop, 2)
//         ^~~~~~~~~~~~
// hint: write '#pragma pack(push, 1)' before the structs and '#pragma pack(pop)' after them
// pragma-pack.h:41:9: warning W136: #pragma pack(pop, there) without a push of that label
// #pragma pack(pop, there)
//         ^~~~~~~~~~~~~~~~
// hint: write '#pragma pack(pop)', which does the same
// pragma-pack.h:42:8: warning W137: #pragma pack changes inside 'struct_b': GCC and structline apply it to the whole struct
// struct struct_b
//        ^~~~~~~~
// hint: write it before line 42, where the struct begins
// pragma-pack.h:45:9: warning W135: #pragma pack(1) is still active at the end of the header
// #pragma pack(1)
//         ^~~~
// hint: write '#pragma pack(push, 1)' here and '#pragma pack(pop)' at the end
// 8 warnings
#pragma pack 1
#pragma pack(3)
#pragma pack(pop)
#pragma pack(push, 1, 2)
#pragma pack(pop, 2)
struct struct_a { uint8_t length; uint8_t ID; } a = {2, 1};
#pragma pack(push, here, 2)
#pragma pack(pop, there)
struct struct_b
{
    uint8_t length;
#pragma pack(1)
    uint8_t ID;
} b = {2, 2};
