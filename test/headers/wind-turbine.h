// abi = x86-64
// compiler = gcc
/* Simulator of a wind turbine on a PC. Its header never says that the sender packs its messages. */
#pragma once
#include <stdint.h>

struct struct_nacelle
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    double   yaw;         //10  @rule: expr=yaw * 180 / pi; unit=degrees
    uint8_t  brake : 1;   //11.0
    uint8_t  pitch : 7;   //11.1
    uint32_t rpm;         //15  @rule: expr=rpm / 100; unit=1/min
    uint8_t  ck;          //16
} nacelle = {16, 0x80};

struct struct_tower
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    uint16_t strain;      //4
    int32_t  tilt_x;      //8
    int32_t  tilt_y;      //12
    uint64_t ticks;       //24 two words of padding before it would be a surprise
    uint8_t  ck;          //25
} tower = {25, 0x81};
