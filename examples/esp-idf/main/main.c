/* ESP-IDF: sends struct_node to structline each second. idf.py menuconfig: network, address and port. */
#include <string.h>

#include "esp_event.h"
#include "esp_netif.h"
#include "esp_system.h"
#include "freertos/FreeRTOS.h"
#include "freertos/task.h"
#include "lwip/sockets.h"
#include "nvs_flash.h"
#include "protocol_examples_common.h"

#include "state.h"

void app_main(void) {
  ESP_ERROR_CHECK(nvs_flash_init());
  ESP_ERROR_CHECK(esp_netif_init());
  ESP_ERROR_CHECK(esp_event_loop_create_default());
  ESP_ERROR_CHECK(example_connect());

  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(CONFIG_STRUCTLINE_PORT)};
  inet_pton(AF_INET, CONFIG_STRUCTLINE_ADDRESS, &to.sin_addr);
  int udp = socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  for (;;) {
    node.seq++;
    node.heap = esp_get_free_heap_size();
    sendto(udp, &node, sizeof node, 0, (struct sockaddr *)&to, sizeof to);
    vTaskDelay(pdMS_TO_TICKS(1000));
  }
}
