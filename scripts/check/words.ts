/**
 * `npm run lint:words [-- FILE …]`: checks the documentation's English: write-good's rules, phrases that read as if translated, long
 * sentences, and spelling. Skips code, table code and links. Checks comments and messages in the sources for some of the phrases, and
 * that the documentation's links lead to existing files. Exits with 1 if it finds anything.
 */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import dictionary from "dictionary-en-gb";
import nspell from "nspell";
import writeGood from "write-good";

const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const MAX_WORDS = 35;
/** Names and terms that the dictionary lacks, one per line. */
const TERMS = "scripts/check/terms.txt";
const spelling = nspell(dictionary);
for (const term of readFileSync(join(ROOT, TERMS), "utf8").trim().split("\n")) spelling.add(term);

/** The checks of write-good that suit a reference manual, where passive voice, adverbs and "weasel words" are often right. */
const CHECKS = { passive: false, weasel: false, adverb: false, tooWordy: false, eprime: false, cliches: true };

/** Phrase → what to write instead. */
const PHRASES: readonly (readonly [RegExp, string])[] = [
  [/\bby way of\b/gi, "name what happens: 'by', 'through', 'with'"],
  [/\bis none\b/gi, "say what it is not: 'is not a …'"],
  [/\b(?:nobody|no one) (?:knows|can tell|reads|asked|waits)\b/gi, "name the part that does not"],
  [/\bwhoever\b/gi, "name them: 'a client that …'"],
  [/\bof which\b/gi, "begin a new sentence"],
  [/\b(?:is|are) told\b/gi, "'structline reports …', 'you see …'"],
  [/\bas long as that\b/gi, "begin a new sentence"],
  [/\ball else\b/gi, "'everything else'"],
  [/\bwhat is (?:to be|at hand|asked|wanted)\b/gi, "name the thing"],
  [/\bby itself (?:as|when|where)\b/gi, "'automatically'"],
  [/\bcosts (?:only )?itself\b/gi, "'affects only …'"],
  [/\blets? (?:it|them) go\b/gi, "'deletes'"],
  [/\bhow it stands\b/gi, "'its state'"],
  [/\bmeanwhile (?:come|came|goes)\b/gi, "'during this time'"],
  [/\bdoors?\b/gi, "'source'"],
  [/\bthinned\b/gi, "'downsampled'"],
  [/\b(?:shelf|shelves)\b/gi, "'shared table'"],
];

/** The same for sources. `there is no …` is allowed. */
const SOURCE_PHRASES: readonly (readonly [RegExp, string])[] = [
  ...PHRASES.filter(([{ source }]) => /by way of|whoever|all else|thinned/.test(source)),
  [/(?<!there )\b(?:is|are) no (?!longer|such|better|clearer)[a-z]/gi, "'is not a …'"],
  [/\bdoors?\b/gi, "'endpoint', 'listener', 'source'"],
];

/** Phrases of riddles: a pronoun or half a sentence in the place of the thing. */
const RIDDLES: typeof SOURCE_PHRASES = [
  [/\bnobody (?:knows|can tell|reads|asks|asked|waits|hears|looks|wants)\b/gi, "name the part that does not"],
  [/\bwho (?:asks|looks|waits|wants)\b/gi, "'the user', 'the client', 'the caller'"],
  [/\b(?:undefined|absent) where\b/gi, "'undefined if …', 'absent if …', or 'default: …'"],
  [/\b(?:is|are) to be [a-z]+ed\b/gi, "'must be …ed'"],
  [/\b(?:can|cannot|to) be had\b/gi, "'is available', 'cannot be read'"],
  [/\blets? go of\b/gi, "'releases', 'closes'"],
  [/\btakes? the place of\b/gi, "'replaces'"],
  [/\bknows? nothing of\b/gi, "'does not know'"],
  [/\bmade anew\b/gi, "'created again'"],
  // A comment that begins with its second half: "Of a handshake, where it had one."
  [
    /\/\*\* (?:Of (?!the\b|a union\b)[a-z]|Whose|Whom|At most so|So (?:many|long|much)\b)/g,
    "begin with the thing that it is",
  ],
];
const SOURCES = ["command", "generator", "runtime"];

