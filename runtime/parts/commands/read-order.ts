/** Reads an order from JSON and checks names and types. The dispatcher checks the values. */

import { isRecord } from "../../lib/foreign-json.ts";
import { type FieldInput, type Order, OrderError } from "../../model/command.ts";

const MOST_FIELDS = 2000;
const LONGEST_TEXT = 4096;
const YES_OR_NO = "'confirm' and 'wait' are true or false";

const LONG_AGO = "2026-05-01T12:00:00Z";

/** The parts of an order: what each may be, and the error otherwise. */
const PARTS: ReadonlyMap<string, readonly [fits: (value: unknown) => boolean, error: string]> = new Map([
  ["command", [(value) => typeof value === "string" && value !== "", "'command' is the name of a command"]],
  [
    "fields",
    [(value = {}) => isRecord(value) && Object.keys(value).length <= MOST_FIELDS, "'fields' is an object of values"],
  ],
  ["to", [(value = "") => typeof value === "string", "'to' is a text"]],
  ["confirm", [(value = false) => typeof value === "boolean", YES_OR_NO]],
  ["within", [(value = 0) => typeof value === "number", "'within' is a number of seconds"]],
  ["time", [(value = LONG_AGO) => isTime(value), `'time' is a time with its zone, such as ${LONG_AGO}`]],
  ["key", [(value = "") => typeof value === "string", "'key' is a text"]],
  ["wait", [(value = false) => typeof value === "boolean", YES_OR_NO]],
]);

type Body = Pick<Order, "command"> & Partial<Order> & { readonly wait?: boolean };

export interface ReadOrder {
  readonly order: Order;
  readonly wait: boolean;
}

/** @param body parsed JSON @throws OrderError (400) naming what is wrong */
export function orderOf(body: unknown): ReadOrder {
  const wrong = (message: string) => new OrderError(400, message);
  if (!isRecord(body)) throw wrong('Send a JSON object like {"command": "set_point", "fields": {"target": 21.5}}');
  const strange = Object.keys(body).find((name) => !PARTS.has(name));
  if (strange !== undefined) throw wrong(`A command has no part '${strange}'; it has ${[...PARTS.keys()].join(", ")}`);
  for (const [name, [fits, error]] of PARTS) if (!fits(body[name])) throw wrong(error);
  const { fields = {}, confirm = false, wait = false, ...given } = body as Body;
  const [bad] = Object.entries(fields).find(([, value]) => !isInput(value)) ?? [];
  if (bad !== undefined) throw wrong(`'${bad}' is not a number, a text, true or false`);
  return { order: { ...given, fields, confirm }, wait };
}

function isTime(value: unknown): boolean {
  if (typeof value !== "string" || !/^\d{4}-\d\d-\d\dT.*(?:Z|[+-]\d\d:?\d\d)$/.test(value)) return false;
  return !Number.isNaN(Date.parse(value));
}

function isInput(value: unknown): value is FieldInput {
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}
