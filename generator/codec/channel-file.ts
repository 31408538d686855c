/** `<channel>.ts`: a channel's codecs by name, and its messages as a discriminated union. */

import { type FrameNumber, formatsOf } from "../../runtime/frames/frame-format.ts";
import { type Locator, locatorEnd } from "../../runtime/frames/locator.ts";
import { sentSize } from "./c-text.ts";
import { codecName } from "./codec-object.ts";
import { foreignText } from "./foreign-text.ts";
import { type Check, checksOf, checksumText, hasChecks, placeText } from "./frame-checks.ts";
import { type ChannelModel, type Message, syncWord } from "./model.ts";
import { JAVASCRIPT, Names } from "./namer.ts";
import { camelCase, pascalCase, propertyKey } from "./names.ts";
import { once } from "./once.ts";
import {
  constantPart,
  type FilePart,
  functionPart,
  type ImportedName,
  importPart,
  interfacePart,
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

export function channelParts(channel: ChannelModel, contract: string): FilePart[] {
  const { constant, type } = channelNames(channel);
  const structs = namedStructs(channel, constant, type);
  const messages = structs.map(({ id, name, localRaw }) => `Message<${id}, ${stringLiteral(name)}, ${localRaw}>`);
  const decoder = { doc: [], exported: false, parameters: [BYTES], returns: `${type}Message` };
  return [
    together([typeImports([[contract, CONTRACT_TYPES]]), ...structs.map(structImport)]),
    unionPart(
      `${type}Message`,
      ["A message of the channel, or an error. `switch (message.name)` or `.id` determines the type of `raw`."],
      ["Undecoded", ...messages],
    ),
    unionPart(
      `${type}Outgoing`,
      ["Input of `encode`: a decoded message, or the fields that differ from the header's initial values."],
      structs.map(({ id, localRaw }) => `Outgoing<${id}, ${localRaw}>`),
    ),
    codecsInterface(channel, structs, type),
    constantPart(constant, `${type}Channel`, channelObject(channel, structs, type), { exported: true }),
    functionPart({
      ...decoder,
      name: `decode${type}`,
      doc: ["Decodes a message by its ID. Errors are part of the result and are never thrown."],
      exported: true,
      body: [...formTests(channel), ...decodeStatements(structs, channel)],
    }),
    ...formsOf(channel).map((form) =>
      functionPart({ ...decoder, name: `decodeForm${form.form}`, body: decodeStatements(structs, form) }),
    ),
    functionPart({
      name: `encode${type}`,
      doc: [encodeDoc(channel)],
      exported: true,
      parameters: [{ name: "message", type: `${type}Outgoing` }],
      returns: "Uint8Array",
      body: encodeStatements(constant, channel),
    }),
    ...frameParts(channel),
    ...decodeParts(channel),
  ];
}

const BYTES = { name: "bytes", type: "Uint8Array" };

function structImport({ message, path, ...names }: NamedStruct): FilePart {
  const codec: ImportedName = { name: names.exported, kind: "value", local: names.local };
  const raw: ImportedName = { name: names.raw, kind: "type", local: names.localRaw };
  const decode: ImportedName = { name: names.decode, kind: "value", local: names.localDecode };
  const extent: ImportedName = { name: names.extent, kind: "value", local: names.localExtent };
  const functions = message.struct.variable === undefined ? [decode] : [decode, extent];
  // Declarations do not refer to the struct's functions.
  const { declarations } = importPart(path, [codec, raw]);
  return { ...importPart(path, [codec, ...functions, raw]), declarations };
}

function codecsInterface({ name }: ChannelModel, structs: readonly NamedStruct[], type: string): FilePart {
  const properties = structs.map(({ key, local }) => ({ key: propertyKey(key), type: `typeof ${local}`, doc: [] }));
  return interfacePart(
    `${type}Channel`,
    [`The codecs of channel \`${name}\` by their structs' names.`],
    [
      ...properties,
      { key: "decode", type: `(bytes: Uint8Array) => ${type}Message`, doc: [] },
      { key: "encode", type: `(message: ${type}Outgoing) => Uint8Array`, doc: [] },
    ],
    "ChannelCodecs",
  );
}

const CONTRACT_TYPES = ["ChannelCodecs", "Message", "Outgoing", "Undecoded"];

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
  "undecoded",
  "viewOf",
  "scratch",
  "scratchView",
];

