#include "climate.h"
#include "hardware/adc.h"
#include "lwip/pbuf.h"
#include "lwip/udp.h"
#include "pico/cyw43_arch.h"
#include "pico/stdlib.h"
#include <string.h>

/** The datasheet of RP2040, 4.9.5: 0.706 V at 27 °C, 1.721 mV less for each degree. */
static int16_t centidegrees(void) {
  adc_select_input(4);
  float volts = (float)adc_read() * 3.3f / 4096;
  return (int16_t)(100 * (27 - (volts - 0.706f) / 0.001721f));
}

int main(void) {
  stdio_init_all();
  adc_init();
  adc_set_temp_sensor_enabled(true);
  if (cyw43_arch_init() != 0) return 1;
  cyw43_arch_enable_sta_mode();
  while (cyw43_arch_wifi_connect_timeout_ms(WIFI_NAME, WIFI_PASSWORD, CYW43_AUTH_WPA2_AES_PSK, 30000) != 0) sleep_ms(1000);

  struct udp_pcb *udp = udp_new();
  ip_addr_t to;
  ipaddr_aton(STRUCTLINE_ADDRESS, &to);
  struct struct_climate climate = CLIMATE;
  for (;;) {
    climate.seq++;
    climate.temperature = centidegrees();
    climate.supply = 5000;
    cyw43_arch_lwip_begin();
    struct pbuf *packet = pbuf_alloc(PBUF_TRANSPORT, sizeof climate, PBUF_RAM);
    if (packet != NULL) {
      memcpy(packet->payload, &climate, sizeof climate);
      udp_sendto(udp, packet, &to, STRUCTLINE_PORT);
      pbuf_free(packet);
    }
    cyw43_arch_lwip_end();
    sleep_ms(1000);
  }
}
