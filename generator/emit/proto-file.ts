/** `<channel>.proto`: stored rows as Protocol Buffers, with units and rules as options. [proto3] */

import { utf8Bytes } from "../source/utf8.ts";
import { generatedBy, type Limits, perChannel, type Tool } from "./emitter.ts";
import { type ChannelModel, type Field, isSigned, type Message } from "./model.ts";
import { Names, PROTO } from "./namer.ts";
import { commentText } from "./text.ts";

export const proto = perChannel(
  ({ stem }) => `${stem}.proto`,
  (channel, { tool, limits }) => protoText(channel, tool, limits),
);

function protoText(channel: ChannelModel, tool: Tool, limits: Limits): string {
  const { messages, identifier } = channel;
  const scope = new Names(PROTO, ["Row"]);
  const types = messages.map((message) => scope.declare(message.className, limits.renamed(message)));
  return `${[
    `// ${generatedBy(tool)}
// Channel ${commentText(channel.name)}: rows as they are stored. Numbers of fields follow the header: regenerate readers with it.`,
    `syntax = "proto3";\n\npackage structline.${identifier};\n\nimport "google/protobuf/descriptor.proto";`,
    `extend google.protobuf.FieldOptions {
  // Of the value.
  string unit = 50100;
  // The rule that makes it from the raw field, as written.
  string expression = 50101;
  // The raw field in the header.
  string field = 50102;
}`,
    ...messages.map((message, index) => messageText(message, types[index] ?? "", limits)),
    `// A row with its time, nanoseconds since 1970 (UTC), and the payload it came from.
message Row {
  fixed64 time_ns = 1;
  bytes payload = 2;
  oneof message {
${messages.map(({ identifier: name }, index) => `    ${types[index]} ${name}_row = ${index + 16};`).join("\n")}
  }
}`,
  ].join("\n\n")}\n`;
}

function messageText({ name, source, id, fields }: Message, className: string, limits: Limits): string {
  const scope = new Names(PROTO);
  const names = fields.map((field) => scope.declare(field.column, limits.renamed(field)));
  const lines = fields.map((field, index) => `  ${fieldText(field, names[index] ?? "", index + 1)}`);
  return `// ${commentText(name)}, ${commentText(source)}: ID ${id}\nmessage ${className} {\n${lines.join("\n")}\n}`;
}

function fieldText(field: Field, name: string, number: number): string {
  const options = [
    field.column === name ? undefined : `json_name = ${protoString(field.column)}`,
    field.unit === undefined ? undefined : `(unit) = ${protoString(field.unit)}`,
    field.rule === undefined ? undefined : `(expression) = ${protoString(field.rule.text)}`,
    field.path === field.column ? undefined : `(field) = ${protoString(field.path)}`,
  ].filter((option) => option !== undefined);
  return `${typeOf(field)} ${name} = ${number}${options.length === 0 ? "" : ` [${options.join(", ")}]`};`;
}

function typeOf(field: Field): string {
  const { kind } = field.compiled;
  switch (kind) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "integer":
      return isSigned(field) ? "sint64" : "uint64";
    case "float":
      return "double";
  }
}

/** UTF-8 as bytes where it is not printable ASCII. */
function protoString(text: string): string {
  const escaped = [...utf8Bytes(text)].map((byte) => {
    const character = String.fromCharCode(byte);
    return /[ !#-[\]-~]/.test(character) ? character : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${escaped.join("")}"`;
}
