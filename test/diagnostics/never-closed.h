// never-closed.h:6:8: error E109: 'struct_a' is never closed: its '{' has no '}'
// struct struct_a
//        ^~~~~~~~
// hint: write '};' behind the last field, at the latest in line 9
// 1 error
struct struct_a
{
    uint8_t length;
    uint8_t ID;

struct struct_b
{
    uint8_t length;
    uint8_t ID;
} b = {2, 2};
