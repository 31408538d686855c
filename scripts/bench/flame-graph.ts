/** Converts V8's CPU profiles to flame graphs, one SVG per thread of each process. */

import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Format of `--cpu-prof`. [Chrome DevTools Protocol, Profiler.Profile] */
interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** µs before each sample. */
  readonly timeDeltas: readonly number[];
}

interface Frame {
  readonly name: string;
  /** Time in the function and in its callees, µs. */
  total: number;
  readonly calls: Map<string, Frame>;
}

const WIDTH = 1600;
const LINE = 17;
/** Narrower frames are invisible. */
const LEAST_WIDTH = 0.4;
/** Minimum share of a thread's busy time for the list. */
const NAMED_SHARE = 0.05;
const NOT_BUSY = ["(idle)", "(root)"];

/** @returns a line for each graph: its path, and the functions with more than 5 % of the thread's busy time */
export function writeFlameGraphs(directory: string): string[] {
  const lines: string[] = [];
  for (const name of readdirSync(directory).filter((each) => each.endsWith(".cpuprofile"))) {
    const root = framesOf(JSON.parse(readFileSync(join(directory, name), "utf8")) as Profile);
    const path = join(directory, name.replace(/\.cpuprofile$/, ".svg"));
    writeFileSync(path, svgOf(root));
    const busiest = busiestOf(root).map(([what, share]) => `${what} ${Math.round(share * 100)} %`);
    lines.push(`${path} (${(root.total / 1e6).toFixed(1)} s busy): ${busiest.join(", ")}`);
  }
  return lines;
}

function framesOf({ nodes, samples, timeDeltas }: Profile): Frame {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const parents = new Map(nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id] as const)));
  const selfTimes = new Map<number, number>();
  samples.forEach((id, index) => selfTimes.set(id, (selfTimes.get(id) ?? 0) + (timeDeltas[index] ?? 0)));
  const root: Frame = { name: "all", total: 0, calls: new Map() };
  for (const [id, time] of selfTimes) {
    const path: string[] = [];
    for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) path.push(nameOf(byId.get(at)!));
    if (NOT_BUSY.includes(path[0] ?? "")) continue;
    addTime(root, path.reverse().slice(1), time);
  }
  return root;
}

function nameOf({ callFrame: { functionName, url, lineNumber } }: Profile["nodes"][number]): string {
  const file = url.split("/").at(-1) ?? "";
  return `${functionName || "(anonymous)"}${file === "" ? "" : ` ${file}:${lineNumber + 1}`}`;
}

function addTime(root: Frame, path: readonly string[], time: number): void {
  let frame = root;
  frame.total += time;
  for (const name of path) {
    let next = frame.calls.get(name);
    if (next === undefined) {
      next = { name, total: 0, calls: new Map() };
      frame.calls.set(name, next);
    }
    next.total += time;
    frame = next;
  }
}

function busiestOf(root: Frame): [string, number][] {
  const times = new Map<string, number>();
  const visit = (frame: Frame): void => {
    let own = frame.total;
    for (const call of frame.calls.values()) {
      own -= call.total;
      visit(call);
    }
    times.set(frame.name, (times.get(frame.name) ?? 0) + own / root.total);
  };
  visit(root);
  return [...times].filter(([, share]) => share >= NAMED_SHARE).sort((a, b) => b[1] - a[1]);
}

function svgOf(root: Frame): string {
  const boxes: string[] = [];
  let depth = 0;
  const draw = (frame: Frame, x: number, level: number): void => {
    const width = (frame.total / root.total) * WIDTH;
    if (width < LEAST_WIDTH) return;
    depth = Math.max(depth, level);
    boxes.push(boxOf(frame, { x, level, width }, frame.total / root.total));
    let at = x;
    for (const call of [...frame.calls.values()].sort((a, b) => b.total - a.total)) {
      draw(call, at, level + 1);
      at += (call.total / root.total) * WIDTH;
    }
  };
  draw(root, 0, 0);
  const height = (depth + 1) * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" font-family="monospace" font-size="11">\n${boxes.join("\n")}\n</svg>\n`;
}

function boxOf(
  { name }: Frame,
  { x, level, width }: { x: number; level: number; width: number },
  share: number,
): string {
  const y = level * LINE;
  const hue = 10 + ([...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % 45);
  const letters = Math.floor(width / 6.8);
  const label =
    letters < 4 ? "" : `<text x="${(x + 2).toFixed(1)}" y="${y + 12}">${escaped(name.slice(0, letters))}</text>`;
  const title = `<title>${escaped(name)} ${(share * 100).toFixed(1)} %</title>`;
  const box = `<rect x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${LINE - 1}" fill="hsl(${hue} 85% 65%)"/>`;
  return `<g>${title}${box}${label}</g>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}
