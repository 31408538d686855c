/** A broker inside the service, which a part has: used where no external one is configured. */

import type { TlsFiles } from "../../config/tls-keys.ts";
import type { Endpoint } from "../../config/values.ts";
import type { Log } from "../../lib/log.ts";
import type { PartStatus } from "../../model/part-status.ts";
import type { SignalTransport } from "../../model/signal-transport.ts";
import type { MqttAccess } from "./access.ts";
import type { Reception } from "./reception.ts";

export interface BrokerKind<Settings> {
  /** Where it listens. */
  listen(settings: Settings): Endpoint;
  /** Loads its code. */
  make(settings: Settings): Promise<MakeBroker>;
}

export type MakeBroker = (options: BrokerOptions) => Broker;

export interface BrokerOptions {
  readonly tls: TlsFiles | undefined;
  readonly reception: Reception;
  readonly access: MqttAccess;
  readonly maxPacketBytes: number;
  readonly log: Log;
}

export interface Broker extends Required<Pick<PartStatus, "counts" | "bounds">>, Pick<SignalTransport, "publish"> {
  /** @throws Error if the address is in use or a TLS file cannot be read */
  start(): Promise<void>;
  readonly running: boolean;
  /** For devices elsewhere, if there is an address for them. */
  readonly url: string;
  /** The port that was bound. */
  readonly port: number;
  /** Whether any connected client would receive a message on the topic. */
  hasSubscriber(topic: string): boolean;
  /** Reads the TLS files again. */
  reloadTls(): void;
  /** Stops sending new messages and ends the connections in order. */
  hangUp(): Promise<void>;
  stop(): Promise<void>;
}
