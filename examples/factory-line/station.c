/* A station of a line: sends a frame over TCP for each part, behind the bytes AA 55: ./station 127.0.0.1 7000 [PARTS] */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "line.h"

static int connected(const struct sockaddr_in *to) {
  for (;;) {  /* the service may start later than the line */
    int tcp = socket(AF_INET, SOCK_STREAM, 0);
    if (tcp >= 0 && connect(tcp, (const struct sockaddr *)to, sizeof *to) == 0) return tcp;
    if (tcp >= 0) close(tcp);
    sleep(1);
  }
}

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "station ADDRESS PORT [PARTS]\n"), 2;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2]))};
  inet_pton(AF_INET, argv[1], &to.sin_addr);
  long parts = argc > 3 ? atol(argv[3]) : -1;
  int tcp = connected(&to);
  struct line_station now = {.id = LINE_STATION, .station = 4, .good = 1, .cycle = 850};

  for (; parts != 0; parts -= parts > 0) {
    uint8_t frame[2 + sizeof now] = {0xaa, 0x55};
    now.part++;
    now.length = (uint16_t)(9980 + now.part % 3 * 40);
    now.good = now.length <= 10050;
    now.reason = now.good ? 0 : 1;
    memcpy(frame + 2, &now, sizeof now);
    while (send(tcp, frame, sizeof frame, MSG_NOSIGNAL) != (ssize_t)sizeof frame) {
      close(tcp);
      tcp = connected(&to);
    }
    usleep(20000);
  }
  return close(tcp);
}
