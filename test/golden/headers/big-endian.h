// channel: byte_order = big
// Big-endian bytes; bit-fields from the most significant bit.
#pragma pack(push, 1)
struct struct_network {
    uint8_t  length;
    uint8_t  ID;
    uint16_t port;
    uint32_t version : 4;
    uint32_t words   : 12;
    uint32_t flow    : 16;
    float    level;
    char     host[6];
} network = {18, 1};
#pragma pack(pop)
