// abi = arm-eabi
// compiler = arm-none-eabi-g++
#pragma once
#include "mbed.h"

// ---------------------------------------------------------------- read from the boat
struct struct_position_r
{
    uint8_t  length;        //r 1
    uint8_t  ID;            //r 2
    uint8_t  flags_1;       //r 3
    uint8_t  fix     : 2;   //r 4.0
    uint8_t  anchor  : 1;   //r 4.2
    uint8_t          : 5;
    int32_t  latitude;      //r 8   @rule: expr=latitude * 1e-7; unit=degrees
    int32_t  longitude;     //r 12  @rule: expr=longitude * 1e-7; unit=degrees
    uint16_t heading;       //r 14  @rule: expr=mod(heading, 3600) / 10; unit=degrees
    uint8_t  ck;            //r 15
    // struct_position_r() : length(15), ID(1) {}
} position_r = {15, 1};

// ---------------------------------------------------------------- written to the boat
struct struct_motor_w
{
    uint8_t  length;        //w 1
    uint8_t  ID;            //w 2
    uint8_t  enable  : 1;   //w 3.0
    uint8_t  reverse : 1;   //w 3.1
    uint8_t  gear    : 3;   //w 3.2
    int16_t  throttle;      //w 6   @rule: name=Max.PWM; expr=throttle / 10; unit=%
    uint8_t  ck;            //w 7
} motor_w = {7, 2}, motor_w_backup = {7, 2};

uint8_t* struct_id[] = { 0, &position_r.length, &motor_w.length };

class Telemetry
{
public:
    Telemetry() : count(0) {}
    void send(const uint8_t *bytes);
private:
    int count;
};
