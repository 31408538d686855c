/** Protocols re-made from public documents: headers in their manner, IDs only in the configuration, frames from Python's struct. */

import { spawnSync } from "node:child_process";

export interface Protocol {
  readonly name: string;
  readonly header: string;
  /** Keys of the channel's section except endpoints, topic and headers. */
  readonly keys: string;
  /** Python: fills the list `frames` with pairs of a frame and what the stored row has to hold. */
  readonly encoder: string;
}

export interface EncodedFrame {
  readonly bytes: Buffer;
  readonly measurement: string;
  readonly values: Readonly<Record<string, number | string>>;
}

const PRELUDE = `
import binascii, json, struct, sys
frames = []

def crc(data, width, poly, init, reflected=False, xor=0):
    mask = (1 << width) - 1
    value = init
    for byte in data:
        if reflected:
            value ^= byte
            for _ in range(8):
                value = (value >> 1) ^ poly if value & 1 else value >> 1
        else:
            value ^= byte << (width - 8)
            for _ in range(8):
                value = ((value << 1) ^ poly if value >> (width - 1) & 1 else value << 1) & mask
    return value ^ xor

def f32(value):
    return struct.unpack('<f', struct.pack('<f', value))[0]

def emit(frame, measurement, **values):
    frames.append([frame.hex(), measurement, values])
`;

/** Whether Python 3 is there. */
export function hasPython(): boolean {
  return spawnSync("python3", ["--version"]).status === 0;
}

const encoded = new Map<string, readonly EncodedFrame[]>();

/** `count` rounds of the protocol's frames. */
export function encodedFrames({ encoder }: Protocol, count: number): readonly EncodedFrame[] {
  const key = `${count}\n${encoder}`;
  const frames = encoded.get(key) ?? encode(encoder, count);
  encoded.set(key, frames);
  return frames;
}

