import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { UNITS } from "../../../runtime/channels/units.ts";
import type { FieldLimits } from "../../../runtime/codec/struct-codec.ts";
import {
  allPanels,
  type Dashboard,
  type DashboardPlan,
  type DataSourceRef,
  type Panel,
} from "../../../runtime/parts/grafana/dashboard.ts";
import { markerVariable, readMarker } from "../../../runtime/parts/grafana/marker.ts";
import { merge } from "../../../runtime/parts/grafana/merge.ts";
import { newDashboard } from "../../../runtime/parts/grafana/new-dashboard.ts";
import { freePosition } from "../../../runtime/parts/grafana/panel.ts";
import { Plans } from "../../../runtime/parts/grafana/plans.ts";
import { thresholdProperties } from "../../../runtime/parts/grafana/target.ts";
import { uidOf } from "../../../runtime/parts/grafana/uid.ts";
import { grafanaUnit } from "../../../runtime/parts/grafana/units.ts";
import { contractMissing, grafanaContract } from "../../support/grafana-contract.ts";

const SOURCE: DataSourceRef = { type: "influxdb", uid: "source" };

function planOf(panels: Record<string, Record<string, string | undefined>>): DashboardPlan {
  return {
    uid: "board",
    title: "Board",
    database: "lab_net",
    panels: Object.entries(panels).map(([measurement, fields]) => ({
      measurement,
      title: measurement,
      fields: Object.entries(fields).map(([column, unit]) => ({ column, unit })),
    })),
  };
}

function merged(dashboard: Dashboard, plan: DashboardPlan): Dashboard {
  const result = merge(dashboard, plan, SOURCE);
  assert.ok(result, "a dashboard");
  return result.dashboard;
}

function made(plan: DashboardPlan): Dashboard {
  return merged(newDashboard(plan, SOURCE), plan);
}

test("merging the same plan again changes nothing", () => {
  const plan = planOf({ m1: { a: "volt", b: undefined }, m2: { c: undefined } });
  const dashboard = made(plan);
  const again = merge(dashboard, plan, SOURCE);
  assert.equal(again?.dashboard, dashboard);
  assert.deepEqual(again?.added, { panels: 0, targets: 0, units: 0 });
});

test("a changed unit in the header is applied, unless a person has set another", () => {
  const dashboard = made(planOf({ m: { a: "volt", b: "volt", c: undefined } }));
  const edited = structuredClone(dashboard) as unknown as {
    panels: { fieldConfig: { overrides: { properties: { value: unknown }[] }[] } }[];
  };
  const second = edited.panels[0]?.fieldConfig.overrides[1]?.properties[0];
  assert.ok(second, "a dashboard");
  second.value = "suffix:mine";
  const after = merged(edited as unknown as Dashboard, planOf({ m: { a: "mvolt", b: "mvolt", c: "amp" } }));
  const units = after.panels?.[0]?.fieldConfig?.overrides.map(({ matcher, properties }) => [
    matcher.options,
    properties[0]?.value,
  ]);
  assert.deepEqual(units, [
    ["A", "mvolt"],
    ["B", "suffix:mine"],
    ["C", "amp"],
  ]);
});

test("limits that the header adds, changes or removes reach existing series, unless a person has set thresholds", () => {
  const plan = (limits: Readonly<Record<string, FieldLimits | undefined>>): DashboardPlan => ({
    ...planOf({}),
    panels: [
      {
        measurement: "m",
        title: "m",
        fields: Object.entries(limits).map(([column, one]) => ({ column, unit: "volt", limits: one })),
      },
    ],
  });
  const colours = (dashboard: Dashboard) =>
    dashboard.panels?.[0]?.fieldConfig?.overrides.map(({ properties }) => {
      const { steps = [] } = (properties.find(({ id }) => id === "thresholds")?.value ?? {}) as {
        steps?: { color: string; value: number | null }[];
      };
      return steps.map(({ color, value }) => `${color} ${value}`).join(", ");
    });
  const before = made(plan({ a: undefined, b: { warn: { max: 5 } }, c: { alarm: { max: 7 } }, d: undefined }));
  assert.deepEqual(colours(before), ["", "green null, orange 5", "green null, red 7", ""]);
  const edited = structuredClone(before) as unknown as {
    panels: { fieldConfig: { overrides: { properties: { id: string; value: unknown }[] }[] } }[];
  };
  edited.panels[0]?.fieldConfig.overrides[3]?.properties.push({ id: "thresholds", value: { steps: [] } });
  const wanted = plan({ a: { warn: { max: 1 } }, b: { warn: { max: 6 } }, c: undefined, d: { warn: { max: 1 } } });
  const after = merged(edited as unknown as Dashboard, wanted);
  assert.deepEqual(colours(after), ["green null, orange 1", "green null, orange 6", "", ""]);
  assert.equal(merge(after, wanted, SOURCE)?.dashboard, after);
});

