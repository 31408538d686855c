/** The routes of this process as OpenAPI 3.1. */

import type { Hono } from "hono";
import type { Parameter } from "../http/parameters.ts";
import { USERS } from "../http/permission.ts";
import { PROBLEM, PROBLEM_TYPE } from "../http/problem.ts";
import { addRoute, declarationsOf, type Operation, refusalsOf } from "../http/route.ts";
import { ANYTHING, type Schema, TEXT } from "../http/schema.ts";
import { JSON_TYPE } from "./common-parameters.ts";

export const ERRORS: Readonly<Record<number, string>> = {
  302: "The answer is at the address in Location",
  304: "The answer has not changed since that ETag",
  400: "What is wrong, in one sentence",
  401: "Credentials are required, or wrong",
  403: "Not allowed",
  404: "Not found, or you may not read it",
  409: "The same operation is running already",
  412: "Changed by somebody else since it was read (with If-Match)",
  413: "Too large",
  415: "Content-Type is missing or not supported",
  429: "Too many requests of this client at once",
  431: "The path and the headers are longer than 16 KiB",
  500: "An error of the service",
  501: "Not available here: use the database's own tools, or install a package",
  503: "Not ready, behind, or too many requests at once. Any route also while its database is away, or the disk is full",
};

/**
 * Describes what this process serves.
 * @param basePath path that a proxy puts before all of these; empty for none
 */
export function openApi(app: Hono, version: string, basePath = ""): void {
  const described = () => ({ ...description(app, version), servers: [{ url: `${basePath}/` }] });
  addRoute(app, DESCRIPTION, (context) => context.json(described()));
}

const DESCRIPTION: Operation = {
  method: "get",
  path: "/api/openapi.json",
  summary: "This description",
  answer: { type: "object" },
  may: USERS,
};

function description(app: Hono, version: string): object {
  const { operations, undeclared } = declarationsOf(app);
  return {
    openapi: "3.1.0",
    info: {
      title: "structline",
      version,
      description: "Telemetry acquisition driven by the headers of the firmware",
      license: { name: "MIT", identifier: "MIT" },
    },
    security: [{}, { token: [] }, { password: [] }],
    paths: pathsOf(operations),
    components: {
      schemas: { Problem: PROBLEM },
      securitySchemes: { token: { type: "http", scheme: "bearer" }, password: { type: "http", scheme: "basic" } },
    },
    ...(undeclared.length > 0 && { "x-undescribed": undeclared }),
  };
}

/** A path's operations by method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** An operation in the words of OpenAPI. */
export interface Described {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly summary: string;
  readonly description: string;
  readonly "x-permission": Operation["may"]["kind"];
  /** Unless as everywhere. */
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly example?: unknown; readonly schema?: Schema }>>;

export function pathsOf(operations: readonly Operation[]): Paths {
  const paths: Record<string, Record<string, Described>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return paths;
}

function describe(operation: Operation): Described {
  const { summary, path, parameters = [], body, answers = [JSON_TYPE], answer, errors = [], may } = operation;
  const failures = [...new Set([...refusalsOf(operation), ...errors])].sort();
  return {
    operationId: idOf(operation),
    tags: [path.split("/")[1] || "page"],
    summary,
    description: may.who,
    ...(may.kind === "open" && { security: [{}] }),
    "x-permission": may.kind,
    ...(parameters.length > 0 && { parameters: parameters.map((one) => ({ ...one, ...explode(one) })) }),
    ...(body && { requestBody: { required: true, content: bodyContent(body) } }),
    responses: {
      ...(answers.length === 0
        ? { 204: { description: "Done" } }
        : { 200: { description: summary, content: contentOf(answers, answer) } }),
      ...Object.fromEntries(failures.map((status) => [status, errorOf(status, operation)])),
    },
  };
}

/** `GET /read/series/all` → `getReadSeriesAll`. */
function idOf({ method, path }: Operation): string {
  const words = path.match(/[a-z0-9]+/gi) ?? ["page"];
  return [method, ...words.map((word) => word[0]!.toUpperCase() + word.slice(1))].join("");
}

/** Bodies of binary formats have no schema. [OpenAPI 3.1, 4.8.14.2] */
function contentOf(types: readonly string[], answer: Schema = ANYTHING): Content {
  const schemaOf = (type: string) =>
    type === JSON_TYPE ? { schema: answer } : type.startsWith("text/") ? { schema: TEXT } : {};
  return Object.fromEntries(types.map((type) => [type, schemaOf(type)]));
}

function bodyContent(examples: NonNullable<Operation["body"]>): Content {
  const schemaOf = (example: unknown) => (typeof example === "string" ? TEXT : { type: "object" });
  return Object.fromEntries(
    Object.entries(examples).map(([type, example]) => [
      type,
      { schema: schemaOf(example), ...(example !== undefined && { example }) },
    ]),
  );
}

function errorOf(status: number, { answer, sameAt = [], failure }: Operation): Described["responses"][string] {
  const description = ERRORS[status]!;
  if (status < 400) return { description };
  const own = sameAt.includes(status) ? answer : failure;
  const content = {
    "text/plain": { schema: TEXT },
    [PROBLEM_TYPE]: { schema: { $ref: "#/components/schemas/Problem" } },
    ...(own !== undefined && { [JSON_TYPE]: { schema: own } }),
  };
  return { description, content };
}

/** A repeated parameter is given once for each value. */
function explode({ schema }: Parameter): object {
  return "items" in schema ? { style: "form", explode: true } : {};
}
