/* On Linux, a datagram goes to where the sketch sends it, by the sockets of this machine. */
#pragma once
#include "Arduino.h"
#ifdef __linux__
#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

class WiFiUDP {
  uint8_t bytes[1500];
  size_t size = 0;
  struct sockaddr_in to {};

 public:
  int beginPacket(IPAddress address, uint16_t port) {
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(address.number);
    size = 0;
    return 1;
  }
  size_t write(const uint8_t *from, size_t count) {
    for (size_t at = 0; at < count && size < sizeof bytes; at++) bytes[size++] = from[at];
    return count;
  }
  int endPacket() {
    int line = socket(AF_INET, SOCK_DGRAM, 0);
    bool sent = sendto(line, bytes, size, 0, reinterpret_cast<struct sockaddr *>(&to), sizeof to) >= 0;
    close(line);
    return sent;
  }
};
#else

class WiFiUDP {
 public:
  int beginPacket(IPAddress, uint16_t) { return 1; }
  size_t write(const uint8_t *, size_t count) { return count; }
  int endPacket() { return 1; }
};
#endif
