/** Sections `[lab]`, `[lab-<channel>]` and `[gen]`. */

import type { Surroundings } from "../config/key.ts";
import { part, section } from "../config/part.ts";
import { none, nothing, oneOf, parseDuration, parseHost, parseList, parsePath, parsePort } from "../config/values.ts";
import { ABI_NAMES } from "./abi-names.ts";
import type { ChannelEndpoint } from "./channel-settings.ts";
import { COMPILER_NAMES } from "./compiler-names.ts";
import { parseEndpoints } from "./endpoints.ts";
import { parseBytes, parseFraming } from "./framing.ts";
import { parseDefines, parseFlags, parseNetworks, parseVersions, parseWampTopic } from "./values.ts";

const paths = (written: string, at: Surroundings): readonly string[] => parseList(written).map((one) => at.path(one));
const endpointsAt = (written: string, at: Surroundings): ChannelEndpoint[] =>
  parseEndpoints(written).map((endpoint) =>
    endpoint.kind === "file" ? { ...endpoint, path: at.path(endpoint.path) } : endpoint,
  );

/** Messages and frames of a channel [D36, D37]. */
const FRAME_KEYS = [
  {
    key: "messages",
    absent: nothing,
    default: "initialisers",
    meaning:
      "Which struct, class or typedef is which message: pairs of an ID and a name, separated by commas or lines. An ID is a number, a quoted text, or an enumerator, constant or macro of the headers. `extra=50` is a byte for the checksum, `order=big` the struct's byte order, `count=n:16` the number of elements of an array without a size at its end: the member `n`, at most 16 (`count=16`: as many as the frame holds).",
    example: "0 PacketMotionData, 0x10 gps_t, 'GPS1' fix_t, PACKET_ID_LAP PacketLapData",
  },
  {
    key: "id",
    absent: nothing,
    default: "u8@1",
    meaning:
      "Position of the ID in a frame: `u8`, `u16le`, `u16be`, `u24le`, `u24be`, `u32le`, `u32be` or `text1` to `text4`, `@` its offset, `&` a mask (its bits are shifted down). `none`: one message. `fport`: the port of a LoRaWAN uplink.",
    example: "u16be@0&0x7ff",
  },
  {
    key: "length",
    absent: nothing,
    default: "u8@0",
    meaning:
      "The same for the length, which cuts streams; `+n` for bytes that it does not count; `none`: frames have no length.",
    example: "u16be@4+7",
  },
  { key: "payload_offset", parse: parseBytes, default: "0", meaning: "Bytes of a frame before the struct." },
  { key: "trailer", parse: parseBytes, default: "0", meaning: "Bytes of a frame after the struct." },
  {
    key: "check",
    meaning:
      "Checksum at the beginning of the trailer: a name of the RevEng catalogue, `sum8`, `xor8`, `fletcher16` or `adler32`. `from=` is the first byte; `little` or `big` its byte order.",
    example: "crc16/mcrf4xx from=1",
  },
  {
    key: "expect",
    absent: nothing,
    default: "none",
    meaning:
      "Numbers that each frame has, such as a version: a position as for `id`, `=` and the number. structline rejects frames with other numbers (`unexpected`), and writes these into frames that it makes.",
    example: "u8@0&0xe0=0, u8@2&0xc0=3",
  },
  {
    key: "sequence",
    absent: nothing,
    default: "none",
    meaning:
      "Position of a counter before the struct, which counts the messages of each ID, as `@seq` does in a struct.",
    example: "u16be@2&0x3fff",
  },
  {
    key: "short",
    parse: oneOf(["reject", "zero"]),
    default: "reject",
    meaning: "Frames that end early: `zero` fills them with zeros, `reject` rejects them.",
  },
  {
    key: "long",
    parse: oneOf(["reject", "ignore"]),
    default: "reject",
    meaning: "Surplus bytes: `ignore` skips them, `reject` rejects the frame.",
  },
  {
    key: "variants",
    absent: nothing,
    default: "none",
    meaning:
      "[Other forms of frames](frames.md#the-parts-of-a-frame), separated by commas. Each begins with its mark, `sync=fe` (first bytes) or `u8@2&1=1` (a number), then has the keys that differ: `id`, `length`, `payload_offset`, `trailer`, `short`, `long`. The first that matches applies.",
    example: "sync=fe id=u8@5 length=u8@1+8 payload_offset=6, u8@2&1=1 length=u8@1+25 trailer=15",
  },
  {
    key: "framing",
    parse: parseFraming,
    absent: nothing,
    default: "by the length",
    meaning:
      "How to cut a stream: `length`; `fixed` (by the ID's struct) or `fixed:n` bytes; `tm:1115` ([transfer frames](frames.md#the-parts-of-a-frame) of CCSDS, `+crc`: with a checksum); `cobs`; `slip`; `sync:aa55` (each frame begins with it); `lines:hex`, `lines:base64` or `lines`.",
    example: "sync:b562",
  },
  {
    key: "sources",
    parse: endpointsAt,
    absent: nothing,
    default: "udp:<udp_port>",
    meaning: "The channel's [endpoints](frames.md#sources), separated by commas.",
    example: "udp:8888, tcp:9000, serial:/dev/ttyUSB0@115200",
  },
] as const;

