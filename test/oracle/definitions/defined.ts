/** Definitions of other tools as channels, with our codecs, to compare with what those tools read. */

import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EmittedFile } from "../../../generator/codec/emitted-file.ts";
import { compileChannel } from "../../../generator/compile.ts";
import type { Definition } from "../../../generator/definitions/definition.ts";
import { definitionOf } from "../../../generator/definitions/definitions.ts";
import { definedHeader } from "../../../generator/definitions/shared/header-text.ts";
import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.ts";
import { renderOne } from "../../../generator/diagnostics/render.ts";
import { emitAll } from "../../../generator/emitters/emit.ts";
import { plansFor } from "../../../generator/init/header-tree.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import type { StructCodec } from "../../../runtime/codec/struct-codec.ts";
import type { FrameFormat } from "../../../runtime/frames/frame-format.ts";
import { channelsOf, viewOf } from "../../support/compiled-channels.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

export interface DefinedChannel {
  readonly definition: Definition;
  readonly header: string;
  readonly notes: readonly string[];
  readonly codecs: readonly StructCodec[];
  readonly frames?: FrameFormat | undefined;
  /** With those of other formats. */
  readonly files: readonly EmittedFile[];
  readonly limits: readonly Diagnostic[];
}

/** @param emit files of other formats, too @throws Error with the compiler's errors */
export async function definedChannel(
  fileName: string,
  text: string,
  emit: readonly string[] = [],
): Promise<DefinedChannel> {
  const kind = definitionOf(fileName, text);
  if (kind === undefined) throw new Error(`${fileName} is no known definition`);
  const definition = kind.read(text);
  if (definition.messages.length === 0)
    return { definition, header: "", notes: definition.notes, codecs: [], files: [], limits: [] };
  const { text: header, keys, notes } = definedHeader(definition, "Made by a test.");
  const folder = temporaryFolder();
  try {
    writeFileSync(join(folder, "defined.h"), header);
    const channel = { name: "defined", includePath: folder, headerFile: "defined.h", keys: ["abi = x86-64", ...keys] };
    const [plan] = plansFor(channel, folder);
    const { value, diagnostics } = compileChannel({ plan: { ...plan!, emit }, reader: folderReader([folder], folder) });
    const wrong = diagnostics.filter(({ severity }) => severity !== "note");
    if (wrong.length > 0)
      throw new Error(
        wrong
          .slice(0, 5)
          .map((each) => renderOne(each, { source: () => header, style: "plain" }))
          .join("\n"),
      );
    const { value: files, diagnostics: limits } = emitAll([value], { version: "0.0.0" });
    const codecs = (await channelsOf(files))["defined"]!.structs;
    return { definition, header, notes, codecs, frames: plan!.frames, files, limits };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The row that would be stored, without values that are not finite. */
export function storedOf(codec: StructCodec, bytes: Uint8Array): Record<string, unknown> {
  const stored = codec.toStored(codec.decode(viewOf(bytes)) as never) as Record<string, unknown>;
  const excluded = new Set(codec.fields.flatMap(({ excluded: is, column, path }) => (is ? [column ?? path] : [])));
  return Object.fromEntries(
    Object.entries(stored).filter(
      ([name, value]) =>
        value !== undefined && !(typeof value === "number" && !Number.isFinite(value)) && !excluded.has(name),
    ),
  );
}

/** Numbers as both sides print them: whole ones with all digits, others as the nearest binary64. */
export function shown(value: unknown): string {
  if (typeof value === "boolean") return value ? "1" : "0";
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isInteger(value) ? BigInt(value).toString() : String(value);
  return JSON.stringify(value);
}
