/** Reads `[store]` and `[store-<name>]`: where the rows are. */

import type { ConfigurationFile } from "../config/configuration-file.ts";
import type { SectionDescription, Surroundings } from "../config/key.ts";
import { partOf } from "../config/part.ts";
import type { SectionReader } from "../config/section-reader.ts";
import { parseSize } from "../config/values.ts";
import { JOURNAL } from "../journal/keys.ts";
import { NAMED_STORE, STORE } from "../store/keys.ts";
import { kindOf, type StoreKinds } from "../store/kind.ts";
import { listed, parseStoreUrl } from "../store/kinds.ts";
import { isEmbedded, type NamedStore, type StoreSettings } from "../store/store-settings.ts";
import { refuseLeftOutStore } from "./left-out.ts";
import { sharedLogOf } from "./shared-log.ts";
import { DEPOT_KINDS, STORE_KINDS } from "./store-kinds.ts";

const FILES_STAY = "keep applies to url = duckdb:FILE only; Parquet files stay until their measurement is deleted";

/** Those that can store a part of the databases. */
const SOME = STORE_KINDS.filter(({ takesSome }) => takesSome);

/** The stores, and how much may wait for the main one if there are others, bytes; absent: half of the log. */
export const STORES = partOf([withUrls(STORE, STORE_KINDS), withUrls(NAMED_STORE, SOME)], (file) => {
  const cluster = sharedLogOf(file);
  const room: Room =
    cluster === undefined
      ? { of: "journal", maxBytes: file.part(JOURNAL).maxBytes }
      : { of: "cluster", maxBytes: cluster.maxBytes };
  const stores = namedStores(file, room);
  const storeBacklogBytes = file.section(STORE).value("backlog", (text) => backlogOf(text, room));
  return {
    store: readStore(file.section(STORE), file.surroundings),
    /** Stores for some databases; the first match applies. */
    ...(stores.length > 0 && { stores }),
    ...(storeBacklogBytes !== undefined && { storeBacklogBytes }),
  };
});

/** The section with the URLs of these kinds in its documentation. */
function withUrls(section: SectionDescription, kinds: StoreKinds): SectionDescription {
  const meaning = `${kinds.map((kind) => kind.meaning).join(", ")}.`;
  return { ...section, keys: section.keys.map((one) => (one.key === "url" ? { ...one, meaning } : one)) };
}

function readStore(section: SectionReader<typeof STORE>, { path, data }: Surroundings): StoreSettings {
  const store = section.value("url", (text) => storeAt(text, section as SectionReader, path));
  const isIn = (depot: string) => store !== undefined && isEmbedded(store) && store.depot?.kind === depot;
  for (const { name, keys, form } of DEPOT_KINDS)
    for (const key of keys.filter((each) => !isIn(name) && section.text(each) !== undefined))
      section.problem(key, `${key} applies to url = ${form} only`);
  const keep = section.get("keep");
  const mayAdopt = section.get("adopt") === "yes";
  if (store !== undefined && isEmbedded(store) && store.parquet !== undefined) {
    if (keep !== undefined) section.problem("keep", FILES_STAY);
    return { ...store, ...(mayAdopt && { adopt: true }) };
  }
  if (mayAdopt) section.problem("adopt", "adopt applies to url = parquet:… only");
  if (store === undefined || isEmbedded(store))
    return { ...(store ?? { kind: "duckdb", path: data("telemetry.duckdb") }), ...(keep && { keep }) };
  const why = kindOf(store, STORE_KINDS).keep;
  if (keep !== undefined && why !== undefined) section.problem("keep", why);
  return store;
}

/** @throws Error (one sentence) */
function storeAt(text: string, section: SectionReader, resolve: (path: string) => string): StoreSettings {
  refuseLeftOutStore(text);
  return parseStoreUrl(text, section, resolve, STORE_KINDS);
}

function namedStores(file: ConfigurationFile, room: Room): NamedStore[] {
  return file.names("store-").flatMap((name) => {
    const reader = file.section(NAMED_STORE, name);
    const databases = reader.get("databases") ?? [];
    reader.get("url");
    const store = reader.value("url", (text) => {
      const parsed = storeAt(text, reader as SectionReader, (path) => path);
      if (kindOf(parsed, STORE_KINDS).takesSome) return parsed;
      const forms = SOME.flatMap((kind) => kind.forms);
      const hint = forms.length === 0 ? "no store of this build can" : `write ${listed(forms)}`;
      throw new Error(`this store cannot have a part of the databases; ${hint}`);
    });
    const backlogBytes = reader.value("backlog", (text) => backlogOf(text, room));
    if (store === undefined) return [];
    return [
      { name: name.slice("store-".length), databases, store, ...(backlogBytes !== undefined && { backlogBytes }) },
    ];
  });
}

/** The log that the outputs share. */
interface Room {
  readonly of: "journal" | "cluster";
  readonly maxBytes: number;
}

/** @throws Error */
function backlogOf(text: string, { of, maxBytes }: Room): number {
  const bytes = parseSize(text);
  if (bytes < maxBytes) return bytes;
  throw new Error(`backlog must be less than [${of}] max_size (${maxBytes} bytes): other stores need room, too`);
}
