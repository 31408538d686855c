// Every scalar type, with the padding that natural alignment puts between them.
struct struct_scalars {
    uint8_t  length;
    uint8_t  ID;
    int8_t   a;
    int16_t  b;
    uint16_t c;
    int32_t  d;
    uint32_t e;
    int64_t  f;
    uint64_t g;
    float    h;
    double   i;
    bool     j;
    char     k;
} scalars = {56, 1};
