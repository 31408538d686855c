/** `influxdb://user:password@host:8086` */

import { linesOf, type StoreKind } from "../kind.ts";
import type { InfluxSettings } from "../store-settings.ts";

const SCHEME = /^influxdb(?:\+v([123]))?(s?):$/;

export const INFLUXDB: StoreKind<InfluxSettings> = {
  forms: ["influxdb://host:8086"],
  keep: "keep applies to the embedded store only: InfluxDB keeps data as long as the retention of its bucket or database says; set it there",
  parse: (_, { url, token }) => {
    const [scheme, version, secure] = SCHEME.exec(url?.protocol ?? "") ?? [];
    if (url === undefined || scheme === undefined || url.hostname === "") return undefined;
    return {
      kind: "influxdb",
      version: (version as "1" | "2" | "3" | undefined) ?? "auto",
      url: `${secure === "s" ? "https" : "http"}://${url.host}${url.pathname.replace(/\/+$/, "")}`,
      username: url.username === "" ? undefined : decodeURIComponent(url.username),
      password: url.password === "" ? undefined : decodeURIComponent(url.password),
      token: token ?? url.searchParams.get("token") ?? undefined,
      org: url.searchParams.get("org") ?? undefined,
    };
  },
  make: async (settings, log) =>
    (await import("./influx-store.ts")).openInfluxStore(settings, { log: linesOf(log, { event: "store.influxdb" }) }),
};
