/** Elements of an XML file, without namespaces. Declarations of entities are refused. [XML 1.0] */

import { dictionary } from "../../../runtime/lib/dictionary.ts";
import { DefinitionError } from "../definition.ts";

export interface Element {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly Element[];
  readonly text: string;
  readonly line: number;
}

interface Open {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: Element[];
  readonly line: number;
  text: string;
}

const PIECE =
  /<!--[\s\S]*?-->|<!\[CDATA\[(?<data>[\s\S]*?)\]\]>|<\?[\s\S]*?\?>|<!(?<declaration>\w+)[^>]*>|<\/(?<end>[^\s>]+)\s*>|<(?<start>[^\s/>!?]+)(?<attributes>(?:\s+[^\s=>/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(?<empty>\/?)>|(?<text>[^<]+)/y;
const ATTRIBUTE = /([^\s=]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g;
const ENTITIES: Readonly<Record<string, string>> = dictionary({ lt: "<", gt: ">", amp: "&", quot: '"', apos: "'" });
const MOST_DEPTH = 200;

/** @throws DefinitionError */
export function parseXml(source: string): Element {
  const root: Open = { name: "", attributes: new Map(), children: [], line: 1, text: "" };
  const open: Open[] = [root];
  let line = 1;
  PIECE.lastIndex = 0;
  for (let at = 0; at < source.length; at = PIECE.lastIndex) {
    const groups = PIECE.exec(source)?.groups;
    if (groups === undefined) throw new DefinitionError("this is not XML", line);
    takePiece(open, groups, line);
    line += source.slice(at, PIECE.lastIndex).split("\n").length - 1;
  }
  const [only] = root.children;
  if (open.length > 1) throw new DefinitionError(`<${open.at(-1)!.name}> has no end`, open.at(-1)!.line);
  if (only === undefined) throw new DefinitionError("the file has no element");
  return only;
}

function takePiece(open: Open[], groups: Readonly<Record<string, string | undefined>>, line: number): void {
  const inside = open.at(-1)!;
  const { data, declaration, end, start, attributes = "", empty, text } = groups;
  if (declaration !== undefined && declaration !== "DOCTYPE")
    throw new DefinitionError(`<!${declaration}> is not read`, line);
  if (text !== undefined || data !== undefined) inside.text += data ?? plain(text ?? "");
  else if (end !== undefined) {
    if (open.length < 2 || localName(end) !== inside.name) throw new DefinitionError(`</${end}> ends nothing`, line);
    open.pop();
  } else if (start !== undefined) {
    const found = [...attributes.matchAll(ATTRIBUTE)].map(
      ([, name = "", double, single]) => [localName(name), plain(double ?? single ?? "")] as const,
    );
    const element: Open = { name: localName(start), attributes: new Map(found), children: [], line, text: "" };
    inside.children.push(element);
    if (empty !== "/") open.push(element);
    if (open.length > MOST_DEPTH) throw new DefinitionError("elements are nested too deeply", line);
  }
}

function localName(name: string): string {
  return name.slice(name.indexOf(":") + 1);
}

function plain(text: string): string {
  return text.replaceAll(/&(#x[\da-f]+|#\d+|\w+);/gi, (whole, name: string) => {
    if (!name.startsWith("#")) return ENTITIES[name] ?? whole;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code <= 0x10_ffff ? String.fromCodePoint(code) : whole;
  });
}

export function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((each) => each.name === name) ?? [];
}

/** The first element along the path. */
export function childAt(element: Element | undefined, ...path: readonly string[]): Element | undefined {
  return path.reduce<Element | undefined>((found, name) => found?.children.find((each) => each.name === name), element);
}