export const LAB = section({
  section: "lab",
  reload: "applied",
  meaning: "The active channels.",
  keys: [
    {
      key: "channels",
      parse: parseList,
      default: "required",
      meaning: "Channel sections, separated by commas. May be empty.",
    },
  ],
});

export const CHANNEL = section({
  section: "lab-<channel>",
  reload: "applied",
  meaning: "One channel, active if `[lab] channels` lists it.",
  keys: [
    {
      key: "udp_port",
      parse: parsePort,
      default: "required",
      meaning: "UDP port. Not needed with `sources`.",
    },
    {
      key: "wamp_topic",
      parse: parseWampTopic,
      default: "required",
      meaning:
        "WAMP topic of decoded messages. With `_` for `.` the database's name, with `/` the beginning of the MQTT error topic.",
      example: "lab.rig.telemetry",
    },
    {
      key: "include_path",
      parse: paths,
      default: "required",
      meaning:
        "Folders of header files, separated by commas, like a compiler's `-I`. structline knows the standard headers. `gen` copies others of a C library from the compiler of `abi` to `library-headers`.",
    },
    {
      key: "header_files",
      parse: parseList,
      default: "required",
      meaning: "Header files in it, separated by commas.",
    },
    {
      key: "versions",
      parse: parseVersions,
      meaning:
        "Instead of `header_files`: [firmware versions](versions.md), oldest first, each with its header files (joined with `+`).",
      example: "v1: v1/rig.h, v2: rig.h",
    },
    {
      key: "version_columns",
      parse: parseList,
      absent: none,
      meaning: "Fields that older versions store in their own columns (`volt_v1`), without conversion.",
    },
    {
      key: "device.<address>",
      meaning: "The version of the sender with this address.",
    },
    {
      key: "abi",
      parse: oneOf(ABI_NAMES),
      default: "x86-64",
      meaning:
        "The processor with its compiler: for GCC `x86-64`, `i386`, `aarch64`, `arm-eabi` (Cortex-M), `avr`, `xtensa` (ESP8266, ESP32), `riscv32`, `riscv64`, `msp430` or `mingw-x64` (GCC for Windows); `arm-eabi-clang`; `msvc-x64` (Microsoft's compiler); `sdcc`.",
    },
    {
      key: "compiler",
      parse: oneOf(COMPILER_NAMES),
      absent: nothing,
      default: "gcc",
      meaning:
        "The compiler and its major version, where it [moves a layout](compilers.md): `gcc`, `gcc-8` to `gcc-14`, `clang`, `clang-11` to `clang-20`. `gen` warns (W213) where it matters and the key is absent.",
      example: "gcc-11",
    },
    {
      key: "layout",
      parse: oneOf(["natural", "packed"]),
      meaning: "`natural` or `packed`. Without the key, each struct's declared length decides.",
    },
    { key: "byte_order", parse: oneOf(["little", "big"]), default: "little", meaning: "`little` or `big`." },
    { key: "defines", parse: parseDefines, meaning: "Macros for the headers' `#if`s: `A, B=2`." },
    {
      key: "cflags",
      parse: parseFlags,
      meaning:
        "The firmware's compiler flags, as they are. structline uses those that change layout, macros or language (`-mcpu=`, `-D`, `-fpack-struct=`, `-fshort-enums`, `-std=`, `-include`, `/Zp` …). Unknown flags are errors.",
      example: "-mcpu=cortex-m4 -fpack-struct=1 -DBOARD=2",
    },
    {
      key: "store_exclude",
      parse: parseList,
      absent: none,
      meaning: "Fields that are not stored.",
    },
    {
      key: "emit",
      parse: parseList,
      absent: none,
      meaning: "[Definitions for other tools](emitters.md): `all`, or names separated by commas.",
      example: "c, python, wireshark",
    },
    {
      key: "publish",
      parse: oneOf(["json", "off"]),
      absent: nothing,
      default: "[publish] mqtt",
      meaning: "Whether stored rows are published over MQTT: `json` or `off`.",
    },
    ...FRAME_KEYS,
    {
      key: "listen",
      parse: parseHost,
      absent: nothing,
      default: "[udp] listen",
      meaning: "Address of the channel's sockets.",
    },
    {
      key: "allow_from",
      parse: parseNetworks,
      absent: none,
      meaning: "Networks (CIDR) that may send datagrams. Empty: all.",
      example: "10.0.7.0/24, 127.0.0.1",
    },
    {
      key: "tcp_idle",
      parse: parseDuration,
      default: "1h",
      meaning: "Time after which a TCP connection without data is closed: `90s`, `30min`, `1h`, `7d`.",
    },
    {
      key: "ack",
      parse: oneOf(["on", "off"]),
      default: "off",
      meaning: "`on`: [numbered frames](frames.md#numbered-frames) are stored once and acknowledged.",
    },
    {
      key: "commands",
      parse: (text: string) => text,
      absent: nothing,
      meaning:
        "Another channel whose [commands](commands.md#commands-with-ids-elsewhere) the devices of this one take, too.",
      example: "sat_commands",
    },
    {
      key: "unknown_ids",
      parse: oneOf(["keep", "once", "count"]),
      absent: nothing,
      default: "`once` for `can:` and `slcan:`, else `keep`",
      meaning:
        "Frames with an ID that no message has: `keep` makes each a [dead letter](operations.md), `once` the first of each ID, `count` none. All are counted.",
    },
  ],
});

