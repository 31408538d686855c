/** Captures written by Python's struct, for tests. */

import { spawnSync } from "node:child_process";

export interface CaptureOptions {
  readonly order: "<" | ">";
  readonly unit: "us" | "ns";
  /** LINKTYPE_ of tcpdump.org. */
  readonly link: number;
  /** That the datagrams go to. */
  readonly port: number;
}

const PROGRAM = `
import json, struct, sys
payloads, order, unit, link, port = json.loads(sys.argv[1])
nano = unit == 'ns'
out = struct.pack(order + 'IHHiIII', 0xa1b23c4d if nano else 0xa1b2c3d4, 2, 4, 0, 0, 65535, link)

def framed(packet, six):
    kind = 0x86dd if six else 0x0800
    if link == 1: return bytes(12) + struct.pack('>HHH', 0x8100, 5, kind) + packet
    if link == 0: return struct.pack(order + 'I', 10 if six else 2) + packet
    if link == 113: return bytes(14) + struct.pack('>H', kind) + packet
    if link == 276: return struct.pack('>H', kind) + bytes(18) + packet
    return packet

def ip4(body, protocol=17, fragment=0):
    return struct.pack('>BBHHHBBH', 0x45, 0, 20 + len(body), 1, fragment, 64, protocol, 0) + bytes([10, 0, 0, 7, 10, 0, 0, 8]) + body

def ip6(body):
    options = bytes([17, 0, 1, 4, 0, 0, 0, 0])
    return struct.pack('>IHBB', 0x60000000, len(options) + len(body), 0, 64) + bytes([0xfe, 0x80] + [0] * 13 + [7]) + bytes(16) + options + body

def udp(data): return struct.pack('>HHHH', 5000, port, 8 + len(data), 0) + data

def record(packet, second, cut=0):
    global out
    kept = packet[:len(packet) - cut]
    out += struct.pack(order + 'IIII', 1700000000 + second, 123456000 if nano else 123456, len(kept), len(packet)) + kept

for n, payload in enumerate(payloads):
    data = bytes.fromhex(payload)
    record(framed(ip6(udp(data)) if n % 2 else ip4(udp(data)), n % 2), n)
record(framed(ip4(udp(b'tcp'), protocol=6), 0), 99)
record(framed(ip4(udp(b'part'), fragment=0x2000), 0), 99)
record(framed(ip4(udp(b'longer')), 0), 99, cut=3)
sys.stdout.buffer.write(out)
`;

/**
 * Datagrams at intervals of a second from 1700000000.123456 on, every second one over IPv6. A TCP segment, a fragment and a truncated
 * packet follow.
 */
export function captureFile(payloads: readonly string[], { order, unit, link, port }: CaptureOptions): Buffer {
  const given = JSON.stringify([payloads, order, unit, link, port]);
  const { stdout, stderr, status } = spawnSync("python3", ["-c", PROGRAM, given], { maxBuffer: 1 << 28 });
  if (status !== 0) throw new Error(stderr.toString());
  return stdout;
}
