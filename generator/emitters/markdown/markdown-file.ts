/** `<channel>.md`: a readable catalogue of the channel's messages, to print or publish. */

import { generatedBy, perChannel, type Tool } from "../../codec/emitter.ts";
import { type ChannelModel, type Enumeration, type Field, flatWords, type Message } from "../../codec/model.ts";
import { codeSpan, heldBy, lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";

const markdown = perChannel(
  ({ stem }) => `${stem}.md`,
  (channel, { tool }) => markdownText(channel, tool),
);

function markdownText({ channel: { plan }, messages, enumerations }: ChannelModel, tool: Tool): string {
  const sections = [
    `<!-- ${generatedBy(tool)} -->`,
    `# Channel ${plain(plan.name)}: messages`,
    [
      `${plan.udpPort === undefined ? "" : `UDP port ${plan.udpPort}, `}WAMP topic ${code(plan.wampTopic)}.`,
      `Layout of ${plan.abi}, ${plan.byteOrder}-endian.`,
      `Headers: ${plan.headerFiles.map(code).join(", ")}.`,
    ].join(" "),
    table(
      ["ID", "Message", "Bytes", "Stored as", "Declared in"],
      ["-:", "-", "-:", "-", "-"],
      messages.map(({ id, name, wireSize, measurement, source }) => [
        String(id),
        code(name),
        String(wireSize),
        code(measurement),
        plain(source),
      ]),
    ),
    ...messages.flatMap(messageSection),
    ...enumerationSection(enumerations),
  ];
  return `${sections.join("\n\n")}\n`;
}

function messageSection(message: Message): string[] {
  const { name, id, wireSize, size, measurement, source, struct, fields, words } = message;
  const { variable } = struct;
  const bytes = variable === undefined ? `${wireSize} bytes` : `${variable.leastSize} to ${wireSize} bytes`;
  const sizeof = size === wireSize ? "" : ` (sizeof ${size})`;
  const isSaid = fields.some((field) => flatWords(field).length > 0);
  const packing = struct.layout.packing === "packed" ? ", packed" : "";
  return [
    `## ${plain(name)}`,
    ...words.map(plain),
    `ID ${id}, ${bytes}${sizeof}${packing}; stored as ${code(measurement)}; declared in ${plain(source)}.`,
    ...absentText(message),
    table(
      ["Offset", "Field", "Type", "Initial", "Stored as", "Unit", "Rule", ...(isSaid ? ["Meaning"] : [])],
      ["-:", "-", "-", "-:", "-", "-", "-", ...(isSaid ? ["-"] : [])],
      fields.map((field) => [...fieldRow(field), ...(isSaid ? [plain(flatWords(field).join(" "))] : [])]),
    ),
  ];
}

/** Describes the optional parts of a message. */
function absentText({ struct: { variable } }: Message): string[] {
  if (variable === undefined) return [];
  const parts = variable.parts.map(({ path, text }) => `${code(path)} by ${code(text)}`).join(", ");
  const tail = variable.parts.filter(({ inTail }) => inTail).length;
  const places = tail > 1 ? " Offsets of these are those in a message that has all of them." : "";
  return [`There only as far as the message says: ${parts}.${places}`];
}

function fieldRow(field: Field): string[] {
  const { bitField, bitOffset, ctype } = field;
  const byte = Math.floor(bitOffset / 8);
  return [
    bitField ? `${byte} bit ${bitOffset % 8}` : String(byte),
    code(field.path),
    code(bitField ? `${ctype} : ${field.bitWidth}` : ctype),
    field.initial === undefined ? "" : code(String(field.initial)),
    field.excluded ? "not stored" : code(field.column),
    field.unit === undefined ? "" : plain(field.unit),
    field.rule === undefined ? "" : code(field.rule.text),
  ];
}

function enumerationSection(enumerations: readonly Enumeration[]): string[] {
  if (enumerations.length === 0) return [];
  const rows = enumerations.flatMap(({ name, values }) =>
    values.map((enumerator) => [code(name), code(enumerator.name), String(enumerator.value)]),
  );
  return ["## Enumerations", table(["Type", "Name", "Value"], ["-", "-", "-:"], rows)];
}

function table(head: readonly string[], alignment: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(alignment.map((cell) => cell.replace("-", "---"))), ...rows.map(line)].join("\n");
}

function code(text: string): string {
  return codeSpan(heldBy("Markdown cell", lineText(text)));
}

function plain(text: string): string {
  return heldBy("Markdown", lineText(text));
}

export const MARKDOWN_EMITTER: Emitter = {
  name: "markdown",
  writes: "<channel>.md: the messages for people (always written)",
  reading: "none",
  unasked: true,
  presence: "follows",
  emit: markdown,
};
