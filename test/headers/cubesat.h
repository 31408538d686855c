// abi = arm-eabi
// compiler = arm-none-eabi-gcc
// typedefs = struct_dump
/* Beacon of a CubeSat, CMSIS style. */
#ifndef CUBESAT_H
#define CUBESAT_H
#include "cmsis_gcc.h"

typedef __PACKED_STRUCT struct_beacon {
    uint8_t length;
    uint8_t ID;
    uint32_t uptime;
    __IO uint16_t adc[8];
    int16_t gyro[3], mag[3];
    uint8_t mode;
} struct_beacon;

typedef struct {
    uint8_t length;
    uint8_t ID;
    uint8_t block[10] __ALIGNED(8);
    uint32_t crc __attribute__((packed));
} struct_dump __attribute__((aligned(16)));

typedef uint32_t word_t __attribute__((aligned(2)));

struct __attribute__((packed, aligned(4))) struct_orbit {
    uint8_t length;
    uint8_t ID;
    float elements[6];
    word_t epoch;
    uint8_t tle[3] __attribute__((aligned(2)));
};

static struct_beacon beacon = { 35, 0x90 };
static struct_dump dump = { 22, 0x91 };
static struct struct_orbit orbit = { 36, 0x92 };
#endif
