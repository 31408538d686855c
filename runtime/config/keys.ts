/** Every section and key of the configuration file; `docs/configuration.md` is generated from this table. */

import { EMIT_NAMES } from "./emit-names.ts";

export interface KeyDescription {
  readonly key: string;
  /** As shown in the documentation; `required` has no default. */
  readonly default: string;
  readonly meaning: string;
  readonly example?: string;
}

export interface SectionDescription {
  /** `lab-<channel>` stands for every section whose name begins with `lab-`. */
  readonly section: string;
  readonly meaning: string;
  readonly keys: readonly KeyDescription[];
}

/** Credentials that weather stations and gateways send with their data. */
export const DROP_FIELDS: readonly string[] = [
  "PASSKEY",
  "PASSWORD",
  "passwd",
  "pwd",
  "api_key",
  "apikey",
  "api-key",
  "token",
  "access_token",
  "auth_token",
  "secret",
  "client_secret",
  "psk",
];

const TLS_KEYS: readonly KeyDescription[] = [
  {
    key: "tls_certificate",
    default: "",
    meaning: "PEM file with the certificate chain; with `tls_key` it turns TLS on.",
  },
  { key: "tls_key", default: "", meaning: "PEM file with the private key." },
];

/** Messages and frames of a channel [D36, D37]. */
const FRAME_KEYS: readonly KeyDescription[] = [
  {
    key: "messages",
    default: "initialisers",
    meaning:
      "Which struct, class or typedef is which message: an ID and a name by turns, one pair a line or separated by commas. These structs need no `length`, no `ID` and no initialiser. An ID is a number, a text in quotes, or the name of an enumerator or a constant of the headers.",
    example: "0 PacketMotionData, 0x10 gps_t, 'GPS1' fix_t, PACKET_ID_LAP PacketLapData",
  },
  {
    key: "id",
    default: "u8@1",
    meaning:
      "Where the ID stands in a frame: `u8`, `u16le`, `u16be`, `u24le`, `u24be`, `u32le`, `u32be` or `text1` to `text4`, `@` the byte offset from the frame's beginning, and `&` a mask whose bits are shifted down; `none`: there is one message only; `fport`: it is the port of a LoRaWAN uplink.",
    example: "u16be@0&0x7ff",
  },
  {
    key: "length",
    default: "u8@0",
    meaning:
      "The same for the length, with `+n` for bytes that it does not count; `none`: frames do not say it. A length that differs is counted, and a stream is cut by it.",
    example: "u16be@4+7",
  },
  { key: "payload_offset", default: "0", meaning: "Bytes of a frame before the struct." },
  { key: "trailer", default: "0", meaning: "Bytes of a frame behind the struct." },
  {
    key: "check",
    default: "",
    meaning:
      "Checksum with which the trailer begins: a name of the RevEng catalogue, `sum8`, `xor8`, `fletcher16` or `adler32`; `from=` is the first byte that it covers, `little` or `big` its byte order where it is not the channel's. A message may add a byte to what is covered: `0 heartbeat_t extra=50`.",
    example: "crc16/mcrf4xx from=1",
  },
  {
    key: "short",
    default: "reject",
    meaning: "`zero`: a frame that ends early is completed with zeros, instead of being rejected.",
  },
  { key: "long", default: "reject", meaning: "`ignore`: surplus bytes of a frame are passed over." },
  {
    key: "framing",
    default: "by the length",
    meaning:
      "How a stream is cut into frames: `length`; `fixed` (by the ID's struct) or `fixed:n` bytes; `cobs`; `slip`; `sync:aa55`, with which each frame begins; `lines` of hexadecimal digits or base64 (`lines:hex`, `lines:base64`).",
    example: "sync:b562",
  },
  {
    key: "sources",
    default: "udp:<udp_port>",
    meaning:
      "Doors that the channel's frames come by, separated by commas: `udp:8888`; `udp:239.1.2.3:8888@eth0` (multicast); `tcp:9000` (listens); `tcp://host:4001` (connects, again and again); `serial:/dev/ttyUSB0@115200` or `…@9600,8N1`; `mqtt:rig/+/frame.bin` (a topic filter); `file:capture.pcap` (a capture of tcpdump or Wireshark, of which the UDP datagrams to the channel's port are taken, else a recorded stream: taken again at each start, its rows take the place of those that are there) and `-` (standard input: the same, as it comes). Streams are cut by `framing`; what is no frame is skipped, counted and kept.",
    example: "udp:8888, tcp:9000, serial:/dev/ttyUSB0@115200",
  },
];

