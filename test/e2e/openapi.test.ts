/** Sends every request that the OpenAPI document describes to the running service. */

import assert from "node:assert/strict";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Ajv2020 } from "ajv/dist/2020.js";
import { Lab, ROOT, type ServiceProcess, sendDatagrams } from "../support/lab.ts";
import { onlyLong } from "../support/long.ts";
import { until } from "../support/until.ts";

interface Operation {
  readonly operationId: string;
  readonly tags: readonly string[];
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: "query" | "path";
    readonly required?: boolean;
    readonly schema: { readonly enum?: readonly string[] };
    readonly example: string | number | readonly string[];
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example: unknown }>> };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type Content = Readonly<Record<string, { readonly schema?: object }>>;

interface Description {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly "x-undescribed"?: readonly string[];
}

let lab: Lab;
let service: ServiceProcess;
let description: Description;
/** Of a codec that is there. */
let digest: string;

before(async () => {
  const ini = readFileSync(join(ROOT, "channels.ini"), "utf8").replaceAll(/^udp_port\s*=\s*\d+/gm, "udp_port = 0");
  lab = new Lab({ ini: ini.replaceAll(/^listen\s*=.*$/gm, "listen = 127.0.0.1:0") });
  const { status, output } = lab.generate();
  assert.equal(status, 0, output);
  const jump = { id: 1, fromNs: "1", toNs: "2", byNs: "10", era: 1, nodes: 1, isMoved: false };
  mkdirSync(join(lab.directory, "data/journal"), { recursive: true });
  writeFileSync(join(lab.directory, "data/journal/clock-jumps.json"), JSON.stringify([jump]));
  const place = { database: "lab_rig_telemetry", measurement: "01_mount", column: "t" };
  const entry = { id: 1, ...place, level: "alarm", time: "2026-03-01T12:00:00Z", value: 9, message: "t is 9, above 8" };
  const alarms = { next: 2, entries: [entry], muted: [] };
  writeFileSync(join(lab.directory, "data/journal/alarms.json"), JSON.stringify(alarms));
  service = await lab.start();
  description = await service.json<Description>("/api/openapi.json");
  const offered = JSON.stringify(await service.json("/codecs"));
  digest = /"codecs\/rig\/(\w+)"/.exec(offered)![1]!;
  await sendDatagrams(service.udpPort("rig"), [Buffer.from([9, 99]), Buffer.from([9, 98])]);
  await until(async () => (await service.json<{ rejects: object[] }>("/rejects")).rejects.length === 2);
});

after(() => lab.remove());

// Requests that delete something come last.
const ORDER = ["post /api", "put /layouts/{", "get", "put", "post", "delete"];

interface Call {
  readonly title: string;
  readonly method: string;
  readonly url: string;
  readonly init: RequestInit;
  readonly operation: Operation;
}

/** One process answers 404. */
const OF_A_CLUSTER = new Set(["/health?scope=cluster"]);

/** For rows that are stored a moment after receipt. A request that never succeeds is reported by name. */
const MOST_TRIES = 300;

function calls(): Call[] {
  const place = (method: string, path: string) => ORDER.findIndex((begin) => `${method} ${path}`.startsWith(begin));
  const operations = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  // Commands need a board: see commands.test.ts.
  const here = operations.filter(({ path }) => !/\/commands?(?:\/|$)/.test(path));
  here.sort((a, b) => place(a.method, a.path) - place(b.method, b.path));
  return here.flatMap(({ path, method, operation }) => {
    const parameters = operation.parameters ?? [];
    const filled = parameters
      .filter((one) => one.in === "path")
      .reduce((url, { name, example }) => url.replace(`{${name}}`, name === "digest" ? digest : String(example)), path);
    const values = (example: string | number | readonly string[]) =>
      Array.isArray(example) ? example : [String(example)];
    const required = parameters
      .filter((one) => one.in === "query" && one.required)
      .flatMap(({ name, example }) => values(example).map((value): [string, string] => [name, String(value)]));
    const optional = parameters
      .filter((one) => one.in === "query" && !one.required)
      .flatMap(({ name, example, schema }) =>
        (schema.enum ?? [values(example)[0]!]).map((value): [string, string] => [name, String(value)]),
      );
    /** What some values need beside them. */
    const together: Readonly<Record<string, [string, string]>> = {
      aggregate: ["every", "1h"],
      "for=spark": ["format", "parquet"],
      "for=dataframes": ["format", "csv"],
      "for=cftime": ["format", "netcdf"],
    };
    const whole = (pair: [string, string]): [string, string][] => {
      const beside = together[pair[0]] ?? together[pair.join("=")];
      return beside === undefined ? [pair] : [pair, beside];
    };
    const queries = [required, ...optional.map((pair) => [...required, ...whole(pair)])];
    const bodies = Object.entries(operation.requestBody?.content ?? { "": { example: undefined } });
    return queries.flatMap((query) =>
      bodies.map(([type, { example }]) => {
        const url = `${filled}${query.length === 0 ? "" : `?${new URLSearchParams(query)}`}`;
        const body = typeof example === "string" ? example : JSON.stringify(example);
        const init = {
          method: method.toUpperCase(),
          ...(body !== undefined && { body, headers: { "Content-Type": type } }),
        };
        return { title: `${method} ${url} ${type}`, method, url, init, operation };
      }),
    );
  });
}

