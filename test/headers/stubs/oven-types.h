/* Types of the oven; includes its own user, as headers in the wild do. */
#pragma once
#include "../oven.h"
namespace oven {
constexpr int kSteps = 4;
struct Step { uint16_t seconds; int16_t celsius; };
}
