/* A board that is a process: sends numbered frames as datagrams to a port of loopback until all are acknowledged. */

#define _POSIX_C_SOURCE 200809L
#include <arpa/inet.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>
#define STRUCTLINE_WAIT 20u
#define STRUCTLINE_LONGEST_WAIT 200u
#include "firmware.h"

static uint32_t now_ms(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (uint32_t)now.tv_sec * 1000u + (uint32_t)(now.tv_nsec / 1000000);
}

int main(int count, char **words) {
  static uint8_t memory[2048];
  static struct structline_keep keep;
  struct sockaddr_in to;
  const uint32_t frames = count > 2 ? (uint32_t)atol(words[2]) : 0;
  const int link = socket(AF_INET, SOCK_DGRAM, 0);
  uint32_t sent = 0;
  if (count < 4 || link < 0) return 2;
  memset(&to, 0, sizeof to);
  to.sin_family = AF_INET;
  to.sin_port = htons((uint16_t)atoi(words[1]));
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  structline_keep_init(&keep, memory, sizeof memory, 0x0b0a0d00u, (uint32_t)atol(words[3]));
  while (keep.next < frames || structline_keep_waiting(&keep) > 0) {
    uint8_t bytes[BOARD_PROBE_FRAME + STRUCTLINE_NUMBERED];
    struct pollfd wait = {0, POLLIN, 0};
    size_t size;
    ssize_t received;
    wait.fd = link;
    while (keep.next < frames) {
      size = measured_frame(bytes, sizeof bytes, keep.next);
      if (!structline_keep_add(&keep, bytes, size, now_ms())) break;
    }
    while ((size = structline_keep_next(&keep, bytes, sizeof bytes, now_ms())) > 0) {
      (void)sendto(link, bytes, size, 0, (struct sockaddr *)&to, sizeof to);
      sent++;
    }
    (void)poll(&wait, 1, 2);
    while ((received = recv(link, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) (void)structline_keep_receive(&keep, bytes, (size_t)received);
  }
  printf("%lu frames, %lu sent, %lu dropped\n", (unsigned long)keep.next, (unsigned long)sent, (unsigned long)keep.dropped);
  return 0;
}
