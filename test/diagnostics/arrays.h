// arrays.h:32:13: error E115: 'flexible' is an array without a size
//     uint8_t flexible[];
//             ^~~~~~~~
// hint: give it the largest size it has: 'flexible[16]'
// arrays.h:34:22: error E122: 'negative' has an impossible array size (-1)
//     uint8_t negative[SIZE - 5];
//                      ^~~~~~~~
// hint: a size is a positive number
// arrays.h:36:21: error E121: size of 'unknown': 'SIZ' is not defined
//     uint8_t unknown[SIZ];
//                     ^~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// arrays.h:37:22: error E121: size of 'variable': 'count' is a variable, not a constant
//     uint8_t variable[count];
//                      ^~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// arrays.h:38:21: error E121: size of 'divided': division by zero
//     uint8_t divided[SIZE / 0];
//                     ^~~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// arrays.h:39:18: error E121: size of 'real': a floating number cannot be the size
//     uint8_t real[2.5];
//                  ^~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// 6 errors
#define SIZE 4
int count = 3;
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t flexible[];
    uint8_t none[0];
    uint8_t negative[SIZE - 5];
    uint8_t huge[100000];
    uint8_t unknown[SIZ];
    uint8_t variable[count];
    uint8_t divided[SIZE / 0];
    uint8_t real[2.5];
} a = {20, 1};
