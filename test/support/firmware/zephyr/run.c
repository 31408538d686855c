/* Runs the application's main for a number of delays. */
#include <stdlib.h>
#include <zephyr/kernel.h>

int app_main(void);
static long left;
static uint32_t now;

uint32_t k_uptime_get_32(void) { return now; }
int32_t k_msleep(int32_t ms) {
  now += (uint32_t)ms;
  if (--left == 0) exit(0);
  return 0;
}

int main(int argc, char **argv) {
  left = argc > 1 ? atol(argv[1]) : 1;
  return app_main();
}
