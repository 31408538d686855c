/*
 * UDP over the LM3S6965's Ethernet, as little as is needed to reach one host: ARP, IPv4 without options and fragments. The addresses are
 * those of QEMU's user network, where 10.0.2.2 is the machine that runs it; PORT is the service's. [RFC 768, 791, 826]
 */

#include <string.h>

#define ETHERNET_RECEIVE REGISTER(0x40048008)
#define ETHERNET_TRANSMIT REGISTER(0x4004800c)
#define ETHERNET_DATA REGISTER(0x40048010)
#define ETHERNET_WAITING REGISTER(0x40048034)
#define ETHERNET_SEND REGISTER(0x40048038)

#define OWN_PORT 5000u
#define HEAD 42u

static const uint8_t own_mac[6] = {0x52, 0x54, 0, 0x12, 0x34, 0x56};
static const uint8_t own_ip[4] = {10, 0, 2, 15};
static const uint8_t host_ip[4] = {10, 0, 2, 2};
static uint8_t host_mac[6];
static uint8_t knows_host;
/* Two bytes of length, as the controller's FIFO has them, then the Ethernet frame. */
static uint8_t packet[2 + 1600];
static uint8_t *const frame = packet + 2;

static void put_two(uint8_t *bytes, size_t value) {
  bytes[0] = (uint8_t)(value >> 8);
  bytes[1] = (uint8_t)value;
}

static size_t two(const uint8_t *bytes) { return (size_t)((bytes[0] << 8) | bytes[1]); }

/* size: all bytes of the frame. The controller counts those behind the Ethernet header. */
static void transmit(const uint8_t *to, size_t type, size_t size) {
  size_t at;
  packet[0] = (uint8_t)(size - 14);
  packet[1] = (uint8_t)((size - 14) >> 8);
  memcpy(frame, to, 6);
  memcpy(frame + 6, own_mac, 6);
  put_two(frame + 12, type);
  for (at = 0; at < size + 2; at += 4) {
    uint32_t word;
    memcpy(&word, packet + at, 4);
    ETHERNET_DATA = word;
  }
  ETHERNET_SEND = 1;
}

static void send_arp(const uint8_t *to, uint8_t operation) {
  static const uint8_t head[8] = {0, 1, 8, 0, 6, 4, 0, 0};
  memcpy(frame + 14, head, 8);
  frame[21] = operation;
  memcpy(frame + 22, own_mac, 6);
  memcpy(frame + 28, own_ip, 4);
  memcpy(frame + 32, host_mac, 6);
  memcpy(frame + 38, host_ip, 4);
  transmit(to, 0x0806, 42);
}

static void take_arp(void) {
  if (memcmp(frame + 28, host_ip, 4) != 0 || memcmp(frame + 38, own_ip, 4) != 0) return;
  memcpy(host_mac, frame + 22, 6);
  knows_host = 1;
  if (frame[21] == 1) send_arp(host_mac, 2);
}

/* The size of the next Ethernet frame, or 0. Its last four bytes are a checksum, which the controller has checked. */
static size_t receive(void) {
  uint32_t word;
  size_t size;
  size_t at;
  if ((ETHERNET_WAITING & 0x3f) == 0) return 0;
  word = ETHERNET_DATA;
  size = word & 0xffff;
  memcpy(packet, &word, 4);
  for (at = 4; at < size; at += 4) {
    word = ETHERNET_DATA;
    if (at + 4 <= sizeof packet) memcpy(packet + at, &word, 4);
  }
  return size < 6 + 14 || size > sizeof packet ? 0 : size - 6;
}

static void board_start(void) {
  start_clock();
  ETHERNET_RECEIVE = 0x10;
  ETHERNET_RECEIVE = 1;
  ETHERNET_TRANSMIT = 7;
}

/* Copies the next datagram of the host. Returns its size, or 0. */
static size_t board_receive(uint8_t *bytes, size_t most) {
  const size_t size = receive();
  size_t length;
  if (size == 0) return 0;
  if (size >= HEAD && two(frame + 12) == 0x0806) take_arp();
  if (size < HEAD || two(frame + 12) != 0x0800 || frame[14] != 0x45 || frame[23] != 17) return 0;
  if (memcmp(frame + 26, host_ip, 4) != 0 || memcmp(frame + 30, own_ip, 4) != 0 || two(frame + 36) != OWN_PORT) return 0;
  length = two(frame + 38);
  if (length < 8 || length - 8 > size - HEAD || length - 8 > most) return 0;
  memcpy(bytes, frame + HEAD, length - 8);
  return length - 8;
}

static void board_send(const uint8_t *bytes, size_t size) {
  static const uint8_t everybody[6] = {0xff, 0xff, 0xff, 0xff, 0xff, 0xff};
  static const uint8_t head[12] = {0x45, 0, 0, 0, 0, 0, 0x40, 0, 64, 17, 0, 0};
  uint32_t sum = 0;
  size_t at;
  if (!knows_host) {
    static uint32_t asked;
    if (asked != 0 && board_ms() - asked < 100) return;
    asked = board_ms() | 1;
    send_arp(everybody, 1);
    return;
  }
  memcpy(frame + 14, head, 12);
  put_two(frame + 16, size + 28);
  memcpy(frame + 26, own_ip, 4);
  memcpy(frame + 30, host_ip, 4);
  for (at = 14; at < 34; at += 2) sum += (uint32_t)two(frame + at);
  put_two(frame + 24, ~((sum & 0xffff) + (sum >> 16)) & 0xffff);
  put_two(frame + 34, OWN_PORT);
  put_two(frame + 36, PORT);
  put_two(frame + 38, size + 8);
  put_two(frame + 40, 0);
  memcpy(frame + HEAD, bytes, size);
  transmit(host_mac, 0x0800, HEAD + size);
}

#include "datagram-main.h"
