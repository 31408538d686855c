// macro-arguments.h:13:5: warning W143: macro 'FIELD' takes 2 arguments, not 1
//     FIELD(uint8_t)
//     ^~~~~
// macro-arguments.h:13:10: error E107: missing ';' after 'FIELD'
//     FIELD(uint8_t)
//          ^
// 1 error, 1 warning
#define FIELD(type, name) type name;
struct struct_a
{
    uint8_t length;
    uint8_t ID;
    FIELD(uint8_t)
} a = {3, 1};
