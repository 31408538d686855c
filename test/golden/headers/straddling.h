// Packed bit-fields that straddle bytes and words; 64-bit ones are bigint.
#pragma pack(push, 1)
struct struct_straddling {
    uint8_t  length;
    uint8_t  ID;
    uint16_t a : 11;
    uint16_t b : 13;
    int32_t  c : 27;
    uint64_t d : 45;
    int64_t  e : 20;
} straddling = {17, 1};
#pragma pack(pop)