/** A stream of events does not end: its beginning is enough. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get("Content-Type") !== "text/event-stream") return response.text();
  await response.body?.cancel();
  return "";
}

const ajv = new Ajv2020({ allErrors: true, strict: true, allowUnionTypes: true });
ajv.addFormat("date-time", (text) => !Number.isNaN(Date.parse(text)) && /^\d{4}-\d\d-\d\dT/.test(text));

/** The answer has what its schema says, and nothing else: a new field must be described, too. @returns what differs */
function differences({ responses }: Operation, answer: unknown, title: string): readonly string[] {
  const schema = responses["200"]!.content!["application/json"]!.schema;
  const isValid = ajv.compile(closed(schema) as object);
  const wrong = isValid(answer) ? [] : (isValid.errors ?? []);
  return wrong.map(
    ({ instancePath, message, params }) => `${title}${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The same schema without room for names that it does not mention. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const parts = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in parts && !("additionalProperties" in parts)
    ? { ...parts, additionalProperties: false }
    : parts;
}

test("an error is a problem for clients that ask for JSON, and a sentence for others [RFC 9457]", async () => {
  const ask = async (path: string, Accept: string, method = "GET", more: Record<string, string> = {}) => {
    const response = await fetch(`${service.url}${path}`, { method, headers: { ...more, Accept } });
    return { status: response.status, type: response.headers.get("Content-Type"), text: await response.text() };
  };
  const detail = "Parameter 'database' is missing";
  const problem = JSON.stringify({ type: "about:blank", title: "Bad Request", status: 400, detail });
  for (const accept of ["application/json", "application/problem+json", "application/json, text/plain, */*"])
    assert.deepEqual(await ask("/read/rows", accept), { status: 400, type: "application/problem+json", text: problem });
  for (const accept of ["*/*", "text/plain, application/json;q=0.9", "application/json;q=0, */*"])
    assert.deepEqual(await ask("/read/rows", accept), { status: 400, type: "text/plain; charset=UTF-8", text: detail });
  // Also what a guard, a source and the lack of a route refuse.
  const foreign = await ask("/reload", "application/json", "POST", { Origin: "http://elsewhere.example" });
  assert.equal(foreign.type, "application/problem+json");
  assert.match(JSON.parse(foreign.text).detail, /Pages of other origins/);
  for (const [path, method, status] of [
    ["/api/mqttkit-1/testdrive/area-42/node-1/data", "POST", 415],
    ["/no/such/route", "GET", 404],
  ] as const) {
    const answer = await ask(path, "application/json", method);
    assert.equal(answer.type, "application/problem+json", `${path}: ${answer.text}`);
    assert.equal(JSON.parse(answer.text).status, status);
  }
  // Clients of InfluxDB expect its own form.
  const { type, text } = await ask("/write?db=", "application/json", "POST");
  assert.equal(type, "application/json");
  assert.equal(typeof JSON.parse(text).error, "string");
});

test("every operation has a name of its own, a tag, schemas of its answers and of its errors", () => {
  const all = Object.values(description.paths).flatMap((methods) => Object.values(methods));
  assert.equal(new Set(all.map(({ operationId }) => operationId)).size, all.length);
  for (const { operationId, tags, responses } of all) {
    assert.equal(tags.length, 1, operationId);
    for (const [status, { content = {} }] of Object.entries(responses)) {
      const types = Object.keys(content);
      if (status >= "400") assert.ok(types.includes("application/problem+json"), `${operationId} ${status}: ${types}`);
      if ("application/json" in content) assert.ok(content["application/json"]!.schema !== undefined, operationId);
    }
  }
});

test("every route is described", () => {
  assert.equal(description.openapi, "3.1.0");
  assert.equal(description["x-undescribed"], undefined);
});

test("every described request succeeds as described", { skip: onlyLong }, async () => {
  const all = calls().filter(({ url }) => !OF_A_CLUSTER.has(url));
  assert.ok(all.length > 60, `${all.length} requests`);
  const wrong: string[] = [];
  for (const { title, url, init, operation } of all) {
    const send = () => fetch(`${service.url}${url}`, init);
    let tries = 0;
    const response = await until(async () => {
      const answer = await send();
      return (answer.status !== 404 || ++tries > MOST_TRIES) && answer;
    });
    const text = await textOf(response).catch((error: Error) => assert.fail(`${title}: ${error.message}`));
    const wanted = "204" in operation.responses ? 204 : 200;
    assert.equal(response.status, wanted, `${title}: ${text}`);
    if (wanted === 204) continue;
    const types = Object.keys(operation.responses["200"]!.content ?? {});
    const type = response.headers.get("Content-Type")?.split(";")[0] ?? "";
    assert.ok(types.includes(type), `${title}: ${type} is none of ${types}`);
    if (type === "application/json") wrong.push(...differences(operation, JSON.parse(text), title));
  }
  assert.deepEqual(wrong, []);
});

test("every route refuses a parameter that it does not have", async () => {
  const { paths } = description;
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => [method, path]),
  );
  // A device's and the page's own addresses have parameters of their own.
  const checked = routes.filter(([, path]) => path !== "/" && !/^\/api\/.*(?:data|event)/.test(path!));
  assert.equal(routes.length - checked.length, 5);
  for (const [method, path] of checked) {
    const url = `${service.url}${path!.replaceAll("{address}", "r/n/g/d").replaceAll(/\{\w+\}/g, "1")}?nosuch=1`;
    const response = await fetch(url, { method: method!.toUpperCase() });
    assert.match(await response.text(), /^There is no parameter 'nosuch'/, `${method} ${path}`);
    assert.equal(response.status, 400);
    assert.ok("400" in paths[path!]![method!]!.responses, `${method} ${path} does not describe 400`);
  }
});

test("wrong parameters and bodies are refused with a status and a type that the description names", async () => {
  const odd = "\u0001%no such";
  const wrong: string[] = [];
  let refused = 0;
  for (const { title, url, init, operation } of calls().filter(({ url }) => !OF_A_CLUSTER.has(url))) {
    const [path, query] = url.split("?");
    const queries = Array.from(new URLSearchParams(query), ([name]) => {
      const changed = new URLSearchParams(query);
      changed.set(name, odd);
      return { url: `${path}?${changed}`, init };
    });
    const bodies = ["{", "[]", '{"nosuch":1}', "null", "x"].map((body) => ({ url, init: { ...init, body } }));
    for (const one of [...queries, ...(init.body === undefined ? [] : bodies)]) {
      const headers = { ...one.init.headers, Accept: "application/json" };
      const response = await fetch(`${service.url}${one.url}`, { ...one.init, headers });
      const text = await textOf(response);
      if (response.status < 400) continue;
      refused++;
      const type = response.headers.get("Content-Type")?.split(";")[0] ?? "none";
      const described = operation.responses[response.status]?.content ?? {};
      if (response.status >= 500 || !(type in described))
        wrong.push(`${title} ${one.url}: ${response.status} ${type} ${text}`);
    }
  }
  assert.ok(refused > 150, `${refused} refusals`);
  assert.deepEqual(wrong, []);
});

test("a parameter that resembles a known one is named", async () => {
  const place = "database=mqttkit_1_testdrive&measurement=area_42_node_1_sensors";
  for (const path of [`/read/export?${place}&formatt=csv`, "/read/sql?formatt=csv"]) {
    const response = await fetch(
      `${service.url}${path}`,
      path.startsWith("/read/sql") ? { method: "POST", body: "x" } : {},
    );
    assert.equal(response.status, 400);
    assert.match(await response.text(), /no parameter 'formatt' \(did you mean 'format'\?\)/);
  }
});
