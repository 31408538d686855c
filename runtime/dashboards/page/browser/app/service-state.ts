/** The service's state, asked for every five seconds; whether it answers is known each second (`FleetState`). */

import { effect, signal, untracked } from "@preact/signals";
import type { AdvisedError } from "../../../../api/recent-errors.ts";
import { CHANNELS_REALM } from "../../../../model/address.ts";
import type { MeasurementDescription } from "../../../../model/measurement.ts";
import { fetchErrors, fetchHealth, type Health } from "../data/api.ts";
import { answered, connection, failed } from "../data/connection.ts";
import { Query } from "../data/query.ts";
import type { FleetState } from "../overview/fleet-state.ts";
import { ChannelPages } from "../status/channel-pages.ts";
import { feedKey, type MeasurementName } from "../text/measurement-name.ts";
import { say } from "../text/words.ts";
import { beside } from "../ui/beside.ts";

const EVERY_MS = 5000;
const KEY = "health";

export class ServiceState {
  readonly #health = new Query<Health>();
  readonly #errors = signal<readonly AdvisedError[]>([]);
  readonly #fleet: FleetState;
  readonly #channels = new ChannelPages(fetchHealth);
  #rejections = "";

  constructor(fleet: FleetState) {
    this.#fleet = fleet;
  }

  get health(): Health | undefined {
    return this.#health.answer;
  }

  get errors(): readonly AdvisedError[] {
    return this.#errors.value;
  }

  start(): void {
    // All channels are read only for those who look at them, and then at once.
    effect(() => {
      void [beside.value?.kind, connection.value];
      untracked(() => void this.#health.renew(KEY, () => this.#read()));
    });
  }

  /** Call this each second while the page is visible. */
  keep(): void {
    this.#health.keep(KEY, () => this.#read(), { everyMs: EVERY_MS });
  }

  /** Number of refused messages that are kept. */
  get refused(): number {
    return refusedIn(this.health);
  }

  /** The address of the device whose data is stored there, once it has sent something. */
  addressOf(name: MeasurementName): string | undefined {
    return this.#fleet.devices.get(feedKey(name))?.address;
  }

  /** The address of a channel or a device, if it is known. */
  placeOf(description: MeasurementDescription): string | undefined {
    return description.kind === "struct" ? `${CHANNELS_REALM}/${description.group}` : this.addressOf(description);
  }

  async #read(): Promise<Health> {
    try {
      // What each device sent is in the fleet's state.
      const isWhole = beside.value?.kind === "status";
      const health = await (isWhole ? this.#channels.read() : fetchHealth(undefined, { limit: 1 }));
      answered();
      await this.#readErrors(health).catch(failed);
      return health;
    } catch (error) {
      failed(error);
      throw error;
    }
  }

  /** Again if more messages were refused. */
  async #readErrors(health: Health): Promise<void> {
    const rejections = JSON.stringify([...this.#fleet.refused, refusedIn(health)]);
    if (rejections === this.#rejections) return;
    this.#errors.value = await fetchErrors();
    this.#rejections = rejections;
  }
}

function refusedIn(health: Health | undefined): number {
  return health?.parts["deadLetters"]?.counts?.["letters"] ?? 0;
}

/** The most important state: whether all data is stored, else what is wrong. */
export function storedState({ health }: ServiceState): {
  readonly state: "ok" | "degraded" | "down" | "unknown";
  readonly text: string;
} {
  if (connection.value === "gone") return { state: "down", text: say("service does not answer") };
  if (health === undefined) return { state: "unknown", text: say("Waiting for the service's first answer") };
  const ailing = Object.entries(health.parts).filter(([, part]) => part.state !== "ok");
  const text = ailing.map(([name, part]) => say(`{0} ${part.state}`, name)).join(", ");
  return { state: health.state, text: text === "" ? say("Everything is stored") : text };
}
