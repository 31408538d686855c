/** Reads an order from JSON and checks names and types. The desk checks the values. */

import { type FieldInput, type Order, OrderError } from "./command.ts";

const MOST_FIELDS = 2000;
const LONGEST_TEXT = 4096;
const OWN_KEYS = ["command", "fields", "to", "confirm", "within", "wait"];

export interface ReadOrder {
  readonly order: Order;
  readonly wait: boolean;
}

/** @param body parsed JSON @throws OrderError (400) naming what is wrong */
export function orderOf(body: unknown): ReadOrder {
  const wrong = (message: string) => new OrderError(400, message);
  if (!isObject(body)) throw wrong('Send a JSON object like {"command": "set_point", "fields": {"target": 21.5}}');
  const strange = Object.keys(body).find((name) => !OWN_KEYS.includes(name));
  if (strange !== undefined) throw wrong(`A command has no part '${strange}'; it has ${OWN_KEYS.join(", ")}`);
  const { command, fields = {}, to, confirm = false, within, wait = false } = body;
  if (typeof command !== "string" || command === "") throw wrong("'command' is the name of a command");
  if (!isObject(fields) || Object.keys(fields).length > MOST_FIELDS) throw wrong("'fields' is an object of values");
  for (const [name, value] of Object.entries(fields))
    if (!isInput(value)) throw wrong(`'${name}' is not a number, a text, true or false`);
  if (to !== undefined && typeof to !== "string") throw wrong("'to' is a text");
  if (within !== undefined && typeof within !== "number") throw wrong("'within' is a number of seconds");
  if (typeof confirm !== "boolean" || typeof wait !== "boolean") throw wrong("'confirm' and 'wait' are true or false");
  const given = { command, fields: fields as Readonly<Record<string, FieldInput>>, confirm };
  return { order: { ...given, ...(to !== undefined && { to }), ...(within !== undefined && { within }) }, wait };
}

function isInput(value: unknown): value is FieldInput {
  if (typeof value === "string") return value.length <= LONGEST_TEXT;
  return typeof value === "boolean" || (typeof value === "number" && Number.isFinite(value));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
