// missing-semicolon-after-struct.h:12:13: error E107: missing ';' after '}'
// } a = {2, 1}
//             ^
// missing-semicolon-after-struct.h:18:2: error E107: missing ';' after '}'
// }
//  ^
// 2 errors
struct struct_a
{
    uint8_t length;
    uint8_t ID;
} a = {2, 1}

struct struct_b
{
    uint8_t length;
    uint8_t ID;
}

struct struct_c
{
    uint8_t length;
    uint8_t ID;
} c = {2, 3};
