/* Sends the load of this machine to structline each second: cc -o daemon daemon.c && ./daemon 127.0.0.1 8888 [COUNT] */
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "telemetry.h"

int main(int argc, char **argv) {
  if (argc < 3) return fprintf(stderr, "daemon ADDRESS PORT [COUNT]\n"), 2;
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons((uint16_t)atoi(argv[2]))};
  if (inet_pton(AF_INET, argv[1], &to.sin_addr) != 1) return fprintf(stderr, "daemon: no address: %s\n", argv[1]), 2;
  long left = argc > 3 ? atol(argv[3]) : -1;
  int udp = socket(AF_INET, SOCK_DGRAM, 0);
  if (udp < 0) return perror("socket"), 1;

  for (; left != 0; left -= left > 0) {
    double load[1];
    struct timespec up;
    if (getloadavg(load, 1) == 1) host.load = (float)load[0];
    clock_gettime(CLOCK_BOOTTIME, &up);
    host.uptime = (uint32_t)up.tv_sec;
    host.seq++;
    if (sendto(udp, &host, sizeof host, 0, (struct sockaddr *)&to, sizeof to) < 0) perror("sendto");
    if (left != 1) sleep(1);
  }
  return 0;
}
