/**
 * A strict parser of Prometheus' text format: violations of the format, or of the naming rules of `promtool check metrics`, are errors.
 * [Prometheus, Exposition formats; Metric and label naming]
 */

export interface MetricFamily {
  readonly name: string;
  readonly type: string;
  readonly help: string;
  readonly samples: Map<string, number>;
}

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const LABEL = `[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\\\\n]|\\\\["\\\\n])*"`;
const SAMPLE = new RegExp(
  `^(${NAME})(\\{${LABEL}(?:,${LABEL})*\\})? (NaN|[+-]?Inf|[+-]?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)$`,
);
const TYPES = ["counter", "gauge", "histogram", "summary", "untyped"];

interface Help {
  readonly name: string;
  readonly text: string;
}

/** @throws Error that names the line */
export function parseExposition(text: string): ReadonlyMap<string, MetricFamily> {
  if (!text.endsWith("\n")) throw new Error("the last line has no line end");
  const families = new Map<string, MetricFamily>();
  let help: Help | undefined;
  let family: MetricFamily | undefined;
  for (const line of text.slice(0, -1).split("\n")) {
    if (line === "") continue;
    const [, keyword, name = "", rest = ""] = /^# (HELP|TYPE) (\S+) (.+)$/.exec(line) ?? [];
    if (keyword === "HELP") {
      help = { name, text: rest };
    } else if (keyword === "TYPE") {
      if (families.has(name)) throw new Error(`twice: ${line}`);
      family = newFamily(name, rest, help, line);
      families.set(name, family);
    } else {
      addSample(family, line);
    }
  }
  for (const one of families.values()) checkNames(one);
  return families;
}

function newFamily(name: string, type: string, help: Help | undefined, line: string): MetricFamily {
  if (help?.name !== name) throw new Error(`no help before: ${line}`);
  if (!TYPES.includes(type)) throw new Error(`no type: ${line}`);
  return { name, type, help: help.text, samples: new Map() };
}

function addSample(family: MetricFamily | undefined, line: string): void {
  const [, name = "", labels = "", value = ""] = SAMPLE.exec(line) ?? [];
  if (name === "") throw new Error(`no sample: ${line}`);
  if (family === undefined || !namesOf(family).includes(name)) throw new Error(`outside its family: ${line}`);
  const key = name.slice(family.name.length) + labels;
  if (family.samples.has(key)) throw new Error(`twice: ${line}`);
  const number = value.endsWith("Inf") ? Number(value.replace("Inf", "Infinity")) : Number(value);
  if (family.type === "counter" && !(number >= 0)) throw new Error(`a counter below zero: ${line}`);
  family.samples.set(key, number);
}

function namesOf({ name, type }: MetricFamily): string[] {
  if (type === "histogram") return [`${name}_bucket`, `${name}_sum`, `${name}_count`];
  return type === "summary" ? [name, `${name}_sum`, `${name}_count`] : [name];
}

function checkNames({ name, type, samples }: MetricFamily): void {
  if ((type === "counter") !== name.endsWith("_total")) throw new Error(`${type} ${name}: counters end with _total`);
  if (/_(?:count|sum|bucket)$/.test(name)) throw new Error(`${name} has a reserved ending`);
  if (/_(?:ms|us|milliseconds|minutes|kb|mb)(?:_|$)/i.test(name)) throw new Error(`${name} has no base unit`);
  if (type !== "histogram") return;
  checkHistogram(name, samples);
}

const LE = /\ble="[^"]*",?/;

/** Every set of labels is a separate histogram: its buckets are cumulative, and the last one is its count. */
function checkHistogram(name: string, samples: ReadonlyMap<string, number>): void {
  const series = new Map<string, number[]>();
  for (const [key, value] of samples) {
    if (!key.startsWith("_bucket")) continue;
    if (!LE.test(key)) throw new Error(`${name}: a bucket without le`);
    const labels = key.slice("_bucket".length).replace(LE, "").replace(",}", "}").replace("{}", "");
    const buckets = series.get(labels) ?? [];
    if (value < (buckets.at(-1) ?? 0)) throw new Error(`${name}${labels}: buckets decrease`);
    series.set(labels, [...buckets, value]);
  }
  const counts = [...samples.keys()].filter((key) => key.startsWith("_count"));
  if (counts.length !== series.size) throw new Error(`${name}: ${counts.length} counts for ${series.size} histograms`);
  for (const [labels, buckets] of series) {
    if (buckets.at(-1) !== samples.get(`_count${labels}`)) throw new Error(`${name}${labels}: +Inf is not the count`);
  }
}
