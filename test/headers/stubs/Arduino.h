/* What a test needs of the Arduino core. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
typedef uint8_t byte;
typedef bool boolean;
typedef unsigned int word;
#define PROGMEM
