// abi = arm-eabi
// compiler = arm-none-eabi-g++
#ifndef E_BIKE_H
#define E_BIKE_H
#include <stdint.h>

enum class Assist : uint8_t { Off, Eco, Tour, Sport, Turbo };
enum Light { LIGHT_OFF, LIGHT_LOW, LIGHT_HIGH };
using Torque = int16_t;
using Samples = uint8_t[4];

struct Battery
{
    uint16_t voltage;
    int8_t   temperature;
};

struct struct_ride
{
    uint8_t  length;
    uint8_t  ID;
    Assist   assist;
    Light    light;
    Torque   torque[2][3];      // @rule: expr=torque / 10; unit=Nm
    Samples  cadence;           // @rule: unit=1/min
    int32_t  slope : 7;         // @rule: unit=%
    int32_t  balance : 5;
    uint32_t distance : 20;     // @rule: expr=distance * 10; unit=m
    Battery  main, range_extender;
    alignas(4) uint8_t ck;
} ride = {36, 0x70};

struct alignas(8) struct_service
{
    uint8_t  length{16};
    uint8_t  ID{0x71};
    uint32_t hours{};
    char     serial[8] = "EB-0001";
};
#endif