interface NamedStruct {
  readonly key: string;
  readonly id: number;
  readonly name: string;
  readonly exported: string;
  readonly local: string;
  readonly raw: string;
  readonly localRaw: string;
  readonly decode: string;
  readonly localDecode: string;
  readonly extent: string;
  readonly localExtent: string;
  readonly path: string;
  readonly message: Message;
}

function namedStructs({ messages }: ChannelModel, constant: string, type: string): NamedStruct[] {
  const own = [constant, `decode${type}`, `encode${type}`, `${type}Message`, `${type}Outgoing`, `${type}Channel`];
  const scope = new Names(JAVASCRIPT, [...own, ...CONTRACT_TYPES, ...FRAME_FUNCTIONS]);
  const keys = new Names(JAVASCRIPT, ["name", "structs", "byId", "decode", "encode", "frames", "then"]);
  return messages.map((model) => ({
    key: keys.declare(model.variableName),
    id: model.id,
    name: model.name,
    exported: codecName(model),
    local: scope.declare(codecName(model)),
    raw: `${model.typeName}Raw`,
    localRaw: scope.declare(`${model.typeName}Raw`),
    decode: `decode${model.typeName}`,
    localDecode: scope.declare(`decode${model.typeName}`),
    extent: `extentOf${model.typeName}`,
    localExtent: scope.declare(`extentOf${model.typeName}`),
    message: model,
    path: `./${model.module}.js`,
  }));
}

function channelObject(channel: ChannelModel, structs: readonly NamedStruct[], type: string): string {
  const properties = [
    `name: ${stringLiteral(channel.name)}`,
    list(
      "structs",
      structs.map(({ local }) => local),
    ),
    byIdText(structs),
    ...structs.map(({ key, local }) => `${propertyKey(key)}: ${local}`),
    `decode: decode${type}`,
    `encode: encode${type}`,
    ...framesProperty(channel),
  ];
  return `{\n${properties.map((property) => `  ${property},\n`).join("")}}`;
}

/** The frame format, in the form that `structline/frames` reads. */
function framesProperty({ channel: { plan } }: ChannelModel): string[] {
  const { frames: format, framing } = plan;
  const given = { ...(format && { format }), ...(framing && { framing }) };
  return Object.keys(given).length === 0 ? [] : [`frames: ${literal(given)}`];
}

