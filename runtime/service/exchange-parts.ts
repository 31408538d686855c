/** What the parts see of a process that receives messages, or is a node of those that do. */

import type { Intake } from "../intake/intake.ts";
import type { DeadLetters } from "../journal/dead-letter-access.ts";
import type { Running } from "../model/running.ts";
import type { Exchange, StoredValues } from "../parts/part-kind.ts";
import type { Member, Retry } from "../parts/sharing.ts";
import type { Source } from "../sources/source.ts";
import type { Base } from "./base.ts";
import { reloadOf } from "./status-routes.ts";

export interface Exchanging {
  /** Absent: the process receives no messages. */
  readonly intake?: Intake | undefined;
  readonly stored?: StoredValues | undefined;
  readonly node?: Member | undefined;
  readonly deadLetters: DeadLetters;
  readonly retry: Retry;
  /** The sources that are open by now. */
  readonly sources: () => readonly Source[];
}

/** Must come before the sources' routes, which match every address. */
export async function openExchangeParts(
  base: Base,
  { intake, stored, node, deadLetters, retry, sources }: Exchanging,
): Promise<readonly Running[]> {
  const { started, inForce, log, clock, events, provided, app, callers, access } = base;
  const running: Running[] = [];
  for (const { name, open } of base.openedParts) {
    const exchange: Exchange = {
      log,
      clock,
      events,
      provided,
      directory: started.journal.directory,
      routes: app,
      callers,
      decoding: inForce,
      channels: () => inForce.served(),
      channelSettings: () => inForce.settings.channels,
      configuration: { file: started.file, reload: reloadOf(base) },
      ...(intake && { intake }),
      ...(stored && { stored }),
      rejected: {
        deadLetters,
        retry,
        show: (message) => inForce.now.of(message).show(message.payload, Number.POSITIVE_INFINITY),
        explain: (message) => inForce.now.of(message).explain?.(message),
      },
      replyPaths: () => sources().flatMap(({ replyPaths }) => replyPaths ?? []),
      signal: (topic, payload) => {
        for (const { signals } of sources())
          if (signals?.connected === true) void signals.publish(topic, payload).catch(() => {}); // The broker disconnected.
      },
      hasSharedBroker: started.cluster !== undefined && started.mqtt.url !== undefined,
      mayCommand: ({ user, generation }, place, command) =>
        access === undefined || (generation !== undefined && access.mayCommand(user, generation, place, command)),
      ...(node && { nodes: node.nodesFor(name) }),
    };
    const opened = await open.exchange?.(exchange);
    if (opened !== undefined) running.push(opened);
  }
  return running;
}
