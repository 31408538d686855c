/** Yamcs as an oracle for XTCE, used by the script: its libraries come from Maven Central and are cached with the other peers. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { fieldsOf } from "../../../runtime/codec/fields.ts";
import type { ColumnValue, FieldInfo } from "../../../runtime/codec/struct-codec.ts";
import { fileText } from "../../support/compiled-channels.ts";
import { classPathOf, needsMaven } from "../../support/maven.ts";
import { run } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { agrees, type EmittedChannel, neutral, type SampleMessage } from "./messages.ts";

const YAMCS = { name: "yamcs", version: "5.9.8", group: "org.yamcs", artifacts: ["yamcs-core"] };
const PEER = fileURLToPath(new URL("YamcsPeer.java", import.meta.url));

/** False if Yamcs is available; else the reason. */
export function needsYamcs(): false | string {
  return needsMaven(YAMCS);
}

/** The answer to each packet: `@`, and for each parameter its name, raw value and calibrated value. */
export function yamcsAnswers(
  file: string,
  packets: readonly { readonly container: string; readonly bytes: Uint8Array }[],
): string[] {
  const input = packets.map(({ container, bytes }) => `${container} ${Buffer.from(bytes).toString("hex")}\n`).join("");
  return run("java", ["-cp", classPathOf(YAMCS), PEER, file], input)
    .split("\n")
    .filter((line) => line.startsWith("@"));
}

/** All differences of raw and calibrated values. */
export function yamcsDifferences(channel: EmittedChannel, messages: readonly SampleMessage[]): string[] {
  const folder = temporaryFolder();
  try {
    const text = fileText(channel.files, /\.xtce\.xml$/);
    const file = join(folder, "channel.xml");
    writeFileSync(file, text);
    const paths = new Map(
      [
        ...text.matchAll(
          /name="(\w+)" shortDescription="[^"]*">\s*(?:<LongDescription>[^<]*<\/LongDescription>\s*)?<AliasSet><Alias nameSpace="field" alias="[^".]*\.([^"]*)"/g,
        ),
      ]
        .filter(([, name]) => !name?.includes("__bit"))
        .map(([, name, path]) => [name!, path!] as const),
    );
    const answers = yamcsAnswers(
      file,
      messages.map((message) => ({ container: "frame", bytes: channel.frame(message) })),
    );
    const notes = (words: string) =>
      new Set(
        channel.limits
          .filter(({ message }) => message.includes(words))
          .map(({ message }) => message.split("'")[1] ?? ""),
      );
    const told = { computed: notes("an algorithm computes the value"), unruled: notes("is not a polynomial") };
    return messages.flatMap((message, index) => compared(message, answers[index], paths, told));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Paths of fields with a note. */
interface Told {
  readonly computed: ReadonlySet<string>;
  readonly unruled: ReadonlySet<string>;
}

function compared(
  message: SampleMessage,
  answer: string | undefined,
  paths: ReadonlyMap<string, string>,
  told: Told,
): string[] {
  if (answer === undefined) return [`${message.codec.name}: no answer`];
  const seen = new Map(
    answer
      .slice(1)
      .split("\u0001")
      .map((entry) => entry.split("\t"))
      .flatMap(([name = "", raw = "", value = ""]) =>
        paths.has(name) ? [[paths.get(name)!, { raw, value }] as const] : [],
      ),
  );
  return fieldsOf(message.codec).flatMap((field) => {
    const { path, scalar } = field;
    const given = seen.get(path);
    // Fields that a note reports as not expressed are absent; the other reader compares texts.
    if (given === undefined && told.computed.has(path)) return [`${message.codec.name}.${path} is not computed`];
    if (given === undefined || scalar === "text") return [];
    // Algorithms give no raw value.
    return given.raw === "null"
      ? computedDifferences(message, field, given.value, told)
      : readDifferences(message, field, given);
  });
}

function computedDifferences(
  { codec, raw, stored }: SampleMessage,
  { path, column, scalar, expr }: FieldInfo,
  value: string,
  told: Told,
): string[] {
  const isRaw = expr === undefined || told.unruled.has(path);
  const wanted = isRaw ? raw[path]! : stored[column]!;
  const isRight = agrees(wanted, numberOf(value, scalar), isRaw ? 0 : 1e-12);
  return isRight ? [] : [`${codec.name}.${path}: ${neutral(wanted)}, not computed ${value}`];
}

function readDifferences(
  { codec, raw, stored }: SampleMessage,
  { path, column, scalar, expr }: FieldInfo,
  given: { readonly raw: string; readonly value: string },
): string[] {
  const isRead = agrees(raw[path]!, numberOf(given.raw, scalar));
  const wrong = isRead ? [] : [`${codec.name}.${path}: ${neutral(raw[path]!)}, not ${given.raw}`];
  if (expr === undefined || given.raw === given.value) return wrong;
  const value = stored[column]!;
  const isRight = agrees(value, Number(given.value), 1e-12);
  return isRight ? wrong : [...wrong, `${codec.name} ${column}: ${value}, not ${given.value}`];
}

/** Java prints the shortest digits for a float's own width. */
function numberOf(text: string, scalar: string): ColumnValue {
  if (scalar === "float32") return Math.fround(Number(text));
  return /^-?\d+$/.test(text) ? BigInt(text) : Number(text);
}
