/* What the example uses of ESP-IDF 5.3, on a host. */
#pragma once
#include <stdint.h>
#include <stdlib.h>

#define ESP_ERROR_CHECK(call) do { if ((call) != 0) abort(); } while (0)
#define pdMS_TO_TICKS(ms) (ms)
int nvs_flash_init(void);
int esp_netif_init(void);
int esp_event_loop_create_default(void);
int example_connect(void);
uint32_t esp_get_free_heap_size(void);
void vTaskDelay(uint32_t ticks);