test("a panel that a person moved into a collapsed row is found and still extended", () => {
  const dashboard = made(planOf({ m: { a: undefined } }));
  const row: Panel = { type: "row", title: "Archive", collapsed: true, id: 50, panels: dashboard.panels ?? [] };
  const after = merged({ ...dashboard, panels: [row] }, planOf({ m: { a: undefined, b: undefined } }));
  assert.equal(after.panels?.length, 1);
  assert.deepEqual(
    after.panels?.[0]?.panels?.[0]?.targets?.map(({ refId }) => refId),
    ["A", "B"],
  );
});

test("a person's panel with the ID of a deleted one is not treated as ours", () => {
  const dashboard = made(planOf({ m: { a: undefined } }));
  const mine: Panel = {
    id: dashboard.panels?.[0]?.id ?? 0,
    type: "timeseries",
    targets: [{ refId: "A", measurement: "other" }],
  };
  const after = merged({ ...dashboard, panels: [mine] }, planOf({ m: { a: undefined, b: undefined } }));
  assert.deepEqual(after.panels, [mine]);
});

// Any number of a person's edits between any of our merges.
type Edit = (dashboard: Dashboard, pick: number) => Dashboard;
const onPanel =
  (change: (panel: Panel, pick: number) => Panel): Edit =>
  (dashboard, pick) => {
    const panels = [...(dashboard.panels ?? [])];
    const at = panels.length === 0 ? -1 : pick % panels.length;
    const panel = panels[at];
    if (panel !== undefined) panels[at] = change(panel, pick);
    return { ...dashboard, panels };
  };
const EDITS: Record<string, Edit> = {
  rename: onPanel((panel, pick) => ({ ...panel, title: `mine ${pick}` })),
  move: onPanel((panel, pick) => ({ ...panel, gridPos: { h: 3 + (pick % 9), w: 6, x: pick % 18, y: pick % 40 } })),
  recolour: onPanel((panel, pick) => ({
    ...panel,
    fieldConfig: {
      overrides: [],
      ...panel.fieldConfig,
      defaults: { color: { mode: "fixed", fixedColor: `#${pick}` } },
    },
  })),
  dropTarget: onPanel((panel, pick) => ({
    ...panel,
    targets: (panel.targets ?? []).filter((_, index) => index !== pick % 3),
  })),
  addTarget: onPanel((panel, pick) => ({
    ...panel,
    targets: [...(panel.targets ?? []), { refId: `P${pick}`, measurement: "elsewhere", alias: "mine" }],
  })),
  dropPanel: (dashboard, pick) => ({
    ...dashboard,
    panels: (dashboard.panels ?? []).filter((_, index) => index !== pick % 4),
  }),
  addPanel: (dashboard, pick) => ({
    ...dashboard,
    panels: [...(dashboard.panels ?? []), { id: 1_000 + pick, type: "text", title: "mine" }],
  }),
  retitle: (dashboard, pick) => ({ ...dashboard, title: `mine ${pick}`, refresh: "1m" }),
};

/** New panels have IDs of their own, and so have the queries of each panel. */
function assertNewIds(before: Dashboard, after: Dashboard): void {
  const repeated = (dashboard: Dashboard) => {
    const ids = allPanels(dashboard).map(({ id }) => id);
    return ids.length - new Set(ids).size;
  };
  assert.equal(repeated(after), repeated(before), "no new panel has the ID of another");
  for (const { targets = [], title } of allPanels(after)) {
    const refIds = targets.map(({ refId }) => refId).filter((refId) => !refId.startsWith("P"));
    assert.deepEqual(refIds, [...new Set(refIds)], `queries of ${title}`);
  }
}

