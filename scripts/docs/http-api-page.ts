/** docs/http-api.md, from the rows of the routes. */

import { type Described, ERRORS, type Paths, pathsOf } from "../../runtime/api/openapi.ts";
import type { Parameter } from "../../runtime/http/parameters.ts";
import { declarationsOf } from "../../runtime/http/route.ts";
import { PARTS } from "../../runtime/parts/parts.ts";
import { Lab } from "../../test/support/lab.ts";

const INTRODUCTION = `# HTTP API

<!-- Written by "npm run docs" from the rows of the routes. -->

For people who write programs against the service. At the end you know every route. \`/api/openapi.json\` describes the same routes to programs.

- Each route says who may use it, if the service has users. [Permissions](security.md#permissions) explains how to grant what it needs.
- An error is one line of text. If the request has \`Accept: application/json\`, it is a problem in JSON with \`status\`, \`title\` and \`detail\` ([RFC 9457](https://www.rfc-editor.org/rfc/rfc9457), \`application/problem+json\`). An unknown parameter is an error, but not at the addresses of devices.
- You can repeat a parameter with "several" values.
`;

/** A parameter of so many routes is described once. */
const COMMON = 3;
/** Statuses that every route may answer. */
const ALWAYS: readonly string[] = ["401", "429"];

interface Entry {
  readonly title: string;
  readonly operation: Described;
}

/** The routes that a service with the sample headers serves, and those of a cluster. */
export async function servedHttpApiPage(): Promise<string> {
  const lab = new Lab({ ini: "[lab]\nchannels =\n" });
  try {
    lab.generate();
    const service = await lab.start();
    const { paths } = await service.json<{ readonly paths: Paths }>("/api/openapi.json");
    return await httpApiPage(paths);
  } finally {
    await lab.remove();
  }
}

async function httpApiPage(served: Paths): Promise<string> {
  const ofNodes = await Promise.all(PARTS.flatMap(({ shared }) => (shared === undefined ? [] : [shared.routes()])));
  const operations = ofNodes.flatMap((routes) => declarationsOf(routes).operations);
  const entries = entriesOf({ ...served, ...pathsOf(operations) });
  const common = commonOf(entries);
  const parts = [INTRODUCTION, statuses(), `## Common parameters\n\n${parameterTable(common)}`];
  return [...parts, ...entries.map((entry) => entryText(entry, common))].join("\n");
}

const METHODS = ["get", "post", "put", "delete"];

/** By path, so that routes of one purpose are together. */
function entriesOf(paths: Paths): Entry[] {
  const byPath = Object.entries(paths).sort(([a], [b]) => (a < b ? -1 : 1));
  return byPath.flatMap(([path, methods]) =>
    METHODS.flatMap((method) => {
      const operation = methods[method];
      return operation === undefined ? [] : [{ title: `${method.toUpperCase()} ${path}`, operation }];
    }),
  );
}

function statuses(): string {
  const rows = Object.entries(ERRORS).map(([status, meaning]) => `| ${status} | ${meaning} |`);
  const always = ALWAYS.join(" and ");
  return `Any route may answer ${always}. Routes list their other statuses.\n\n| status | meaning |\n|---|---|\n${rows.join("\n")}\n`;
}

/** Of several parameters with one name, the most frequent. */
function commonOf(entries: readonly Entry[]): Parameter[] {
  const all = entries.flatMap(({ operation }) => operation.parameters ?? []);
  const uses = (one: Parameter) => all.filter((other) => isSame(one, other)).length;
  const frequent = all
    .filter((one) => one.in === "query" && one.example !== "" && uses(one) >= COMMON)
    .sort((a, b) => uses(b) - uses(a));
  return frequent.filter((one, i) => frequent.findIndex(({ name }) => name === one.name) === i);
}

function isSame(a: Parameter, b: Parameter): boolean {
  return row(a) === row(b);
}

function entryText({ title, operation }: Entry, common: readonly Parameter[]): string {
  const { summary, description, parameters = [], requestBody, responses } = operation;
  const own = parameters.filter((one) => !common.some((other) => isSame(one, other)));
  const others = parameters.filter((one) => !own.includes(one)).map(({ name }) => `\`${name}\``);
  const bodies = Object.entries(requestBody?.content ?? {}).map(([type, { example }]) => bodyText(type, example));
  const lines = [
    `## ${title}\n`,
    `${summary}. ${description}.\n`,
    ...(own.length > 0 ? [parameterTable(own)] : []),
    ...(others.length > 0 ? [`[Common parameters](#common-parameters): ${others.join(", ")}.\n`] : []),
    ...(bodies.length > 0 ? [`Body:\n\n${bodies.join("\n")}\n`] : []),
    `Answers: ${answers(responses)}.\n`,
  ];
  return lines.join("\n");
}

function bodyText(type: string, example: unknown): string {
  const text = typeof example === "string" ? example.trimEnd().replaceAll("\n", "⏎") : JSON.stringify(example);
  return `- \`${type}\`: \`${text}\``;
}

function answers(responses: Described["responses"]): string {
  const shown = Object.entries(responses).filter(([status]) => !ALWAYS.includes(status));
  return shown
    .map(([status, { content }]) => [status, ...typesOf(status, content).map((type) => `\`${type}\``)].join(" "))
    .join(", ");
}

/** Of a success: errors have one form everywhere. */
function typesOf(status: string, content: object = {}): string[] {
  return status === "200" ? Object.keys(content) : [];
}

function parameterTable(parameters: readonly Parameter[]): string {
  const ignored = parameters.filter(({ example }) => example === "").map(({ name }) => `\`${name}\``);
  const rows = parameters.filter(({ example }) => example !== "").map(row);
  const last = ignored.length === 0 ? [] : [`| ${ignored.join(", ")} | | ignored |`];
  return `| parameter | values | meaning |\n|---|---|---|\n${[...rows, ...last].join("\n")}\n`;
}

function row(parameter: Parameter): string {
  const { name, in: place, required, description } = parameter;
  const notes = [...(place === "header" ? ["header"] : []), ...(required && place === "query" ? ["**required**"] : [])];
  const cells = [[`\`${name}\``, ...notes].join(", "), values(parameter), description];
  return `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
}

function values({ schema, example }: Parameter): string {
  const fallback = schema.default === undefined ? "" : `, default \`${schema.default}\``;
  if (schema.enum !== undefined) return `${schema.enum.map((word) => `\`${word}\``).join(", ")}${fallback}`;
  if (schema.type === "integer") return `${range(schema)}${fallback}`;
  const [shown, several] = [Array.isArray(example) ? example[0] : example, "items" in schema ? "several, " : ""];
  return `${several}such as \`${shown}\`${fallback}`;
}

function range({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Parameter["schema"]): string {
  return maximum === Number.MAX_SAFE_INTEGER ? `from ${minimum}` : `${minimum} to ${maximum}`;
}
