/* What a test needs of the mbed SDK. */
#pragma once
#include <stddef.h>
#include <stdint.h>
