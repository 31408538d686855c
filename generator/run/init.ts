/** `structline init`: a folder to begin in. Nothing that is there is overwritten. */

import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join, relative, resolve, sep } from "node:path";
import { loadSettings, parseSettings } from "../../runtime/config/load-settings.ts";
import { compile } from "../compile.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { render } from "../diagnostics/render.ts";
import { plansOf } from "../plan/plans-of.ts";
import { folderReader } from "../source/folder-reader.ts";
import { recordingReader } from "../source/recording-reader.ts";

export interface InitOptions {
  readonly cwd: string;
  /** The header to make a channel of; else an example is written. */
  readonly header: string | undefined;
  /** Of the channel; else from the header's file name. */
  readonly channel: string | undefined;
  readonly version: string;
  /** Which struct is which message, where the header does not say it: `7 gps_t, 8 imu_t`. */
  readonly messages: string | undefined;
}

/** A line for each step, or what stands in the way. */
export type InitResult =
  | { readonly kind: "done"; readonly lines: readonly string[] }
  | { readonly kind: "refused"; readonly text: string }
  /** No message is declared; these are the structs that might be some. */
  | { readonly kind: "asked"; readonly structs: readonly string[]; readonly text: string };

const FIRST_PORT = 8888;

interface NewChannel {
  readonly name: string;
  /** Relative to the folder, with slashes. */
  readonly includePath: string;
  readonly headerFile: string;
  readonly messages: string | undefined;
}

const EXAMPLE = `// example.h: begin here. Every struct is one UDP datagram; byte 1 is its length, byte 2 its ID.
#include <stdint.h>

// What the sensor sees.
struct struct_weather
{
    uint8_t  length;         //1
    uint8_t  ID;             //2
    int16_t  temperature;    //4   @rule: expr=temperature / 100; unit=°C
    uint16_t pressure;       //6   @rule: expr=pressure / 10; unit=mbar
    uint8_t  humidity;       //7   @rule: unit=%
    uint8_t  ck;             //8
} weather = {8, 1};
`;

const IGNORED = [
  "node_modules/",
  "data/",
  "generated/**/*.js",
  "generated/**/*.d.ts",
  "generated/**/*.mjs",
  "generated/package.json",
  "generated/build.json",
  "generated/.lock",
];

export function init(options: InitOptions): InitResult {
  const { cwd, header } = options;
  if (header === undefined) {
    if (existsSync(join(cwd, "channels.ini"))) {
      return {
        kind: "refused",
        text: "channels.ini is there already; 'structline init --header FILE' adds a channel to it\n",
      };
    }
    const lines = [
      writeNew(cwd, "headers/example.h", EXAMPLE),
      addChannel(cwd, {
        name: options.channel ?? "example",
        includePath: "headers",
        headerFile: "example.h",
        messages: undefined,
      }),
    ];
    return { kind: "done", lines: [...lines, ...surroundings(cwd)] };
  }
  return initHeader(options, resolve(cwd, header));
}

function initHeader({ cwd, channel, version, messages }: InitOptions, file: string): InitResult {
  if (!existsSync(file)) return { kind: "refused", text: `there is no file '${relative(cwd, file)}'\n` };
  const name = channel ?? channelName(basename(file));
  if (name === "") return { kind: "refused", text: "the channel needs a name: --channel NAME\n" };
  if (
    existsSync(join(cwd, "channels.ini")) &&
    readFileSync(join(cwd, "channels.ini"), "utf8").includes(`[lab-${name}]`)
  ) {
    return {
      kind: "refused",
      text: `channels.ini has a section [lab-${name}] already; name another with --channel NAME\n`,
    };
  }
  const trial = tried(file, { name, messages }, version);
  if (trial?.isWithoutMessages === true && trial.structs.length > 0) {
    return { kind: "asked", structs: trial.structs, text: trial.text };
  }
  if (trial !== undefined) return { kind: "refused", text: `${trial.text}nothing was written\n` };
  const inside = relative(cwd, dirname(file));
  const own = inside !== "" && !inside.startsWith("..") && !resolve(inside).startsWith("..");
  const lines: string[] = [];
  if (!own) {
    mkdirSync(join(cwd, "headers"), { recursive: true });
    const target = join(cwd, "headers", basename(file));
    if (existsSync(target)) lines.push(`kept headers/${basename(file)}`);
    else {
      copyFileSync(file, target);
      lines.push(`copied headers/${basename(file)}`);
    }
  }
  const includePath = own ? inside.split(sep).join("/") : "headers";
  lines.push(addChannel(cwd, { name, includePath, headerFile: basename(file), messages }));
  return { kind: "done", lines: [...lines, ...surroundings(cwd)] };
}

