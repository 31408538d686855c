/** `<channel>.sql` and `<channel>_arrow.py`: the stored rows as SQL tables and as Arrow schemas. */

import { storedName } from "../../../runtime/codec/fields.ts";
import { type Emit, generatedBy, type Tool } from "../../codec/emitter.ts";
import { type ChannelModel, type Field, flatWords, type Message } from "../../codec/model.ts";
import { commentText, docstringText, heldBy, lineText } from "../../codec/text.ts";
import type { Emitter } from "../shared/emitter.ts";

/** Types of stored values in DuckDB and Arrow. */
interface Kind {
  readonly sql: string;
  readonly arrow: string;
}

interface Column extends Kind {
  readonly name: string;
  readonly field: Field | undefined;
}

const sql: Emit = (channels, tool) =>
  channels.flatMap((channel) => [
    { path: `${channel.stem}.sql`, text: tablesText(channel, tool), built: false },
    { path: `${channel.identifier}_arrow.py`, text: schemasText(channel, tool), built: false },
  ]);

const TIME: Column = { name: "time", sql: "TIMESTAMP_NS NOT NULL", arrow: 'pa.timestamp("ns")', field: undefined };
const HEX: Column = { name: "_hex_", sql: "VARCHAR", arrow: "pa.string()", field: undefined };

function columnsOf({ fields }: Message): Column[] {
  const columns = new Map<string, Column>();
  for (const field of fields) {
    const name = storedName(field.compiled);
    if (!field.excluded && !columns.has(name)) columns.set(name, { name, ...kindOf(field), field });
  }
  return [TIME, ...columns.values(), HEX];
}

function kindOf({ compiled: { kind }, type }: Field): Kind {
  switch (kind) {
    case "string":
      return { sql: "VARCHAR", arrow: "pa.string()" };
    case "boolean":
      return { sql: "BOOLEAN", arrow: "pa.bool_()" };
    case "integer":
      return type === "uint64" ? { sql: "UBIGINT", arrow: "pa.uint64()" } : { sql: "BIGINT", arrow: "pa.int64()" };
    case "float":
      return { sql: "DOUBLE", arrow: "pa.float64()" };
  }
}

function tablesText(channel: ChannelModel, tool: Tool): string {
  const tables = channel.messages.map((message) => {
    const table = identifier(message.measurement);
    const columns = columnsOf(message);
    const lines = columns.map(({ name, sql: type }) => `  ${identifier(name)} ${type}`);
    const said = columns.flatMap(({ name, field }) => {
      if (field === undefined) return [];
      return [`COMMENT ON COLUMN ${table}.${identifier(name)} IS ${text(meaningOf(field))};`];
    });
    const of = text([`${message.name}, ${message.source}`, ...message.words].join(". "));
    return [`CREATE TABLE ${table} (\n${lines.join(",\n")}\n);`, `COMMENT ON TABLE ${table} IS ${of};`, ...said].join(
      "\n",
    );
  });
  return `-- ${generatedBy(tool)}\n-- Channel ${commentText(channel.name)}: rows as they are stored, as DuckDB has them.\n\n${tables.join("\n\n")}\n`;
}

function schemasText(channel: ChannelModel, tool: Tool): string {
  const schemas = channel.messages.map((message) => {
    const fields = columnsOf(message).map(({ name, arrow, field }) => {
      const meaning =
        field === undefined
          ? ""
          : `, metadata={"unit": ${python(field.unit ?? "")}, "meaning": ${python(meaningOf(field))}}`;
      return `        pa.field(${python(name)}, ${arrow}${field === undefined && name === "time" ? ", nullable=False" : ""}${meaning}),\n`;
    });
    const about = `{"struct": ${python(message.name)}, "id": ${python(String(message.id))}}`;
    return `    ${python(message.measurement)}: pa.schema([\n${fields.join("")}    ], metadata=${about}),\n`;
  });
  return `# ${generatedBy(tool)}
"""Rows of channel ${docstringText(channel.name)} as they are stored: measurement -> Arrow schema, with unit and meaning of each field."""

import pyarrow as pa

SCHEMAS = {
${schemas.join("")}}
`;
}

/** The header's comment, the field and its rule. */
function meaningOf(field: Field): string {
  const { ctype, path, rule, unit } = field;
  const made = rule === undefined ? "" : ` by ${rule.text}`;
  return [...flatWords(field), `${ctype} ${path}${made}${unit === undefined ? "" : `, in ${unit}`}`].join(". ");
}

function identifier(name: string): string {
  return `"${heldBy("SQL name", lineText(name))}"`;
}

function text(given: string): string {
  return `'${heldBy("SQL string", lineText(given))}'`;
}

/** JSON strings are valid Python strings. */
function python(given: string): string {
  return JSON.stringify(lineText(given));
}

export const SQL_EMITTER: Emitter = {
  name: "sql",
  writes: "<channel>.sql and <channel>_arrow.py: the stored rows as tables of DuckDB and schemas of Arrow",
  reading: "none",
  presence: "follows",
  emit: sql,
};
