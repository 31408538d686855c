/** The routes of this process as OpenAPI 3.1. */

import type { Hono } from "hono";
import type { Parameter } from "../http/parameters.ts";
import { USERS } from "../http/permission.ts";
import { addRoute, declarationsOf, type Operation, refusalsOf } from "../http/route.ts";

export const ERRORS: Readonly<Record<number, string>> = {
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
  may: USERS,
};

function description(app: Hono, version: string): object {
  const { operations, undeclared } = declarationsOf(app);
  return {
    openapi: "3.1.0",
    info: { title: "structline", version, description: "Telemetry acquisition driven by the headers of the firmware" },
    security: [{}, { token: [] }, { password: [] }],
    paths: pathsOf(operations),
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" }, password: { type: "http", scheme: "basic" } },
    },
    ...(undeclared.length > 0 && { "x-undescribed": undeclared }),
  };
}

/** A path's operations by method. */
export type Paths = Readonly<Record<string, Readonly<Record<string, Described>>>>;

/** An operation in the words of OpenAPI. */
export interface Described {
  readonly summary: string;
  readonly description: string;
  readonly "x-permission": Operation["may"]["kind"];
  /** Unless as everywhere. */
  readonly security?: readonly object[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly description: string; readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly example?: unknown }>>;

export function pathsOf(operations: readonly Operation[]): Paths {
  const paths: Record<string, Record<string, Described>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return paths;
}

function describe(operation: Operation): Described {
  const { summary, parameters = [], body, answers = ["application/json"], errors = [], may } = operation;
  const content = (examples: Readonly<Record<string, unknown>>): Content =>
    Object.fromEntries(
      Object.entries(examples).map(([type, example]) => [type, example === undefined ? {} : { example }]),
    );
  const failures = [...new Set([...refusalsOf(operation), ...errors])].sort();
  return {
    summary,
    description: may.who,
    ...(may.kind === "open" && { security: [{}] }),
    "x-permission": may.kind,
    ...(parameters.length > 0 && { parameters: parameters.map((one) => ({ ...one, ...explode(one) })) }),
    ...(body && { requestBody: { required: true, content: content(body) } }),
    responses: {
      ...(answers.length === 0
        ? { 204: { description: "Done" } }
        : {
            200: {
              description: summary,
              content: content(Object.fromEntries(answers.map((type) => [type, undefined]))),
            },
          }),
      ...Object.fromEntries(failures.map((status) => [status, { description: ERRORS[status]! }])),
    },
  };
}

/** A repeated parameter is given once for each value. */
function explode({ schema }: Parameter): object {
  return "items" in schema ? { style: "form", explode: true } : {};
}
