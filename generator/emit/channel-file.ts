/** `<channel>.ts`: a channel's codecs by name, and its messages as one discriminated union. */

import type { FrameFormat } from "../../runtime/frames/frame-format.ts";
import { locatorEnd } from "../../runtime/frames/locator.ts";
import type { ChannelModel } from "./channel-model.ts";
import { codecName } from "./codec-object.ts";
import { camelCase, createScope, pascalCase, propertyKey } from "./names.ts";
import {
  constantPart,
  functionPart,
  importPart,
  interfacePart,
  type Part,
  together,
  typeImports,
  typeOnly,
  unionPart,
} from "./part.ts";
import { stringLiteral } from "./text.ts";

export interface ChannelNames {
  /** `rig` */
  readonly constant: string;
  /** `Rig`, as in `RigMessage` and `decodeRig`. */
  readonly type: string;
}

export function channelNames({ stem }: Pick<ChannelModel, "stem">): ChannelNames {
  const type = pascalCase(stem);
  return { constant: createScope([]).declare(camelCase(type)), type };
}

/** How the statements of `decode` find a message. */
type FrameShape = Pick<FrameFormat, "id" | "payloadOffset" | "trailer" | "short" | "long">;

export function channelParts(channel: ChannelModel, contract: string): Part[] {
  const { constant, type } = channelNames(channel);
  const structs = namedStructs(channel, constant, type);
  const imports = structs.map(({ local, exported, localRaw, raw, path }) =>
    importPart(path, [
      { name: exported, kind: "value", local },
      { name: raw, kind: "type", local: localRaw },
    ]),
  );
  const messages = structs.map(({ id, name, localRaw }) => `Message<${id}, ${stringLiteral(name)}, ${localRaw}>`);
  const properties = structs.map(({ key, local }) => ({ key: propertyKey(key), type: `typeof ${local}`, doc: [] }));
  return [
    together([typeImports([[contract, CONTRACT_TYPES]]), ...imports]),
    unionPart(
      `${type}Message`,
      ["A message of the channel, or why it is none: `switch (message.name)` or `.id` tells what `raw` is."],
      ["Undecoded", ...messages],
    ),
    interfacePart(
      `${type}Channel`,
      [`The codecs of channel \`${channel.name}\` by their structs' names.`],
      [...properties, { key: "decode", type: `(bytes: Uint8Array) => ${type}Message`, doc: [] }],
      "ChannelCodecs",
    ),
    constantPart(constant, `${type}Channel`, channelObject(channel.name, structs, type), { exported: true }),
    functionPart({
      name: `decode${type}`,
      doc: ["Decodes a message by its ID; what is none of the channel's is told in the result, never thrown."],
      exported: true,
      parameters: [{ name: "bytes", type: "Uint8Array" }],
      returns: `${type}Message`,
      body: decodeStatements(constant, type, channel.frames),
    }),
  ];
}

const CONTRACT_TYPES = ["ChannelCodecs", "Message", "Undecoded"];

interface NamedStruct {
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly exported: string;
  readonly local: string;
  readonly raw: string;
  readonly localRaw: string;
  readonly path: string;
}

function namedStructs({ messages }: ChannelModel, constant: string, type: string): NamedStruct[] {
  const scope = createScope([constant, `decode${type}`, `${type}Message`, `${type}Channel`, ...CONTRACT_TYPES]);
  const keys = createScope(["name", "structs", "byId", "decode", "then"]);
  return messages.map(({ struct: model, module }) => ({
    key: keys.declare(model.variableName),
    id: model.struct.layout.id,
    name: model.struct.layout.message.name,
    exported: codecName(model),
    local: scope.declare(codecName(model)),
    raw: `${model.typeName}Raw`,
    localRaw: scope.declare(`${model.typeName}Raw`),
    path: `./${module}.js`,
  }));
}

function channelObject(name: string, structs: readonly NamedStruct[], type: string): string {
  const properties = [
    `name: ${stringLiteral(name)}`,
    list(
      "structs",
      structs.map(({ local }) => local),
    ),
    byIdText(structs),
    ...structs.map(({ key, local }) => `${propertyKey(key)}: ${local}`),
    `decode: decode${type}`,
  ];
  return `{\n${properties.map((property) => `  ${property},\n`).join("")}}`;
}

