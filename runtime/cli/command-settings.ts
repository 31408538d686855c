import type { AuthSettings } from "../auth/keys.ts";
import type { ConfiguredChannels } from "../channels/channel-settings.ts";
import type { HttpSettings } from "../http/keys.ts";
import type { RealmSettings } from "../model/realm-settings.ts";

/** What actions read of the configuration. */
export interface CommandSettings extends ConfiguredChannels {
  readonly http: HttpSettings;
  readonly auth: AuthSettings;
  readonly journal: { readonly directory: string };
  readonly realms: readonly RealmSettings[];
}
