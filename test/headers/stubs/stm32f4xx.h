/* What a test needs of CMSIS. */
#pragma once
#include <stddef.h>
#include <stdint.h>
#define __IO volatile
#define __PACKED_STRUCT struct __attribute__((packed, aligned(1)))
#define __ALIGNED(x) __attribute__((aligned(x)))
