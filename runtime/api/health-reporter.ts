/** Builds the report for `/health`: the state of all parts, and the reasons for missing data. */

import { type Activity, NOTHING_NOTICED } from "../intake/activity.ts";
import { type ClockJumps, durationText, jumpSentence } from "../journal/clock-jumps.ts";
import { type BoundName, type BoundStates, sentenceOf } from "../model/bounds.ts";
import { BELIEVED_AFTER_S, type Clock, formatNs } from "../model/clock.ts";
import { CATCH_UP_FACTOR } from "../model/clock-face.ts";
import type { NameCollisions } from "../model/name-collisions.ts";
import type { Observable, PartStatus } from "../model/part-status.ts";
import { ZONE_VERSION } from "../model/time-zone.ts";
import { UDP_COUNTERS } from "../sources/udp/counters.ts";
import type { UdpChannels } from "../sources/udp/udp-channels.ts";
import { type ChannelListQuery, DEFAULT_LISTED, type HealthReport, silenceAdvice } from "./health.ts";

export interface HealthReporterOptions {
  readonly version: string;
  readonly commit: string | undefined;
  readonly clock: Pick<Clock, "aheadNs" | "disbelievedNs">;
  readonly jumps: Pick<ClockJumps, "list">;
  readonly activity: Activity;
  /** What a reload replaces. */
  readonly inForce: {
    /** The hash of the codecs in use. */
    readonly codecsHash: string | undefined;
    /** Sentences about changed keys that take effect at the next start. */
    readonly restarts: readonly string[];
    readonly channels: UdpChannels;
    readonly collisions: Pick<NameCollisions, "warnings">;
  };
  readonly parts: { readonly observed: Readonly<Record<string, Observable>> };
}

const CLOCK_TOLERANCE_NS = 1_000_000_000n;
/** How long a reached limit is reported. */
const LATELY_MS = 3_600_000;

export class HealthReporter {
  /** True once all parts that data needs are open. */
  ready = false;
  readonly #parts: HealthReporterOptions;
  readonly #startedAt = new Date().toISOString();

  constructor(parts: HealthReporterOptions) {
    this.#parts = parts;
  }

  report(list?: ChannelListQuery): HealthReport {
    const { version, commit } = this.#parts;
    const codecs = this.#parts.inForce.codecsHash;
    return {
      version,
      ...(commit !== undefined && { commit }),
      zones: ZONE_VERSION,
      ...(codecs !== undefined && { codecs }),
      startedAt: this.#startedAt,
      ready: this.ready,
      parts: this.parts(),
      ...this.channels(list),
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

  /** First page: every active channel, also silent ones; then devices in order of appearance. */
  channels({
    after,
    limit = DEFAULT_LISTED,
    search = "",
    since,
  }: ChannelListQuery = {}): Pick<HealthReport, "channels" | "next" | "change"> {
    const { activity, inForce } = this.#parts;
    const { channels } = inForce;
    const served = channels.served();
    // A channel without a UDP port is described by its other endpoints.
    const sourceOf = new Map(served.map(({ name, udpPort }) => [name, udpPort === undefined ? "frames" : "udp"]));
    const text = search.toLowerCase();
    const fits = (name: string) => text === "" || name.toLowerCase().includes(text);
    const isDevice = ({ source, name }: { source: string; name: string }) =>
      source !== "udp" && sourceOf.get(name) !== source && fits(name);
    const own = after === undefined ? served.filter(({ name }) => fits(name)) : [];
    const first = own.map(({ name, udpPort, structs }) => {
      const source = sourceOf.get(name) ?? "udp";
      const seen = activity.channel(source, name);
      const silent = { source, received: 0, decoded: 0, rejected: {} };
      const port = udpPort !== undefined && { udpPort };
      const isSilent = seen === undefined && udpPort !== undefined;
      const advice = isSilent && { advice: silenceAdvice(channels.host(name), udpPort) };
      const { noticed = NOTHING_NOTICED, ...known } = seen ?? {};
      return { ...silent, name, ...known, ...port, structs: structs.length, ...noticed, ...advice };
    });
    const { change } = activity;
    const page = activity.channels({
      limit,
      wants: isDevice,
      ...(after !== undefined && { after }),
      ...(since !== undefined && { since }),
    });
    const devices = page.channels.map(({ noticed: { lengthByteDiffers: _, ...noticed }, ...known }) => ({
      ...known,
      ...noticed,
    }));
    return { channels: [...first, ...devices], change, ...(page.next !== undefined && { next: page.next }) };
  }

  #clockWarnings(): string[] {
    const { clock, jumps } = this.#parts;
    const ahead = clock.aheadNs();
    const disbelieved = clock.disbelievedNs();
    const direction = disbelieved < 0n ? "back" : "forward";
    const waited = `The system clock was set back; times of receipt are ${durationText(ahead)} ahead of it, and run slower until it has caught up (in about ${durationText(ahead * BigInt(CATCH_UP_FACTOR))}).`;
    const held = `The system clock went ${direction} by ${durationText(disbelieved)}; times of receipt ignore this for ${BELIEVED_AFTER_S} s.`;
    return [
      ...(ahead > CLOCK_TOLERANCE_NS ? [waited] : []),
      ...(disbelieved > CLOCK_TOLERANCE_NS || -disbelieved > CLOCK_TOLERANCE_NS ? [held] : []),
      ...jumps.list.filter(({ isMoved }) => !isMoved).map((jump) => `${jumpSentence(jump)}.`),
    ];
  }

  #warnings(): string[] {
    const lost = UDP_COUNTERS.read(this.#parts.parts.observed[UDP_COUNTERS.part]?.status(), "kernelDropped");
    const buffers = `The kernel dropped ${lost} datagrams, because socket buffers were full: raise net.core.rmem_max, then restart (docs/operations.md).`;
    return [
      ...this.#parts.inForce.restarts,
      ...this.#parts.inForce.collisions.warnings(),
      ...this.#clockWarnings(),
      ...(lost > 0 ? [buffers] : []),
      ...Object.values(this.#parts.parts.observed).flatMap((part) => warningsOf(part.status().bounds)),
    ];
  }
}

/** Warnings about limits that were reached lately. */
function warningsOf(bounds: BoundStates = {}): string[] {
  const since = new Date(Date.now() - LATELY_MS).toISOString();
  return Object.entries(bounds).flatMap(([name, { met, lastMet = "" }]) =>
    lastMet > since ? [sentenceOf(name as BoundName, met)] : [],
  );
}

/** For a source without a success time of its own, the last message counts as its last success. */
function statusOf(part: Observable, lastSeenNs: bigint | undefined): PartStatus {
  const status = part.status();
  if (status.lastSuccess !== undefined || lastSeenNs === undefined) return status;
  return { ...status, lastSuccess: formatNs(lastSeenNs) };
}
