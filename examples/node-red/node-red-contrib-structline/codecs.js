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
  const known = new Set(codec.fields.map(({ path, column = path }) => (isRaw ? path : column)));
  for (const key of Object.keys(values))
    if (!known.has(key))
      throw new Error(`"${key}" is not a field of ${codec.name}; fields are ${[...known].join(", ")}`);
  const raw = isRaw ? values : codec.fromStored(values);
  for (const field of codec.fields) checkRoom(field, raw[field.path]);
  const bytes = Buffer.alloc(codec.wireSize);
  codec.encode(raw, new DataView(bytes.buffer, bytes.byteOffset, bytes.length));
  return { id: codec.id, name: codec.name, bytes };
}

/** Encoders write modulo a field's width: what has no room is refused before. */
function checkRoom({ path, scalar, bitWidth }, value) {
  if (value === undefined || !(scalar in BITS)) return;
  const bits = BigInt(bitWidth ?? BITS[scalar]);
  const isSigned = scalar.startsWith("int");
  const [min, max] = isSigned ? [-(1n << (bits - 1n)), (1n << (bits - 1n)) - 1n] : [0n, (1n << bits) - 1n];
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (!isWhole || value < min || value > max)
    throw new Error(`${path} holds whole numbers from ${min} to ${max}, not ${String(value)}`);
}

module.exports = { loadChannels, channelOf, decode, encode };
