// abi = avr
// compiler = avr-gcc
/* Level sensors of a water tower: struct here, values there. */
#include <stdint.h>
#include <stdbool.h>

typedef struct struct_level struct_level_t;

struct struct_level {
    uint8_t length, ID;       // 2
    uint16_t distance;        // 4  @rule: name=level; expr=2500 - distance; unit=mm
    int8_t temperature;       // 5  @rule: unit=°C
    bool pump_a : 1, pump_b : 1; // 6.1
    uint8_t ck;               // 7
};

struct struct_alarm {
    uint8_t length;
    uint8_t ID;
    enum { DRY = 1, FLOOD, SENSOR } reason;
    char text[10];
};

#define LEVEL_MESSAGE_LENGTH 7
struct_level_t level_a = { .ID = 0xB0, .length = LEVEL_MESSAGE_LENGTH };
struct_level_t level_b = { .ID = 0xB0, .length = LEVEL_MESSAGE_LENGTH };
struct struct_alarm alarm_message = { ID: 0xB1, length: 14, reason: FLOOD, text: { 'f', 'l', 'o', 'o', 'd' } };
