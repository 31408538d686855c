// abi = avr
// compiler = avr-g++
// Greenhouse controller, Arduino Mega. Messages set themselves up.
#pragma once
#include <Arduino.h>

struct struct_beds
{
    uint8_t length;
    uint8_t ID;
    uint16_t moisture[4];
    bool valve_open;

    struct_beds() : length(11), ID(0x0A), valve_open(false) {}
};

struct struct_air
{
    uint8_t length;
    uint8_t ID;
    int temperature;     // @rule: expr=temperature / 10; unit=°C
    unsigned int co2;    // @rule: unit=ppm
    float humidity;      // @rule: unit=%

    struct_air()
    {
        this->length = 10;
        ID = 0x0B;
    }
    struct_air(int t) : length(10), ID(0x0B), temperature(t) {}
    ~struct_air() {}
    static const uint8_t kVersion = 2;
    int rounded() const { return temperature / 10; }
};

class Fan {
  public:
    explicit Fan(uint8_t pin) : pin_(pin) {}
    void on() { digital(pin_, 1); }
  private:
    static void digital(uint8_t, uint8_t) {}
    uint8_t pin_;
};
