// abi = avr
// compiler = avr-g++
/*
 * Garden weather station, Arduino Uno with an ESP8266 as the radio.
 * All messages go out every ten seconds; the sketch fills them in place.
 */
#ifndef WEATHER_STATION_H
#define WEATHER_STATION_H

#include <Arduino.h>

#define STATION_NAME_LEN 12
#define NUM_SOIL_PROBES  3

struct struct_climate
{
  byte     length;      //1
  byte     ID;          //2
  int16_t  temperature; //4   @rule: name=air_temperature; expr=temperature / 100; unit=°C
  uint16_t humidity;    //6   @rule: expr=humidity / 100; unit=%
  uint32_t pressure;    //10  @rule: expr=pressure / 100; unit=hPa
  word     light;       //12  @rule: unit=lx
  boolean  raining;     //13
  byte     ck;          //14
} climate = {14, 1};

struct struct_soil
{
  byte length;                        //1
  byte ID;                            //2
  char station[STATION_NAME_LEN];     //14
  int  moisture[NUM_SOIL_PROBES];     //20  @rule: expr=moisture / 1023 * 100; unit=%
  double temperature;                 //24  @rule: unit=°C
  byte ck;                            //25
} soil = {25, 2, "garden-1"};

// The table the radio driver walks through.
byte *const messages[] PROGMEM = { &climate.length, &soil.length };

void sendAll();
static inline byte checksum(const byte *bytes, byte count) {
  byte sum = 0;
  while (count--) { sum ^= *bytes++; }
  return sum;
}

#endif
