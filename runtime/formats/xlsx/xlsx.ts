/**
 * Office Open XML worksheets, written while the table is read. [ECMA-376 Part 1, 18] Excel's times have no zone and no
 * nanoseconds: they are in the requested zone. What Excel cannot store as a number (more than 15 digits, times before
 * 1900) becomes text.
 */

import { Readable } from "node:stream";
import type { Encode } from "../../export/encode.ts";
import { timeFormatter } from "../../export/text-columns.ts";
import type { Batch, BatchColumn, Table } from "../../model/batch.ts";
import { zoneOffsetMs } from "../../model/time-zone.ts";

/** Rows of a worksheet, including its heading. [Excel specifications and limits] */
const SHEET_ROWS = 1_048_576;
/** Characters of a cell. */
const MOST_CHARACTERS = 32_767;
const DAY_NS = 86_400_000_000_000;
/** 1970-01-01 in days since 1899-12-30. */
const DAYS_TO_1970 = 25_569;

export const encodeXlsx: Encode = async function* (table: Table, { timeZone, sheet: title = "Rows" }) {
  // A CommonJS package inside a bundle has only its default export.
  const { ZipFile } = (await import("yazl")).default;
  const zip = new ZipFile();
  const rows = new RowTexts(table, timeZone);
  const addSheet = (number: number): void => {
    const sheet = Readable.from(sheetXml(rows, table), { objectMode: false });
    // The archive takes entries one after the other, and this sheet's end decides whether another one is needed.
    sheet.once("end", () => {
      if (rows.isOver) addBook(number);
      else addSheet(number + 1);
    });
    sheet.once("error", (error) => zip.outputStream.emit("error", error));
    zip.addReadStream(sheet, `xl/worksheets/sheet${number}.xml`);
  };
  const addBook = (sheets: number): void => {
    for (const [name, text] of Object.entries(bookParts(sheets, title))) zip.addBuffer(Buffer.from(text, "utf8"), name);
    zip.end();
  };
  addSheet(1);
  for await (const piece of zip.outputStream) yield piece as Buffer;
};