/** Prints a value that contains only the generator's own words and numbers, and bytes. */
function literal(value: unknown): string {
  if (value instanceof Uint8Array) return `Uint8Array.of(${value.join(", ")})`;
  if (typeof value === "string") return stringLiteral(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  const given = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{ ${given.map(([key, inner]) => `${propertyKey(key)}: ${literal(inner)}`).join(", ")} }`;
}

/** An array indexed by a large ID would be sparse. */
function byIdText(structs: readonly NamedStruct[]): string {
  const length = Math.max(-1, ...structs.map(({ id }) => id)) + 1;
  if (length > 256) return `byId: { ${structs.map(({ local, id }) => `${id}: ${local}`).join(", ")} }`;
  const byId = new Array<string>(length).fill("undefined");
  for (const { local, id } of structs) byId[id] = local;
  return list("byId", byId);
}

/** Puts as many items on a line as fit. */
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

/** A channel with one of its frame formats, numbered. */
interface FormModel extends ChannelModel {
  readonly form?: number;
  /** True if some format pads short frames with zeros. */
  readonly someZero?: true;
}

function formsOf(channel: ChannelModel): FormModel[] {
  const someZero = isSomeZero(channel) && { someZero: true as const };
  return (channel.frames.variants ?? []).map(({ format }, index) => {
    return { ...channel, ...someZero, frames: format, form: index + 1 };
  });
}

function isSomeZero({ frames, someZero }: FormModel): boolean {
  return someZero === true || formatsOf(frames).some(({ short }) => short === "zero");
}

function formTests({ frames: { variants = [] } }: ChannelModel): string[] {
  return variants.map(({ sync = [], when }, index) => {
    const tests = [...sync].map((byte, at) => `bytes[${at}] === ${byte}`);
    if (when !== undefined)
      tests.push(`bytes.length >= ${locatorEnd(when.place)}`, `${numberText(when)} === ${when.value}`);
    return `if (${tests.join(" && ")}) return decodeForm${index + 1}(bytes);`;
  });
}

function numberText({ place: { byteOffset, byteLength, byteOrder, mask, shift } }: FrameNumber): string {
  return `((readNumber(bytes, ${byteOffset}, ${byteLength}, "${byteOrder}") & ${mask}) >>> ${shift})`;
}

/** Refuses frames without the numbers of `expect`. */
function expectTests({ frames: { expect = [] } }: ChannelModel, known: string): string[] {
  return expect.map((number) => {
    const differs = `bytes.length < ${locatorEnd(number.place)} || ${numberText(number)} !== ${number.value}`;
    return `if (${differs}) return ${undecodedText("unexpected", known)};`;
  });
}

function checksName({ form }: FormModel): string {
  return `checksAreRight${form ?? ""}`;
}

/** Do not refer to the table of codecs here, so that bundlers can drop it from programs that only decode. */
function decodeStatements(structs: readonly NamedStruct[], channel: FormModel): string[] {
  const { id } = channel.frames;
  const known = id === undefined ? "undefined" : "id";
  const cases = structs.map(
    (struct) =>
      [
        struct.id,
        caseStatements(struct, channel, known)
          .map((line) => `    ${line}\n`)
          .join(""),
      ] as const,
  );
  if (id === undefined) {
    const [first] = structs;
    if (first === undefined) return [`return ${undecodedText("unknown-id", known)};`];
    return [...expectTests(channel, known), ...caseStatements(first, channel, known)];
  }
  return [
    ...idStatements(id),
    `if (id === undefined) return ${undecodedText("too-short", known)};`,
    ...expectTests(channel, known),
    `switch (id) {\n${cases.map(([value, body]) => `  case ${value}:\n${body}`).join("")}  default:\n    return ${undecodedText("unknown-id", known)};\n}`,
  ];
}

function undecodedText(reason: string, id: string): string {
  return `undecoded("${reason}", ${id}, bytes)`;
}

/** The case of a struct with optional parts: the size depends on the message. */
function variableCase(
  { id, name, localDecode, localExtent, message }: NamedStruct,
  channel: FormModel,
  known: string,
): string[] {
  const { payloadOffset, trailer, short, long } = channel.frames;
  const { wireSize } = message;
  const { leastSize = 0 } = message.struct.variable ?? {};
  const around = payloadOffset + trailer;
  const zeros = isSomeZero(channel) ? `, ${trailer}` : "";
  const given = around === 0 ? "bytes.length" : `bytes.length - ${around}`;
  const differs = {
    "reject reject": ` || extent !== ${given}`,
    "zero reject": ` || extent < ${given}`,
    "reject ignore": ` || extent > ${given}`,
    "zero ignore": "",
  }[`${short} ${long}`];
  const wrong = undecodedText("wrong-length", known);
  return [
    ...(around === 0 ? [] : [`if (bytes.length < ${around}) return ${wrong};`]),
    `const view = viewOf(bytes, ${payloadOffset + wireSize}${zeros});`,
    `const extent = ${localExtent}(view, ${payloadOffset}, ${short === "zero" ? `Math.max(${given}, ${leastSize})` : given});`,
    `if (typeof extent === "string"${differs}) return ${wrong};`,
    ...(hasChecks(channel)
      ? [`if (!${checksName(channel)}(${id}, bytes)) return ${undecodedText("checksum", known)};`]
      : []),
    `return { id: ${id}, name: ${stringLiteral(name)}, raw: ${localDecode}(view, ${payloadOffset}, extent) };`,
  ];
}

function caseStatements(struct: NamedStruct, channel: ChannelModel, known: string): string[] {
  return struct.message.struct.variable === undefined
    ? fixedCase(struct, channel, known)
    : ["{", ...variableCase(struct, channel, known).map((line) => `  ${line}`), "}"];
}

function fixedCase(
  { id, name, localDecode, message: { wireSize, size } }: NamedStruct,
  channel: FormModel,
  known: string,
): string[] {
  const { payloadOffset, trailer, short, long } = channel.frames;
  const around = payloadOffset + trailer;
  const least = short === "zero" ? around : around + wireSize;
  const most = around + size;
  const isExact = long !== "ignore" && least === most;
  const wrong = isExact
    ? [`bytes.length !== ${least}`]
    : [...(least > 0 ? [`bytes.length < ${least}`] : []), ...(long === "ignore" ? [] : [`bytes.length > ${most}`])];
  const offset = payloadOffset === 0 ? "" : `, ${payloadOffset}`;
  const zeros = isSomeZero(channel) ? `, ${trailer}` : "";
  return [
    ...(wrong.length === 0 ? [] : [`if (${wrong.join(" || ")}) return ${undecodedText("wrong-length", known)};`]),
    ...(hasChecks(channel)
      ? [`if (!${checksName(channel)}(${id}, bytes)) return ${undecodedText("checksum", known)};`]
      : []),
    `return { id: ${id}, name: ${stringLiteral(name)}, raw: ${localDecode}(viewOf(bytes, ${payloadOffset + wireSize}${zeros})${offset}) };`,
  ];
}

/** Reads the ID as a number; undefined if the frame is too short. */
function idStatements({ byteOffset, byteLength, byteOrder, mask, shift, ...rest }: Locator): string[] {
  if (byteLength === 1 && mask === 0xff)
    return [`const id = bytes[${byteOffset}]${typeOnly(" as number | undefined")};`];
  const places = Array.from({ length: byteLength }, (_, index) => byteOffset + index);
  const terms = (byteOrder === "big" ? places : places.reverse()).map((place, index) => {
    const scale = 256 ** (byteLength - 1 - index);
    return `(bytes[${place}] ?? 0)${scale === 1 ? "" : ` * ${scale}`}`;
  });
  const whole = terms.join(" + ");
  const isWhole = mask === 2 ** (8 * byteLength) - 1;
  const read = isWhole ? whole : `((${whole}) & ${mask}) >>> ${shift}`;
  const end = locatorEnd({ byteOffset, byteLength, byteOrder, mask, shift, ...rest });
  return [`const id = bytes.length < ${end} ? undefined : ${read};`];
}

/** The functions that `decode` calls. */
function decodeParts(channel: ChannelModel): FilePart[] {
  const zeros = isSomeZero(channel);
  return [
    functionPart({
      name: "undecoded",
      doc: [],
      exported: false,
      parameters: [
        { name: "reason", type: `Undecoded["reason"]` },
        { name: "receivedId", type: "number | undefined" },
        { name: "bytes", type: "Uint8Array" },
      ],
      returns: "Undecoded",
      body: ["return { id: undefined, name: undefined, reason, receivedId, bytes };"],
    }),
    writtenPart("let scratch = new Uint8Array(0);\nlet scratchView = new DataView(scratch.buffer);"),
    functionPart({
      name: "viewOf",
      doc: ["Copies the frame into a reused buffer, because creating a view takes longer than decoding."],
      exported: false,
      parameters: [
        { name: "bytes", type: "Uint8Array" },
        { name: "needed", type: "number" },
        ...(zeros ? [{ name: "trailer", type: "number" }] : []),
      ],
      returns: "DataView",
      body: [
        "if (scratch.length < needed) {\n  scratch = new Uint8Array(needed);\n  scratchView = new DataView(scratch.buffer);\n}",
        "scratch.set(bytes.length > scratch.length ? bytes.subarray(0, scratch.length) : bytes);",
        ...(zeros
          ? [
              "// A short frame is padded with zeros.",
              "if (bytes.length - trailer < needed) scratch.fill(0, bytes.length - trailer, needed);",
            ]
          : []),
        "return scratchView;",
      ],
    }),
  ];
}

function encodeDoc({ channel: { plan } }: ChannelModel): string {
  const around = plan.frames === undefined ? "a message" : "a whole frame, with ID, length";
  return `The bytes of ${around}${plan.frames === undefined ? "" : " and checksums"}; \`decode\` gives the message back.`;
}

function encodeStatements(constant: string, channel: ChannelModel): string[] {
  const { frames } = channel;
  const { payloadOffset, trailer, id, length, idFrom } = frames;
  // A plain frame is the struct itself, with its own length and ID.
  const isPlain = channel.channel.plan.frames === undefined;
  const around = payloadOffset + trailer;
  const isVariable = channel.messages.some(({ struct }) => struct.variable !== undefined);
  const offset = payloadOffset === 0 ? "" : `, ${payloadOffset}`;
  const padded = channel.messages.filter((message) => sentSize(channel, message) > message.wireSize);
  const sizes = padded.map((message) => `message.id === ${message.id} ? ${sentSize(channel, message)} : `).join("");
  const size = sizes === "" || (around === 0 && !isVariable) ? `${sizes}codec.wireSize` : `(${sizes}codec.wireSize)`;
  return [
    `const codec = ${constant}.byId[message.id];`,
    "if (codec === undefined) throw new RangeError(`${message.id} is not a struct ID of the channel`);",
    `const bytes = new Uint8Array(${isVariable ? `(codec.variable?.sizeOf(message.raw) ?? ${size})` : size}${around === 0 ? "" : ` + ${around}`});`,
    `codec.encode(message.raw, new DataView(bytes.buffer)${offset});`,
    ...syncWord(channel).map((byte, index) => `bytes[${index}] = ${byte};`),
    ...(isPlain || length === undefined ? [] : [locatorWrite(length, "bytes.length")]),
    ...(isPlain || id === undefined || idFrom !== undefined ? [] : [locatorWrite(id, "codec.id")]),
    ...(frames.expect ?? []).map(({ place, value }) => locatorWrite(place, String(value))),
    ...(hasChecks(channel) ? ["writeChecks(codec.id, bytes);"] : []),
    "return bytes;",
  ];
}

function locatorWrite({ byteOffset, byteLength, byteOrder, mask, shift, addend }: Locator, value: string): string {
  const less = addend === 0 ? value : `(${value} ${addend < 0 ? "+" : "-"} ${Math.abs(addend)})`;
  const placed = shift === 0 ? less : `${less} << ${shift}`;
  return `writeNumber(bytes, ${byteOffset}, ${byteLength}, "${byteOrder}", ${mask}, ${placed});`;
}

/** Helper functions of `decode` and `encode`. */
function frameParts(channel: ChannelModel): FilePart[] {
  const parts = hasChecks(channel)
    ? [
        ...[channel, ...formsOf(channel)].map((form) =>
          checkFunction(form, checksName(form), "boolean", (checks) => {
            const right = checks.map((check) => rightText(check, form));
            return [`return ${right.length === 0 ? "true" : right.join(" && ")};`];
          }),
        ),
        checkFunction(channel, "writeChecks", "void", (checks) => checks.map(writeText)),
      ]
    : [];
  const sources = parts.map(({ source }) => source);
  const called = [
    ...sources,
    ...formTests(channel),
    ...expectTests(channel, ""),
    ...encodeStatements("channel", channel),
  ].join("\n");
  const functions = [...FRAME_SOURCES()].filter(([name]) => new RegExp(`\\b${name}\\(`).test(called));
  return [...parts, ...functions.map(([, part]) => part)];
}

/** One body if all messages have the same checksums, else a switch. */
function checkFunction(
  channel: ChannelModel,
  name: string,
  returns: string,
  body: (checks: readonly Check[]) => readonly string[],
): FilePart {
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
  // A frame that is padded with zeros may end before a field's checksum.
  return frames.short === "zero" && at >= 0 ? `(bytes.length < ${at + byteLength} || ${text})` : text;
}

function writeText(check: Check): string {
  const { byteLength, byteOrder } = check;
  const all = 2 ** (8 * byteLength) - 1;
  const place = placeText(check, "bytes.length");
  return `writeNumber(bytes, ${place}, ${byteLength}, "${byteOrder}", ${all}, ${checkedText(check)});`;
}

/** The functions of `foreign/frames.ts`, by name. */
const FRAME_SOURCES = once(
  () =>
    new Map(
      foreignText("codec/foreign/frames.ts")
        .split(/\n\n(?=(?:\/\*\*.*\*\/\n)?export function )/)
        .map((text): [string, FilePart] => [
          /function (\w+)/.exec(text)?.[1] ?? "",
          writtenPart(text.replace(/^export /m, "")),
        ]),
    ),
);
