/** The way of signals and rows to a broker. */

/** `once`: only for clients that are connected now, and never sent again. */
export type Keeping = "retained" | "passing" | "once";

/** The broker does not take this message, however often it is sent. */
export class Unpublishable extends Error {}

/** The part of a broker's client that publishing needs; the MQTT source implements it. */
export interface SignalTransport {
  readonly connected: boolean;
  /**
   * QoS 1; resolves when the broker has it. `once`: QoS 0; resolves when it has left. `retained`: the broker keeps it for later subscribers; an empty payload
   * deletes the kept one.
   * @throws Unpublishable if the broker does not take it
   */
  publish(topic: string, payload: string | Uint8Array, keeping?: Keeping): Promise<void>;
  /** Called whenever the broker becomes reachable again. */
  onConnected(listener: () => void): void;
}
