// char arrays are text.
struct struct_text {
    uint8_t length;
    uint8_t ID;
    char    name[16];
    char    lines[2][4];
    uint8_t ck;
} text = {27, 1};