export const GEN = part(
  {
    section: "gen",
    reload: "applied",
    meaning: "Output of `structline gen`, for all channels.",
    keys: [
      {
        key: "emit",
        parse: parseList,
        absent: none,
        meaning: "As a channel's `emit`; `gen --emit` writes it.",
      },
      {
        key: "emit_dir",
        parse: parsePath,
        absent: nothing,
        default: "the output folder",
        meaning: "Folder of these definitions.",
      },
      {
        key: "import_extension",
        parse: oneOf(["ts", "js", "none"]),
        absent: nothing,
        default: "by tsconfig.json",
        meaning: "Extension of imports in TypeScript of `gen --out`: `ts`, `js` or `none`.",
      },
      {
        key: "int64",
        parse: oneOf(["bigint", "number", "string"]),
        default: "bigint",
        meaning:
          "64-bit integers in records of `gen --out`: `bigint`, `string`, or `number`, which loses digits beyond 2^53.",
      },
      {
        key: "typed_arrays",
        parse: oneOf(["yes", "no"]),
        default: "no",
        meaning: "`yes`: arrays of 16 numbers or more are `Uint16Array`, `Float32Array` ….",
      },
    ],
  },
  (section) => {
    return {
      /** Definitions for all channels. */
      emit: section.get("emit"),
      /** Absolute path; absent: the output folder. */
      emitDirectory: section.get("emit_dir"),
      /** Absent: determined from the target project. */
      importExtension: section.get("import_extension"),
      /** Type of 64-bit integers in records of `gen --out`. */
      int64: section.get("int64"),
      /** Whether these records have typed arrays for arrays of numbers. */
      typedArrays: section.get("typed_arrays") === "yes",
    };
  },
);

export const RELEASES = part(
  {
    section: "versions",
    meaning: "[Firmware versions that are published elsewhere](versions.md#versions-of-releases).",
    keys: [
      {
        key: "from",
        meaning: "Folder, URL or bucket where the service finds new firmware versions by itself.",
        example: "https://firmware.example.org/releases",
      },
      {
        key: "every",
        parse: parseDuration,
        default: "30s",
        meaning: "Time between two looks. The service looks at once when a channel refuses a message.",
      },
      {
        key: "key",
        parse: publicKey,
        absent: nothing,
        meaning:
          "Public key of who publishes (`structline publish --new-key`): releases without its signature are refused.",
        example: "MCowBQYDK2VwAyEA11qYAYKxCrfVS/7TyWQHOg7hcvPapiMlrwIaaPcHURo=",
      },
    ],
  },
  (section) => ({ from: section.get("from"), everyMs: section.get("every"), key: section.get("key") }),
);

/** Ed25519, DER, base64. [RFC 8410] */
function publicKey(text: string): string {
  if (/^MCowBQYDK2VwAyEA[A-Za-z0-9+/]{43}=$/.test(text)) return text;
  throw new Error(`'${text}' is not a public key that 'structline publish --new-key' printed`);
}
