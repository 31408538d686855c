/** `structline publish`: puts a firmware version's headers where services find them. */

import { createPrivateKey, generateKeyPairSync } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, relative, resolve, sep } from "node:path";
import { parseArgs } from "node:util";
import { includePathsOf } from "../../runtime/channels/channel-settings.ts";
import { VERSION } from "../../runtime/config/program.ts";
import { textPlace } from "../../runtime/lib/text-place.ts";
import type { Settings } from "../../runtime/settings/settings.ts";
import { hasErrors } from "../diagnostics/order.ts";
import { render } from "../diagnostics/render.ts";
import { generateNothing } from "../run/generate.ts";
import { usageProblem } from "../run/usage-problem.ts";
import { decodeText } from "../source/decode-text.ts";
import { changeIndex, type Releases, type Shelf } from "./index-change.ts";
import { hashOf, isVersion, pathOf, type Release } from "./release.ts";

const USAGE = `Usage: structline publish --version VERSION --to WHERE [options]

Puts the headers of all channels, as this firmware version has them, where services find them, with their catalogue.
A version is published once; publishing the same headers again changes nothing.

  --version VERSION  name of the version: v1.4.0
  --to WHERE         a folder, a URL whose server takes PUT, or s3://BUCKET/PREFIX
  --channel NAME     only this channel
  --revoke           withdraw the version: services remove it
  --key FILE         sign with this private key (default: the text in the environment variable STRUCTLINE_RELEASES_KEY)
  --new-key FILE     write a new private key, print '[versions] key' for services, and end
  --config FILE      configuration file (default: the environment variable SVC_CONFIG, or channels.ini)
  -h, --help         show this

The environment variable STRUCTLINE_RELEASES_TOKEN is sent as a bearer token. A bucket takes AWS_ACCESS_KEY_ID,
AWS_SECRET_ACCESS_KEY, AWS_REGION and, for a server other than Amazon's, AWS_ENDPOINT_URL.
`;

const OPTIONS = {
  version: { type: "string" },
  to: { type: "string" },
  channel: { type: "string" },
  revoke: { type: "boolean" },
  key: { type: "string" },
  "new-key": { type: "string" },
  config: { type: "string" },
  help: { type: "boolean", short: "h" },
} as const;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const problem = usageProblem(args, OPTIONS);
  const { values } = parseArgs({ args, options: OPTIONS, strict: false });
  if (problem === undefined && values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const text = (value: unknown) => (typeof value === "string" ? value : undefined);
  const newKey = text(values["new-key"]);
  const wrong = problem ?? (newKey === undefined ? missing(values.version, values.to) : undefined);
  if (wrong !== undefined) {
    process.stderr.write(`structline publish: ${wrong}; 'structline publish --help' lists the options\n`);
    return 2;
  }
  try {
    if (newKey !== undefined) return makeKey(newKey);
    const key = text(values.key);
    const pem = key === undefined ? process.env["STRUCTLINE_RELEASES_KEY"] : readFileSync(key, "utf8");
    const place = textPlace(text(values.to) ?? "", process.cwd(), process.env);
    const shelf = { place, key: pem ? createPrivateKey(pem) : undefined };
    const [version = "", channel] = [text(values.version), text(values.channel)];
    if (values.revoke === true) return await revoke(shelf, version, channel);
    return await publish(shelf, version, channel, text(values.config));
  } catch (error) {
    process.stderr.write(`structline publish: ${(error as Error).message}\n`);
    return 1;
  }
}

function missing(version: unknown, to: unknown): string | undefined {
  if (typeof version !== "string") return "--version is missing";
  if (!isVersion(version)) return `'${version}' is not a version's name: letters, digits, '.', '_' and '-'`;
  return typeof to === "string" ? undefined : "--to is missing";
}

/** Ed25519: the private key for who publishes, the public one for services. */
function makeKey(file: string): number {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  writeFileSync(file, privateKey.export({ format: "pem", type: "pkcs8" }), { mode: 0o600, flag: "wx" });
  const text = publicKey.export({ format: "der", type: "spki" }).toString("base64");
  process.stdout.write(`[versions]\nkey = ${text}\n`);
  return 0;
}

