// missing-semicolon-between-fields.h:7:19: error E107: missing ';' after 'length'
//     uint8_t length
//                   ^
// 1 error
struct struct_a
{
    uint8_t length
    uint8_t ID;
    uint8_t ck;
} a = {3, 1};
