/**
 * What an outsider tries and gets, as a table: `npm run campaigns -- outsider [TEXT]`, with TEXT only what has it in its name.
 * docs/security.md says how many were held off.
 * Needs the built service (`npm run build`); ends with 1 when an attempt got more than was promised.
 */

import type { Attempt } from "../../test/support/outsider/attempt.ts";
import { ATTEMPTS } from "../../test/support/outsider/attempts.ts";
import { startTarget, type Target } from "../../test/support/outsider/target.ts";

interface Result {
  readonly attempt: Attempt;
  readonly got: string;
}

const results = await runAll();
const held = results.filter(({ attempt, got }) => attempt.expected.test(got)).length;
process.stdout.write(`${held} of ${results.length} got no more than was promised.\n\n${table(results)}`);
process.exitCode = held === results.length ? 0 : 1;

async function runAll(): Promise<Result[]> {
  const target = await startTarget();
  try {
    const done: Result[] = [];
    const text = process.argv[2] ?? "";
    for (const attempt of ATTEMPTS.filter(({ name }) => name.includes(text))) {
      done.push({ attempt, got: await outcome(attempt, target) });
      process.stderr.write(`… ${done.length} ${attempt.name}: ${shortened(done.at(-1)!.got)}\n`);
    }
    return done;
  } finally {
    await target.close();
  }
}

async function outcome(attempt: Attempt, target: Target): Promise<string> {
  try {
    return await attempt.run(target);
  } catch (error) {
    return `error: ${(error as Error).message}`;
  }
}

function table(rows: readonly Result[]): string {
  const lines = rows.map(({ attempt, got }, index) => {
    const verdict = attempt.expected.test(got) ? "" : " **more than promised**";
    return `| ${index + 1} | ${attempt.protocol} | ${cell(attempt.name)} | ${cell(shortened(got))}${verdict} |`;
  });
  return `| # | protocol | attempt | what it got |\n|---|---|---|---|\n${lines.join("\n")}\n`;
}

function shortened(text: string): string {
  return text.length > 110 ? `${text.slice(0, 109)}…` : text;
}

/** Escapes text for a table cell. */
function cell(text: string): string {
  return text.replace(/[\r\n]+/g, " ").replace(/[|<>&]/g, (character) => `&#${character.charCodeAt(0)};`);
}
