/** `<channel>.ts`: a channel's codecs by name, and its messages as one discriminated union. */

import type { FrameFormat } from "../../runtime/frames/frame-format.ts";
import { type Locator, locatorEnd } from "../../runtime/frames/locator.ts";
import { codecName } from "./codec-object.ts";
import { foreignText } from "./foreign-text.ts";
import { type Check, checksOf, checksumText, hasChecks, placeText } from "./frame-checks.ts";
import type { ChannelModel } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { camelCase, pascalCase, propertyKey } from "./names.ts";
import { once } from "./once.ts";
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
  writtenPart,
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
  return { constant: new Names(JAVASCRIPT).declare(camelCase(type)), type };
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
    unionPart(
      `${type}Outgoing`,
      ["What `encode` takes: a decoded message, or the fields that differ from the header's initial values."],
      structs.map(({ id, localRaw }) => `Outgoing<${id}, ${localRaw}>`),
    ),
    interfacePart(
      `${type}Channel`,
      [`The codecs of channel \`${channel.name}\` by their structs' names.`],
      [
        ...properties,
        { key: "decode", type: `(bytes: Uint8Array) => ${type}Message`, doc: [] },
        { key: "encode", type: `(message: ${type}Outgoing) => Uint8Array`, doc: [] },
      ],
      "ChannelCodecs",
    ),
    constantPart(constant, `${type}Channel`, channelObject(channel.name, structs, type), { exported: true }),
    functionPart({
      name: `decode${type}`,
      doc: ["Decodes a message by its ID; what is none of the channel's is told in the result, never thrown."],
      exported: true,
      parameters: [{ name: "bytes", type: "Uint8Array" }],
      returns: `${type}Message`,
      body: decodeStatements(constant, type, channel),
    }),
    functionPart({
      name: `encode${type}`,
      doc: [encodeDoc(channel)],
      exported: true,
      parameters: [{ name: "message", type: `${type}Outgoing` }],
      returns: "Uint8Array",
      body: encodeStatements(constant, channel),
    }),
    ...frameParts(channel),
  ];
}

const CONTRACT_TYPES = ["ChannelCodecs", "Message", "Outgoing", "Undecoded"];

