/** Alarms as an e-mail. */

import type { AlarmEntry } from "../../model/alarms.ts";
import type { AlarmSettings } from "./keys.ts";
import type { Batch } from "./notice-queue.ts";

const TIMEOUT_MS = 10_000;
/** Maximum number of sentences in one e-mail. */
const MOST_TOLD = 100;

export async function mailNotices({ email, from }: AlarmSettings, smtp: string, { notices }: Batch): Promise<void> {
  const { createTransport } = await import("nodemailer");
  const alarms = notices.map(({ text }) => JSON.parse(text) as AlarmEntry);
  const server = new URL(smtp);
  for (const name of ["connectionTimeout", "greetingTimeout", "socketTimeout"])
    server.searchParams.set(name, String(TIMEOUT_MS));
  const transport = createTransport(server.href);
  const [first] = alarms;
  const more = alarms.length - MOST_TOLD;
  const lines = alarms.slice(0, MOST_TOLD).map(({ time, level, message }) => `${time}  ${level}: ${message}`);
  try {
    await transport.sendMail({
      from: from ?? email[0],
      to: [...email],
      subject: plain(alarms.length === 1 ? first!.message : `${alarms.length} alarms, the first: ${first!.message}`),
      text: `${lines.join("\n")}${more > 0 ? `\nand ${more} more` : ""}\n`,
    });
  } finally {
    transport.close();
  }
}

/** Names come from devices: they must not bring a line end into a header. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, " ").slice(0, 200);
}
