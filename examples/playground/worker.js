/** Compiles the header and decodes the message with the codec that comes out. Nothing leaves the worker but the answer. */

import { compile, load } from "./compiler.js";

const loading = load();

/** Modules of a compilation, which import each other. */
const TEXTS = /(\bfrom\s*|\bimport\s*)"(\.[^"]+)"/g;

addEventListener("message", async ({ data }) => {
  const { number } = data;
  try {
    await loading;
    postMessage({ number, ...(await answerTo(data)) });
  } catch (error) {
    postMessage({ number, problem: error.message, report: "" });
  }
});

async function answerTo({ header, abi, order, messages, message }) {
  const named =
    messages.trim() === "" ? {} : { messages, length: "none", ...(/,/.test(messages) ? {} : { id: "none" }) };
  const channel = {
    ...{ name: "lab", headers: { "header.h": header }, abi, byteOrder: order },
    ...named,
    emit: ["wireshark", "kaitai", "python"],
  };
  const { ok, files, report } = compile(channel, { contract: "standalone" });
  if (!ok) return { report, structs: [] };
  const texts = new Map(files.map(({ path, text }) => [path, text]));
  const { structs } = JSON.parse(texts.get("catalogue.json")).channels.lab;
  const lab = await moduleOf("lab.js", texts);
  const codec = await moduleOf("codec.js", texts);
  return {
    report,
    structs: lab.lab.structs.map((one, index) => structOf(one, codec, structs[index])),
    decoded: message.trim() === "" ? undefined : decoded(message, lab.lab, codec, /,/.test(messages)),
    files: Object.fromEntries(["lua", "ksy", "py", "ts"].map((ending) => [ending, texts.get(`lab.${ending}`) ?? ""])),
  };
}

/** A module with its own imports as addresses of blobs. */
async function moduleOf(path, texts) {
  return import(addressOf(path, texts));
}

function addressOf(path, texts, known = new Map()) {
  const made = known.get(path);
  if (made !== undefined) return made;
  const folder = path.includes("/") ? path.slice(0, path.lastIndexOf("/") + 1) : "";
  const text = (texts.get(path) ?? "").replace(TEXTS, (_, word, other) => {
    const { pathname } = new URL(other, `file:///${folder}`);
    return `${word}"${addressOf(pathname.slice(1), texts, known)}"`;
  });
  const address = URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  known.set(path, address);
  return address;
}

function structOf(struct, { fieldsOf }, { size }) {
  return {
    ...{ name: struct.name, id: struct.id, size },
    fields: fieldsOf(struct).map(({ path, ctype, column, unit, expr, byteOffset, bitOffset, bitWidth, bitField }) => {
      const bytes = Math.max(1, Math.ceil(((bitField ? bitOffset : 0) + bitWidth) / 8));
      const last = byteOffset + bytes - 1;
      const span = last === byteOffset ? `${byteOffset}` : `${byteOffset}–${last}`;
      const bits = bitField ? ` bits ${bitOffset}–${bitOffset + bitWidth - 1}` : "";
      return { path, ctype, column, unit, expr, place: span + bits };
    }),
  };
}

/** @param areNamed several structs without an ID: the size says which one it is */
function decoded(text, channel, { storedFieldsOf }, areNamed) {
  const digits = text.replace(/0x|[\s,:]/gi, "");
  if (!/^(?:[0-9a-f]{2})*$/i.test(digits)) return { reason: "a message is pairs of hexadecimal digits" };
  const bytes = Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
  const sized = channel.structs.filter(({ wireSize }) => wireSize === bytes.length);
  const [only] = areNamed && sized.length === 1 ? sized : [];
  const message =
    only === undefined
      ? channel.decode(bytes)
      : { name: only.name, raw: only.decode(new DataView(bytes.buffer), 0, bytes.length) };
  if (message.name === undefined) {
    return { reason: `${message.reason}${message.receivedId === undefined ? "" : `, ID ${message.receivedId}`}` };
  }
  const codec = channel.structs.find(({ name }) => name === message.name);
  const stored = codec.toStored(message.raw);
  const values = storedFieldsOf(codec).map(({ path, column, unit }) => {
    return { column, unit, raw: String(rawAt(message.raw, path)), value: String(stored[column]) };
  });
  return { name: message.name, values };
}

/** `gps.v[0]` in a record. */
function rawAt(record, path) {
  return path
    .split(/[.[\]]+/)
    .filter(Boolean)
    .reduce((value, key) => value?.[key], record);
}
