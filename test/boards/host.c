/* A board that is a process: sends numbered frames as datagrams to a port of loopback until all are acknowledged. */

#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

static int network;
static struct sockaddr_in to;
static uint32_t frames, sent;

static uint32_t board_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

static void board_send(const uint8_t *bytes, size_t size) {
  (void)sendto(network, bytes, size, 0, (struct sockaddr *)&to, sizeof to);
  sent++;
}

static size_t board_receive(uint8_t *bytes, size_t size) {
  const ssize_t received = recv(network, bytes, size, MSG_DONTWAIT);
  return received > 0 ? (size_t)received : 0;
}

#define HOSTED
#define FRAMES frames
#define STRUCTLINE_WAIT 20u
#define STRUCTLINE_LONGEST_WAIT 200u
#include "datagram-main.h"

int main(int count, char **words) {
  struct pollfd wait = {0, POLLIN, 0};
  network = socket(AF_INET, SOCK_DGRAM, 0);
  if (count < 4 || network < 0) return 2;
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)atoi(words[1]));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  frames = (uint32_t)atol(words[2]);
  structline_keep_init(&keep, memory, sizeof memory, 0x0b0a0d00u, (uint32_t)atol(words[3]));
  wait.fd = network;
  for (turn(); keep.next < frames || structline_keep_waiting(&keep) > 0; turn()) (void)poll(&wait, 1, 2);
  printf("%lu frames, %lu sent, %lu dropped\n", (unsigned long)keep.next, (unsigned long)sent, (unsigned long)keep.dropped);
  return 0;
}
