/**
 * Pieces of generated files, each in the three texts that are made of it: TypeScript, JavaScript and declarations.
 * The emitter knows where it writes a type, so none has to be found and taken out again.
 */

import { wrapped } from "./wrap.ts";

export interface Part {
  readonly source: string;
  /** Empty for what is only a type. */
  readonly js: string;
  /** Empty for what is not exported. */
  readonly declarations: string;
}

/** Marks that no text from a header can hold: what stands between them is TypeScript only. */
const [FROM, TO] = ["\u0001", "\u0002"];

/** A part of an expression that JavaScript's text does not have: `!`, ` as Mode`. */
export function typeOnly(text: string): string {
  return FROM + text + TO;
}

function asTypeScript(code: string): string {
  return code.replaceAll(FROM, "").replaceAll(TO, "");
}

function asJavaScript(code: string): string {
  return code.replace(/\u0001[^\u0002]*\u0002/g, "");
}

export interface Parameter {
  readonly name: string;
  readonly type: string;
  /** A parameter with a default is declared without its type, which is a number's. */
  readonly initial?: string;
}

export interface FunctionText {
  readonly name: string;
  /** Paragraphs. */
  readonly doc: readonly string[];
  readonly exported: boolean;
  /** `<T extends object>` */
  readonly typeParameters?: string;
  readonly parameters: readonly Parameter[];
  readonly returns: string;
  /** Statements, perhaps of several lines, with `typeOnly` parts. */
  readonly body: readonly string[];
}

export function functionPart(text: FunctionText): Part {
  const { name, exported, typeParameters = "", parameters, returns } = text;
  const doc = docText(text.doc);
  const body = text.body.map((statement) => `${indented(statement)}\n`).join("");
  const typescript = wrapped(asTypeScript(body));
  const modifier = exported ? "export " : "";
  const headOf = (language: Language, list: string) =>
    `${modifier}function ${name}${language === "js" ? "" : typeParameters}(${list})`;
  const head = (language: Language) => {
    const line = headOf(language, parameterList(parameters, language));
    return line.length + returns.length + 4 < LONGEST
      ? line
      : headOf(language, `\n  ${parameterList(parameters, language, ",\n  ")},\n`);
  };
  return {
    source: `${doc}${head("source")}: ${returns} {\n${typescript}}`,
    js: `${doc}${head("js")} {\n${body.includes(FROM) ? wrapped(asJavaScript(body)) : typescript}}`,
    declarations: exported
      ? `${doc}export declare function ${name}${typeParameters}(${parameterList(parameters, "declarations")}): ${returns};`
      : "",
  };
}

/** A line that has more has a line for each parameter. */
const LONGEST = 140;

type Language = keyof Part;

function parameterList(parameters: readonly Parameter[], language: Language, separator = ", "): string {
  return parameters
    .map(({ name, type, initial }) => {
      if (language === "declarations") return `${name}${initial === undefined ? "" : "?"}: ${type}`;
      if (initial !== undefined) return `${name} = ${initial}`;
      return language === "js" ? name : `${name}: ${type}`;
    })
    .join(separator);
}

