/** A kind of place where hourly files are available to others: what `[store] url` may be for it, and how it is made. Parts have them. */

import type { SectionReader } from "../../config/section-reader.ts";
import type { DepotSettings } from "../store-settings.ts";
import type { Depot } from "./depot.ts";

export interface DepotKind<Settings extends DepotSettings = DepotSettings> {
  /** `kind` of its settings. */
  readonly name: string;
  /** Its URL, for error messages. */
  readonly form: string;
  /** Its URL, for the documentation. */
  readonly meaning: string;
  /** Its keys in `[store]`, which apply to no other store. */
  readonly keys: readonly string[];
  /** Undefined if the URL is another kind's. @throws Error (one sentence) */
  parse(text: string, section: SectionReader): ParsedDepot<Settings> | undefined;
  /** Opens nothing yet. @param directory of the files */
  make(settings: Settings, directory: string): Promise<Depot>;
}

export interface ParsedDepot<Settings extends DepotSettings = DepotSettings> {
  /** Absolute path of the local folder. */
  readonly directory: string;
  readonly settings: Settings;
}
