// commas.h:11:19: error E108: cannot read ',': a list of names has one type; write ';' before another type
//     uint8_t length, uint8_t ID;
//                   ^
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// commas.h:12:15: error E107: missing a name after ','
//     uint8_t x, ;
//               ^
// 2 errors
struct struct_a
{
    uint8_t length, uint8_t ID;
    uint8_t x, ;
} a = {3, 1};
