// abi = arm-eabi
// compiler = arm-none-eabi-gcc
/* Quadcopter: attitude, motors and radio, one datagram each. */
#ifndef DRONE_H
#define DRONE_H
#include <stdint.h>

#pragma pack(push, outer, 4)
typedef struct { int16_t roll, pitch, yaw; } attitude_t;
typedef struct { attitude_t angle; attitude_t rate; } state_t;
#pragma pack(push, 1)
struct struct_attitude {
    uint8_t length;         /* 1 */
    uint8_t ID;             /* 2 */
    uint64_t time_us;       /* 10 */
    state_t state;          /* 22 @rule: name=attitude */
    float quaternion[4];    /* 38 */
    int8_t gains[3][2];     /* 44 */
    uint16_t ck;            /* 46 */
};
#pragma pack(pop)
struct struct_motors {
    uint8_t length;
    uint8_t ID;
    uint16_t esc[4];        /* 10 @rule: expr=(esc - 1000) / 10; unit=% */
    double  energy;         /* 20 @rule: expr=energy / 3600; unit=Wh */
    struct {
        uint8_t armed : 1;
        uint8_t failsafe : 1;
        uint8_t mode : 4;
    } flags;
    uint8_t ck;
};
#pragma pack(pop, outer)

#if !defined(DRONE_NO_RADIO)
struct struct_radio { uint8_t length; uint8_t ID; int8_t rssi; uint8_t lq; };
static struct struct_radio radio = { 4, 0x52, -100, 100 };
#endif

static struct struct_attitude attitude = { .length = 46, .ID = 0x50 };
static struct struct_motors motors = { 22, 0x51, { 1000, 1000, 1000, 1000 } };
#endif
