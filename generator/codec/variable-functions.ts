/**
 * Codecs of structs with optional parts (`@count`, `@if`). A message is first laid out as the complete struct, with zeros for absent
 * parts. The common printers read and write this struct, and absent parts are then removed from the result.
 */

import type { Variable, VariablePart } from "../rules/compiled-rule.ts";
import { printExpression } from "../rules/typescript-notation.ts";
import type { StructModel } from "./model.ts";
import { isInherited, propertyAccess } from "./names.ts";
import { type FilePart, functionPart, typeOnly } from "./part.ts";
import { createFieldReader } from "./read-fields.ts";
import { leafAt } from "./record-literal.ts";
import { stringLiteral, templateText } from "./text.ts";
import { typedArrayOf } from "./typed-arrays.ts";
import { isIn, isJoined } from "./variable.ts";

const VIEW = { name: "view", type: "DataView" };
const BYTE_OFFSET = { name: "byteOffset", type: "number" };
const BYTE_LENGTH = { name: "byteLength", type: "number" };

/** Last parameter of the functions that read such a message. */
export const ALL_BYTES = { name: "byteLength", type: "number", initial: "view.byteLength - byteOffset" };

/**
 * Lays the message out.
 * @throws RangeError if the bytes are not a valid message
 */
export const TAKE = "take(view, byteOffset, byteLength);";

/** Module-level names that these functions use. */
export const VARIABLE_NAMES = [
  ...["laidOut", "laidOutBytes", "there", "starts", "parts", "arrange", "take", "packed", "countTail", "countInner"],
  ...["placeTail", "wrongCount", "readRaw", "readStored", "writeRaw", "leading", "byteLength"],
];

/** Statements that remove absent parts from `record`. */
export function trimStatements(model: StructModel): string[] {
  const parts = model.struct.variable?.parts ?? [];
  // Inner parts first, while the part around them still exists.
  return parts
    .map((part, index) => ({ part, index }))
    .reverse()
    .flatMap(({ part, index }) => {
      const access = accessOf("record", part.path);
      if (part.kind === "if") return [`if (there[${index}] === 0) delete ${access};`];
      if (part.node !== "array") return [];
      return isTyped(part, model)
        ? [`${access} = ${access}.slice(0, there[${index}]);`]
        : [`${access}.length = there[${index}]${typeOnly("!")};`];
    });
}

function isTyped({ path }: VariablePart, model: StructModel): boolean {
  const look = (nodes: StructModel["struct"]["layout"]["members"]): boolean =>
    nodes.some((node) => {
      if (node.kind === "array" && node.path === path) return typedArrayOf(node, model) !== undefined;
      return node.kind === "array" ? look(node.elements) : node.kind === "record" && look(node.members);
    });
  return look(model.struct.layout.members);
}

/** `record.cells[1]!.v` */
function accessOf(record: string, path: string): string {
  const steps = path.match(/\[\d+\]|[^.[\]]+/g) ?? [];
  return steps.reduce((text, step, index) => {
    const before = index === 0 ? text : `${text}${typeOnly("!")}`;
    return before + (step.startsWith("[") ? step : propertyAccess(step));
  }, record);
}

/** Statements that remove absent values from `into`. */
export function absentStored(model: StructModel): string[] {
  const stored = model.fields.filter(({ compiled }) => !compiled.excluded);
  const parts = model.struct.variable?.parts ?? [];
  return parts.flatMap((part, index) => {
    const isOptional = part.kind === "if";
    const inside = stored.flatMap(({ path }, at) =>
      isIn(path, part) || (isOptional && path === part.path) ? [at] : [],
    );
    const [first, last] = [inside[0], inside.at(-1)];
    if (first === undefined || last === undefined || (!isOptional && part.node !== "array")) return [];
    if (isOptional) {
      const each = first === last ? `into[${first}] = undefined;` : absentFrom(`${first}`, last + 1);
      return [`if (there[${index}] === 0) ${each}`];
    }
    // All elements have the same number of fields, in order.
    const each = inside.length / part.most;
    const count = `there[${index}]${typeOnly("!")}`;
    return [absentFrom(`${first === 0 ? "" : `${first} + `}${each === 1 ? "" : `${each} * `}${count}`, last + 1)];
  });
}

