/** Headers of a channel → declarations: the whole syntax phase. */

import type { ChannelPlan } from "../channel-plan.ts";
import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Outcome } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { integerWidths } from "./constants/integer-type.ts";
import type { ChannelDeclarations } from "./declarations.ts";
import { attachComments } from "./declare/comments.ts";
import type { Context } from "./declare/context.ts";
import { declareChunk } from "./declare/declare-chunk.ts";
import { findMessages } from "./declare/messages.ts";
import { nearMisses } from "./declare/near-misses.ts";
import { Symbols } from "./declare/symbols.ts";
import { settle } from "./explain/settle.ts";
import { separateAttributes } from "./parse/attributes.ts";
import { cutIntoChunks } from "./parse/chunks.ts";
import { needsCpp } from "./parse/language.ts";
import type { Language } from "./preprocess/predefined.ts";
import { preprocess, type TranslationUnit } from "./preprocess/preprocess.ts";
import { tokenSpan } from "./preprocess/token.ts";

export function parseChannel(plan: ChannelPlan, reader: HeaderReader): Outcome<ChannelDeclarations> {
  const { unit, language } = preprocessInItsLanguage(plan, reader);
  const clean = separateAttributes(unit);
  const context: Context = {
    plan,
    unit: clean,
    language,
    widths: integerWidths(plan.abi),
    symbols: new Symbols(),
    missingIncludes: unit.missingIncludes,
    records: new Map(),
    instances: [],
    enums: [],
    placed: [],
    diagnostics: [],
    syntaxErrors: [],
    broken: [],
  };
  const { chunks, strayBraces } = cutIntoChunks(clean);
  for (const chunk of chunks) declareChunk(chunk, context);
  const strayComments = attachComments(unit.comments, context.placed);
  const found = findMessages(context);
  const hiding = [...unit.diagnostics, ...context.diagnostics].filter(({ severity }) => severity === "error").length;
  const unreadable = found.unreadable + context.broken.length + hiding;
  const misses = nearMisses(context, found.messages.length + unreadable === 0 ? "all" : "named");
  const stray = strayBraces.map((index) => report(SYNTAX, "W149", tokenSpan(clean.tokens[index]!), {}));
  const told = settle(context.syntaxErrors, [...context.diagnostics, ...found.diagnostics]);
  return {
    value: {
      messages: found.messages,
      enums: context.enums,
      files: unit.files.map(({ path, sha256 }) => ({ path, sha256 })),
      strayComments,
      unreadable,
    },
    diagnostics: [...unit.diagnostics, ...told, ...stray, ...misses],
  };
}

/** A header is C until it says something that only C++ can say; then `__cplusplus` is defined, and it is read again. */
function preprocessInItsLanguage(
  plan: ChannelPlan,
  reader: HeaderReader,
): { unit: TranslationUnit; language: Language } {
  const unit = preprocess(plan, reader, "c");
  if (!needsCpp(unit, plan)) return { unit, language: "c" };
  return { unit: preprocess(plan, reader, "c++"), language: "c++" };
}
