// Nested structs, an array of structs, and an anonymous struct and union.
#pragma pack(push, 1)
typedef struct {
    int32_t lat;             // @rule: name=latitude; expr=lat / 1e7; unit=degrees
    int32_t lon;             // @rule: name=longitude; expr=lon / 1e7; unit=degrees
} Position;
struct struct_nested {
    uint8_t  length;
    uint8_t  ID;
    Position home;
    struct { uint16_t millivolts; int8_t celsius; } cells[3];
    union {
        float    level;
        uint32_t level_bits;
        struct { uint8_t code; uint8_t detail; };
    };
} nested = {23, 1};
#pragma pack(pop)