interface Finding {
  readonly line: number;
  readonly reason: string;
  readonly text: string;
}

export function findings(markdown: string): Finding[] {
  const prose = withoutCode(markdown);
  const lineOf = (index: number) => prose.slice(0, index).split("\n").length;
  const found: Finding[] = [];
  for (const { index, offset, reason } of writeGood(prose, CHECKS)) {
    const text = prose.slice(index, index + offset);
    // A formula (`x * x`) or the first word of a paragraph is not a repetition.
    if (reason.includes("is repeated") && (text.length === 1 || /\n\s*$/.test(prose.slice(0, index)))) continue;
    found.push({ line: lineOf(index), reason, text });
  }
  for (const [phrase, reason] of PHRASES) {
    for (const match of prose.matchAll(phrase)) found.push({ line: lineOf(match.index), reason, text: match[0] });
  }
  for (const sentence of prose.matchAll(/[^.!?:;|\n](?:[^.!?:;|\n]|\n(?!\s*(?:\n|[-*|#]|\d+\.))|[.!?:;](?=\S))*/g)) {
    const words = sentence[0].split(/\s+/).filter((word) => /\p{L}/u.test(word)).length;
    if (words > MAX_WORDS) {
      const text = `${sentence[0].trim().slice(0, 60)} …`;
      found.push({ line: lineOf(sentence.index), reason: `${words} words: make two sentences`, text });
    }
  }
  for (const { 0: word, index } of prose.matchAll(/\p{L}[\p{L}'’]*/gu)) {
    if (/code$|^(?:address|th)$/.test(word) || spelling.correct(word.replace("’", "'").replace(/'s?$/, ""))) continue;
    found.push({ line: lineOf(index), reason: `not in the dictionary; a term goes into ${TERMS}`, text: word });
  }
  return found.sort((a, b) => a.line - b.line);
}

/** Replaces code and addresses by one word each, and keeps line numbers. */
function withoutCode(markdown: string): string {
  const blank = (text: string) => text.replace(/[^\n]/g, "");
  // Each gets a different word, because a list of keys is not a repetition.
  let count = 0;
  return markdown
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/^#.*$/gm, blank)
    .replace(/`[^`\n]*`|\b\w+(?:_\w+)+|\[\d,\{.*?\]/g, () => `code${++count}`)
    .replace(/\]\([^)]*\)/g, "]")
    .replace(/https?:\S+/g, "address")
    .replace(/[[\]*_]/g, "");
}

/** Links to files of this repository. test/runtime/parts/docs checks links to headings. */
function brokenLinks(file: string, text: string): Finding[] {
  return [...text.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)].flatMap(({ 1: target = "", index }) => {
    if (/^[a-z]+:/.test(target) || existsSync(resolve(ROOT, dirname(file), decodeURI(target)))) return [];
    return [{ line: text.slice(0, index).split("\n").length, reason: "leads to no file", text: target }];
  });
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|tsx|cjs|mjs)$/.test(name))
    .map((name) => join(folder, name));
}

function sourceFindings(text: string): Finding[] {
  const phrases = [...SOURCE_PHRASES, ...RIDDLES];
  return phrases.flatMap(([phrase, reason]) =>
    [...text.matchAll(phrase)].map((match) => ({
      line: text.slice(0, match.index).split("\n").length,
      reason,
      text: match[0],
    })),
  );
}

function findingsIn(file: string, text: string): Finding[] {
  return file.endsWith(".md") ? [...findings(text), ...brokenLinks(file, text)] : sourceFindings(text);
}

function pages(): string[] {
  const names = (folder: string) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => join(folder, name));
  return [...names("."), ...names("docs")];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const asked = process.argv.slice(2);
  const files = asked.length > 0 ? asked : [...pages(), ...SOURCES.flatMap(sources)];
  let count = 0;
  for (const file of files) {
    const text = readFileSync(resolve(ROOT, file), "utf8");
    for (const { line, reason, text: found } of findingsIn(file, text)) {
      console.log(`${file}:${line}: '${found}': ${reason}`);
      count++;
    }
  }
  if (count > 0) {
    console.log(`${count} places to write in plainer English`);
    process.exitCode = 1;
  }
}