/** The head of a function written by hand: its types stand nowhere else, but for `as const`. */
const HEAD = /^function (\w+)\(([^)]*)\): [\w[\]]+ \{$/gm;

/** Functions that are TypeScript files of ours, in TypeScript and JavaScript. */
export function writtenPart(source: string): Part {
  const js = source.replace(HEAD, (_, name: string, parameters: string) => {
    const names = parameters.split(",").map((parameter) => parameter.replace(/: .*$/s, "").trim());
    return `function ${name}(${names.filter((each) => each !== "").join(", ")}) {`;
  });
  return { source, js: js.replaceAll(" as const", ""), declarations: "" };
}

export interface PropertyText {
  /** As it is written: `az`, `"gps.lat"`. */
  readonly key: string;
  readonly type: string;
  readonly doc: readonly string[];
  readonly optional?: true;
}

/** An interface whose properties are all `readonly`. */
export function interfacePart(
  name: string,
  doc: readonly string[],
  properties: readonly PropertyText[],
  base?: string,
): Part {
  const members = properties.map(
    (property) =>
      `${docText(property.doc, "  ")}  readonly ${property.key}${property.optional ? "?" : ""}: ${property.type};\n`,
  );
  const heritage = base === undefined ? "" : ` extends ${base}`;
  const text = `${docText(doc)}export interface ${name}${heritage} {\n${members.join("")}}`;
  return { source: text, js: "", declarations: text };
}

/** @param value with `typeOnly` parts */
export function constantPart(
  name: string,
  type: string,
  value: string,
  { doc = [], exported = false }: { readonly doc?: readonly string[]; readonly exported?: boolean } = {},
): Part {
  const start = `${docText(doc)}${exported ? "export " : ""}`;
  return {
    source: `${start}const ${name}: ${type} = ${asTypeScript(value)};`,
    js: `${start}const ${name} = ${asJavaScript(value)};`,
    declarations: exported ? `${start}declare const ${name}: ${type};` : "",
  };
}

/** Stands for the extension of an imported file of ours, which differs where the source itself is run. */
const EXTENSION = "\u0003";

function specifier(from: string): string {
  return from.startsWith(".") ? from.replace(/\.js$/, EXTENSION) : from;
}

/** A text of a part as it is written into a file. @param extension `.js`, `.ts` or none */
export function withExtension(text: string, extension: string): string {
  return text.replaceAll(EXTENSION, extension);
}

/** A name to a line where they have no room on one. */
function importLine(keyword: string, names: readonly string[], from: string): string {
  const line = `${keyword} { ${names.join(", ")} } from "${specifier(from)}";`;
  if (withExtension(line, ".js").length <= LINE) return line;
  // As the compiler has them in JavaScript.
  const last = keyword === "import" ? "" : ",";
  return `${keyword} {\n${names.map((name) => `  ${name}`).join(",\n")}${last}\n} from "${specifier(from)}";`;
}

/** `import type { … } from "…";` for each module that names are taken from. */
export function typeImports(modules: readonly (readonly [from: string, names: readonly string[]])[]): Part {
  const lines = modules
    .filter(([, names]) => names.length > 0)
    .map(([from, names]) => importLine("import type", names, from));
  const text = lines.join("\n");
  return { source: text, js: "", declarations: text };
}

export interface ImportedName {
  readonly name: string;
  readonly kind: "value" | "type";
  /** What it is called in the file, where that differs. */
  readonly local?: string;
}

/** `import { capRCodec, type CapRRaw } from "…";`: JavaScript has the values only. */
export function importPart(from: string, names: readonly ImportedName[]): Part {
  const line = (of: readonly ImportedName[]) => {
    const items = of.map(({ name, kind, local = name }) => {
      const own = local === name ? name : `${name} as ${local}`;
      return kind === "type" ? `type ${own}` : own;
    });
    return importLine("import", items, from);
  };
  return { source: line(names), js: line(names.filter(({ kind }) => kind === "value")), declarations: line(names) };
}

/** A union type with a line for each of its members. */
export function unionPart(name: string, doc: readonly string[], members: readonly string[]): Part {
  const text = `${docText(doc)}export type ${name} =\n${members.map((member) => `  | ${member}`).join("\n")};`;
  return { source: text, js: "", declarations: text };
}

/** Parts that belong together: no blank line is between them. */
export function together(parts: readonly Part[]): Part {
  const text = (of: keyof Part) => parts.flatMap((part) => (part[of] === "" ? [] : [part[of]])).join("\n");
  return { source: text("source"), js: text("js"), declarations: text("declarations") };
}

const LINE = 120;

/** A JSDoc comment of paragraphs, with a line break behind it; on one line where there is one short paragraph. */
export function docText(paragraphs: readonly string[], indent = ""): string {
  if (paragraphs.length === 0) return "";
  const [only = ""] = paragraphs;
  if (paragraphs.length === 1 && indent.length + only.length + 7 <= LINE) return `${indent}/** ${only} */\n`;
  const lines = paragraphs.flatMap((paragraph, index) => [
    ...(index === 0 ? [] : [""]),
    ...filled(paragraph, LINE - indent.length - 3),
  ]);
  const body = lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("");
  return `${indent}/**\n${body}${indent} */\n`;
}

/** Words on lines of a width; a word that is wider has a line of its own. */
function filled(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && line.length + 1 + word.length > width) {
      lines.push(line);
      line = word;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return line === "" ? lines : [...lines, line];
}

function indented(text: string): string {
  return `  ${text.replaceAll("\n", "\n  ")}`;
}