function encode(encoder: string, count: number): readonly EncodedFrame[] {
  const program = `${PRELUDE}\nfor n in range(int(sys.argv[1])):\n${encoder.trim().replace(/^/gm, "    ")}\njson.dump(frames, sys.stdout)`;
  const { stdout, stderr, status } = spawnSync("python3", ["-c", program, String(count)], {
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (status !== 0) throw new Error(stderr);
  const read = JSON.parse(stdout) as [string, string, Record<string, number | string>][];
  return read.map(([hex, measurement, values]) => ({ bytes: Buffer.from(hex, "hex"), measurement, values }));
}

/** A racing game's telemetry: packed, little-endian, the ID at byte 6 of a header that begins every packet, no length. */
const RACING: Protocol = {
  name: "racing",
  header: `#pragma pack(push, 1)
struct PacketHeader {
    uint16_t m_packetFormat;
    uint8_t  m_gameMajorVersion, m_gameMinorVersion, m_packetVersion, m_reserved;
    uint8_t  m_packetId;
    uint64_t m_sessionUID;
    float    m_sessionTime;
    uint32_t m_frameIdentifier;
    uint8_t  m_playerCarIndex;
};
struct CarMotionData {
    float m_worldPositionX, m_worldPositionY, m_worldPositionZ;
    int16_t m_worldForwardDirX;
    float m_yaw;
};
struct PacketMotionData { PacketHeader m_header; CarMotionData m_carMotionData[22]; float m_wheelSlip[4]; };
struct CarTelemetryData { uint16_t m_speed; float m_throttle; int8_t m_gear; uint16_t m_engineRPM; uint8_t m_drs; };
struct PacketCarTelemetryData { PacketHeader m_header; CarTelemetryData m_carTelemetryData[22]; int8_t m_suggestedGear; };
#pragma pack(pop)
enum PacketIds { MOTION_PACKET = 0, CAR_TELEMETRY_PACKET = 6 };
`,
  keys: "id = u8@6\nlength = none\nmessages = MOTION_PACKET PacketMotionData\n  CAR_TELEMETRY_PACKET PacketCarTelemetryData\n",
  encoder: `
head = lambda id: struct.pack('<HBBBBBQfIB', 2023, 1, 12, 1, 0, id, 0xfedcba9876543210 + n, n * 0.016, n, 19)
cars = b''.join(struct.pack('<fffhf', car + n, 2.5, -car, 32767 - car, 0.1 * car) for car in range(22))
motion = head(0) + cars + struct.pack('<4f', 0.1, 0.2, 0.3, n)
emit(motion, '00_PacketMotionData', **{'m_header.m_sessionUID': str(0xfedcba9876543210 + n), 'm_header.m_sessionTime': f32(n * 0.016),
    'm_carMotionData.21.m_worldPositionX': 21 + n, 'm_carMotionData.21.m_worldForwardDirX': 32746, 'm_carMotionData.3.m_yaw': f32(0.3), 'm_wheelSlip.3': n})
cars = b''.join(struct.pack('<HfbHB', 300 + car, 0.5, car % 9 - 1, 11000 + n % 1000, car & 1) for car in range(22))
emit(head(6) + cars + struct.pack('<b', -1), '06_PacketCarTelemetryData', **{'m_header.m_packetId': 6, 'm_carTelemetryData.0.m_speed': 300,
    'm_carTelemetryData.10.m_gear': 0, 'm_carTelemetryData.21.m_engineRPM': 11000 + n % 1000, 'm_suggestedGear': -1})
`,
};

/** A rocket's radio: 32-bit magic, the type at byte 4, packed structs of its own behind. */
export const ROCKET: Protocol = {
  name: "rocket",
  header: `typedef struct __attribute__((packed)) {
  uint32_t time_ms; int32_t altitude_cm; int16_t accel[3]; uint8_t state : 3; uint8_t armed : 1; uint8_t drogue : 1; uint8_t main : 1;
} flight_t;
class __attribute__((packed)) GpsPacket { public: double lat, lon; float hdop; uint8_t sats; char call[6]; };
`,
  keys: "id = u8@4\nlength = none\npayload_offset = 5\ntrailer = 2\ncheck = crc16/xmodem\nmessages = 1 flight_t, 2 GpsPacket\n",
  encoder: `
body = b'\\x1a\\xcf\\xfc\\x1d' + bytes([1]) + struct.pack('<Ii3hB', 1000 + n, -150 + n, -9, n % 999, 32000, (n & 7) | 8 | (n & 1) << 5)
emit(body + struct.pack('<H', crc(body, 16, 0x1021, 0)), '01_flight_t', **{'time_ms': 1000 + n, 'altitude_cm': -150 + n, 'accel.0': -9, 'accel.1': n % 999, 'state': n & 7, 'armed': 1, 'drogue': 0, 'main': n & 1})
body = b'\\x1a\\xcf\\xfc\\x1d' + bytes([2]) + struct.pack('<ddfB6s', 48.1 + n, -11.25, 0.9, n % 14, b'DM0ABC')
emit(body + struct.pack('<H', crc(body, 16, 0x1021, 0)), '02_GpsPacket', lat=48.1 + n, lon=-11.25, hdop=f32(0.9), sats=n % 14, call='DM0ABC')
`,
};

/** CCSDS space packets: 11 bits of a big-endian word, a length that is one less than the bytes behind the six of the header. */
export const CCSDS: Protocol = {
  name: "ccsds",
  header: `#define APID_EPS 0x064
struct eps_hk { uint16_t bus_mv; int16_t current_ma; int8_t temperature; uint32_t uptime; };
struct adcs_hk { float q[4]; uint8_t mode; };
`,
  keys: "byte_order = big\nlayout = packed\nid = u16be@0&0x7ff\nlength = u16be@4+7\npayload_offset = 6\nmessages = APID_EPS eps_hk, 0x3ff adcs_hk\n",
  encoder: `
def packet(apid, body):
    return struct.pack('>HHH', 0x0800 | apid, 0xc000 | n % 0x4000, len(body) - 1) + body
emit(packet(0x64, struct.pack('>HhbI', 8000 - n % 100, -5, -40, n)), '100_eps_hk', bus_mv=8000 - n % 100, current_ma=-5, temperature=-40, uptime=n)
emit(packet(0x3ff, struct.pack('>4fB', 0, 0.5, -0.5, n, 3)), '1023_adcs_hk', **{'q.1': 0.5, 'q.3': n, 'mode': 3})
`,
};

/** A robot's serial protocol: start byte, length of the data, sequence, CRC-8 of the header, 16-bit command, data, CRC-16 of all. */
export const ROBOT: Protocol = {
  name: "robot",
  header: `typedef struct { float chassis_power; uint16_t buffer_energy; } __attribute__((packed)) power_heat_t;
typedef struct { uint16_t remain_hp, max_hp; uint8_t level; } __attribute__((packed)) robot_status_t;
`,
  keys: "id = u16le@5\nlength = u16le@1+9\npayload_offset = 7\ntrailer = 2\ncheck = crc16/mcrf4xx\nframing = sync:a5\nmessages = 0x0201 robot_status_t, 0x0202 power_heat_t\n",
  encoder: `
def referee(command, data):
    head = struct.pack('<BHB', 0xa5, len(data), n & 255)
    body = head + bytes([crc(head, 8, 0x8c, 0, True)]) + struct.pack('<H', command) + data
    return body + struct.pack('<H', crc(body, 16, 0x8408, 0xffff, True))
emit(referee(0x201, struct.pack('<HHB', 200 - n % 200, 200, 1 + n % 10)), '513_robot_status_t', remain_hp=200 - n % 200, max_hp=200, level=1 + n % 10)
emit(referee(0x202, struct.pack('<fH', 45.5 + n, 60)), '514_power_heat_t', chassis_power=f32(45.5 + n), buffer_energy=60)
`,
};

/** u-blox: word b562, class and ID, length, and the Fletcher sums modulo 256 over all but the word. */
export const UBX: Protocol = {
  name: "ubx",
  header: `struct nav_posllh { uint32_t iTOW; int32_t lon; int32_t lat; int32_t height; int32_t hMSL; uint32_t hAcc; uint32_t vAcc; };
struct nav_status { uint32_t iTOW; uint8_t gpsFix, flags, fixStat, flags2; uint32_t ttff, msss; };
`,
  keys: "id = u16be@2\nlength = u16le@4+8\npayload_offset = 6\ntrailer = 2\ncheck = fletcher16/256 from=2\nframing = sync:b562\nmessages = 0x0102 nav_posllh, 0x0103 nav_status\n",
  encoder: `
def ubx(group, id, data):
    body = bytes([group, id]) + struct.pack('<H', len(data)) + data
    a = b = 0
    for byte in body:
        a = (a + byte) & 255
        b = (b + a) & 255
    return b'\\xb5\\x62' + body + bytes([a, b])
emit(ubx(1, 2, struct.pack('<IiiiiII', 100 * n, 115750000, 481370000 + n, 520000, 474000, 2500, 3600)), '258_nav_posllh', iTOW=100 * n, lon=115750000, lat=481370000 + n, vAcc=3600)
emit(ubx(1, 3, struct.pack('<IBBBBII', 100 * n, 3, 0xdd, 0, 8, 27000, n)), '259_nav_status', gpsFix=3, flags=0xdd, msss=n)
`,
};

/** MAVLink 2: 24-bit ID at byte 7, trailing zeros of the payload not sent, a checksum that covers a byte for each message, too. */
export const MAVLINK: Protocol = {
  name: "mavlink",
  header: `typedef struct __mavlink_heartbeat_t { uint32_t custom_mode; uint8_t type, autopilot, base_mode, system_status, mavlink_version; } mavlink_heartbeat_t;
typedef struct __mavlink_attitude_t { uint32_t time_boot_ms; float roll, pitch, yaw, rollspeed, pitchspeed, yawspeed; } mavlink_attitude_t;
#define MAVLINK_MSG_ID_ATTITUDE 30
`,
  keys: "layout = packed\nid = u24le@7\nlength = u8@1+12\npayload_offset = 10\ntrailer = 2\ncheck = crc16/mcrf4xx from=1\nshort = zero\nframing = sync:fd\nmessages = 0 mavlink_heartbeat_t extra=50\n  MAVLINK_MSG_ID_ATTITUDE mavlink_attitude_t extra=39\n",
  encoder: `
def mavlink(id, data, extra):
    data = data.rstrip(b'\\0') or b'\\0'
    body = struct.pack('<BBBBBB', len(data), 0, 0, n & 255, 1, 1) + struct.pack('<I', id)[:3] + data
    return b'\\xfd' + body + struct.pack('<H', crc(body + bytes([extra]), 16, 0x8408, 0xffff, True))
emit(mavlink(0, struct.pack('<IBBBBB', n, 2, 3, 81, 4, 3), 50), '00_mavlink_heartbeat_t', custom_mode=n, type=2, system_status=4, mavlink_version=3)
emit(mavlink(30, struct.pack('<Iffffff', n, 0.25, -0.5, n, 0, 0, 0), 39), '30_mavlink_attitude_t', time_boot_ms=n, roll=0.25, pitch=-0.5, yaw=n, yawspeed=0)
`,
};

/** CRSF: address, length, type, big-endian payload, CRC-8 of type and payload. */
export const CRSF: Protocol = {
  name: "crsf",
  header: `struct crsf_gps { int32_t latitude, longitude; uint16_t groundspeed, heading, altitude; uint8_t satellites; };
struct crsf_link { uint8_t uplink_RSSI_1, uplink_RSSI_2, uplink_link_quality; int8_t uplink_SNR; uint8_t active_antenna, rf_mode, power, down_RSSI, down_LQ; int8_t down_SNR; };
struct crsf_attitude { int16_t pitch, roll, yaw; };
`,
  keys: "byte_order = big\nlayout = packed\nid = u8@2\nlength = u8@1+2\npayload_offset = 3\ntrailer = 1\ncheck = crc8/dvb-s2 from=2\nframing = sync:c8\nmessages = 0x02 crsf_gps, 0x14 crsf_link, 0x1e crsf_attitude\n",
  encoder: `
def crsf(type, data):
    body = bytes([type]) + data
    return bytes([0xc8, len(body) + 1]) + body + bytes([crc(body, 8, 0xd5, 0)])
emit(crsf(2, struct.pack('>iiHHHB', 481370000 + n, -115750000, 123, 35999, 1520, 14)), '02_crsf_gps', latitude=481370000 + n, longitude=-115750000, heading=35999, satellites=14)
emit(crsf(0x14, struct.pack('>BBBbBBBBBb', 60, 61, n % 101, -12, 0, 2, 3, 70, 100, 9)), '20_crsf_link', uplink_link_quality=n % 101, uplink_SNR=-12, down_SNR=9)
emit(crsf(0x1e, struct.pack('>hhh', -n % 30000, 2, 31415)), '30_crsf_attitude', pitch=-n % 30000, yaw=31415)
`,
};

/** A battery's management: start byte, address, command, length, big-endian data in a little-endian channel, sum of all bytes. */
export const BMS: Protocol = {
  name: "bms",
  header: `typedef uint16_t __be16;
typedef __be16 bms_u16;
// @order: big
typedef struct __attribute__((packed)) {
  uint16_t voltage;   // @rule: expr=voltage / 10; unit=V
  uint16_t gathered;
  uint16_t current;   // @rule: expr=(current - 30000) / 10; unit=A
  uint16_t soc;       // @rule: expr=soc / 10; unit=%
} bms_pack_t;
typedef struct __attribute__((packed)) {
  uint8_t block;
  bms_u16 cell[3];    // mV
  uint8_t reserved;
} bms_cells_t;
typedef struct __attribute__((packed)) {
  uint8_t state, charging, discharging, cycles;
  uint32_t remaining; // @order: big
} bms_state_t;
`,
  keys: "id = u8@2\nlength = u8@3+5\npayload_offset = 4\ntrailer = 1\ncheck = sum8\nframing = sync:a5\nmessages = 0x90 bms_pack_t, 0x93 bms_state_t, 0x95 bms_cells_t\n",
  encoder: `
def bms(command, data):
    body = bytes([0xa5, 1, command, len(data)]) + data
    return body + bytes([sum(body) & 255])
emit(bms(0x90, struct.pack('>HHHH', 532 + n % 40, 0, 30000 - n % 900, 1000 - n % 1000)), '144_bms_pack_t', voltage=(532 + n % 40) / 10, gathered=0, current=-(n % 900) / 10 if n % 900 else 0, soc=(1000 - n % 1000) / 10)
emit(bms(0x93, struct.pack('>BBBBI', 2, 1, 0, n & 255, 123456 + n)), '147_bms_state_t', state=2, charging=1, cycles=n & 255, remaining=123456 + n)
emit(bms(0x95, struct.pack('>BHHHB', 1 + n % 6, 3301, 3302 + n % 50, 3303, 0)), '149_bms_cells_t', **{'block': 1 + n % 6, 'cell.0': 3301, 'cell.1': 3302 + n % 50, 'cell.2': 3303})
`,
};

export const PROTOCOLS: readonly Protocol[] = [RACING, ROCKET, CCSDS, ROBOT, UBX, MAVLINK, CRSF, BMS];