/** What the compiler says of the channel as it would be written; undefined where it finds no error. */
function tried(
  file: string,
  { name, messages }: { readonly name: string; readonly messages: string | undefined },
  version: string,
): Trial | undefined {
  const folder = dirname(file);
  const channel = { name, includePath: folder, headerFile: basename(file), messages };
  const source = { file: join(folder, "channels.ini"), shown: "channels.ini", environment: {} };
  const { channels } = parseSettings(configuration(channel), source);
  const sources = new Map<string, string>();
  const inputs = channels.flatMap((settings) =>
    plansOf(settings, [], "channels.ini").map((plan) => ({
      plan,
      reader: recordingReader(folderReader([folder], folder), sources),
    })),
  );
  const { diagnostics } = compile(inputs, { version });
  if (!hasErrors(diagnostics)) return undefined;
  const text = render(diagnostics, { source: (path) => sources.get(path), style: "plain" });
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  return {
    text,
    isWithoutMessages: errors.every(({ code }) => code === "E405"),
    structs: structsIn([...sources.values()]),
  };
}

interface Trial {
  readonly text: string;
  /** Nothing is wrong but that no struct says that it is a message. */
  readonly isWithoutMessages: boolean;
  readonly structs: readonly string[];
}

/** Names of structs and of typedefs of structs, for the question which are messages. */
function structsIn(texts: readonly string[]): string[] {
  const code = texts.map((text) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, "")).join("\n");
  const named = [
    ...code.matchAll(
      /\b(?:struct|class)\s+([A-Za-z_]\w*)[^;{}()]*\{|\}\s*(?:__attribute__\s*\(\(.*?\)\)\s*)?([A-Za-z_]\w*)\s*;/g,
    ),
  ];
  return [...new Set(named.flatMap(([, tag, alias]) => tag ?? alias ?? []))];
}

function channelName(file: string): string {
  return file
    .replace(/\.[^.]*$/, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");
}

function addChannel(cwd: string, channel: NewChannel): string {
  const path = join(cwd, "channels.ini");
  if (!existsSync(path)) {
    writeFileSync(path, configuration(channel));
    return `wrote channels.ini with channel ${channel.name} on UDP port ${FIRST_PORT}`;
  }
  const text = readFileSync(path, "utf8");
  const port = freePort(path);
  const listed = text.replace(/^([ \t]*channels[ \t]*=[ \t]*)(.*?)[ \t]*$/m, (_, key: string, names: string) =>
    names === "" ? `${key}lab-${channel.name}` : `${key}${names}, lab-${channel.name}`,
  );
  writeFileSync(path, `${listed.trimEnd()}\n\n${section(channel, port)}`);
  return `added channel ${channel.name} on UDP port ${port} to channels.ini`;
}

function configuration(channel: NewChannel): string {
  const head = "; structline: one section for each UDP channel, listed in [lab].";
  return `${head}\n\n[lab]\nchannels = lab-${channel.name}\n\n${section(channel, FIRST_PORT)}`;
}

/** Above all that are taken; a configuration that cannot be read says so when it is used. */
function freePort(file: string): number {
  return Math.max(8887, ...loadSettings({ file }).channels.map(({ udpPort = 0 }) => udpPort)) + 1;
}

function section({ name, includePath, headerFile, messages }: NewChannel, port: number): string {
  const keys = [
    `udp_port     = ${port}`,
    `wamp_topic   = lab.${name.replaceAll("-", "_")}`,
    `include_path = ${includePath}`,
    `header_files = ${headerFile}`,
    ...(messages === undefined
      ? []
      : [
          `messages     = ${messages}`,
          "; id         = u8@1   where the ID stands in a message; docs/configuration.md has all forms",
        ]),
  ];
  return `[lab-${name}]\n${keys.join("\n")}\n`;
}

function surroundings(cwd: string): string[] {
  return [addScripts(cwd), addIgnored(cwd)].filter((line) => line !== undefined);
}

/** `gen` and `start`, where the package has no such scripts. */
function addScripts(cwd: string): string | undefined {
  const path = join(cwd, "package.json");
  const text = existsSync(path) ? readFileSync(path, "utf8") : undefined;
  const known = text === undefined ? { name: packageName(cwd), private: true, type: "module" } : JSON.parse(text);
  const scripts = { gen: "structline gen", start: "structline start", ...known.scripts };
  if (JSON.stringify(scripts) === JSON.stringify(known.scripts)) return undefined;
  const indent = /^([ \t]+)"/m.exec(text ?? "")?.[1] ?? "  ";
  writeFileSync(path, `${JSON.stringify({ ...known, scripts }, undefined, indent)}\n`);
  return text === undefined ? "wrote package.json" : "added scripts gen and start to package.json";
}

function packageName(cwd: string): string {
  return (
    basename(cwd)
      .toLowerCase()
      .replace(/[^a-z0-9-]+/g, "-")
      .replace(/^-+|-+$/g, "") || "telemetry"
  );
}

function addIgnored(cwd: string): string | undefined {
  const path = join(cwd, ".gitignore");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const present = new Set(text.split(/\r?\n/));
  const missing = IGNORED.filter((line) => !present.has(line));
  if (missing.length === 0) return undefined;
  appendFileSync(path, `${text === "" || text.endsWith("\n") ? "" : "\n"}${missing.join("\n")}\n`);
  return text === "" ? "wrote .gitignore" : "added built files and data to .gitignore";
}

function writeNew(cwd: string, path: string, text: string): string {
  const file = join(cwd, path);
  if (existsSync(file)) return `kept ${path}`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return `wrote ${path}`;
}
