// 64-bit integers are bigint and stored as integers; with a rule they are numbers.
struct struct_integers {
    uint8_t  length;
    uint8_t  ID;
    uint64_t serial;
    int64_t  balance;
    uint64_t uptime;         // @rule: expr=uptime / 1000; unit=s
} integers = {32, 1};
