// Default member initialisers, taken for what is missing when encoding.
struct struct_initialisers {
    uint8_t length = 16;
    uint8_t ID = 0x01;
    int16_t level = -40;
    float   factor = 0.5;
    uint8_t mode : 3;
    uint8_t wrap = 0xff;
    char    tag[4];
};