test("all changes of a person to a dashboard stay, and deleted panels do not come back", () => {
  const column = fc.constantFrom("a", "b", "c", "d", "a b", "$x", "__proto__", "constructor", 'q"');
  const measurement = fc.constantFrom("m1", "m2", 'm "3"', "__proto__");
  const step = fc.oneof(
    fc.record({ measurement, column, unit: fc.constantFrom(undefined, "volt", "amp") }),
    fc.record({ edit: fc.constantFrom(...Object.keys(EDITS)), pick: fc.nat(99) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const panels = new Map<string, Map<string, string | undefined>>();
      let dashboard = newDashboard(planOf({}), SOURCE);
      const everOffered = new Set<string>();
      for (const one of steps) {
        if ("edit" in one) {
          dashboard = EDITS[one.edit]?.(dashboard, one.pick) ?? dashboard;
          continue;
        }
        const known = panels.get(one.measurement) ?? new Map<string, string | undefined>();
        panels.set(one.measurement, known);
        if (!known.has(one.column)) known.set(one.column, one.unit);
        const plan: DashboardPlan = {
          ...planOf({}),
          panels: [...panels].map(([name, fields]) => ({
            measurement: name,
            title: name,
            fields: [...fields].map(([field, unit]) => ({ column: field, unit })),
          })),
        };
        const before = dashboard;
        dashboard = merged(before, plan);
        assertKept(before, dashboard);
        // At most the one new series was added, and only if it had never been offered.
        const key = JSON.stringify([one.measurement, one.column]);
        const grown = series(dashboard) - series(before);
        assert.ok(grown <= (everOffered.has(key) ? 0 : 1), `${grown} series for ${key}`);
        everOffered.add(key);
        assertNewIds(before, dashboard);
      }
    }),
    { seed: 11, numRuns: 300 },
  );
});

function series(dashboard: Dashboard): number {
  return allPanels(dashboard).reduce((sum, { targets = [] }) => sum + targets.length, 0);
}

/** Everything in `before` is unchanged in `after`; only series and overrides may be appended. */
function assertKept(before: Dashboard, after: Dashboard): void {
  const { panels: panelsBefore = [], templating: _a, ...restBefore } = before;
  const { panels: panelsAfter = [], templating: _b, ...restAfter } = after;
  assert.deepEqual(restAfter, restBefore);
  panelsBefore.forEach((panel, index) => {
    const { targets = [], fieldConfig, ...rest } = panelsAfter[index] ?? { type: "" };
    const { targets: targetsBefore = [], fieldConfig: configBefore, ...kept } = panel;
    assert.deepEqual(rest, kept);
    assert.deepEqual(targets.slice(0, targetsBefore.length), targetsBefore);
    if (configBefore === undefined) return;
    assert.deepEqual(fieldConfig?.defaults, configBefore.defaults);
    assert.deepEqual(fieldConfig?.overrides.slice(0, configBefore.overrides.length), configBefore.overrides);
  });
}