/** A wide ID would be far behind in an array. */
function byIdText(structs: readonly NamedStruct[]): string {
  const length = Math.max(-1, ...structs.map(({ id }) => id)) + 1;
  if (length > 256) return `byId: { ${structs.map(({ local, id }) => `${id}: ${local}`).join(", ")} }`;
  const byId = new Array<string>(length).fill("undefined");
  for (const { local, id } of structs) byId[id] = local;
  return list("byId", byId);
}

/** As many to a line as have room there. */
function list(key: string, items: readonly string[]): string {
  const short = `${key}: [${items.join(", ")}]`;
  if (short.length < 110) return short;
  const lines: string[] = [];
  for (const item of items) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + item.length < 110) lines[lines.length - 1] = `${last} ${item},`;
    else lines.push(`${item},`);
  }
  return `${key}: [\n${lines.map((line) => `    ${line}\n`).join("")}  ]`;
}

function decodeStatements(constant: string, type: string, frames: FrameShape): string[] {
  const { id, payloadOffset, trailer, short, long } = frames;
  const around = payloadOffset + trailer;
  const size = around === 0 ? "bytes.length" : "size";
  const wrong = [
    ...(short === "zero" ? [] : [`${size} < codec.wireSize`]),
    ...(long === "ignore" ? [] : [`${size} > codec.size`]),
    ...(short === "zero" && around > 0 ? [`${size} < 0`] : []),
  ];
  const returnNone = (reason: string, receivedId: string) =>
    `return { id: undefined, name: undefined, reason: "${reason}", receivedId${receivedId === "id" ? ": id" : `: ${receivedId}`}, bytes };`;
  const isPlain = id !== undefined && id.byteOffset === 1 && id.byteLength === 1 && id.mask === 0xff;
  return [
    ...(isPlain ? ["const [, id] = bytes;", `const codec = ${constant}.byId[id ?? -1];`] : idStatements(id, constant)),
    ...(id === undefined ? [] : [`if (id === undefined) ${returnNone("too-short", "id")}`]),
    `if (codec === undefined) ${returnNone("unknown-id", id === undefined ? "undefined" : "id")}`,
    ...(around === 0 ? [] : [`const size = bytes.length - ${around};`]),
    ...(wrong.length === 0
      ? []
      : [
          `if (${wrong.join(" || ")}) {`,
          `  ${returnNone("wrong-length", id === undefined ? "undefined" : "id")}`,
          "}",
        ]),
    ...recordStatements(frames, size),
    `return { id: codec.id, name: codec.name, raw }${typeOnly(` as ${type}Message`)};`,
  ];
}

function idStatements(id: FrameFormat["id"], constant: string): string[] {
  if (id === undefined) return [`const [codec] = ${constant}.structs;`];
  const { byteOffset, byteLength, byteOrder, mask, shift } = id;
  const places = Array.from({ length: byteLength }, (_, index) => byteOffset + index);
  const terms = (byteOrder === "big" ? places : places.reverse()).map((place, index) => {
    const scale = 256 ** (byteLength - 1 - index);
    return `(bytes[${place}] ?? 0)${scale === 1 ? "" : ` * ${scale}`}`;
  });
  const whole = terms.join(" + ");
  const isWhole = mask === 2 ** (8 * byteLength) - 1;
  const read = isWhole ? whole : `((${whole}) & ${mask}) >>> ${shift}`;
  return [
    `const id = bytes.length < ${locatorEnd(id)} ? undefined : ${read};`,
    `const codec = ${constant}.byId[id ?? -1];`,
  ];
}

function recordStatements({ payloadOffset, short }: FrameShape, size: string): string[] {
  const offset = payloadOffset === 0 ? "" : `, ${payloadOffset}`;
  const decode = `const raw = codec.decode(new DataView(bytes.buffer, bytes.byteOffset, bytes.length)${offset});`;
  if (short === "reject") return [decode];
  return [
    "// What a frame that ends early lacks is zero.",
    `const whole = new Uint8Array(${payloadOffset} + codec.wireSize);`,
    `whole.set(bytes.subarray(0, Math.min(${payloadOffset} + ${size}, whole.length)));`,
    `const raw = codec.decode(new DataView(whole.buffer)${offset});`,
  ];
}
