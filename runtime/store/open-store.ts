/** Creates the configured stores. */

import type { OutputNames } from "../journal/cursor-file.ts";
import type { Log } from "../lib/log.ts";
import type { CombinedStore } from "../model/store.ts";
import { kindOf, type StoreKinds } from "./kind.ts";
import { MAIN_OUTPUT, Routing, type StoreOutput } from "./routing.ts";
import type { NamedStore, StoreSettings } from "./store-settings.ts";

export interface ConfiguredStores {
  readonly store: StoreSettings;
  /** Stores for some databases; the first match applies. */
  readonly stores?: readonly NamedStore[];
  /** How much may wait for the main store if there are others, bytes; absent: half of the log. */
  readonly storeBacklogBytes?: number;
}

/** The sections `[store]` and `[store-<name>]`, by name. */
export function outputNames({ stores = [] }: Pick<ConfiguredStores, "stores">): readonly OutputNames[] {
  return [
    { name: MAIN_OUTPUT },
    ...stores.map(({ name, databases }) => ({ name: `${MAIN_OUTPUT}-${name}`, databases })),
  ];
}

/** Each output's backlog; by default half of the log, so that the other half is left for the others. */
export function backlogsOf(
  settings: ConfiguredStores,
  logBytes: number,
): readonly (OutputNames & { readonly backlogBytes: number })[] {
  const backlogs = [settings.storeBacklogBytes, ...(settings.stores ?? []).map(({ backlogBytes }) => backlogBytes)];
  return outputNames(settings).map((output, index) => ({ ...output, backlogBytes: backlogs[index] ?? logBytes / 2 }));
}

/** Whether the store of a database tells which values its rows replaced. */
export function tellsReplaced(settings: ConfiguredStores, kinds: StoreKinds): (database: string) => boolean {
  const all = [settings.store, ...(settings.stores ?? []).map(({ store }) => store)];
  const names = outputNames(settings);
  const replacing = new Set(names.flatMap(({ name }, at) => (kindOf(all[at]!, kinds).tellsReplaced ? [name] : [])));
  const routing = new Routing(names);
  return (database) => replacing.has(routing.of(database));
}

/** Opens nothing yet; `open()` does. @param declared number of structs of the channels */
export async function makeOutputs(
  settings: ConfiguredStores,
  kinds: StoreKinds,
  log: Log,
  declared = 0,
): Promise<readonly StoreOutput[]> {
  const all = [settings.store, ...(settings.stores ?? []).map(({ store }) => store)];
  const stores = await Promise.all(all.map((one) => kindOf(one, kinds).make(one, log, declared)));
  return outputNames(settings).map((names, index) => ({ ...names, store: stores[index]! }));
}

/** Combines all outputs into one store. */
export async function asOne(outputs: readonly StoreOutput[]): Promise<CombinedStore> {
  if (outputs.length === 1) return outputs[0]!.store;
  const { RoutedStore } = await import("./routed-store.ts");
  return new RoutedStore(outputs);
}

/** Opens nothing yet. */
export async function makeStore(settings: ConfiguredStores, kinds: StoreKinds, log: Log): Promise<CombinedStore> {
  return asOne(await makeOutputs(settings, kinds, log));
}
