/**
 * Decodes stored payloads again, over HTTP: as a dry run, or rewriting rows. `channel-message <channel> replay` is its
 * client.
 */

import type { Context, Hono } from "hono";
import { JSON_TYPE } from "../../api/common-parameters.ts";
import { nowNs } from "../../api/now.ts";
import { textStream } from "../../api/text-stream.ts";
import { jsonBody } from "../../http/answers.ts";
import type { Callers } from "../../http/caller.ts";
import { ALL_TIMES, inPath, interval, ParameterError } from "../../http/parameters.ts";
import { administrators, type Grant } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import type { DatagramChannel } from "../../intake/datagram-decoder.ts";
import type { Log } from "../../lib/log.ts";
import {
  measurementOf,
  type ReplayedStore,
  type ReplayStep,
  replayStored,
  type StoredReplay,
} from "./replay-stored.ts";

export interface ReplayApiOptions extends Callers {
  readonly store: ReplayedStore;
  /** The active channel of this name. */
  readonly channel: (name: string) => DatagramChannel | undefined;
  /** Resolves when everything received so far is stored; to false if that takes too long. */
  readonly settled: () => Promise<boolean>;
  readonly log: Log;
}

/** The last line of an answer. */
export type ReplayEnd =
  | {
      readonly step: "end";
      readonly mode: StoredReplay["mode"];
      readonly rows: number;
      readonly different: number;
      readonly rewritten: number;
      readonly left: number;
    }
  | { readonly step: "failed"; readonly message: string };

/** One line of an answer (NDJSON). */
export type ReplayLine = ReplayStep | ReplayEnd;

const REPLAY_EXAMPLE =
  '{"from": "-1h", "to": "now", "struct": "probe", "schema": "own", "apply": true}, all of it optional';
const DEFAULT_EXAMPLES = 3;

interface Replaying extends ReplayApiOptions {
  /** Only one replay at a time: each reads and writes as fast as the store allows. */
  readonly running: { channel: string | undefined };
}

const ROUTES: readonly Route<Replaying>[] = [
  {
    method: "post",
    path: "/replay/{channel}",
    summary: "Decodes stored payloads again with the current header; without `apply` it only reports the changes",
    parameters: [inPath("channel", "A UDP channel", "rig")],
    body: { [JSON_TYPE]: { from: "-1h", struct: "mount" } },
    answers: ["application/x-ndjson"],
    errors: [404, 409, 503],
    may: administrators("Only administrators may rewrite stored rows"),
    handle: answerReplay,
  },
];

export function replayApi(parts: ReplayApiOptions): Hono {
  return routed(ROUTES, { ...parts, running: { channel: undefined } });
}

async function answerReplay(context: Context, parts: Replaying, grant: Grant): Promise<Response> {
  const { running } = parts;
  const replay = await ordered(parts, context);
  if (running.channel !== undefined) {
    return context.text(`A replay of channel '${running.channel}' is running; wait for its end`, 409);
  }
  running.channel = replay.channel.name;
  const release = () => {
    running.channel = undefined;
  };
  const isSettled = await parts.settled().catch((error: Error) => {
    release();
    throw error;
  });
  if (!isSettled) {
    release();
    return context.text("The store is behind; check /health, and replay when it has caught up", 503);
  }
  return new Response(textStream(lines(replay, parts.log, release), { grant, context }), {
    headers: { "Content-Type": "application/x-ndjson" },
  });
}

async function ordered(parts: ReplayApiOptions, context: Context): Promise<StoredReplay> {
  const data = await jsonBody(
    context,
    async () => (await import("../../api/request-bodies.ts")).REPLAY,
    REPLAY_EXAMPLE,
  );
  const name = context.req.param("channel") ?? "";
  const channel = parts.channel(name);
  if (channel === undefined) throw new ParameterError(`There is no channel '${name}'`, 404);
  const measurement = data.struct === undefined ? undefined : measurementOf(channel.codecs, data.struct);
  if (data.struct !== undefined && measurement === undefined) {
    throw new ParameterError(`Channel '${name}' has no struct '${data.struct}'`, 404);
  }
  const now = nowNs();
  const { from, to } = data;
  const query = new URLSearchParams({ ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
  return {
    store: parts.store,
    channel,
    ...(measurement !== undefined && { measurement }),
    ...(data.schema !== undefined && { schema: data.schema }),
    // Rows may be in the future: the clock was set back, or the sender's clock is ahead.
    ...interval(query, now, ALL_TIMES),
    mode: data.apply === true ? "rewrite" : "dry-run",
    examples: data.examples ?? DEFAULT_EXAMPLES,
  };
}

async function* lines(replay: StoredReplay, log: Log, release: () => void): AsyncGenerator<string> {
  const sum = { rows: 0, different: 0, rewritten: 0, left: 0 };
  try {
    for await (const step of replayStored(replay)) {
      if (step.step === "measurement") {
        sum.rows += step.rows;
        sum.different += step.different;
        sum.rewritten += step.rewritten;
        for (const { rows } of step.left) sum.left += rows;
      }
      yield line(step);
    }
    yield line({ step: "end", mode: replay.mode, ...sum });
  } catch (error) {
    yield line({ step: "failed", message: (error as Error).message });
  } finally {
    release();
    const { mode, channel } = replay;
    log.info({ event: "replay.ended", channel: channel.name, mode, ...sum }, `channel '${channel.name}' was replayed`);
  }
}

function line(value: ReplayLine): string {
  return `${JSON.stringify(value)}\n`;
}
