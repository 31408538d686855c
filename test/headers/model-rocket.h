// abi = arm-eabi
// compiler = arm-none-eabi-g++
// namespace = rocket
// Flight computer of a model rocket, C++17.
#pragma once
#include <cstdint>

namespace rocket {

constexpr int kMotors = 2;
constexpr std::uint8_t kFlightId = 0x40;
static const int kSensors = kMotors * 2;

enum class Phase : std::uint8_t { Pad, Boost, Coast, Apogee = 10, Drogue, Main, Landed };

template <typename T>
struct Range { T low; T high; };

#pragma pack(push, 1)

struct Vector3 { float x = 0, y = 0, z = 1.0f; };

struct struct_flight
{
    uint8_t  length = 0x23;             // 1
    uint8_t  ID = kFlightId;            // 2
    uint32_t millis = 0;                // 6   @rule: name=time_of_flight; expr=millis / 1000; unit=s
    Phase    phase = Phase::Pad;        // 7
    Vector3  acceleration;              // 19  @rule: name=acc
    float    altitude = -1.5F;          // 23  @rule: unit=m
    int16_t  pressure[kSensors]{};      // 31
    bool     armed : 1;                 // 32.0
    bool     igniter_a : 1;             // 32.1
    bool     igniter_b : 1;             // 32.2
    uint16_t voltage = 3'700;           // 34  @rule: expr=voltage / 1000; unit=V
    uint8_t  ck;                        // 35

    bool isFlying() const { return phase != Phase::Pad && phase != Phase::Landed; }
};

struct struct_deploy
{
    uint8_t length = 0b0000'0101;
    uint8_t ID = kFlightId + 1;
    uint8_t channel[kMotors] = {1, 2};
    uint8_t ck = 0xFF;
};

#pragma pack(pop)

class Logger {
public:
    virtual ~Logger() = default;
    virtual void log(const struct_flight &flight) = 0;
private:
    Range<float> range_{0.0f, 1.0f};
};

}  // namespace rocket
