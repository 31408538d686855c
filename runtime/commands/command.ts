/** What is sent to devices, what became of it, and how they are reached. */

/** A command's life; the last four are its ends, and `sent` where nothing acknowledges it. */
export type CommandState = "queued" | "sent" | "acknowledged" | "refused" | "timed out" | "unknown";

export type FieldInput = number | string | boolean;

/** Who orders it; where nobody has to say who they are, the address of the connection. */
export interface Commander {
  readonly user: string;
  /** Of the credential (`Credential.generation`); absent: nobody is asked. */
  readonly generation?: string;
}

export interface Order {
  /** `set_point` or `struct_set_point`. */
  readonly command: string;
  /** By stored name, in stored units; states by name or number. */
  readonly fields: Readonly<Record<string, FieldInput>>;
  /** Whole, or a host: `10.0.0.7`; absent: the only one that there is. */
  readonly to?: string;
  /** What is dangerous is meant. */
  readonly confirm?: boolean;
  /** So long it may wait for its device, s. */
  readonly within?: number;
  /** What comes again with the same one is the same order. */
  readonly key?: string;
  /** It is none that comes again, whatever its key. */
  readonly isNew?: true;
}

export interface CommandEntry {
  readonly id: number;
  /** `lab/rig`, or a device's wide address. */
  readonly place: string;
  readonly command: string;
  readonly to: string;
  readonly fields: Readonly<Record<string, FieldInput>>;
  /** Exactly the bytes that are sent: hexadecimal digits. */
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

/** The same with what only the service has to know; a line of the log changes some of it. */
export interface KeptCommand extends CommandEntry {
  readonly generation?: string;
  readonly schema: string;
  readonly sequence?: number;
  /** Digest of the sender's key, and of what was ordered under it. */
  readonly key?: string;
  readonly body?: string;
  /** It is not sent any more from then on, ms since 1970. */
  readonly expiresMs: number;
  /** Its acknowledgement is not waited for any more from then on. */
  readonly deadlineMs?: number;
  /** On disk before its bytes leave: after a crash nobody knows whether they did. */
  readonly begun?: true;
  /** How many of its states are stored as events. */
  readonly told: number;
  /** States until now, with times of receipt for their events. */
  readonly states: readonly (readonly [CommandState, reason: string])[];
}

/** A refusal of what was ordered; nothing is kept. */
export class OrderError extends Error {
  readonly status: 400 | 403 | 404 | 409 | 503;

  constructor(status: OrderError["status"], message: string) {
    super(message);
    this.status = status;
  }
}

/** What a way back may have to know beside the frame. */
export interface Sending {
  /** Of the command. */
  readonly id: number;
  /** By which a LoRaWAN device takes it; absent where none is known. */
  readonly port?: number;
  /** The network is to have the device confirm it, because no struct of the device does. */
  readonly isConfirmed: boolean;
}

/** How a source reaches those who send to it. */
export interface WayBack {
  /** Whether `to` (`udp://10.0.0.7:50123`, `serial:/dev/ttyUSB0`, as messages have it) is this source's. */
  reaches(to: string): boolean;
  /**
   * Resolves when the bytes are the system's to deliver.
   * @param frame exactly what is to leave
   * @throws NotSent where certainly nothing left; any other error: perhaps something did
   */
  send(place: string, to: string, frame: Uint8Array, sending: Sending): Promise<void>;
}

export class NotSent extends Error {}

/** A device that fetches what is for it with its next post, and is alone at its address. */
export const FETCHED = "http";

/** One of those that post at a channel's address: they are told apart by where they post from, and as whom. */
export function fetchedBy(address: string, user: string | undefined): string {
  const host = address.replace(/^::ffff:(?=\d+\.)/i, "");
  return `http://${user === undefined ? "" : `${encodeURIComponent(user)}@`}${host.includes(":") ? `[${host}]` : host}`;
}

export function isFetched(to: string): boolean {
  return to === FETCHED || to.startsWith("http://");
}

/** What waits for devices that fetch it with their next post. */
export interface Fetching {
  /** Whether something may wait for anybody. Hot path. */
  readonly hasFetched: boolean;
  /** The frame for the device at `place`, which asks now: once. @param to which of them; `FETCHED` unless given */
  fetch(place: string, to?: string): Promise<Uint8Array | undefined>;
}

/** What sources that bring orders need. */
export interface Commands extends Fetching {
  /** Whether somebody there takes commands. */
  takes(place: string): boolean;
  /** @throws OrderError why it is not taken */
  order(place: string, order: Order, by: Commander): Promise<CommandEntry>;
  /** Whether it is told of something that is on its way. Hot path. */
  readonly awaitsNews: boolean;
  /** A network server tells what became of a command. */
  networkSays(place: string, event: NetworkEvent): void;
}

/** About a command that a network server has. */
export interface NetworkEvent {
  /** Of whom: as in the command. */
  readonly to: string;
  /** Of the command. */
  readonly id: number;
  /** `silent`: the device did not confirm it. */
  readonly outcome: "acknowledged" | "failed" | "silent";
  /** The network server's own words; empty where it has none. */
  readonly reason: string;
}

/** The answer to a post carries it in a header, and where it is JSON as one more message. */
export const COMMAND_HEADER = "Command";
