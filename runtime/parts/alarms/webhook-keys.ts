/** Sections `[webhook-<name>]`. */

import { partOf, section } from "../../config/part.ts";
import { oneOf, parseList, url } from "../../config/values.ts";

const WEBHOOK = section({
  section: "webhook-<name>",
  reload: "applied",
  meaning: "Receives alarms and events by POST: see [tools.md](tools.md#webhooks).",
  keys: [
    {
      key: "url",
      parse: url("http", "https"),
      default: "required",
      shown: "never",
      meaning: "The address. No redirects.",
    },
    {
      key: "send",
      parse: parseNoticeKinds,
      default: "alarms",
      meaning: "`alarms`, `events` (annotations) or both.",
    },
    {
      key: "databases",
      parse: parseList,
      default: "*",
      meaning: "Only these; `*` is any text, `?` any character.",
    },
    { key: "token", shown: "never", meaning: "Sent as `Authorization: Bearer …`." },
    {
      key: "secret",
      parse: parseWebhookSecret,
      shown: "never",
      meaning: "Signs requests as [Standard Webhooks](https://www.standardwebhooks.com): `whsec_` and base64.",
    },
  ],
});

export const WEBHOOKS = partOf([WEBHOOK], (file) =>
  file.names("webhook-").flatMap((name) => {
    const reader = file.section(WEBHOOK, name);
    const rest = { send: reader.get("send"), databases: reader.get("databases") };
    const secrets = { token: reader.get("token"), secret: reader.get("secret") };
    const url = reader.get("url");
    return url === undefined ? [] : [{ name: name.slice("webhook-".length), url, ...rest, ...secrets }];
  }),
);

export type WebhookSettings = ReturnType<typeof WEBHOOKS.read>[number];

/** @throws Error with one sentence */
function parseNoticeKinds(text: string): ("alarms" | "events")[] {
  return parseList(text).map(oneOf(["alarms", "events"]));
}

/**
 * The secret's bytes. [Standard Webhooks, Signature scheme] @throws Error with one sentence that does not contain the
 * secret
 */
function parseWebhookSecret(text: string): Uint8Array {
  const [, base64 = ""] = /^whsec_([A-Za-z0-9+/]+=*)$/.exec(text) ?? [];
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length >= 24 && bytes.length <= 64) return bytes;
  throw new Error("it must be 'whsec_' and 24 to 64 bytes in base64: echo whsec_$(openssl rand -base64 32)");
}
