/** A request to a webhook, signed according to https://www.standardwebhooks.com. */

import { createHmac } from "node:crypto";
import { type NoticeBatch, type NoticeKind, Refused } from "./notice-queue.ts";
import type { WebhookSettings } from "./webhook-keys.ts";

const TIMEOUT_MS = 10_000;
/** Statuses that may be temporary. [RFC 9110, 15.5; RFC 6585] */
const AWAY = new Set([408, 425, 429]);

export async function postNotices({ url, token, secret }: WebhookSettings, batch: NoticeBatch): Promise<void> {
  const body = bodyOf(batch);
  const seconds = String(Math.floor(Date.now() / 1000));
  const { href, authorization } = credentialsOf(url, token);
  const answer = await fetch(href, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "Webhook-Id": batch.id,
      "Webhook-Timestamp": seconds,
      ...(secret && { "Webhook-Signature": `v1,${signed(secret, `${batch.id}.${seconds}.${body}`)}` }),
      ...(authorization !== undefined && { Authorization: authorization }),
    },
    body,
    // Only the configuration decides where notices go.
    redirect: "manual",
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch(({ message, cause }: Error) => {
    throw new Error(cause instanceof Error ? cause.message : message);
  });
  await answer.body?.cancel();
  if (answer.ok) return;
  if (answer.status >= 500 || AWAY.has(answer.status)) throw new Error(`the webhook answered ${answer.status}`);
  const isRedirect = answer.status >= 300 && answer.status < 400;
  throw new Refused(`the webhook answered ${answer.status}${isRedirect ? ", and redirects are not followed" : ""}`);
}

function bodyOf({ notices }: NoticeBatch): string {
  const of = (kind: NoticeKind) => {
    const texts = notices.filter((notice) => notice.kind === kind).map(({ text }) => text);
    return texts.length === 0 ? [] : [`"${kind}":[${texts.join(",")}]`];
  };
  return `{${[...of("alarms"), ...of("events")].join(",")}}`;
}

function signed(secret: Uint8Array, text: string): string {
  return createHmac("sha256", secret).update(text).digest("base64");
}

/** fetch refuses URLs that contain a name and a password. */
function credentialsOf(url: string, token: string | undefined): { href: string; authorization?: string } {
  const address = new URL(url);
  const { username, password } = address;
  address.username = "";
  address.password = "";
  const { href } = address;
  if (token !== undefined) return { href, authorization: `Bearer ${token}` };
  if (username === "" && password === "") return { href };
  const pair = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`);
  return { href, authorization: `Basic ${pair.toString("base64")}` };
}
