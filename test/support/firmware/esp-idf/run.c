/* Runs app_main for a number of delays. */
#include "stand-in.h"

void app_main(void);
static long left;

int nvs_flash_init(void) { return 0; }
int esp_netif_init(void) { return 0; }
int esp_event_loop_create_default(void) { return 0; }
int example_connect(void) { return 0; }
uint32_t esp_get_free_heap_size(void) { return 123456; }
void vTaskDelay(uint32_t ticks) {
  (void)ticks;
  if (--left == 0) exit(0);
}

int main(int argc, char **argv) {
  left = argc > 1 ? atol(argv[1]) : 1;
  app_main();
}