/** Names of the module's own functions. */
const FRAME_FUNCTIONS = [
  "checksAreRight",
  "writeChecks",
  "readNumber",
  "writeNumber",
  "crcPlain",
  "crcReflected",
  "sumOf",
  "xorOf",
  "twoSums",
];

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
  const own = [constant, `decode${type}`, `encode${type}`, `${type}Message`, `${type}Outgoing`, `${type}Channel`];
  const scope = new Names(JAVASCRIPT, [...own, ...CONTRACT_TYPES, ...FRAME_FUNCTIONS]);
  const keys = new Names(JAVASCRIPT, ["name", "structs", "byId", "decode", "encode", "then"]);
  return messages.map((model) => ({
    key: keys.declare(model.variableName),
    id: model.id,
    name: model.name,
    exported: codecName(model),
    local: scope.declare(codecName(model)),
    raw: `${model.typeName}Raw`,
    localRaw: scope.declare(`${model.typeName}Raw`),
    path: `./${model.module}.js`,
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
    `encode: encode${type}`,
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

function decodeStatements(constant: string, type: string, channel: ChannelModel): string[] {
  const { frames } = channel;
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
    ...(hasChecks(channel)
      ? [`if (!checksAreRight(codec.id, bytes)) ${returnNone("checksum", id === undefined ? "undefined" : "id")}`]
      : []),
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

function encodeDoc({ channel: { plan } }: ChannelModel): string {
  const around = plan.frames === undefined ? "a message" : "a whole frame, with ID, length";
  return `The bytes of ${around}${plan.frames === undefined ? "" : " and checksums"}; \`decode\` gives the message back.`;
}

function encodeStatements(constant: string, channel: ChannelModel): string[] {
  const { frames } = channel;
  const { payloadOffset, trailer, id, length, idFrom } = frames;
  // The plain frame is the struct, which has its own length and ID.
  const isPlain = channel.channel.plan.frames === undefined;
  const around = payloadOffset + trailer;
  const offset = payloadOffset === 0 ? "" : `, ${payloadOffset}`;
  return [
    `const codec = ${constant}.byId[message.id];`,
    "if (codec === undefined) throw new RangeError(`${message.id} is no struct ID of the channel`);",
    `const bytes = new Uint8Array(codec.wireSize${around === 0 ? "" : ` + ${around}`});`,
    `codec.encode(message.raw, new DataView(bytes.buffer)${offset});`,
    ...(isPlain || length === undefined ? [] : [locatorWrite(length, "bytes.length")]),
    ...(isPlain || id === undefined || idFrom !== undefined ? [] : [locatorWrite(id, "codec.id")]),
    ...(hasChecks(channel) ? ["writeChecks(codec.id, bytes);"] : []),
    "return bytes;",
  ];
}

function locatorWrite({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator, value: string): string {
  const less = addend === 0 ? value : `(${value} ${addend < 0 ? "+" : "-"} ${Math.abs(addend)})`;
  const placed = shift === 0 ? less : `${less} << ${shift}`;
  return `writeNumber(bytes, ${byteOffset}, ${byteLength}, "${byteOrder}", ${mask}, ${placed});`;
}

/** What `decode` and `encode` call of their own. */
function frameParts(channel: ChannelModel): Part[] {
  const parts = hasChecks(channel)
    ? [
        checkFunction(channel, "checksAreRight", "boolean", (checks) => {
          const right = checks.map((check) => rightText(check, channel));
          return [`return ${right.length === 0 ? "true" : right.join(" && ")};`];
        }),
        checkFunction(channel, "writeChecks", "void", (checks) => checks.map(writeText)),
      ]
    : [];
  const called = [...parts.map(({ source }) => source), ...encodeStatements("channel", channel)].join("\n");
  const functions = [...FRAME_SOURCES()].filter(([name]) => new RegExp(`\\b${name}\\(`).test(called));
  return [...parts, ...functions.map(([, part]) => part)];
}

/** One body where all messages have the same checks, else a switch. */
function checkFunction(
  channel: ChannelModel,
  name: string,
  returns: string,
  body: (checks: readonly Check[]) => readonly string[],
): Part {
  const bodies = channel.messages.map((message) => ({ id: message.id, lines: body(checksOf(channel, message)) }));
  const [first] = bodies;
  const none = body([]);
  const isOne = bodies.every(({ lines }) => lines.join() === first?.lines.join());
  const cases = bodies
    .filter(({ lines }) => lines.join() !== none.join())
    .map(
      ({ id, lines }) =>
        `  case ${id}:\n${lines.map((line) => `    ${line}\n`).join("")}${none.length === 0 ? "    return;\n" : ""}`,
    );
  return functionPart({
    name,
    doc: [],
    exported: false,
    parameters: [
      { name: isOne ? "_id" : "id", type: "number" },
      { name: "bytes", type: "Uint8Array" },
    ],
    returns,
    body: isOne ? (first?.lines ?? []) : [`switch (id) {\n${cases.join("")}}`, ...none],
  });
}

function checkedText(check: Check): string {
  const { from, to, extra = -1 } = check;
  return checksumText(check, `bytes, ${from}, ${to ?? placeText(check, "bytes.length")}, ${extra}`);
}

function rightText(check: Check, { frames }: ChannelModel): string {
  const { byteLength, byteOrder, at } = check;
  const computed = checkedText(check);
  const operand = /^\w+\([^()]*\)$/.test(computed) ? computed : `(${computed})`;
  const text = `readNumber(bytes, ${placeText(check, "bytes.length")}, ${byteLength}, "${byteOrder}") === ${operand}`;
  // A frame that is completed with zeros may end before a field's checksum.
  return frames.short === "zero" && at >= 0 ? `(bytes.length < ${at + byteLength} || ${text})` : text;
}

function writeText(check: Check): string {
  const { byteLength, byteOrder } = check;
  const all = 2 ** (8 * byteLength) - 1;
  const place = placeText(check, "bytes.length");
  return `writeNumber(bytes, ${place}, ${byteLength}, "${byteOrder}", ${all}, ${checkedText(check)});`;
}

/** The functions of `foreign/frames.ts` by name. */
const FRAME_SOURCES = once(
  () =>
    new Map(
      foreignText("frames.ts")
        .split(/\n\n(?=(?:\/\*\*.*\*\/\n)?export function )/)
        .map((text): [string, Part] => [
          /function (\w+)/.exec(text)?.[1] ?? "",
          writtenPart(text.replace(/^export /m, "")),
        ]),
    ),
);
