/* Runs the program's main for a number of seconds, without waiting for them. */
#include "stand-in.h"
#include <arpa/inet.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

int firmware(void);
static long left;
static int udp = -1;

bool stdio_init_all(void) { return true; }
void adc_init(void) {}
void adc_set_temp_sensor_enabled(bool enable) { (void)enable; }
void adc_select_input(unsigned input) { (void)input; }
uint16_t adc_read(void) { return 876; } /* 0.7057 V */
int cyw43_arch_init(void) { return 0; }
void cyw43_arch_enable_sta_mode(void) {}
int cyw43_arch_wifi_connect_timeout_ms(const char *name, const char *password, uint32_t auth, uint32_t timeout) {
  (void)name, (void)password, (void)auth, (void)timeout;
  return 0;
}
void cyw43_arch_lwip_begin(void) {}
void cyw43_arch_lwip_end(void) {}

struct pbuf *pbuf_alloc(pbuf_layer layer, uint16_t length, pbuf_type type) {
  (void)layer, (void)type;
  struct pbuf *packet = malloc(sizeof *packet + length);
  packet->payload = packet + 1;
  packet->len = length;
  return packet;
}

uint8_t pbuf_free(struct pbuf *packet) {
  free(packet);
  return 1;
}

int ipaddr_aton(const char *text, ip_addr_t *address) { return inet_pton(AF_INET, text, &address->addr) == 1; }

struct udp_pcb *udp_new(void) {
  udp = socket(AF_INET, SOCK_DGRAM, 0);
  return NULL;
}

int8_t udp_sendto(struct udp_pcb *pcb, struct pbuf *packet, const ip_addr_t *to, uint16_t port) {
  (void)pcb;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = to->addr};
  return sendto(udp, packet->payload, packet->len, 0, (struct sockaddr *)&address, sizeof address) < 0 ? -1 : 0;
}

void sleep_ms(uint32_t milliseconds) {
  (void)milliseconds;
  usleep(1000);
  if (--left == 0) exit(0);
}

int main(int argc, char **argv) {
  left = argc > 1 ? atol(argv[1]) : 1;
  return firmware();
}
