/** The C front end: parses a channel's headers into declarations. It does not decide which records are messages. */

import { SYNTAX } from "../diagnostics/codes/syntax.ts";
import type { Diagnostic } from "../diagnostics/diagnostic.ts";
import { report } from "../diagnostics/report.ts";
import type { ChannelPlan } from "../plan/channel-plan.ts";
import type { HeaderReader } from "../source/header-reader.ts";
import type { SourceFile } from "../source/source-file.ts";
import { compilerFlags, hasExcessPrecision, targetOf } from "../targets/flags.ts";
import type { Language } from "../targets/predefined.ts";
import { TypeSizes } from "../types/type-sizes.ts";
import { integerWidths } from "./constants/integer-type.ts";
import { announcedIn } from "./declare/announced-attributes.ts";
import { checkAssertion } from "./declare/assertions.ts";
import type { Context } from "./declare/context.ts";
import { declareChunk } from "./declare/declare-chunk.ts";
import { instantiate, readFor } from "./declare/instantiate.ts";
import { Symbols } from "./declare/symbols.ts";
import { specialisedNames } from "./declare/templates.ts";
import { headersAway } from "./declare/type-names.ts";
import { separateAttributes } from "./parse/attributes.ts";
import { type Chunk, cutIntoChunks } from "./parse/chunks.ts";
import { withoutBodies } from "./parse/function-bodies.ts";
import { needsCpp, withNames } from "./parse/language.ts";
import { neededChunks } from "./parse/needed-chunks.ts";
import { preprocess, type TranslationUnit } from "./preprocess/preprocess.ts";
import { type Comment, tokenSpan } from "./preprocess/token.ts";

/** All declarations of the headers, with their sources. */
export interface Headers extends Context {
  /** Comments in compiled regions. */
  readonly comments: readonly Comment[];
  /** Macros that are defined at the end. */
  readonly macros: TranslationUnit["macros"];
  readonly inactive: TranslationUnit["inactive"];
  /** In the order of first reading. */
  readonly files: readonly SourceFile[];
}

/**
 * Headers are read as C. If a construct needs C++, or the flags select it, they are read again with `__cplusplus` defined.
 * @param names declares only what these names need, and checks no assertions
 */
export function readHeaders(plan: ChannelPlan, reader: HeaderReader, names?: ReadonlySet<string>): Headers {
  if (compilerFlags(plan).language !== "c++") {
    const unit = withNames(withoutBodies(preprocess(plan, reader, "c")));
    if (!needsCpp(unit, plan)) {
      const headers = readUnit(unit, plan, "c", names);
      if (!headers.current.needsCpp && !headers.symbols.usesTags) return headers;
    }
  }
  return readUnit(preprocess(plan, reader, "c++"), plan, "c++", names);
}

function readUnit(unit: TranslationUnit, plan: ChannelPlan, language: Language, names?: ReadonlySet<string>): Headers {
  const target = targetOf(plan);
  const clean = separateAttributes(unit);
  const { chunks, strayBraces, inlineNamespaces } = cutIntoChunks(clean);
  const sizes = new TypeSizes(target, plan.layout === "packed" ? "packed" : "as declared");
  const context: Context = {
    plan,
    unit: clean,
    language,
    target,
    widths: { ...integerWidths(target), excessPrecision: language === "c" && hasExcessPrecision(plan) },
    sizes,
    measured: new Set(),
    symbols: new Symbols(
      language,
      compilerFlags(plan).language === "c" ? "c only" : "as read",
      inlineNamespaces,
      namespacesOf(chunks),
      {
        alignmentOf: (type) => sizes.sizeOf(type).alignment,
        scopeOf: (record) => context.records.get(record)?.scope,
      },
    ),
    missingIncludes: unit.missingIncludes,
    instantiate,
    readFor,
    announced: announcedIn(clean, chunks),
    specialised: specialisedNames(chunks, clean.tokens),
    ...nothingDeclared(),
  };
  context.symbols.missing = headersAway(context);
  for (const chunk of names === undefined ? chunks : neededChunks(chunks, clean, names)) {
    declareChunk(chunk, context);
    // The headers will be read again.
    if (context.current.needsCpp) break;
  }
  const templates = chunks.filter(({ kind }) => kind === "template");
  for (const assertion of names === undefined ? clean.assertions : []) {
    // An assertion in a template holds only for some arguments.
    if (!templates.some(({ from, to }) => from < assertion.at && assertion.at < to)) checkAssertion(assertion, context);
  }
  const stray = strayBraces.map((at): Diagnostic => report(SYNTAX, "W149", tokenSpan(clean.tokens[at]!), {}));
  const { comments, macros, inactive, files } = unit;
  const diagnostics = [...unit.diagnostics, ...context.diagnostics, ...stray];
  return { ...context, diagnostics, comments, macros, inactive, files };
}

/** `a` and `a::b` for a declaration in `a::b`. */
function namespacesOf(chunks: readonly Chunk[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { scope } of chunks)
    for (let depth = 1; depth <= scope.length; depth++) names.add(scope.slice(0, depth).join("::"));
  return names;
}

/** What the declarations fill. */
function nothingDeclared() {
  const current: Context["current"] = { error: undefined, needsCpp: false };
  return {
    open: [],
    parsed: new Map(),
    records: new Map(),
    instances: [],
    enums: [],
    placed: [],
    diagnostics: [],
    current,
    broken: [],
  };
}
