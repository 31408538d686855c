// abi = x86-64
// compiler = g++
// Reflow oven of the lab: a PC program in C++ reads the same header.
#pragma once
#include <stdint.h>
#include "stubs/oven-types.h"

struct struct_profile
{
    uint8_t length = sizeof(struct_profile);
    uint8_t ID = 0xC0;
    oven::Step steps[oven::kSteps];    // @rule: name=programme
    float kp = 1.25, ki = 0.5f, kd = -.125;
    bool running = true;
    struct { uint8_t heater : 4; uint8_t fan : 4; } duty;
    enum Door : uint8_t { Closed, Open } door = Open;
};
