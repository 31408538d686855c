/** The folder for dashboards made by the service. */

import { type Folder, type GrafanaClient, GrafanaError } from "./grafana-client.ts";
import { uidOf } from "./uid.ts";

/** Returns its UID; an existing folder with that title is used as well. */
export async function ensureFolder(client: GrafanaClient, title: string): Promise<string> {
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