function absentFrom(first: string, end: number): string {
  return `for (let i = ${first}; i < ${end}; i++) into[i] = undefined;`;
}

export function variableParts(model: StructModel): FilePart[] {
  const { variable, layout } = model.struct;
  if (variable === undefined) return [];
  const name = templateText(layout.message.name);
  return [
    stateOf(variable, layout.wireSize),
    countFunction("countTail", model, (part) => part.inTail),
    countFunction("countInner", model, (part) => !part.inTail),
    WRONG_COUNT,
    placeTailFunction(model, variable),
    arrangeFunction(model, variable),
    takeFunction(name),
    packedFunction(model, name),
    LEADING,
  ];
}

function stateOf(variable: Variable, wireSize: number): FilePart {
  const { parts } = variable;
  const rows = parts.map((part) => {
    const { path, text, byteOffset, elementBytes, most, inTail } = part;
    const place = inTail ? (isJoined(part, variable) ? 2 : 1) : 0;
    return `  [${[stringLiteral(path), stringLiteral(text), byteOffset, elementBytes, most, place].join(", ")}],\n`;
  });
  const table = `= [\n${rows.join("")}]`;
  const state = (types: boolean) =>
    [
      "// Optional parts: path, tag, offset, size of an element, maximum number of elements, and position:",
      "// 0 at its fixed offset, 1 after the previous part, 2 where the previous part starts.",
      `const parts${types ? ": readonly (readonly [string, string, number, number, number, number])[]" : ""} ${table};`,
      "// The message laid out as the whole struct; the number of elements of each part; their offsets in the message.",
      `const laidOut = /* @__PURE__ */ new DataView(new ArrayBuffer(${wireSize}));`,
      "const laidOutBytes = /* @__PURE__ */ new Uint8Array(laidOut.buffer);",
      `const there${types ? ": number[]" : ""} = [${parts.map(() => 0).join(", ")}];`,
      `const starts${types ? ": number[]" : ""} = [${parts.map(() => 0).join(", ")}];`,
    ].join("\n");
  return { source: state(true), js: state(false), declarations: "" };
}

const WRONG_COUNT = functionPart({
  name: "wrongCount",
  exported: false,
  doc: ["The error if a count exceeds its array."],
  parameters: [],
  returns: "string | undefined",
  body: [
    `for (const [i, [path, tag, , , most]] of parts.entries()) {
  const count = there[i]${typeOnly("!")};
  if (Number.isInteger(count) && count >= 0 && count <= most) continue;
  return \`'\${path}' would have \${count} elements by '\${tag}', and has room for \${most}\`;
}
return undefined;`,
  ],
});

function placeTailFunction({ struct: { layout } }: StructModel, { leastSize, parts }: Variable): FilePart {
  const { size, wireSize } = layout;
  const rest = parts.findIndex(({ expression }) => expression === "rest");
  const whole = `byteLength >= ${wireSize} && byteLength <= ${size} ? most`;
  const ofRest =
    rest < 0
      ? ""
      : `
  if (i === ${rest} && byteLength !== undefined) there[i] = ${whole} : Math.max(0, byteLength - start) / bytes;`;
  return functionPart({
    name: "placeTail",
    exported: false,
    doc: [
      "Sets the offsets of the parts at the end, for a message of this size or of any size. Returns the message's end.",
    ],
    parameters: [{ name: rest < 0 ? "_byteLength" : "byteLength", type: "number | undefined" }],
    returns: "number",
    body: [
      `let [start, end] = [${leastSize}, ${leastSize}];`,
      `for (const [i, [, , , bytes, most, place]] of parts.entries()) {
  if (place === 0) continue;
  if (place === 1) start = end;${ofRest}
  starts[i] = start;
  end = Math.max(end, start + there[i]${typeOnly("!")} * bytes);
}
return end;`,
    ],
  });
}

