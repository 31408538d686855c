/** Commands to devices: their orders, their states, and the ways to the devices. */

import { RequestError } from "../lib/request-error.ts";

/** States of a command. The last four are final; `sent` is final if no struct acknowledges the command. */
export type CommandState = "queued" | "sent" | "acknowledged" | "refused" | "timed out" | "unknown";

export type FieldInput = number | string | boolean;

/** The user who orders a command; without log-in the address of the connection. */
export interface Commander {
  readonly user: string;
  /** Generation of the credential (`Credential.generation`); absent without log-in. */
  readonly generation?: string;
}

export interface Order {
  /** `set_point` or `struct_set_point`. */
  readonly command: string;
  /** Values by stored name, in stored units; enumerators by name or number. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  /** Address, or a host such as `10.0.0.7`; absent: the only device there is. */
  readonly to?: string;
  /** Confirms a dangerous command. */
  readonly confirm?: boolean;
  /** Longest wait for the device, s, from `time` on. */
  readonly within?: number;
  /** When it was ordered, where it may have waited on its way here (ISO 8601); absent: now. */
  readonly time?: string;
  /** A repeated order with the same key is the same command. */
  readonly key?: string;
  /** The sender knows that this order is new: do not look for its key. */
  readonly isNew?: true;
}

export interface CommandEntry {
  readonly id: number;
  /** `lab/rig`, or a device's wide address. */
  readonly place: string;
  readonly command: string;
  readonly to: string;
  readonly fields: Readonly<Record<string, FieldInput>>;
  /** The exact bytes, in hexadecimal digits. */
  readonly hex: string;
  readonly by: string;
  readonly state: CommandState;
  /** Why, in one sentence. */
  readonly reason?: string;
  /** ISO 8601. */
  readonly queued: string;
  readonly sent?: string;
  readonly ended?: string;
}

/** Who can be commanded, and what was ordered. */
export interface Overview {
  readonly places: readonly {
    readonly place: string;
    readonly peers: readonly { readonly to: string; readonly seen: string }[];
  }[];
  readonly history: readonly CommandEntry[];
  /** Nodes of a cluster that did not answer. */
  readonly missing?: readonly string[];
}

/** A refused order. The service does not keep it. */
export class OrderError extends RequestError<400 | 403 | 404 | 409 | 503> {
  constructor(status: OrderError["status"], message: string) {
    super(message, status);
  }
}

/** What a source may need beside the frame. */
export interface Sending {
  /** The command's ID. */
  readonly id: number;
  /** LoRaWAN port; absent if unknown. */
  readonly port?: number;
  /** Asks the network for a confirmed downlink, because no struct acknowledges the command. */
  readonly isConfirmed: boolean;
  /** The network server's own name for the downlink, if it chooses one. */
  readonly onReference?: (reference: string) => void;
}

/** How a source reaches its senders. */
export interface ReplyPath {
  /** Whether this source reaches `to` (`udp://10.0.0.7:50123`, `serial:/dev/ttyUSB0`). */
  reaches(to: string): boolean;
  /**
   * Resolves when the operating system has taken the bytes.
   * @throws NotSent if no byte left; after any other error some bytes may have left
   */
  send(place: string, to: string, frame: Uint8Array, sending: Sending): Promise<void>;
}

export class NotSent extends Error {}

/** The only device of an address, which fetches its commands with its next post. */
export const FETCHED = "http";

/** One of several devices that post to a channel's address: the host and the user tell them apart. */
export function fetchedBy(address: string, user: string | undefined): string {
  const host = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return `http://${user === undefined ? "" : `${encodeURIComponent(user)}@`}${host.includes(":") ? `[${host}]` : host}`;
}

export function isFetched(to: string): boolean {
  return to === FETCHED || to.startsWith("http://");
}

/** Commands that wait until the device's next post. */
export interface Fetching {
  /** Whether any command waits. Hot path. */
  readonly hasFetched: boolean;
  /** The next frame for the device that asks now. Each frame is handed out once. @param to `FETCHED` unless given */
  fetch(place: string, to?: string): Promise<Uint8Array | undefined>;
}

/** What sources need that reach devices. */
export interface Commands extends Fetching {
  /** Whether a command is on its way, so that news about it matter. Hot path. */
  readonly awaitsNews: boolean;
  /** A network server reports on a command. */
  networkSays(place: string, event: NetworkEvent): void;
}

/** A network server's report on a command. */
export interface NetworkEvent {
  /** Address, as in the command. */
  readonly to: string;
  /** The command's ID … */
  readonly id?: number;
  /** … or the network server's own name for it. */
  readonly reference?: string;
  /** `silent`: the device did not confirm it. */
  readonly outcome: "acknowledged" | "failed" | "silent";
  /** The network server's own words; may be empty. */
  readonly reason: string;
}

/** Header that carries a command in the answer to a post. A JSON answer also has it as a message. */
export const COMMAND_HEADER = "Command";
