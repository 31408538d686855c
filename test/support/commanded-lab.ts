/** A lab whose firmware takes commands, and a board in it that answers over UDP. */

import { createSocket, type Socket } from "node:dgram";
import { jsonPost } from "./json-post.ts";
import { Lab, type ServiceProcess } from "./lab.ts";
import { until } from "./until.ts";

export const HEADER = `#pragma pack(push, 1)
enum state { IDLE, ARMED = 2 };
struct struct_status { uint8_t length; uint8_t ID; uint8_t state; /* @rule: states=0=idle, 2=armed */ } status = {3, 1};
struct struct_ack { uint8_t length; uint8_t ID; uint8_t seq; uint8_t result; } ack = {4, 2};
// @command: ack=struct_ack timeout=1500ms ok="result == 0"
struct struct_set_point {
  uint8_t length;
  uint8_t ID;
  uint8_t seq;
  int16_t target; // @rule: expr=target / 10; unit=°C; warn=10..25; alarm=5..30
} set_point = {5, 16};
// @command: confirm
struct struct_reset { uint8_t length; uint8_t ID; uint8_t what; } reset = {3, 17};
struct struct_fire { uint8_t length; uint8_t ID; uint16_t ms; } fire = {4, 18}; // @command: if="state == armed" fresh=60s
struct struct_hold { uint8_t length; uint8_t ID; uint8_t seq; } hold = {3, 19}; // @command: ack=struct_ack timeout=10min
#pragma pack(pop)
`;

export const CHANNEL =
  "[lab]\nchannels = lab-rig\n\n[lab-rig]\nudp_port = 0\nwamp_topic = lab.rig.telemetry\ninclude_path = headers\nheader_files = rig.h\n";

export function commandedLab(ini = CHANNEL, header = HEADER): Lab {
  const lab = new Lab({ ini, headers: { "rig.h": header } });
  const { status, output } = lab.generate();
  if (status !== 0) throw new Error(output);
  return lab;
}

export type Answer = "ack" | "refuse" | "nothing";

/** Sends its state, and acknowledges as configured. */
export class Board {
  readonly received: string[] = [];
  answer: Answer = "ack";
  readonly #socket: Socket;
  /** Of the service. */
  port: number;

  private constructor(socket: Socket, port: number) {
    this.#socket = socket;
    this.port = port;
    socket.on("message", (frame) => {
      this.received.push(frame.toString("hex"));
      if (this.answer !== "nothing" && frame[1] === 16) this.acknowledge(frame[2] ?? 0, this.answer === "ack" ? 0 : 7);
    });
  }

  static async open(port: number): Promise<Board> {
    const socket = createSocket("udp4");
    await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
    return new Board(socket, port);
  }

  get to(): string {
    return `udp://127.0.0.1:${this.#socket.address().port}`;
  }

  send(bytes: readonly number[]): void {
    this.#socket.send(Uint8Array.from(bytes), this.port, "127.0.0.1");
  }

  state(state: number): void {
    this.send([3, 1, state]);
  }

  acknowledge(sequence: number, result = 0): void {
    this.send([4, 2, sequence, result]);
  }

  close(): void {
    this.#socket.close();
  }
}

export interface Told {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: each test asserts on other members of the JSON
  readonly body: any;
}

export async function order(
  service: ServiceProcess,
  body: object,
  {
    place = "lab/rig",
    headers = {},
  }: { readonly place?: string; readonly headers?: Readonly<Record<string, string>> } = {},
): Promise<Told> {
  const response = await fetch(`${service.url}/api/${place}/command`, jsonPost(body, headers));
  const text = await response.text();
  return { status: response.status, text, body: response.ok ? JSON.parse(text) : undefined };
}

/** Waits until the service has received a message of the board. */
export async function heard(service: ServiceProcess, board: Board, state = 0): Promise<void> {
  board.state(state);
  await until(async () => {
    const { peers } = await service.json<{ peers: { to: string }[] }>("/api/lab/rig/command");
    return peers.some(({ to }) => to === board.to);
  });
}

export interface CommandEvent {
  readonly command_id: string;
  readonly command_state: string;
  readonly command_by: string;
  readonly command_hex: string;
  readonly command_reason: string;
  readonly title: string;
}

/** Stored events of commands, the oldest first. */
export async function events(service: ServiceProcess, least: number): Promise<CommandEvent[]> {
  const path = "/read/rows?database=lab_rig_telemetry&measurement=network_events&limit=1000";
  let found: CommandEvent[] = [];
  await until(async () => {
    const answer = await fetch(`${service.url}${path}`);
    if (!answer.ok) return false;
    found = ((await answer.json()) as { rows: CommandEvent[] }).rows;
    return found.length >= least;
  });
  return found.sort((a, b) => String(Reflect.get(a, "time")).localeCompare(String(Reflect.get(b, "time"))));
}