test("the marker is read back as written, and contains nothing that Grafana would expand", () => {
  const names = fc.string({ unit: fc.constantFrom(..."ab$[]{}\\\"'_ é") });
  fc.assert(
    fc.property(fc.array(fc.tuple(names, names, fc.nat(99))), (entries) => {
      const marker = new Map(
        entries.map(([measurement, column, id]) => [
          measurement,
          { id, fields: new Map([[column, { refId: "A", unit: "$x" }]]) },
        ]),
      );
      const variable = markerVariable(marker);
      assert.doesNotMatch(String(variable.query), /\$|\[\[\w/);
      assert.deepEqual(readMarker({ uid: "x", title: "x", templating: { list: [variable] } }), marker);
    }),
    { seed: 11 },
  );
});

test("new panels never cover another", () => {
  const place = fc.record({
    h: fc.integer({ min: 1, max: 12 }),
    w: fc.integer({ min: 1, max: 24 }),
    x: fc.integer({ min: 0, max: 23 }),
    y: fc.nat(30),
  });
  fc.assert(
    fc.property(fc.array(place, { maxLength: 8 }), (taken) => {
      const panels: Panel[] = taken.map((gridPos) => ({
        type: "text",
        gridPos: { ...gridPos, w: Math.min(gridPos.w, 24 - gridPos.x) },
      }));
      for (let added = 0; added < 4; added++) {
        const spot = freePosition(panels);
        assert.ok(spot.x + spot.w <= 24, "the panel is not wider than the dashboard");
        for (const { gridPos } of panels) {
          assert.ok(
            gridPos === undefined ||
              spot.y >= gridPos.y + gridPos.h ||
              gridPos.y >= spot.y + spot.h ||
              spot.x >= gridPos.x + gridPos.w ||
              gridPos.x >= spot.x + spot.w,
            "panels do not overlap",
          );
        }
        panels.push({ type: "timeseries", gridPos: spot });
      }
    }),
    { seed: 11 },
  );
});

test("uids follow Grafana's rules, are stable, and differ for different names", () => {
  assert.equal(uidOf("dashboard", "mqttkit_1_testdrive"), "structline-dashboard-mqttkit_1_testdrive");
  assert.equal(uidOf("source", "lab ödd"), uidOf("source", "lab ödd"));
  fc.assert(
    fc.property(
      fc.string(),
      fc.string(),
      fc.constantFrom("source" as const, "folder" as const, "dashboard" as const),
      (a, b, kind) => {
        assert.match(uidOf(kind, a), /^[A-Za-z0-9_-]{1,40}$/);
        assert.equal(uidOf(kind, a) === uidOf(kind, b), a === b);
      },
    ),
    { seed: 11 },
  );
  const hash = uidOf("source", "lab ödd").slice("structline-source-".length);
  assert.notEqual(uidOf("source", hash), uidOf("source", "lab ödd"));
});

test("units: known ones have Grafana's id, others are shown after the value", () => {
  const texts = [
    "degrees",
    "°C",
    "V",
    "A",
    "W",
    "mbar",
    "hPa",
    "%",
    "m/s",
    "km/h",
    "1/min",
    "rpm",
    "Nm",
    "N",
    "Hz",
    "s",
    "ms",
    "m",
    "mm",
    "lx",
    "ppm",
    "dB",
    "dBm",
    "g",
    "g (acceleration)",
    "kg",
    "J",
    "Ohm",
    "T",
    "h",
    "\u03bcs",
    " V ",
  ];
  assert.deepEqual(
    texts.map((text) => grafanaUnit(text)),
    [
      "degree",
      "celsius",
      "volt",
      "amp",
      "watt",
      "pressurehpa",
      "pressurehpa",
      "percent",
      "velocityms",
      "velocitykmh",
      "rotrpm",
      "rotrpm",
      "forceNm",
      "forceN",
      "hertz",
      "s",
      "ms",
      "lengthm",
      "lengthmm",
      "lux",
      "ppm",
      "dB",
      "dBm",
      "suffix:g",
      "accG",
      "masskg",
      "joule",
      "ohm",
      "suffix:T",
      "suffix:h",
      "µs",
      "volt",
    ],
  );
});

test("every unit id is one of Grafana's", { skip: contractMissing }, () => {
  const ids = grafanaContract()?.units() ?? new Set();
  const used = UNITS.flatMap(({ grafana }) =>
    grafana === undefined || grafana.startsWith("suffix:") ? [] : [grafana],
  );
  assert.ok(used.length > 50, `${used.length} places`);
  assert.deepEqual(
    used.filter((id) => !ids.has(id)),
    [],
  );
});

test("strangers cannot make dashboards grow without limit", () => {
  const plans = new Plans(() => [], { dashboards: 2, panelsEach: 2, fieldsEach: 3 });
  for (let index = 0; index < 10; index++) {
    plans.add({ database: `d${index}`, measurement: "m", columns: new Map([["v", "float"]]) });
    plans.add({ database: "d0", measurement: `m${index}`, columns: new Map([["v", "float"]]) });
    plans.add({ database: "d0", measurement: "m", columns: new Map([[`v${index}`, "float"]]) });
  }
  assert.equal(plans.size, 2);
  const plan = plans.plan(uidOf("dashboard", "d0"));
  assert.deepEqual(
    plan?.panels.map(({ fields }) => fields.length),
    [3, 1],
  );
  assert.equal(plans.ignored, 8 + 9 + 8);
});

test("limits of the header become thresholds, in ascending order", () => {
  const steps = (limits: Parameters<typeof thresholdProperties>[0]) =>
    (thresholdProperties(limits)[0]!.value as { steps: { value: number | null; color: string }[] }).steps
      .map(({ value, color }) => `${value ?? ""}${color}`)
      .join(" ");
  assert.equal(steps({ warn: { min: 10, max: 20 }, alarm: { min: 5, max: 25 } }), "red 5orange 10green 20orange 25red");
  assert.equal(steps({ warn: { max: 80 }, alarm: { max: 110 } }), "green 80orange 110red");
  assert.equal(steps({ alarm: { min: 3 } }), "red 3green");
});
