// Arrays of one and of two dimensions, one too long for a tuple, and a rule for each element.
struct struct_arrays {
    uint8_t  length;
    uint8_t  ID;
    int16_t  v[3];           // @rule: name=speed; expr=v / 10; unit=m/s
    uint8_t  grid[2][2];
    uint8_t  spectrum[18];
    bool     on[2];
} arrays = {32, 1};
