/* What the example uses of the Pico's SDK and lwIP, on a computer: UDP by sockets, an ADC at 27 °C. */
#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

bool stdio_init_all(void);
void sleep_ms(uint32_t milliseconds);
void adc_init(void);
void adc_set_temp_sensor_enabled(bool enable);
void adc_select_input(unsigned input);
uint16_t adc_read(void);

#define CYW43_AUTH_WPA2_AES_PSK 0x00400004
int cyw43_arch_init(void);
void cyw43_arch_enable_sta_mode(void);
int cyw43_arch_wifi_connect_timeout_ms(const char *name, const char *password, uint32_t auth, uint32_t timeout);
void cyw43_arch_lwip_begin(void);
void cyw43_arch_lwip_end(void);

typedef enum { PBUF_TRANSPORT } pbuf_layer;
typedef enum { PBUF_RAM } pbuf_type;
struct pbuf {
  void *payload;
  uint16_t len;
};
struct pbuf *pbuf_alloc(pbuf_layer layer, uint16_t length, pbuf_type type);
uint8_t pbuf_free(struct pbuf *packet);

typedef struct { uint32_t addr; } ip_addr_t;
struct udp_pcb;
int ipaddr_aton(const char *text, ip_addr_t *address);
struct udp_pcb *udp_new(void);
int8_t udp_sendto(struct udp_pcb *pcb, struct pbuf *packet, const ip_addr_t *to, uint16_t port);
