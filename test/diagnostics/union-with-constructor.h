// union-with-constructor.h:14:13: error E108: cannot read 'first': its class has a constructor, which its union does not call; give the instance a value
//     reading first;
//             ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 1 error
class reading
{
public:
    uint16_t raw;
    reading() {}
};
union slot
{
    reading first;
    uint32_t bits;
};
struct struct_a
{
    uint8_t length = 6;
    uint8_t ID = 1;
    slot s;
} a;
