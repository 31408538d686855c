/* What the example uses of Zephyr 3.7, on a host. */
#pragma once
#include <stdint.h>

uint32_t k_uptime_get_32(void);
int32_t k_msleep(int32_t ms);
