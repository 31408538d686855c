//
class Radio { public: int x; };
struct struct_a
{
    uint8_t length = 4;
    uint8_t ID = 1;
    uint8_t new;
    uint8_t class;
};