function arrangeFunction({ struct: { layout } }: StructModel, { leastSize }: Variable): FilePart {
  const { size, wireSize } = layout;
  return functionPart({
    name: "arrange",
    exported: false,
    doc: ["Lays the message out as a whole struct. Returns the message's size, or an error."],
    parameters: [VIEW, BYTE_OFFSET, BYTE_LENGTH],
    returns: "number | string",
    body: [
      "const given = Math.min(byteLength, view.byteLength - byteOffset);",
      `if (!(byteOffset >= 0 && given >= 0 && byteLength >= ${leastSize})) return ${leastSize};`,
      "const bytes = new Uint8Array(view.buffer, view.byteOffset + byteOffset, given);",
      "laidOutBytes.fill(0);",
      `laidOutBytes.set(bytes.subarray(0, ${leastSize}));`,
      // Clear the counts of an earlier, damaged message: they would make this one fail, too.
      "there.fill(0);",
      "countTail(laidOut, 0);",
      "const end = placeTail(byteLength);",
      "let reason = wrongCount();",
      "if (reason !== undefined) return reason;",
      `// A whole struct has all parts at fixed offsets, whatever its counts are.\nconst isWhole = byteLength >= ${wireSize} && byteLength <= ${size};`,
      `for (const [i, [, , byteOffset, elementBytes, , place]] of parts.entries()) {
  const from = isWhole ? byteOffset : starts[i]${typeOnly("!")};
  if (place !== 0) laidOutBytes.set(bytes.subarray(from, from + there[i]${typeOnly("!")} * elementBytes), byteOffset);
}`,
      "countInner(laidOut, 0);",
      "reason = wrongCount();",
      "return reason ?? (isWhole ? byteLength : end);",
    ],
  });
}

function takeFunction(name: string): FilePart {
  return functionPart({
    name: "take",
    exported: false,
    doc: [],
    parameters: [VIEW, BYTE_OFFSET, BYTE_LENGTH],
    returns: "void",
    body: [
      "const extent = arrange(view, byteOffset, byteLength);",
      `if (typeof extent === "string") throw new RangeError(\`${name}: \${extent}\`);`,
      `const bytes = Math.min(byteLength, view.byteLength - byteOffset);`,
      `if (extent > bytes) throw new RangeError(\`${name}: \${extent} bytes wanted, \${bytes} there\`);`,
    ],
  });
}

function countFunction(name: string, model: StructModel, isOne: (part: VariablePart) => boolean): FilePart {
  const parts = model.struct.variable?.parts ?? [];
  const reader = createFieldReader(model);
  const counts = parts.flatMap((part, index) => {
    if (!isOne(part)) return [];
    const { expression, kind, within } = part;
    if (expression === "rest") return [];
    const { text } = printExpression(expression, (path) => reader.number(leafAt(model, path)));
    const value = kind === "if" ? `(${text}) ? 1 : 0` : text;
    const around = within.map(({ path, element }) => {
      const outer = parts.findIndex((each) => each.path === path);
      return `there[${outer}]${typeOnly("!")} > ${element}`;
    });
    return [
      `there[${index}] = ${around.length === 0 ? value : `${around.join(" && ")} ? ${kind === "if" ? `(${value})` : value} : 0`};`,
    ];
  });
  const used = counts.some((count) => count !== "" && /view|byte|word/.test(count));
  return functionPart({
    name,
    exported: false,
    doc: [],
    parameters:
      used || reader.declarations().length > 0
        ? [VIEW, BYTE_OFFSET]
        : [
            { ...VIEW, name: "_view" },
            { ...BYTE_OFFSET, name: "_byteOffset" },
          ],
    returns: "void",
    body: [...reader.declarations(), ...counts],
  });
}

