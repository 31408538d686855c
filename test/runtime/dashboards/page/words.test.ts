/** Every text of the page has a German translation. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, test } from "node:test";
import { ts } from "ts-morph";
import { formatAge } from "../../../../runtime/dashboards/page/browser/text/format.ts";
import { say, useWords } from "../../../../runtime/dashboards/page/browser/text/words.ts";
import { GERMAN } from "../../../../runtime/dashboards/page/browser/text/words-de.ts";
import { ROOT } from "../../../support/lab.ts";

const FOLDER = join(ROOT, "runtime/dashboards/page/browser");
/** Texts from the server or the compiler, which the page shows unchanged. */
const OTHERS = /^text\/words-de|^picture\.ts|^formula\/|\.d\.ts$/;
/** Strings that are not texts, or that are the same in all languages. */
const SAME = new Set(
  "with draft|timed out|no user is logged in|value text|chart-title at-right|noopener noreferrer|English|Deutsch|structline demo|Escape|Home|End|Tab|Enter|Backspace|Esc".split(
    "|",
  ),
);
const PROSE = /^[A-Z'][\p{Ll}']{2,}(…|$|[ ,.:;])|^\p{L}+ \p{L}{2,}[^=]*$/u;

interface Found {
  readonly where: string;
  readonly text: string;
}

function hasNoText(node: ts.Node, file: ts.SourceFile): boolean {
  if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return true;
  return (ts.isJsxAttribute(node) || ts.isPropertyAssignment(node)) && /^class/.test(node.name.getText(file));
}

/** The text of a literal or template; empty for other nodes. */
function textIn(node: ts.Node): string {
  if (ts.isStringLiteralLike(node) || ts.isJsxText(node)) return node.text.trim();
  if (!ts.isTemplateExpression(node)) return "";
  return [node.head, ...node.templateSpans.map(({ literal }) => literal)].map((part) => part.text).join("{}");
}

/** The texts that a call may get as its first argument. */
function literals(node: ts.Node | undefined): ts.StringLiteral[] {
  if (node === undefined) return [];
  if (ts.isStringLiteral(node)) return [node];
  return ts.isConditionalExpression(node) ? [...literals(node.whenTrue), ...literals(node.whenFalse)] : [];
}

/** Texts in the code; `said` ones go through `say`. */
function textsOf(name: string): { readonly said: Found[]; readonly plain: Found[] } {
  const kind = name.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, readFileSync(join(FOLDER, name), "utf8"), ts.ScriptTarget.Latest, true, kind);
  const [said, plain]: [Found[], Found[]] = [[], []];
  const where = (node: ts.Node) => `${name}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
  const visit = (node: ts.Node): void => {
    if (hasNoText(node, file)) return;
    if (ts.isCallExpression(node) && node.expression.getText(file) === "say") {
      for (const literal of literals(node.arguments[0])) said.push({ where: where(literal), text: literal.text });
      for (const argument of node.arguments.slice(1)) visit(argument);
      return;
    }
    const text = textIn(node);
    if (PROSE.test(text)) plain.push({ where: where(node), text });
    ts.forEachChild(node, visit);
  };
  visit(file);
  return { said, plain };
}

afterEach(() => useWords("en", {}));

test("German is complete: all texts in 'say', and every other text in the page's code", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const found = files.filter((name) => !OTHERS.test(name)).map(textsOf);
  const said = found.flatMap((one) => one.said);
  assert.ok(said.length > 400, `${said.length} sentences`);
  const lacking = ({ text }: Found) => !Object.hasOwn(GERMAN, text) && !SAME.has(text);
  const plain = found.flatMap((one) => one.plain);
  assert.deepEqual([...said, ...plain].filter(lacking), []);
  const values = (text: string) => [...text.matchAll(/\{\d\}/g)].map(([one]) => one).sort();
  for (const [english, german] of Object.entries(GERMAN)) assert.deepEqual(values(german), values(english), english);
});

test("every German text is one that the page says", () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: "utf8" }).filter((name) => /\.tsx?$/.test(name));
  const code = files.flatMap((name) =>
    name.startsWith("text/words-de") ? [] : readFileSync(join(FOLDER, name), "utf8"),
  );
  const whole = code.join("\n");
  // The state of a part is put into the sentence.
  const isSaid = (text: string) => /^\{0\} (degraded|down)$/.test(text) || whole.includes(text);
  assert.deepEqual(
    Object.keys(GERMAN).filter((text) => !isSaid(text)),
    [],
  );
});

test("a sentence is in the page's language, with its values; an unknown one stays unchanged", () => {
  useWords("de", GERMAN);
  assert.equal(say("{0} of all {1} devices", "t", 3), "t aller 3 Geräte");
  assert.equal(formatAge(100), "jetzt");
  assert.equal(say("mount"), "mount");
});
