// missing-semicolon-last-field.h:9:15: error E107: missing ';' after 'ck'
//     uint8_t ck
//               ^
// 1 error
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t ck
} a = {3, 1};
