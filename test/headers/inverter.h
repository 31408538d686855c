// abi = arm-eabi
// compiler = arm-none-eabi-gcc
/* Solar inverter: the field list is written once and used twice. */
#ifndef INVERTER_H
#define INVERTER_H
#include <stdint.h>

#define CONCAT_(a, b) a##b
#define CONCAT(a, b) CONCAT_(a, b)
#define HEADER uint8_t length; uint8_t ID
#define INVERTER_FIELDS(X) \
    X(uint16_t, dc_voltage) \
    X(int16_t,  dc_current) \
    X(uint32_t, energy)
#define AS_MEMBER(type, name) type name;
#define MESSAGE(name) struct __attribute__((__packed__)) CONCAT(struct_, name)

MESSAGE(inverter) {
    HEADER;
    INVERTER_FIELDS(AS_MEMBER)
    uint8_t status;   /* @rule: name=state */
} inverter = { 11, 0x60 };

MESSAGE(grid) {
    HEADER;
    uint16_t frequency;   /* 4 @rule: expr=frequency / 100; unit=Hz */
    struct { int16_t active, reactive; } __attribute__((packed)) power[3];
    uint8_t ck;
} grid = { .ID = 0x61, .length = 17 };
#endif
