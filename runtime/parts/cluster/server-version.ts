/** Reports servers that lose acknowledged messages when they are killed. */

import type { NatsConnection } from "@nats-io/transport-node";

/** Earlier servers can lose part of a stream. [github.com/nats-io/nats-server/issues/6888] */
const OLDEST = [2, 10, 23] as const;

/** @returns undefined if the server of the connection is new enough, or not known yet */
export function oldServer({ info }: Pick<NatsConnection, "info">): string | undefined {
  if (info === undefined || !isOlder(info.version)) return undefined;
  return `NATS server ${info.server_name} has version ${info.version}, which can lose acknowledged messages when it is killed; use ${OLDEST.join(".")} or newer`;
}

function isOlder(version: string): boolean {
  const numbers = version.split(/[.-]/).map(Number);
  const differs = OLDEST.findIndex((number, index) => numbers[index] !== number);
  return differs >= 0 && numbers[differs]! < OLDEST[differs]!;
}
