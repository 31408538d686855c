/** Headers of a channel → declarations: the whole syntax phase. */

import type { ChannelPlan } from "../channel-plan.ts";
import { MESSAGES } from "../diagnostics/codes/messages.ts";
import type { Diagnostic, Outcome } from "../diagnostics/diagnostic.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import { integerWidths } from "./constants/integer-type.ts";
import type { ChannelDeclarations } from "./declarations.ts";
import { attachComments } from "./declare/comments.ts";
import type { Context } from "./declare/context.ts";
import { declareChunk } from "./declare/declare-chunk.ts";
import { findMessages } from "./declare/messages.ts";
import { Symbols } from "./declare/symbols.ts";
import { separateAttributes } from "./parse/attributes.ts";
import { cutIntoChunks } from "./parse/chunks.ts";
import { needsCpp } from "./parse/language.ts";
import type { Language } from "./preprocess/predefined.ts";
import { preprocess, type TranslationUnit } from "./preprocess/preprocess.ts";

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
  };
  const { chunks, strayBraces } = cutIntoChunks(clean);
  for (const chunk of chunks) declareChunk(chunk, context);
  const strayComments = attachComments(unit.comments, context.placed);
  const found = findMessages(context);
  void strayBraces;
  void MESSAGES;
  const diagnostics: Diagnostic[] = [...unit.diagnostics, ...context.diagnostics, ...found.diagnostics];
  return {
    value: {
      messages: found.messages,
      enums: context.enums,
      files: unit.files.map(({ path, sha256 }) => ({ path, sha256 })),
      strayComments,
    },
    diagnostics,
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
