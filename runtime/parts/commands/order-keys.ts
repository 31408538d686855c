/** An order's `Idempotency-Key`: a repeated order with the same key is the same command. */

import { createHash } from "node:crypto";
import { type CommandEntry, type Commander, type Order, OrderError } from "../../model/command.ts";
import type { CommandLog } from "./command-log.ts";
import { shown } from "./command-states.ts";
import type { KeptCommand } from "./kept-command.ts";

const LONGEST_KEY = 255;

/** The command that this order's key stands for already. @throws OrderError (409) where the key stood for another order */
export function orderedBefore(log: CommandLog, place: string, order: Order, by: Commander): CommandEntry | undefined {
  if (order.key === undefined || order.isNew === true) return undefined;
  if (order.key === "" || order.key.length > LONGEST_KEY)
    throw new OrderError(400, `A key has 1 to ${LONGEST_KEY} characters`);
  const { key, body } = keyOf(place, order, by);
  const before = [...log.commands.values()].findLast((command) => command.key === key);
  if (before === undefined) return undefined;
  if (before.body !== body) throw new OrderError(409, "Another command was ordered with this key");
  return shown(before);
}

/** Digests of the sender's key and of the order. */
export function keyOf(
  place: string,
  { key, ...order }: Order,
  { user }: Commander,
): Partial<Pick<KeptCommand, "key" | "body">> {
  if (key === undefined) return {};
  const digest = (value: unknown) => createHash("sha256").update(JSON.stringify(value)).digest("base64");
  const fields = Object.entries(order.fields).sort(([a], [b]) => (a < b ? -1 : 1));
  return { key: digest([place, user, key]), body: digest([order.command, fields, order.to ?? ""]) };
}
