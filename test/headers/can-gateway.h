// abi = arm-eabi
// compiler = arm-none-eabi-gcc
// typedefs = struct_Powertrain, struct_Chassis
/* Gateway between the vehicle's CAN buses and the test bench, in the manner of AUTOSAR basic software. */
#ifndef CAN_GATEWAY_H
#define CAN_GATEWAY_H

#include "Platform_Types.h"

typedef struct
{
    uint8   length;               /* 1 */
    uint8   ID;                   /* 2 */
    uint16  EngineSpeed;          /* 4  @rule: name=engine_speed; expr=EngineSpeed / 4; unit=1/min */
    sint16  SteeringAngle;        /* 6  @rule: name=steering_angle; expr=SteeringAngle / 10; unit=degrees */
    uint8   Gear          : 4;    /* 7.0 */
    uint8   BrakePressed  : 1;    /* 7.4 */
    uint8   ClutchPressed : 1;    /* 7.5 */
    uint8   Reserved      : 2;    /* 7.6 */
    sint8   OilTemperature;       /* 8  @rule: expr=OilTemperature + 40; unit=°C */
    uint32  Odometer;             /* 12 @rule: expr=Odometer / 10; unit=km */
    float32 FuelRate;             /* 16 @rule: unit=l/h */
} struct_Powertrain;

typedef struct
{
    uint8  length;
    uint8  ID;
    uint16 WheelSpeed[4];         /* 10 @rule: expr=WheelSpeed / 128; unit=km/h */
    uint8  AliveCounter : 4;
    uint8  AbsActive : 1;
    boolean Valid;
} struct_Chassis;

const struct_Powertrain Powertrain_Init = { 16U, 0x30U };
const struct_Chassis    Chassis_Init    = { 12U, 0x31U, { 0U }, 0U, 0U, 1U };

extern void CanGateway_MainFunction(void);

#endif /* CAN_GATEWAY_H */
