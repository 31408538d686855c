/** Creates or updates one dashboard, its data source and its folder in Grafana. */

import { adopted, isKotoris } from "./adopt.ts";
import type { DashboardPlan, DataSourceRef } from "./dashboard.ts";
import { type DataSourceOutcome, type DataSourcePlan, ensureDataSource, sentFacts } from "./data-source.ts";
import { type Folder, type GrafanaClient, GrafanaError, type StoredDashboard } from "./grafana-client.ts";
import { readMarker } from "./marker.ts";
import { type Merged, merge } from "./merge.ts";
import { newDashboard } from "./new-dashboard.ts";
import { uidOf } from "./uid.ts";

/** A memory that survives restarts: free text under free keys. */
export interface SavedTexts {
  get(key: string): string | undefined;
  set(key: string, value: string): Promise<void>;
}

export interface Outcome {
  /** `deleted` and `theirs`: a user deleted the dashboard or removed our marker; both are respected. */
  readonly result: "made" | "changed" | "unchanged" | "deleted" | "theirs";
  readonly added: Merged["added"];
  /** The problem of the data source reported by Grafana. */
  readonly problem: string | undefined;
}

const NOTHING = { panels: 0, targets: 0, units: 0 };
const ATTEMPTS = 5;

/** One dashboard, and what is needed to bring it to Grafana. */
export interface Work {
  readonly client: GrafanaClient;
  readonly plan: DashboardPlan;
  readonly source: DataSourcePlan;
  /** Title of the folder for new dashboards. */
  readonly folder: string;
  readonly memory: SavedTexts;
}

export async function provision(work: Work): Promise<Outcome> {
  const { ref, problem } = await bringDataSource(work);
  for (let attempt = 1; ; attempt++) {
    try {
      const outcome = await bringDashboard(work, ref, attempt);
      return { ...outcome, problem };
    } catch (error) {
      // Another client changed or created it: read and merge again.
      const changedMeanwhile = error instanceof GrafanaError && (error.status === 409 || error.status === 412);
      if (!changedMeanwhile || attempt === ATTEMPTS) throw error;
    }
  }
}

async function bringDataSource({ client, plan, source, memory }: Work): Promise<Omit<DataSourceOutcome, "how">> {
  const key = `grafana data source ${source.uid}`;
  const { ref, how, problem } = await ensureDataSource(client, source, memory.get(key));
  // Neither data source nor dashboard exists: a new Grafana, not a user who deleted the dashboard.
  if (how === "made" && memory.get(madeKey(plan)) === "yes") await memory.set(madeKey(plan), "");
  if (how !== "found" && memory.get(key) !== sentFacts(source)) await memory.set(key, sentFacts(source));
  return { ref, problem };
}

function madeKey(plan: DashboardPlan): string {
  return `grafana dashboard ${plan.uid}`;
}

async function bringDashboard(work: Work, ref: DataSourceRef, attempt: number): Promise<Omit<Outcome, "problem">> {
  const { client, plan, folder, memory } = work;
  const stored = await client.dashboard(plan.uid);
  if (stored !== undefined) return extend(work, stored, ref);
  const former = await client.dashboard(plan.title);
  if (former !== undefined && isKotoris(former)) return takeOver(work, former, ref);
  if (memory.get(madeKey(plan)) === "yes") return { result: "deleted", added: NOTHING };
  // Refused before, and still missing: another dashboard in this folder has the title.
  const title = attempt === 1 ? plan.title : `${plan.title} (structline${attempt === 2 ? "" : ` ${attempt - 1}`})`;
  const made = merge(newDashboard({ ...plan, title }, ref), plan, ref);
  if (made === undefined) throw new Error("a new dashboard has no marker");
  await client.saveDashboard(made.dashboard, await ensureFolder(client, folder), "structline: new dashboard");
  await memory.set(madeKey(plan), "yes");
  return { result: "made", added: made.added };
}

/** Only once: a user who removes our marker keeps the dashboard. */
async function takeOver(work: Work, stored: StoredDashboard, ref: DataSourceRef): Promise<Omit<Outcome, "problem">> {
  const { client, plan, memory } = work;
  const isNew = readMarker(stored.dashboard) === undefined && memory.get(madeKey(plan)) !== "yes";
  if (!isNew) return extend(work, stored, ref);
  const merged = merge(adopted(stored.dashboard, plan), plan, ref);
  if (merged === undefined) throw new Error("an adopted dashboard has no marker");
  await client.saveDashboard(merged.dashboard, stored.folderUid, "structline: taken over from Kotori");
  await memory.set(madeKey(plan), "yes");
  return { result: "changed", added: merged.added };
}

async function extend(
  { client, plan }: Work,
  { dashboard, folderUid }: StoredDashboard,
  ref: DataSourceRef,
): Promise<Omit<Outcome, "problem">> {
  const merged = merge(dashboard, plan, ref);
  if (merged === undefined) return { result: "theirs", added: NOTHING };
  const { panels, targets, units } = merged.added;
  if (panels + targets + units === 0) return { result: "unchanged", added: NOTHING };
  // A dashboard that a user moved stays in its folder.
  await client.saveDashboard(merged.dashboard, folderUid, `structline: ${panels} panels and ${targets} series added`);
  return { result: "changed", added: merged.added };
}

/** Returns its UID; an existing folder with that title is used as well. */
async function ensureFolder(client: GrafanaClient, title: string): Promise<string> {
  const wanted: Folder = { uid: uidOf("folder", title), title };
  if ((await client.folder(wanted.uid)) !== undefined) return wanted.uid;
  try {
    await client.addFolder(wanted);
    return wanted.uid;
  } catch (error) {
    if (!(error instanceof GrafanaError) || (error.status !== 409 && error.status !== 412)) throw error;
    if ((await client.folder(wanted.uid)) !== undefined) return wanted.uid;
    const named = (await client.folders()).find((folder) => folder.title === title);
    if (named === undefined) throw error;
    return named.uid;
  }
}
