/** Column types in the running service's store. They decide which changes the store would reject. */

import { unanswered } from "../../runtime/lib/unanswered.ts";
import type { Settings } from "../../runtime/settings/settings.ts";

/** Database, line feed, measurement → column → type. */
export type StoredTypes = ReadonlyMap<string, ReadonlyMap<string, string>>;

/** A refused connection fails at once; this limit is for a busy service. */
const PATIENCE_MS = 10_000;

interface Overview {
  readonly measurements: readonly {
    readonly database: string;
    readonly measurement: string;
    readonly stored: boolean;
    readonly columns: readonly { readonly name: string; readonly type: string; readonly storedType?: string }[];
  }[];
}

/** @returns a sentence with the reason if the store could not be asked */
export async function storedTypes(
  { http }: Pick<Settings, "http">,
  token: string | undefined,
): Promise<StoredTypes | string> {
  const { host, port } = http.listen;
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "[::1]" : host;
  const base = `http${http.tls === undefined ? "" : "s"}://${reached}:${port}`;
  try {
    const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
    const response = await fetch(`${base}/read/measurements`, { headers, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (!response.ok) return `the store was not asked: ${base} says ${response.status}`;
    return typesOf((await response.json()) as Overview);
  } catch (error) {
    return `the store was not asked, since ${unanswered(base, error)}; what layouts in 'history' stored was compared`;
  }
}

function typesOf({ measurements }: Overview): StoredTypes {
  return new Map(
    measurements
      .filter(({ stored }) => stored)
      .map(({ database, measurement, columns }) => [
        `${database}\n${measurement}`,
        new Map(columns.map(({ name, type, storedType }) => [name, storedType ?? type])),
      ]),
  );
}
