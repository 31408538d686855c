/** Grafana's own API descriptions, where they are at hand: `../shared/data` beside the repository. They are not part of the project. */

import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Ajv, type ErrorObject, type ValidateFunction } from "ajv";
import formats from "ajv-formats";

const DATA = fileURLToPath(new URL("../../../shared/data/", import.meta.url));

/** False where the data is at hand, else why tests that need it are skipped. */
export const contractMissing: false | string = existsSync(`${DATA}grafana-http-api.json`)
  ? false
  : "needs Grafana's API descriptions in ../shared/data";

interface Operation {
  readonly requestBody?: { readonly content: Record<string, { readonly schema: object }> };
  readonly responses: Record<string, { readonly $ref?: string }>;
}

interface Api {
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: { readonly schemas: Record<string, Schema>; readonly responses: Record<string, ApiResponse> };
}

interface ApiResponse {
  readonly content?: Record<string, { readonly schema: object }>;
}

interface Schema {
  properties?: object;
  additionalProperties?: unknown;
}

/** Violations in an exchange; empty if there are none. */
export interface Contract {
  request(method: string, path: string, body: unknown): string[];
  response(method: string, path: string, status: number, body: unknown): string[];
  units(): ReadonlySet<string>;
}

export function grafanaContract(): Contract | undefined {
  if (contractMissing !== false) return undefined;
  const ajv = new Ajv({ strict: false, allErrors: true });
  formats.default(ajv);
  const api = read("grafana-http-api.json") as Api;
  // The published schemas allow additional properties, so they would not detect typos.
  for (const schema of Object.values(api.components.schemas)) {
    if (schema.properties !== undefined) schema.additionalProperties ??= false;
  }
  ajv.addSchema(api, "api");
  const dashboard = ajv.compile(read("grafana-dashboard-influx.schema.json") as object);

  const operation = (method: string, path: string): Operation | undefined => {
    for (const [template, methods] of Object.entries(api.paths)) {
      const pattern = new RegExp(`^${template.replace(/\{[^}]+\}/g, "[^/]+")}$`);
      if (pattern.test(path)) return methods[method.toLowerCase()];
    }
    return undefined;
  };
  const check = (schema: object, value: unknown): string[] => complaints(ajv.compile(rebase(schema)), value);

  return {
    request: (method, path, body) => {
      const found = operation(method, path);
      if (found === undefined) return [`${method} ${path} is not an operation we may use`];
      const schema = found.requestBody?.content["application/json"]?.schema;
      if (schema === undefined) return body === undefined ? [] : [`${method} ${path} takes no body`];
      const wrong = check(schema, body).map((complaint) => `${method} ${path}: ${complaint}`);
      const saved = path === "/dashboards/db" ? complaints(dashboard, (body as { dashboard: unknown }).dashboard) : [];
      return [...wrong, ...saved.map((complaint) => `dashboard: ${complaint}`)];
    },
    response: (method, path, status, body) => {
      const answer = operation(method, path)?.responses[status];
      if (answer === undefined) return [`${method} ${path} never answers ${status}`];
      const name = answer.$ref?.split("/").pop();
      const response = name === undefined ? (answer as ApiResponse) : api.components.responses[name];
      const schema = response?.content?.["application/json"]?.schema;
      if (schema === undefined) return [];
      return check(schema, body).map((complaint) => `answer to ${method} ${path}: ${complaint}`);
    },
    units: () => new Set((read("units.json") as [string, string][]).map(([id]) => id)),
  };
}

function read(name: string): unknown {
  return JSON.parse(readFileSync(DATA + name, "utf8"));
}

/** References inside the API description are relative to it. */
function rebase(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"api#/components/')) as object;
}

function complaints(validate: ValidateFunction, value: unknown): string[] {
  if (validate(value)) return [];
  return (validate.errors ?? []).map(
    (error: ErrorObject) => `${error.instancePath} ${error.message} ${JSON.stringify(error.params)}`,
  );
}