export const SECTIONS: readonly SectionDescription[] = [
  {
    section: "lab",
    meaning: "Which UDP channels are active. The only section that must be there.",
    keys: [
      {
        key: "channels",
        default: "required",
        meaning: "Names of channel sections, separated by commas. May be empty: HTTP and MQTT serve without any.",
        example: "lab-rig, lab-h2m",
      },
    ],
  },
  {
    section: "lab-<channel>",
    meaning: "One UDP channel. A section that `[lab] channels` does not list is inactive.",
    keys: [
      {
        key: "udp_port",
        default: "required",
        meaning: "UDP port on which the channel's datagrams arrive. May be left out where `sources` names others.",
        example: "8888",
      },
      {
        key: "wamp_topic",
        default: "required",
        meaning:
          "WAMP topic of the decoded messages. With `_` for `.` it is the database, with `/` for `.` the beginning of the MQTT error topic.",
        example: "lab.rig.telemetry",
      },
      { key: "include_path", default: "required", meaning: "Folder of the header files.", example: "headers" },
      {
        key: "header_files",
        default: "required",
        meaning: "Header files in it, separated by commas; not with `versions`.",
        example: "rig.h",
      },
      {
        key: "versions",
        default: "",
        meaning:
          "Instead of `header_files`: versions of the firmware that send at once, oldest first, each with its header files (joined with `+`). A message is taken for the version whose field tagged `@version` says so, else whose length it has, else which its sender is pinned to, else the last one.",
        example: "v1: v1/rig.h, v2: rig.h",
      },
      {
        key: "device.<address>",
        default: "",
        meaning: "The version that the sender at this address sends.",
        example: "v1",
      },
      {
        key: "abi",
        default: "x86-64",
        meaning:
          "Whose compiler lays the structs out: `x86-64`, `i386`, `aarch64`, `arm-eabi` (Cortex-M), `avr`, `xtensa` (ESP8266, ESP32), `riscv32`, `riscv64`, `msp430` or `msvc-x64`. Sizes of `int`, `long`, `double` and `enum`, alignments, plain-`char` signedness, bit-field allocation and predefined macros follow it.",
      },
      {
        key: "layout",
        default: "",
        meaning:
          "`natural` or `packed` settles for all structs of the channel what is otherwise decided for each by its declared length.",
      },
      { key: "byte_order", default: "little", meaning: "`little` or `big`." },
      { key: "defines", default: "", meaning: "Macros for the headers' `#if`s: `A, B=2`." },
      {
        key: "cflags",
        default: "",
        meaning:
          "Compiler flags as the firmware's project file has them; those that change layout, macros or language count: `-D`, `-U`, `-fpack-struct[=n]`, `-fshort-enums`, `-funsigned-char`, `-funsigned-bitfields`, `-m32`, `-std=`, and their opposites. An unknown one is a warning.",
        example: "-mcpu=cortex-m4 -fpack-struct=1 -DBOARD=2",
      },
      {
        key: "store_exclude",
        default: "",
        meaning: "Fields that are left out of stored rows.",
        example: "length, ID, ck",
      },
      {
        key: "emit",
        default: "",
        meaning: `Definitions for other tools that are written beside the codecs ([emitters.md](emitters.md)): \`all\`, or some of ${EMIT_NAMES.map((name) => `\`${name}\``).join(", ")}.`,
        example: "kaitai, xtce",
      },
      ...FRAME_KEYS,
      { key: "listen", default: "[udp] listen", meaning: "Address the channel's socket binds to." },
      {
        key: "allow_from",
        default: "",
        meaning: "Networks (CIDR) datagrams are taken from; all others are rejected. Empty takes all.",
        example: "10.0.7.0/24, 127.0.0.1",
      },
    ],
  },
  {
    section: "udp",
    meaning: "What all UDP channels share.",
    keys: [
      {
        key: "listen",
        default: "127.0.0.1",
        meaning: "Address the UDP sockets bind to; `0.0.0.0` takes datagrams from other machines.",
      },
    ],
  },
  {
    section: "http",
    meaning: "The HTTP listener: data and events under `/api`, the page at `/`, the WAMP router at `/ws`.",
    keys: [
      { key: "listen", default: "127.0.0.1:24642", meaning: "`host:port`." },
      {
        key: "max_body",
        default: "2M",
        meaning: "Largest body that is held whole (JSON, form). CSV streams and has no limit.",
      },
      {
        key: "cors_origins",
        default: "",
        meaning: "Web origins whose pages may call `/api`, separated by commas; `*` for all.",
      },
      {
        key: "drop_fields",
        default: DROP_FIELDS.join(", "),
        meaning:
          "Fields of bodies that are taken out before anything is kept or shown, at any depth and in any case; a CSV header that names one is refused. `none` keeps everything.",
      },
      {
        key: "hosts",
        default: "",
        meaning:
          "Names that a proxy on this machine calls the service by. On loopback without `[auth]` others than these, addresses and `localhost` are refused, so that no web page reaches the service under a name of its own.",
        example: "telemetry.example.org",
      },
      ...TLS_KEYS,
    ],
  },
  {
    section: "mqtt",
    meaning: "The MQTT side: an embedded broker, or an external one.",
    keys: [
      {
        key: "url",
        default: "",
        meaning: "External broker: `mqtt://host:1883`, `mqtts://host:8883`. Without it an embedded broker runs.",
      },
      { key: "listen", default: "127.0.0.1:1883", meaning: "`host:port` of the embedded broker." },
      { key: "username", default: "", meaning: "For the external broker." },
      { key: "password", default: "", meaning: "For the external broker." },
      {
        key: "client_id",
        default: "structline",
        meaning: "Names the durable session at the external broker; one for each instance.",
      },
      {
        key: "tls_ca",
        default: "",
        meaning: "PEM file of the authority that signed the external broker's certificate.",
      },
      ...TLS_KEYS,
    ],
  },
  {
    section: "wamp",
    meaning: "The software bus.",
    keys: [
      {
        key: "url",
        default: "",
        meaning: "External WAMP router (`ws://host:8080/ws`) that decoded messages are published to.",
      },
      { key: "realm", default: "lab", meaning: "WAMP realm." },
    ],
  },
  {
    section: "store",
    meaning: "Where rows are kept.",
    keys: [
      {
        key: "url",
        default: "duckdb:data/telemetry.duckdb",
        meaning:
          "`duckdb:FILE`, `parquet:FOLDER` or `parquet:s3://bucket/prefix` (hourly Parquet files for other programs, see [stores](stores.md)), or InfluxDB: `influxdb://user:password@host:8086` (version found by asking), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS.",
      },
      { key: "token", default: "", meaning: "InfluxDB 2.x or 3.x token.", example: "${INFLUX_TOKEN}" },
      {
        key: "directory",
        default: "data/history",
        meaning: "For a bucket: the folder of `head.duckdb` and of the files that are here at the moment.",
      },
      {
        key: "endpoint",
        default: "Amazon's of the region",
        meaning: "The server of the bucket, where it is not Amazon's.",
        example: "http://minio:9000",
      },
      { key: "region", default: "AWS_REGION, else us-east-1", meaning: "The bucket's region." },
      {
        key: "path_style",
        default: "yes with endpoint, else no",
        meaning: "Whether the bucket is the first part of the path, and not of the host's name: `yes` or `no`.",
      },
      {
        key: "credentials",
        default: "AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY of the environment",
        meaning:
          "A file with the bucket's keys as Amazon's programs have it, `[default]` of it; read anew for each request.",
      },
      {
        key: "cache",
        default: "10G",
        meaning: "How much of what the bucket has may be in the folder; one query reads no more than that.",
      },
      {
        key: "adopt",
        default: "no",
        meaning:
          "For Parquet files: `yes` has a new `head.duckdb` take over the files of one that is lost. For that one start.",
      },
    ],
  },
  {
    section: "store-<name>",
    meaning: "An InfluxDB for some of the databases; `[store]` has the others. Of several that fit the first counts.",
    keys: [
      {
        key: "databases",
        default: "required",
        meaning: "Names of the databases, with `*` for any text and `?` for any character.",
        example: "plant_a_*, mqttkit_1_testdrive",
      },
      { key: "url", default: "required", meaning: "As in `[store]`; InfluxDB only." },
      { key: "token", default: "", meaning: "InfluxDB 2.x or 3.x token.", example: "${INFLUX_TOKEN}" },
    ],
  },
  {
    section: "grafana",
    meaning: "Provisioning of Grafana dashboards; off without `url`.",
    keys: [
      { key: "url", default: "", meaning: "`http://host:3000`" },
      { key: "token", default: "", meaning: "Service account token.", example: "${GRAFANA_TOKEN}" },
      { key: "username", default: "", meaning: "Basic auth, instead of a token." },
      { key: "password", default: "", meaning: "Basic auth, instead of a token." },
      { key: "folder", default: "structline", meaning: "Folder for what is made." },
      { key: "datasource_url", default: "[store] url", meaning: "InfluxDB's address as Grafana reaches it." },
    ],
  },
  {
    section: "journal",
    meaning: "The durable log between the sources and the store.",
    keys: [
      { key: "directory", default: "data/journal", meaning: "Its folder; dead letters are beside it." },
      {
        key: "max_size",
        default: "4G",
        meaning: "How much may wait for a store that is down; beyond it senders get 503 and no PUBACK.",
      },
      {
        key: "commit_interval",
        default: "5ms",
        meaning: "Longest time a message waits for others to be made durable with it.",
      },
    ],
  },
  {
    section: "cluster",
    meaning:
      "Several machines that work as one, by way of NATS JetStream ([cluster](cluster.md)); without `url` there is one process, and nothing of this is loaded.",
    keys: [
      {
        key: "url",
        default: "",
        meaning: "NATS servers with JetStream, separated by commas; `tls://` insists on TLS.",
        example: "nats://a:4222, nats://b:4222, nats://c:4222",
      },
      {
        key: "role",
        default: "all",
        meaning:
          "What this node does; the option `--role` wins. `ingest` takes messages, `store` brings them to the store, `view` serves page and read API, `all` does everything.",
      },
      {
        key: "acknowledge",
        default: "replicated",
        meaning:
          "When a sender is told that its message is kept: `replicated`, when this node's journal and the cluster's log have it; `local`, when the journal has it.",
      },
      { key: "name", default: "lab", meaning: "Tells labs apart that share servers." },
      {
        key: "partitions",
        default: "64",
        meaning:
          "Parts of the log; the rows of one measurement are in one of them. The most workers there can be. The same on all nodes, and not to be changed while messages wait.",
      },
      {
        key: "nodes",
        default: "64",
        meaning:
          "How many nodes there can be at a time; times of receipt of node k are k modulo this, ns. The same on all nodes.",
      },
      { key: "replicas", default: "3 where there are 3 servers", meaning: "Copies of the cluster's log." },
      {
        key: "ack_wait",
        default: "30s",
        meaning: "After this time without a word from it, what a worker had goes to another.",
      },
      {
        key: "keep",
        default: "10m",
        meaning:
          "How long this node's journal keeps what the cluster's log has, as long as no more than half of its room is taken: `channel-message cluster resend` sends it once more.",
      },
      {
        key: "max_size",
        default: "4G",
        meaning:
          "How much the cluster's log may hold, which each server reserves; what comes beyond waits in the journals of the nodes.",
      },
      {
        key: "credentials",
        default: "",
        meaning: "Credentials file of the NATS user (`.creds`); or user and password in `url`.",
      },
      { key: "tls_ca", default: "", meaning: "PEM file of the authority that signed the servers' certificates." },
      ...TLS_KEYS.map(({ key, meaning }) => ({
        key,
        default: "",
        meaning: meaning.replace("; with `tls_key` it turns TLS on", ", which this node shows the servers"),
      })),
    ],
  },
  {
    section: "realm-<name>",
    meaning:
      "One realm of HTTP and MQTT addresses. Without any such section every realm is accepted; with one, only those named.",
    keys: [
      {
        key: "networks",
        default: "",
        meaning: "Networks whose names contain hyphens, so that direct addresses resolve.",
        example: "my-net, acme",
      },
      {
        key: "binary",
        default: "",
        meaning:
          "Channel by whose structs binary payloads of this realm's devices are decoded: LoRaWAN uplinks without a decoded payload (`frm_payload`; the channel may say `id = fport`), `<address>/data.bin` over MQTT, `application/octet-stream` over HTTP. The values go into the device's own measurement.",
        example: "node",
      },
      { key: "timezone", default: "UTC", meaning: "IANA zone of times that name none.", example: "Europe/Berlin" },
      {
        key: "rule.<field>",
        default: "",
        meaning:
          "How a field of this realm's devices is shown and judged on the page: `unit`, `warn`, `alarm`, `hold` and `states` as in [rules](rules.md), separated by `;` without a blank before it.",
        example: "unit=°C; warn=10..30",
      },
    ],
  },
  {
    section: "auth",
    meaning: "Who may do what.",
    keys: [
      {
        key: "users_file",
        default: "",
        meaning:
          "File of users and tokens, made with `channel-message users add`; without it everybody may do everything. See [security.md](security.md).",
        example: "users.json",
      },
    ],
  },
  {
    section: "log",
    meaning: "Logging, to standard error.",
    keys: [
      { key: "level", default: "info", meaning: "`debug`, `info`, `warn` or `error`." },
      { key: "format", default: "pretty", meaning: "`pretty` (a line for people) or `json`." },
    ],
  },
];
