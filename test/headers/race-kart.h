// abi = arm-eabi
// compiler = arm-none-eabi-gcc
// defines = KART_AXLES=2, WITH_GPS
/* Race kart logger. What it sends depends on how it was built. */
#ifndef RACE_KART_H
#define RACE_KART_H
#include "stm32f4xx.h"

#ifndef KART_AXLES
#define KART_AXLES 1
#endif

#define KART_VERSION_MAJOR 2
#define KART_VERSION_MINOR 3
#define KART_VERSION ((KART_VERSION_MAJOR << 8) | KART_VERSION_MINOR)

#if KART_VERSION >= 0x0200 && (KART_AXLES == 2 || defined(FORCE_TWO))
typedef struct __attribute__((packed)) { uint16_t left, right; } axle_t;
#elif KART_VERSION < 0x0100
#error "too old"
#else
typedef uint16_t axle_t;
#endif

struct __attribute__((packed)) struct_wheels {
    uint8_t length;
    uint8_t ID;
    axle_t speed[KART_AXLES];     // 10 @rule: name=wheel_speed
#ifdef WITH_GPS
    int32_t lat, lon;             // 18
#  if 0
    int32_t alt;                  // 22 never shipped
#  endif
#else
    uint8_t pulses;               // 11
#endif
    uint8_t ck;                   // 19
};

static const struct struct_wheels wheels = { sizeof(struct struct_wheels), 0xA0 };
#undef KART_AXLES
#endif