function packedFunction(model: StructModel, name: string): FilePart {
  const { variable, layout } = model.struct;
  const { parts = [], leastSize = 0 } = variable ?? {};
  const rest = parts.findIndex(({ expression }) => expression === "rest");
  const part = parts[rest];
  const end = part && part.byteOffset + part.elementBytes * part.most;
  const count =
    part === undefined
      ? []
      : part.node === "array"
        ? [`there[${rest}] = ${givenPath("record", part.path)}?.length ?? 0;`]
        : [
            `const nul = laidOutBytes.subarray(${part.byteOffset}, ${end}).indexOf(0);`,
            `there[${rest}] = nul < 0 ? ${part.most} : nul;`,
          ];
  return functionPart({
    name: "packed",
    exported: false,
    doc: ["Encodes the message."],
    parameters: [{ name: "record", type: `PartialRecord<${model.typeName}Raw>` }],
    returns: "Uint8Array",
    body: [
      "writeRaw(record, laidOut, 0);",
      "countTail(laidOut, 0);",
      ...count,
      "countInner(laidOut, 0);",
      "const reason = wrongCount();",
      `if (reason !== undefined) throw new RangeError(\`${name}: \${reason}\`);`,
      `const bytes = new Uint8Array(${layout.wireSize});`,
      `bytes.set(laidOutBytes.subarray(0, ${leastSize}));`,
      "const end = placeTail(undefined);",
      ...ownLength(model),
      `for (const [i, [, , byteOffset, elementBytes, , place]] of parts.entries()) {
  if (place !== 0) bytes.set(laidOutBytes.subarray(byteOffset, byteOffset + there[i]${typeOnly("!")} * elementBytes), starts[i]);
}`,
      "return bytes.subarray(0, end);",
    ],
  });
}

/** If the record has no length, writes the actual length. Only for messages that begin with `length` and initialise it. */
function ownLength({ struct: { layout } }: StructModel): string[] {
  const [first] = layout.members;
  const isLength = first?.kind === "scalar" && first.name === "length" && first.scalar === "uint8" && !first.bitField;
  return isLength && first.initial !== undefined ? ["if (record.length === undefined) bytes[0] = end;"] : [];
}

/** `record.log?.lines`: access in a partial record. */
export function givenPath(record: string, path: string): string {
  const steps = path.match(/\[\d+\]|[^.[\]]+/g) ?? [];
  return steps.reduce((text, step, index) => {
    const optional = index === 0 ? "" : "?.";
    if (step.startsWith("[")) return `${text}${optional}${step}`;
    if (isInherited(step)) return `own(${text}, ${stringLiteral(step)})`;
    const access = propertyAccess(step);
    return access.startsWith(".") && optional !== "" ? `${text}?${access}` : `${text}${optional}${access}`;
  }, record);
}

const LEADING = functionPart({
  name: "leading",
  exported: false,
  doc: ["The elements up to the last one with a value."],
  typeParameters: "<T>",
  parameters: [{ name: "elements", type: "T[]" }],
  returns: "T[]",
  body: [
    `const isEmpty = (value${typeOnly(": unknown")})${typeOnly(": boolean")} => {
  const isObject = typeof value === "object" && value !== null;
  return isObject ? Object.values(value).every(isEmpty) : value === undefined;
};`,
    "return elements.slice(0, elements.findLastIndex((element) => !isEmpty(element)) + 1);",
  ],
});

/** Functions that callers use before decoding or encoding. */
export function extentParts(model: StructModel): FilePart[] {
  if (model.struct.variable === undefined) return [];
  return [
    functionPart({
      name: `extentOf${model.typeName}`,
      exported: true,
      doc: ["The message's size according to its counts and conditions, or a text with the error."],
      parameters: [VIEW, BYTE_OFFSET, BYTE_LENGTH],
      returns: "number | string",
      body: ["return arrange(view, byteOffset, byteLength);"],
    }),
    functionPart({
      name: `sizeOf${model.typeName}`,
      exported: true,
      doc: ["The record's encoded size. @throws RangeError for a count that the struct cannot have"],
      parameters: [{ name: "record", type: `PartialRecord<${model.typeName}Raw>` }],
      returns: "number",
      body: ["return packed(record).length;"],
    }),
  ];
}
