/** `influxdb://user:password@host:8086` */

import { trimmedEnd } from "../../lib/trimmed-end.ts";
import { linesOf, type StoreKind } from "../../store/kind.ts";
import type { InfluxSettings } from "./influx-settings.ts";

const SCHEME = /^influxdb(?:\+v([123]))?(s?):$/;

export const INFLUXDB_STORE: StoreKind<InfluxSettings> = {
  name: "influxdb",
  forms: ["influxdb://host:8086"],
  meaning:
    "`influxdb://user:password@host:8086` (any version), `influxdb+v1://…`, `influxdb+v2://host:8086?org=NAME`, `influxdb+v3://…`; `influxdbs://` and `influxdb+v2s://` with TLS",
  keep: "keep applies to the embedded store only: InfluxDB keeps data as long as the retention of its bucket or database says; set it there",
  takesSome: true,
  parse: (_, { url, section }) => influxAt(url, section.text("token")),
  make: async (settings, log) =>
    (await import("./influx-store.ts")).openInfluxStore(settings, { log: linesOf(log, { event: "store.influxdb" }) }),
  influxql: (settings) => settings,
};

/** Undefined for other URLs. */
export function influxAt(url: URL | undefined, token?: string): InfluxSettings | undefined {
  const [scheme, version, secure] = SCHEME.exec(url?.protocol ?? "") ?? [];
  if (url === undefined || scheme === undefined || url.hostname === "") return undefined;
  return {
    kind: "influxdb",
    version: (version as "1" | "2" | "3" | undefined) ?? "auto",
    url: `${secure === "s" ? "https" : "http"}://${url.host}${trimmedEnd(url.pathname, "/")}`,
    username: url.username === "" ? undefined : decodeURIComponent(url.username),
    password: url.password === "" ? undefined : decodeURIComponent(url.password),
    token: token ?? url.searchParams.get("token") ?? undefined,
    org: url.searchParams.get("org") ?? undefined,
  };
}
