/** The service's state, polled every five seconds; whether it answers is known each second (`FleetState`). */

import type { AdvisedError } from "../../../../api/recent-errors.ts";
import { CHANNELS_REALM } from "../../../../model/address.ts";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { fetchErrors, fetchHealth, type Health } from "../data/api.ts";
import type { FleetDevice } from "../overview/fleet-state.ts";
import { ChannelPages } from "../status/channel-pages.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import type { Beside } from "../ui/beside.ts";

const INTERVAL_MS = 5000;

interface ServedPage {
  readonly fleet: {
    readonly devices: ReadonlyMap<string, FleetDevice>;
    readonly refused: ReadonlyMap<string, number>;
  };
  readonly beside: Pick<Beside, "shown">;
  serviceChanged(): void;
}

export class ServiceState {
  health: Health | undefined;
  errors: readonly AdvisedError[] = [];
  /** `gone`: it does not answer; its state is then unknown. */
  connection: "there" | "gone" = "there";
  /** By the browser's clock. */
  goneSinceMs: number | undefined;
  readonly #page: ServedPage;
  readonly #channels = new ChannelPages(fetchHealth);
  #rejections = "";

  constructor(page: ServedPage) {
    this.#page = page;
  }

  start(): void {
    setInterval(() => void this.refresh(), INTERVAL_MS);
    void this.refresh();
  }

  /** Number of refused messages that are kept. */
  get refused(): number {
    return this.health?.parts["deadLetters"]?.counts?.["letters"] ?? 0;
  }

  /** The address of the device whose data is stored there, once it has sent something. */
  addressOf(name: MeasurementName): string | undefined {
    return this.#page.fleet.devices.get(feedKey(name))?.address;
  }

  /** The address of a channel or a device, if it is known. */
  placeOf(description: MeasurementDescription): string | undefined {
    return description.kind === "struct" ? `${CHANNELS_REALM}/${description.group}` : this.addressOf(description);
  }

  async refresh(): Promise<void> {
    if (document.hidden) return;
    try {
      // What each device sent is in the fleet's state.
      this.health = await (this.#page.beside.shown?.kind === "status"
        ? this.#channels.read()
        : fetchHealth(undefined, { limit: 1 }));
      this.answered();
      await this.#refreshErrors();
    } catch (error) {
      this.failed(error);
      return;
    }
    this.#page.serviceChanged();
  }

  /** The service has answered. */
  answered(): void {
    if (this.connection === "there") return;
    this.connection = "there";
    this.goneSinceMs = undefined;
    this.#page.serviceChanged();
  }

  /** A request to the service failed. */
  failed(error: unknown): void {
    // Any answer shows that the service is available.
    if (error instanceof Error && error.name === "AnswerError") return;
    if (this.connection === "there") this.goneSinceMs = Date.now();
    this.connection = "gone";
    this.#page.serviceChanged();
  }

  async #refreshErrors(): Promise<void> {
    const rejections = JSON.stringify([...this.#page.fleet.refused, this.refused]);
    if (rejections === this.#rejections) return;
    this.errors = await fetchErrors();
    this.#rejections = rejections;
  }
}

/** The most important state: whether all data is stored, else what is wrong. */
export function storedState({ health, connection }: ServiceState): {
  readonly state: "ok" | "degraded" | "down" | "unknown";
  readonly text: string;
} {
  if (connection === "gone") return { state: "down", text: say("service does not answer") };
  if (health === undefined) return { state: "unknown", text: say("Waiting for the service's first answer") };
  const ailing = Object.entries(health.parts).filter(([, part]) => part.state !== "ok");
  const text = ailing.map(([name, part]) => say(`{0} ${part.state}`, name)).join(", ");
  return { state: health.state, text: text === "" ? say("Everything is stored") : text };
}
