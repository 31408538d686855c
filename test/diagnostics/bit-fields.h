// bit-fields.h:26:13: error E124: 'wide' is 9 bits wide; a bit-field of type 'uint8_t' has 1 to 8
//     uint8_t wide : 9;
//             ^~~~
// bit-fields.h:27:13: error E124: 'none' is 0 bits wide; a bit-field of type 'uint8_t' has 1 to 8
//     uint8_t none : 0;
//             ^~~~
// bit-fields.h:28:13: error E124: 'negative' is -1 bits wide; a bit-field of type 'uint8_t' has 1 to 8
//     uint8_t negative : -1;
//             ^~~~~~~~
// bit-fields.h:29:11: error E125: 'real' cannot be a bit-field: 'float' is not an integer
//     float real : 4;
//           ^~~~
// hint: use an unsigned integer type instead of 'float'
// bit-fields.h:30:13: error E123: width of 'unknown': 'WIDTH' is not defined
//     uint8_t unknown : WIDTH;
//             ^~~~~~~
// hint: write the number, or #define the name in the header (or in the channel's 'defines')
// bit-fields.h:31:22: error E107: missing the width after ':'
//     uint8_t missing : ;
//                      ^
// 6 errors
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t wide : 9;
    uint8_t none : 0;
    uint8_t negative : -1;
    float real : 4;
    uint8_t unknown : WIDTH;
    uint8_t missing : ;
} a = {6, 1};
