/**
 * Writes `runtime/model/zone-data.ts` from the packed tzdata of the package moment-timezone: `node --import tsx
 * scripts/zone-data.ts`. Run it after an update of that package.
 */

import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";

/** Offsets before are those of this moment. */
const FROM_MINUTE = 0;
const TARGET = join(fileURLToPath(new URL("..", import.meta.url)), "runtime/model/zone-data.ts");

interface Packed {
  readonly version: string;
  /** `name|abbreviations|offsets|indices|differences|population`, numbers in base 60. */
  readonly zones: readonly string[];
  /** `target|alias` */
  readonly links: readonly string[];
}

const DIGITS = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWX";

/** A number of moment-timezone's pack format; the fraction has base 60, too. */
function unpack(text: string): number {
  const sign = text.startsWith("-") ? -1 : 1;
  const [whole = "", fraction = ""] = text.replace("-", "").split(".");
  let value = 0;
  for (const digit of whole) value = value * 60 + DIGITS.indexOf(digit);
  let scale = 1;
  for (const digit of fraction) {
    scale /= 60;
    value += DIGITS.indexOf(digit) * scale;
  }
  return sign * value;
}

/** `offset;minute offset;minute offset …`: minutes east of UTC, and minutes since the previous change in base 36. */
function repack(packed: string): readonly [string, string] {
  const [name = "", , offsets = "", indices = "", differences = ""] = packed.split("|");
  const west = offsets.split(" ").map(unpack);
  let minute = 0;
  const changes: [number, number][] = [];
  for (const difference of differences === "" ? [] : differences.split(" ")) {
    minute += unpack(difference);
    changes.push([Math.round(minute), -west[unpack(indices[changes.length + 1]!)]!]);
  }
  const first = changes.filter(([at]) => at <= FROM_MINUTE).at(-1)?.[1] ?? -west[unpack(indices[0]!)]!;
  let last = FROM_MINUTE;
  const later = changes.filter(([at]) => at > FROM_MINUTE);
  const texts = later.map(([at, offset]) => {
    const text = `${(at - last).toString(36)} ${short(offset)}`;
    last = at;
    return text;
  });
  return [name, [short(first), ...texts].join(";")];
}

function short(offset: number): string {
  return String(Number(offset.toFixed(3)) || 0);
}

const path = createRequire(import.meta.url).resolve("moment-timezone/data/packed/latest.json");
const { version, zones, links } = JSON.parse(readFileSync(path, "utf8")) as Packed;
const lines = zones.map((packed) => repack(packed).join("|"));
const text = [lines.join("\n"), links.join("\n")].join("\n\n");
const rows =
  deflateRawSync(text, { level: 9 })
    .toString("base64")
    .match(/.{1,140}/g) ?? [];
writeFileSync(
  TARGET,
  `/** Written by scripts/zone-data.ts from the IANA's time zone database. */

export const ZONE_VERSION = ${JSON.stringify(version)};

/**
 * Deflated, in base 64. A line for each zone, \`name|offset;minutes offset;…\`: minutes east of UTC in 1970, then the minutes
 * since the previous change, in base 36. Behind an empty line the aliases, \`target|alias\`.
 */
export const ZONE_TABLES = [
${rows.map((row) => `  ${JSON.stringify(row)},`).join("\n")}
];
`,
);
console.log(`runtime/model/zone-data.ts: ${zones.length} zones of tzdata ${version}`);