async function revoke(shelf: Shelf, version: string, only: string | undefined): Promise<number> {
  const revoked = new Date().toISOString();
  const isMeant = (one: Releases[number]) => one.version === version && (only === undefined || one.channel === only);
  let withdrawn: readonly string[] = [];
  await changeIndex(shelf, async (releases) => {
    const meant = releases.filter((one) => isMeant(one) && one.revoked === undefined);
    if (meant.length > 0) withdrawn = meant.map(({ channel }) => channel);
    else if (withdrawn.length === 0) throw new Error(`${shelf.place.shown} has no ${version} that could be withdrawn`);
    return meant.length === 0 ? undefined : releases.map((one) => (meant.includes(one) ? { ...one, revoked } : one));
  });
  for (const channel of withdrawn) process.stdout.write(`${channel} ${version}: withdrawn\n`);
  return 0;
}

async function publish(
  shelf: Shelf,
  version: string,
  only: string | undefined,
  config: string | undefined,
): Promise<number> {
  const cwd = process.cwd();
  const { result, catalogue, settings } = await generateNothing({
    ...{ config, out: undefined, mode: "check" as const, warnings: "allowed" as const },
    ...{ version: VERSION, cwd, environment: process.env },
  });
  if (catalogue === undefined || settings === undefined || hasErrors(result.diagnostics)) {
    process.stderr.write(render(result.diagnostics, { source: (file) => result.sources.get(file), style: "plain" }));
    return 1;
  }
  const { channels } = JSON.parse(catalogue) as { readonly channels: Readonly<Record<string, CatalogueEntry>> };
  const named = settings.channels.filter(({ name }) => only === undefined || name === only);
  if (named.length === 0) throw new Error(`there is no channel '${only}'`);
  const releases = named.flatMap((channel) => {
    const entry = Object.hasOwn(channels, channel.name) ? channels[channel.name] : undefined;
    return entry === undefined ? [] : [releaseOf(version, channel, entry, settings)];
  });
  for (const sentence of await put(releases, shelf)) process.stdout.write(`${sentence}\n`);
  return 0;
}

/** A channel's entry in the catalogue. */
interface CatalogueEntry {
  readonly headerFiles: readonly string[];
  readonly headers: readonly { readonly path: string }[];
}

function releaseOf(
  version: string,
  channel: Settings["channels"][number],
  entry: CatalogueEntry,
  { directory }: Settings,
): Release {
  const folders = includePathsOf(channel);
  const headers = entry.headers.flatMap(({ path }): [string, string][] => {
    const file = resolve(directory, path);
    const folder = folders.find((each) => file.startsWith(join(each, sep)));
    // Built-in headers have no file.
    if (path.startsWith("<") || folder === undefined) return [];
    return [[relative(folder, file).split(sep).join("/"), decodeText(readFileSync(file))]];
  });
  return {
    ...{ format: 1, channel: channel.name, version, headerFiles: [...entry.headerFiles] },
    ...{ headers: Object.fromEntries(headers), abi: channel.abi, byteOrder: channel.byteOrder, catalogue: entry },
  };
}

/** @throws Error if a version is there with other headers */
async function put(releases: readonly Release[], shelf: Shelf): Promise<string[]> {
  const { place } = shelf;
  const published = new Date().toISOString();
  const texts = releases.map((release) => {
    const text = `${JSON.stringify(release, null, 1)}\n`;
    const { channel, version } = release;
    return { text, entry: { channel, version, sha256: hashOf(text), published } };
  });
  const added = new Set<string>();
  await changeIndex(shelf, async (now) => {
    const missing = texts.filter(({ entry }) => !isThere(entry, now));
    // Also if another publisher of this version, whom the index then refused, wrote over it.
    for (const { text, entry } of texts) {
      const path = pathOf(entry.channel, entry.version);
      if ((await place.read(path))?.text !== text) await place.write(path, text);
    }
    for (const { entry } of missing) added.add(entry.channel);
    // The index comes last: what it names is there.
    return missing.length === 0 ? undefined : [...now, ...missing.map(({ entry }) => entry)];
  });
  return releases.map(({ channel, version }) =>
    added.has(channel)
      ? `${channel} ${version}: published to ${place.shown}`
      : `${channel} ${version} is there already`,
  );
}

/** @throws Error */
function isThere({ channel, version, sha256 }: Releases[number], releases: Releases): boolean {
  const known = releases.find((one) => one.channel === channel && one.version === version);
  if (known === undefined) return false;
  if (known.revoked !== undefined) throw new Error(`${channel} ${version} was withdrawn; choose another version`);
  if (known.sha256 === sha256) return true;
  throw new Error(`${channel} ${version} is published with other headers; choose another version`);
}
