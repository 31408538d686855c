/** A dashboard of the page as one of Grafana. */

import type { Context, Hono } from "hono";
import { nameOf, OWNERS, SHOWN, savedLayout } from "../../dashboards/page/layouts-api.ts";
import type { Caller, Callers } from "../../http/caller.ts";
import type { Grant } from "../../http/permission.ts";
import { type Route, routed } from "../../http/route.ts";
import type { MeasurementDescription } from "../../model/measurement.ts";
import type { Facts } from "../../model/store.ts";

export interface LayoutExportOptions extends Callers {
  /** Has the page's dashboards. */
  readonly facts: Facts;
  /** Those that the caller may read. */
  readonly measurements: (caller: Caller) => Promise<readonly MeasurementDescription[]>;
}

const ROUTES: readonly Route<LayoutExportOptions>[] = [
  {
    method: "get",
    path: "/layouts/{name}/grafana",
    summary: "A dashboard of the page as a Grafana dashboard",
    answer: { type: "object" },
    parameters: SHOWN,
    answers: ["application/json"],
    errors: [404],
    may: OWNERS,
    handle: exportLayout,
  },
];

export function layoutExport(parts: LayoutExportOptions): Hono {
  return routed(ROUTES, parts);
}

async function exportLayout(
  context: Context,
  { facts, measurements }: LayoutExportOptions,
  { caller }: Grant,
): Promise<Response> {
  const name = nameOf(context);
  const text = await savedLayout(facts, caller, name);
  if (text === "") return context.text("No such layout", 404);
  const [{ grafanaDashboard }, { readLayout }] = await Promise.all([
    import("./grafana-export.ts"),
    import("../../dashboards/page/browser/panel/panel-settings.ts"),
  ]);
  const dashboard = grafanaDashboard(name, readLayout(JSON.parse(text)), await measurements(caller));
  context.header("Content-Disposition", `attachment; filename="${name.replace(/[^\w.-]/g, "_")}-grafana.json"`);
  return context.json(dashboard);
}
