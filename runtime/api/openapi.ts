/** `GET /api/openapi.json`: {@link OPERATIONS} as OpenAPI 3.1. */

import type { Hono } from "hono";
import { OPERATIONS, type Operation, type Parameter } from "./operations.ts";

const ERRORS: Readonly<Record<number, string>> = {
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
  503: "Not ready, behind, or too many requests at once",
};

/** Not for programs: what the page consists of, and its log-in. */
const OF_THE_PAGE = [
  "GET /page/{name}",
  "GET /docs",
  "GET /docs/",
  "GET /docs/search",
  "GET /docs/style.css",
  "GET /docs/images/{name}",
  "GET /docs/{name}",
  "POST /login",
  "POST /logout",
];

/**
 * To be mounted before what answers all of `/api`. It describes only what this process serves.
 * @param basePath path that a proxy puts before all of these; empty for none
 */
export function openApi(app: Hono, version: string, basePath = ""): void {
  const described = () => ({ ...description(app, version), servers: [{ url: `${basePath}/` }] });
  app.get("/api/openapi.json", (context) => context.json(described()));
}

function description(app: Hono, version: string): object {
  const served = new Set(
    app.routes.map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)(?:\{[^}]*\})?/g, "{$1}")}`),
  );
  const told = OPERATIONS.filter(
    ({ method, path }) =>
      served.has(`${method.toUpperCase()} ${path}`) || (path.startsWith("/api/{") && served.has("ALL /api/*")),
  );
  const known = new Set([...told.map(({ method, path }) => `${method.toUpperCase()} ${path}`), ...OF_THE_PAGE]);
  const untold = [...served].filter((route) => !route.startsWith("ALL ") && !known.has(route));
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of told) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "structline", version, description: "Telemetry acquisition driven by the headers of the firmware" },
    security: [{}, { token: [] }, { password: [] }],
    paths,
    components: {
      securitySchemes: { token: { type: "http", scheme: "bearer" }, password: { type: "http", scheme: "basic" } },
    },
    // Routes that somebody forgot to describe.
    ...(untold.length > 0 && { "x-undescribed": untold }),
  };
}

function describe({ summary, parameters = [], body, answers, errors }: Operation): object {
  const content = (examples: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(examples).map(([type, example]) => [type, example === undefined ? {} : { example }]),
    );
  const failures = [...new Set([401, 429, ...errors])].sort();
  return {
    summary,
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
