/** The codecs that `structline gen` wrote, as Node-RED's nodes use them. */

const { statSync } = require("node:fs");
const { isAbsolute, join, resolve } = require("node:path");
const { pathToFileURL } = require("node:url");

/** Integers by what they hold. */
const BITS = { uint8: 8, uint16: 16, uint32: 32, uint64: 64, int8: 8, int16: 16, int32: 32, int64: 64 };

/**
 * @param folder where `index.js` of the generated codecs is
 * @returns the channels by name
 */
async function loadChannels(folder, userFolder) {
  if (!folder) throw new Error("no folder of generated codecs is set");
  const path = join(isAbsolute(folder) ? folder : resolve(userFolder, folder), "index.js");
  let changed;
  try {
    changed = statSync(path).mtimeMs;
  } catch {
    throw new Error(`there is no ${path}: run 'structline gen', and name its folder of generated codecs`);
  }
  // What was imported once stays: another time of the file is another module.
  const { channels } = await import(`${pathToFileURL(path)}?changed=${changed}`);
  if (channels === undefined) throw new Error(`${path} has no channels: was it written by 'structline gen'?`);
  return channels;
}

function channelOf(channels, name) {
  const names = Object.keys(channels);
  const channel = Object.hasOwn(channels, name) ? channels[name] : undefined;
  if (channel === undefined) throw new Error(`there is no channel "${name}"; there is ${names.join(", ")}`);
  return channel;
}

/**
 * @param bytes a message with its length and ID: a Buffer or a Uint8Array
 * @returns the message's name, and its values by their stored names
 */
function decode(channel, bytes, wantsRaw) {
  if (!(bytes instanceof Uint8Array)) throw new Error("the payload has to be a Buffer");
  const { id, name, raw, reason, receivedId } = channel.decode(bytes);
  if (name === undefined) throw new Error(`${reason}: ${bytes.length} bytes with the ID ${receivedId}`);
  const codec = channel.structs.find((one) => one.name === name);
  return { id, name, values: wantsRaw ? raw : codec.toStored(raw) };
}

/**
 * @param name of the struct, with or without "struct_"
 * @param values by their stored names; what is missing takes the header's initialisers
 */
function encode(channel, name, values, isRaw) {
  const codec = channel.structs.find((one) => one.name === name || one.name === `struct_${name}`);
  if (codec === undefined) {
    const names = channel.structs.map((one) => one.name).join(", ");
    throw new Error(`there is no message "${name}"; there is ${names}`);
  }
  if (values === null || typeof values !== "object" || Array.isArray(values) || Buffer.isBuffer(values))
    throw new Error("the payload has to be an object with the message's values");
  if (!isRaw) checkNames(codec, values);
  const given = [];
  const raw = checkedRecord(codec, isRaw ? values : codec.fromStored(values), given);
  const bytes = Buffer.alloc(codec.variable?.sizeOf(raw) ?? codec.wireSize);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  codec.encode(raw, view);
  if (codec.variable !== undefined) checkPresence(codec.decode(view), given);
  return { id: codec.id, name: codec.name, bytes };
}

/** Refuses stored names that the message does not have, and values that a rule's formula would make a number of. */
function checkNames(codec, values) {
  const keyOf = ({ path, column = path.replace(/\[(\d+)\]/g, ".$1"), rawKey = column }) => rawKey;
  const known = new Map(codec.fields.map((field) => [keyOf(field), field]));
  for (const [key, value] of Object.entries(values)) {
    const field = known.get(key);
    if (field === undefined) refuseName(key, codec, known);
    // Under this name, a stored value would be taken as a raw one.
    if (field.expr !== undefined && field.rawKey === (field.column ?? field.path))
      throw new Error(`the rule of ${key} has no inverse: send raw values`);
    if (field.expr !== undefined && !["number", "bigint", "boolean", "undefined"].includes(typeof value))
      refuse(key, "a number", value);
  }
}

/** Counts and conditions must not leave out what was given. */
function checkPresence(decoded, given) {
  for (const path of given) {
    const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
    if (steps.reduce((inside, step) => inside?.[step], decoded) === undefined)
      throw new Error(`${path} is not in the message by its counts and conditions`);
  }
}

function refuseName(name, codec, known) {
  throw new Error(`"${name}" is not a field of ${codec.name}; fields are ${[...known.keys()].join(", ")}`);
}

/** The record as the codec takes it; `given` gets the paths of its values. */
function checkedRecord(codec, record, given) {
  const fields = new Map(codec.fields.map((field) => [field.path, field]));
  const checkedAt = (value, path) => {
    if (value === undefined) return undefined;
    const field = fields.get(path);
    if (field !== undefined) {
      given.push(path);
      return checked(field, value);
    }
    if (value === null || typeof value !== "object") refuseName(path, codec, fields);
    if (Array.isArray(value) || ArrayBuffer.isView(value))
      return Array.from(value, (inner, index) => checkedAt(inner, `${path}[${index}]`));
    const members = Object.entries(value).filter(([, inner]) => inner !== undefined);
    return Object.fromEntries(
      members.map(([name, inner]) => [name, checkedAt(inner, path === "" ? name : `${path}.${name}`)]),
    );
  };
  return checkedAt(record, "");
}

/** The value as the field's encoder takes it: that writes modulo the field's width, cuts texts, and converts the rest. */
function checked(field, value) {
  if (field.scalar in BITS) return checkedInteger(field, value);
  if (field.scalar === "text") return checkedText(field, value);
  if (field.scalar === "bool") {
    if (![true, false, 0, 1].includes(value)) refuse(field.path, "true or false", value);
    return Boolean(value);
  }
  if (typeof value !== "number") refuse(field.path, "a number", value);
  if (field.scalar === "float32" && Number.isFinite(value) && !Number.isFinite(Math.fround(value)))
    refuse(field.path, "numbers to ±3.4028235e38", value);
  return value;
}

function checkedText(field, value) {
  const room = field.bitWidth / 8;
  if (typeof value !== "string" || value.includes("\0") || Buffer.byteLength(value) > room)
    refuse(field.path, `a text of at most ${room} bytes`, value);
  return value;
}

function checkedInteger(field, value) {
  const { scalar, bitWidth, int64 = "bigint" } = field;
  const bits = BigInt(bitWidth ?? BITS[scalar]);
  const half = 1n << (bits - 1n);
  const [min, max] = scalar.startsWith("int") ? [-half, half - 1n] : [0n, 2n * half - 1n];
  // A number beyond 2^53 was rounded before it came here.
  const isWhole =
    typeof value === "string" ? /^-?\d+$/.test(value) : typeof value === "bigint" || Number.isSafeInteger(value);
  if (!isWhole || BigInt(value) < min || BigInt(value) > max)
    refuse(
      field.path,
      `whole numbers from ${min} to ${max}${bits > 53n ? " (beyond 2^53 as text or BigInt)" : ""}`,
      value,
    );
  if (BITS[scalar] < 64 || int64 === "number") return Number(value);
  return int64 === "string" ? String(value) : BigInt(value);
}

function refuse(path, what, value) {
  throw new Error(`${path} holds ${what}, not ${shown(value)}`);
}

function shown(value) {
  return typeof value === "bigint" ? String(value) : (JSON.stringify(value) ?? String(value)).slice(0, 60);
}

module.exports = { loadChannels, channelOf, decode, encode };
