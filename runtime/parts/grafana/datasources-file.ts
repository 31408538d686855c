/** A provisioning file for a Grafana that reads through this service, with InfluxQL. */

import type { Hono } from "hono";
import { READERS, type ReadableStore } from "../../api/readable.ts";
import type { Callers } from "../../http/caller.ts";
import { type Route, routed } from "../../http/route.ts";
import { desiredDataSource } from "./data-source.ts";

export interface DatasourcesFileOptions extends Callers {
  readonly store: ReadableStore;
  /** The path prefix of a proxy; empty for none. */
  readonly basePath: string;
  /** Whether readers need credentials. */
  readonly access: "token" | "everybody";
}

const ROUTES: readonly Route<DatasourcesFileOptions>[] = [
  {
    method: "get",
    path: "/grafana/datasources.yaml",
    summary: "Grafana's data sources of the databases, as a provisioning file",
    answers: ["application/yaml"],
    errors: [],
    may: READERS,
    handle: async (context, { store, basePath, access }) => {
      const { origin } = new URL(context.req.url);
      const token = access === "token" ? "${STRUCTLINE_TOKEN}" : undefined;
      const reader = { url: `${origin}${basePath}`, username: undefined, password: undefined, token };
      const names = new Set((await store.measurements()).map(({ database }) => database));
      const plans = [...names].sort().map((name) => desiredDataSource(name, reader));
      return context.body(HEAD + plans.map(entry).join(""), 200, { "Content-Type": "application/yaml; charset=utf-8" });
    },
  },
];

export function datasourcesFile(parts: DatasourcesFileOptions): Hono {
  return routed(ROUTES, parts);
}

const HEAD = `# For Grafana's folder provisioning/datasources. Where users are needed: set STRUCTLINE_TOKEN in Grafana's
# environment, to a token with 'read' of these databases.
apiVersion: 1
datasources:
`;

function entry({
  uid,
  name,
  type,
  access,
  url,
  jsonData,
  secureJsonData,
}: ReturnType<typeof desiredDataSource>): string {
  const texts = (values: Readonly<Record<string, string>>) =>
    Object.entries(values)
      .map(([key, value]) => `\n      ${key}: ${key === "httpHeaderValue1" ? JSON.stringify(value) : text(value)}`)
      .join("");
  return `  - name: ${text(name)}
    uid: ${text(uid)}
    type: ${type}
    access: ${access}
    url: ${text(url)}
    jsonData:${texts(jsonData)}
${Object.keys(secureJsonData).length === 0 ? "" : `    secureJsonData:${texts(secureJsonData)}\n`}`;
}

/** JSON text is also YAML text; Grafana expands variables after `$`. */
function text(value: string): string {
  return JSON.stringify(value.replaceAll("$", "$$$$"));
}
