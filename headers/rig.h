/*
 * rig.h: telemetry of the thrust test rig.
 *
 * Every struct is one UDP datagram. Byte 1 is its length, byte 2 its ID.
 * The comment behind a field names the byte it ends at, counted from 1;
 * a rule in it says how the raw value becomes a physical one.
 */
#ifndef RIG_H
#define RIG_H

#include "mbed.h"
#include <stdint.h>

#pragma pack(push, 1)

// Where the mount points and how it moves.
struct struct_mount
{
    uint8_t  length;            //1
    uint8_t  ID;                //2
    uint8_t  armed      : 1;    //3.0
    uint8_t  homed      : 1;    //3.1
    uint8_t  mode       : 3;    //3.2 @rule: states=0=idle, 1=homing, 2=slewing, 3=tracking, 4=fault
    int16_t  az;                //5   @rule: name=azimuth; expr=az / 100; unit=degrees
    int16_t  el;                //7   @rule: name=elevation; expr=el / 100; unit=degrees
    float    rate;              //11  @rule: unit=degrees/s
    uint32_t uptime;            //15  @rule: expr=uptime / 1000; unit=s
    uint8_t  ck;                //16
} mount = {16, 1};

// Electrical side of the motor under test.
struct struct_power
{
    uint8_t  length;            //1
    uint8_t  ID;                //2
    uint16_t voltage;           //4   @rule: name=volts; expr=voltage / 100; unit=V
    int16_t  current;           //6   @rule: name=amps; expr=(current - 512) * 0.0488; unit=A
    uint16_t rpm;               //8   @rule: unit=1/min
    double   energy;            //16  @rule: unit=J
    uint8_t  fault_overtemp : 1; //17.0
    uint8_t  fault_current  : 1; //17.1
    uint8_t  ck;                //18
} power = {18, 2};

// Thrust and temperatures.
struct struct_thrust
{
    uint8_t  length;            //1
    uint8_t  ID;                //2
    int32_t  load_cell;         //6   @rule: name=Thrust; expr=(load_cell - 8388) * 9.80665 / 21500; unit=N
    int16_t  t_motor;           //8   @rule: expr=t_motor / 10 - 40; unit=°C; warn=..80; alarm=..110; hold=2s
    int16_t  t_esc;             //10  @rule: expr=t_esc / 10 - 40; unit=°C
    uint16_t pressure;          //12  @rule: expr=pressure / 10; unit=mbar
    uint8_t  ck;                //13
} thrust = {13, 3};

#pragma pack(pop)

// Used by the sender loop of the firmware.
uint8_t* struct_id[] = { &mount.length, &power.length, &thrust.length };

#endif
