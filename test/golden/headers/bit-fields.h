// Bit-fields that share bytes, signed, bool, with gaps, and one byte that ends early.
struct struct_flags {
    uint8_t  length;
    uint8_t  ID;
    uint8_t  armed : 1;
    uint8_t  mode  : 3;
    uint8_t        : 2;
    bool     ready : 1;
    int8_t   trim  : 4;
    uint16_t low   : 6;
    uint16_t high  : 10;
    uint32_t count : 24;
    uint8_t  ck;
} flags = {12, 1};
