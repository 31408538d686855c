/* Zephyr: sends struct_zephyr to structline each second. */
#include <zephyr/kernel.h>
#include <zephyr/net/socket.h>

#include "state.h"

int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(CONFIG_STRUCTLINE_PORT)};
  zsock_inet_pton(AF_INET, CONFIG_NET_CONFIG_PEER_IPV4_ADDR, &to.sin_addr);
  int udp = zsock_socket(AF_INET, SOCK_DGRAM, IPPROTO_UDP);
  for (;;) {
    state.seq++;
    state.uptime = k_uptime_get_32();
    zsock_sendto(udp, &state, sizeof state, 0, (struct sockaddr *)&to, sizeof to);
    k_msleep(1000);
  }
}
