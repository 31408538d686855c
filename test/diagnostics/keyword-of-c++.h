// keyword-of-c++.h:15:13: error E108: cannot read 'new': it is a keyword of C++, not a name
//     uint8_t new;
//             ^~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// keyword-of-c++.h:16:13: error E108: cannot read 'class': it is a keyword of C++, not a name
//     uint8_t class;
//             ^~~~~
// hint: a field reads like 'uint16_t voltage;' or 'uint8_t flag : 1;'
// 2 errors
class Radio { public: int x; };
struct struct_a
{
    uint8_t length = 4;
    uint8_t ID = 1;
    uint8_t new;
    uint8_t class;
};
