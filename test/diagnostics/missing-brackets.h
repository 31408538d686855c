// missing-brackets.h:12:19: error E107: missing ']' after '3'
//     uint8_t data[3;
//                   ^
// missing-brackets.h:15:58: error E107: missing '}' after '2'
// struct struct_b { uint8_t length; uint8_t ID; } b = {2, 2;
//                                                          ^
// 2 errors
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    uint8_t data[3;
} a = {5, 1};

struct struct_b { uint8_t length; uint8_t ID; } b = {2, 2;
