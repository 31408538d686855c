/** `/health`: what runs, what does not, and why there is no data. */

import { type Activity, NOTHING_NOTICED } from "../intake/activity.ts";
import type { UdpChannels } from "../sources/udp/udp-channels.ts";
import { CATCH_UP_FACTOR, type Clock, formatNs } from "../telemetry/clock.ts";
import type { NameCollisions } from "../telemetry/name-collisions.ts";
import type { Observable, PartStatus } from "../telemetry/part-status.ts";
import { type ChannelHealth, type HealthReport, silenceAdvice } from "./health.ts";

export interface HealthParts {
  readonly version: string;
  readonly commit: string | undefined;
  /** The hash of the codecs in use. */
  readonly codecs: () => string | undefined;
  readonly clock: Clock;
  readonly collisions: Pick<NameCollisions, "warnings">;
  readonly activity: Activity;
  readonly channels: UdpChannels;
  readonly parts: { readonly observed: Readonly<Record<string, Observable>> };
}

const CLOCK_TOLERANCE_NS = 1_000_000_000n;

export class HealthReporter {
  /** True once everything is open that data needs. */
  ready = false;
  readonly #parts: HealthParts;
  readonly #startedAt = new Date().toISOString();

  constructor(parts: HealthParts) {
    this.#parts = parts;
  }

  report(): HealthReport {
    const { version, commit } = this.#parts;
    const codecs = this.#parts.codecs();
    return {
      version,
      ...(commit !== undefined && { commit }),
      ...(codecs !== undefined && { codecs }),
      startedAt: this.#startedAt,
      ready: this.ready,
      parts: this.parts(),
      channels: this.#channels(),
      warnings: this.#warnings(),
    };
  }

  parts(): HealthReport["parts"] {
    const { activity, parts } = this.#parts;
    const lastSeen = new Map(Array.from(activity.sources(), ({ source, lastSeenNs }) => [source, lastSeenNs]));
    return Object.fromEntries(
      Object.entries(parts.observed).map(([name, part]) => [name, statusOf(part, lastSeen.get(name))]),
    );
  }

  /** Every UDP channel, also one that is silent, then every device that sent something. */
  #channels(): ChannelHealth[] {
    const active = this.#parts.activity.channels();
    const served = this.#parts.channels.served();
    // A channel without a UDP port is told by what its other doors brought.
    const withoutUdp = new Set(served.filter(({ udpPort }) => udpPort === undefined).map(({ name }) => name));
    const isServed = ({ source, name }: { source: string; name: string }) =>
      source === "udp" || (source === "frames" && withoutUdp.has(name));
    const udp = served.map(({ name, udpPort, structs }) => {
      const seen = active.find((channel) => isServed(channel) && channel.name === name);
      const silent = { source: withoutUdp.has(name) ? "frames" : "udp", received: 0, decoded: 0, rejected: {} };
      const port = udpPort !== undefined && { udpPort };
      const isSilent = seen === undefined && udpPort !== undefined;
      const advice = isSilent && { advice: silenceAdvice(this.#parts.channels.host(name), udpPort) };
      const { noticed = NOTHING_NOTICED, ...known } = seen ?? {};
      return { ...silent, name, ...known, ...port, structs: structs.length, ...noticed, ...advice };
    });
    const devices = active
      .filter((channel) => !isServed(channel))
      .map(({ noticed: { missing }, ...known }) => ({ ...known, missing }));
    return [...udp, ...devices];
  }

  #warnings(): string[] {
    const ahead = this.#parts.clock.aheadNs();
    const seconds = Number(ahead / 1_000_000n) / 1000;
    const hours = (seconds * Number(CATCH_UP_FACTOR)) / 3600;
    const clock = `The system clock was set back; times of receipt are ${seconds.toFixed(1)} s ahead of it, and go slower until it has caught up (in about ${hours.toFixed(1)} h).`;
    const lost = this.#parts.parts.observed["udp"]?.status().counts?.["kernelDropped"] ?? 0;
    const buffers = `The kernel threw away ${lost} datagrams, because socket buffers were full: raise net.core.rmem_max, then restart (docs/operations.md).`;
    return [
      ...this.#parts.collisions.warnings(),
      ...(ahead > CLOCK_TOLERANCE_NS ? [clock] : []),
      ...(lost > 0 ? [buffers] : []),
    ];
  }
}

/** A source that keeps no time of its own last worked when something came. */
function statusOf(part: Observable, lastSeenNs: bigint | undefined): PartStatus {
  const status = part.status();
  if (status.lastSuccess !== undefined || lastSeenNs === undefined) return status;
  return { ...status, lastSuccess: formatNs(lastSeenNs) };
}
