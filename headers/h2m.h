// h2m.h: hydrogen-to-motion, the boat's telemetry.
#pragma once
#include "mbed.h"

struct struct_cap_r
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    uint16_t voltage;     //4  @rule: name=volts; expr=voltage / 100; unit=V
    uint8_t  ck;          //5
} cap_r = {5, 2};

struct struct_cap_w
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    uint8_t  relay_1 : 1; //3.0
    uint8_t  relay_2 : 1; //3.1
    uint8_t  ck;          //4
} cap_w = {4, 3};

struct struct_wind
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    uint16_t direction;   //4  @rule: expr=mod(direction + 180, 360); unit=degrees
    uint16_t speed;       //6  @rule: name=wind_speed; expr=speed * 0.1; unit=m/s
    int8_t   temperature; //7  @rule: name=air; unit=°C
    uint8_t  ck;          //8
} wind = {8, 4};

struct struct_drive
{
    uint8_t  length;      //1
    uint8_t  ID;          //2
    int16_t  throttle;    //4  @rule: name=Max.PWM; expr=throttle / 10; unit=%
    uint16_t rpm;         //6  @rule: unit=1/min
    double   hdg;         //16 @rule: name=heading; unit=degrees
    uint8_t  ck;          //17
} drive = {17, 5};

uint8_t* struct_id[] = { 0, 0, &cap_r.length, &cap_w.length, &wind.length, &drive.length };
