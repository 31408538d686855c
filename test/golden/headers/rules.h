// channel: store_exclude = length, ID, ck
// Rules: renamed, scaled, with a unit; of several fields; not invertible; with helper functions.
struct struct_rules {
    uint8_t  length;
    uint8_t  ID;
    uint16_t voltage;        // @rule: name=Thrust/W; expr=voltage / 100; unit=W
    int16_t  temperature;    // @rule: name=air; unit=°C
    uint16_t direction;      // @rule: expr=mod(direction + 180, 360); unit=degrees
    int16_t  vx;             // @rule: name=speed; expr=hypot(vx, vy) / 10; unit=m/s
    int16_t  vy;             // @rule: expr=round(vy / 3, 2)
    uint32_t ticks;          // @rule: expr=ticks > 1000 ? ticks / 1000 : 0
    bool     on;             // @rule: expr=1 - on
    uint8_t  ck;
} rules = {20, 1};
