/**
 * `channel-message <channel> replay`: decodes stored payloads again with today's header, for example after a wrong
 * factor was corrected.
 */

import type { Action, ActionContext } from "../../cli/action.ts";
import { CommandError } from "../../cli/command-error.ts";
import { count } from "../../cli/number-options.ts";
import { ProgressBar } from "../../cli/progress-bar.ts";
import { TOKEN } from "../../cli/service-client.ts";
import { escapeControls } from "../../lib/escape-controls.ts";
import type { ReplayEnd, ReplayLine } from "./replay-api.ts";
import type { ColumnReport, MeasurementReport } from "./replay-tally.ts";

const MOST_EXAMPLES = 1000;

export const replay: Action = {
  name: "replay",
  channel: true,
  summary: "Decode stored payloads again with today's header: show what would change, or rewrite the rows",
  example: "channel-message rig replay --from=-7d --struct mount",
  args: {
    from: {
      type: "string",
      description: "Rows from this time on: ISO 8601, or --from=-15m before now",
      valueHint: "time",
    },
    to: { type: "string", description: "Rows before this time (now)", valueHint: "time" },
    struct: { type: "string", description: "Only rows of this struct", valueHint: "name" },
    schema: {
      type: "string",
      description:
        "Layout to decode with: today (as the service would now), own (what the row was decoded with), a version's name or a layout's number",
      valueHint: "layout",
    },
    apply: { type: "boolean", description: "Rewrite the rows; without it nothing is changed" },
    examples: { type: "string", description: "Examples shown for each column (3)", valueHint: "n" },
    token: TOKEN,
    json: { type: "boolean", description: "Print JSON lines" },
  },
  async run(context) {
    const { name } = context.channel();
    const client = context.client();
    const bar = new ProgressBar({ total: 1, unit: "rows" });
    let end: ReplayEnd | undefined;
    for await (const line of client.postForLines<ReplayLine>(`/replay/${encodeURIComponent(name)}`, order(context))) {
      if (line.step === "progress") {
        bar.update(line.share, line.rows);
        continue;
      }
      bar.clear();
      if (line.step !== "measurement") end = line;
      if (context.isJson) context.print(JSON.stringify(line));
      else if (line.step === "measurement") printReport(context, line);
    }
    finish(context, end);
  },
};

function order({ args, texts }: ActionContext): object {
  const examples = count(args["examples"], "examples", { most: MOST_EXAMPLES });
  return {
    ...texts("from", "to", "struct", "schema"),
    ...(args["apply"] === true && { apply: true }),
    ...(examples !== undefined && { examples }),
  };
}

function printReport(context: ActionContext, report: MeasurementReport): void {
  const { measurement, rows, different, rewritten, columns, left, keptColumns } = report;
  const applied = context.args["apply"] === true;
  const outcome = applied ? `${rewritten} rewritten` : `${different} would change`;
  context.print(`${escapeControls(measurement)}: ${rows} rows, ${outcome}`);
  for (const column of columns) printColumn(context, column);
  if (keptColumns.length > 0) {
    const names = keptColumns.map(escapeControls).join(", ");
    context.print(`  kept, since this database cannot delete single values: ${names}`);
  }
  for (const { reason, rows: count, time, message } of left) {
    context.print(`  ${count} not changed (${reason}), first at ${time}: ${escapeControls(message)}`);
  }
}

function printColumn(context: ActionContext, { column, changed, added, removed, examples }: ColumnReport): void {
  const counts = [
    ...(changed > 0 ? [`${changed} changed`] : []),
    ...(added > 0 ? [`${added} added`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
  ];
  context.print(`  ${escapeControls(column)}: ${counts.join(", ")}`);
  for (const { time, old, new: value } of examples) {
    context.print(`    ${time}  ${shown(old)} → ${shown(value)}`);
  }
}

function shown(value: string | null): string {
  return value === null ? "(none)" : escapeControls(value);
}

function finish(context: ActionContext, end: ReplayEnd | undefined): void {
  if (end === undefined) throw new CommandError("the service ended its answer before the replay was complete");
  if (end.step === "failed") throw new CommandError(`the replay ended early: ${escapeControls(end.message)}`);
  if (context.isJson) return;
  const { rows, different, rewritten, left, mode } = end;
  const rest = left === 0 ? "" : `, ${left} not changed`;
  if (mode === "rewrite") context.print(`${rows} rows examined, ${rewritten} rewritten${rest}`);
  else if (different === 0) context.print(`${rows} rows examined, nothing would change${rest}`);
  else context.print(`${rows} rows examined, ${different} would change${rest}; --apply rewrites them`);
}