async function* sheetXml(rows: RowTexts, { columns }: Table): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols><col min="1" max="${columns.length}" width="16" customWidth="1"/></cols><sheetData>`;
  yield rowOf(
    1,
    columns.map(({ name }) => textCell(name)),
  );
  for (let number = 2; number <= SHEET_ROWS; ) {
    const { text, count } = await rows.next(number);
    if (count === 0) break;
    yield text;
    number += count;
  }
  yield "</sheetData></worksheet>";
}

/** Rows of a table as XML, across sheets. */
class RowTexts {
  isOver = false;
  readonly #batches: AsyncGenerator<Batch>;
  readonly #zone: string;
  #cells: ((row: number) => string)[] = [];
  #rows = 0;
  #row = 0;

  constructor({ batches }: Table, timeZone: string) {
    this.#batches = batches;
    this.#zone = timeZone;
  }

  /** The next rows of a sheet, from that number on; none at the end. */
  async next(number: number): Promise<{ readonly text: string; readonly count: number }> {
    if (this.#row >= this.#rows) await this.#advance();
    const begin = this.#row;
    const count = Math.min(this.#rows - begin, SHEET_ROWS + 1 - number);
    let text = "";
    for (; this.#row < begin + count; this.#row++) {
      const cells = this.#cells.map((cell) => cell(this.#row));
      text += rowOf(number + this.#row - begin, cells);
    }
    if (this.#row >= this.#rows) await this.#advance();
    return { text, count };
  }

  async #advance(): Promise<void> {
    if (this.isOver) return;
    const { done, value } = await this.#batches.next();
    this.isOver = done === true;
    this.#row = 0;
    this.#rows = done === true ? 0 : value.rows;
    if (done !== true) this.#cells = value.columns.map((column) => cellsOf(column, this.#zone));
  }
}

/**
 * Gnumeric and ExcelJS take no row or cell without its name, which the standard lets out.
 * @param cells what follows a cell's name; "" if it is empty
 */
function rowOf(number: number, cells: readonly string[]): string {
  const named = cells.map((cell, column) => (cell === "" ? "" : `<c r="${columnName(column)}${number}"${cell}`));
  return `<row r="${number}">${named.join("")}</row>`;
}

const COLUMN_NAMES: string[] = [];

/** A to Z, AA to ZZ, AAA … */
function columnName(column: number): string {
  const rest = Math.floor(column / 26);
  COLUMN_NAMES[column] ??= (rest === 0 ? "" : columnName(rest - 1)) + String.fromCharCode(65 + (column % 26));
  return COLUMN_NAMES[column];
}

function cellsOf(column: BatchColumn, timeZone: string): (row: number) => string {
  const { valid } = column;
  const given = givenCell(column, timeZone);
  return valid === undefined ? given : (row) => (valid[row] === 0 ? "" : given(row));
}

function givenCell(column: BatchColumn, timeZone: string): (row: number) => string {
  switch (column.type) {
    case "float":
      return (row) => numberCell(column.values[row]!);
    case "boolean":
      return (row) => ` t="b"><v>${column.values[row]}</v></c>`;
    case "string":
      return (row) => textCell(column.values[row]!);
    case "integer":
    case "unsigned":
      return (row) => {
        const value = column.values[row]!;
        return value < 10n ** 15n && value > -(10n ** 15n) ? numberCell(Number(value)) : textCell(String(value));
      };
    case "time": {
      const timeText = timeFormatter(timeZone);
      return (row) => {
        const days = serialDay(column.values[row]!, timeZone);
        return days < 1 ? textCell(timeText(column.values[row]!)) : ` s="1"><v>${days}</v></c>`;
      };
    }
  }
}

function serialDay(timeNs: bigint, timeZone: string): number {
  const ms = Number(timeNs / 1_000_000n);
  const offsetMs = timeZone === "UTC" ? 0 : zoneOffsetMs(timeZone, ms);
  return DAYS_TO_1970 + Number(timeNs + BigInt(offsetMs) * 1_000_000n) / DAY_NS;
}

function numberCell(value: number): string {
  return Number.isFinite(value) ? `><v>${value}</v></c>` : "";
}

function textCell(text: string): string {
  return ` t="inlineStr"><is><t xml:space="preserve">${escaped(cut(text))}</t></is></c>`;
}

function cut(text: string): string {
  if (text.length <= MOST_CHARACTERS) return text;
  const note = `… (cut: ${text.length} characters, and a cell holds ${MOST_CHARACTERS})`;
  return text.slice(0, MOST_CHARACTERS - note.length) + note;
}

// Characters that XML cannot hold are escaped as Excel does; so is text that looks like an escape. [ECMA-376 Part 1,
// 22.9.2.19 ST_Xstring]
function escaped(text: string): string {
  return text
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, "_x005F_")
    .replaceAll(/[&<>]/g, (character) => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;" })[character] ?? character)
    .replaceAll(UNWRITABLE, (unit) => `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0")}_`);
}

const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\r\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu;

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE = "http://schemas.openxmlformats.org/package/2006";

/** [Excel specifications and limits: 31 characters, none of []:*?/\\] */
function sheetName(name: string, number: number): string {
  const behind = number === 1 ? "" : ` ${number}`;
  return escaped(name.replace(/[[\]:*?/\\"]/g, "_").slice(0, 31 - behind.length) + behind);
}

function bookParts(sheets: number, name: string): Readonly<Record<string, string>> {
  const numbers = Array.from({ length: sheets }, (_, index) => index + 1);
  const type = (part: string) => `application/vnd.openxmlformats-officedocument.spreadsheetml.${part}+xml`;
  const override = (part: string, kind: string) => `<Override PartName="/xl/${part}" ContentType="${type(kind)}"/>`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${RELATIONS}/${kind}" Target="${target}"/>`;
  const relations = (members: string) =>
    `${XML}<Relationships xmlns="${PACKAGE}/relationships">${members}</Relationships>`;
  return {
    "[Content_Types].xml": `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override("workbook.xml", "sheet.main")}${override("styles.xml", "styles")}${numbers.map((n) => override(`worksheets/sheet${n}.xml`, "worksheet")).join("")}</Types>`,
    "_rels/.rels": relations(relation("rId1", "officeDocument", "xl/workbook.xml")),
    "xl/workbook.xml": `${XML}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${numbers.map((n) => `<sheet name="${sheetName(name, n)}" sheetId="${n}" r:id="rId${n}"/>`).join("")}</sheets></workbook>`,
    "xl/_rels/workbook.xml.rels": relations(
      numbers.map((n) => relation(`rId${n}`, "worksheet", `worksheets/sheet${n}.xml`)).join("") +
        relation(`rId${sheets + 1}`, "styles", "styles.xml"),
    ),
    "xl/styles.xml": `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss.000"/></numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
  };
}
