/** Independent readers from npm and PyPI (scripts/test/peers.mjs): without them their tests are skipped, also in CI. */

import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import {
  API_FOLDER,
  CAN_FOLDER,
  CAN_PROGRAM,
  DATA_FOLDER,
  DATA_PROGRAM,
  isInstalled,
  MICROPYTHON_FOLDER,
  MICROPYTHON_PROGRAM,
  NEOVIM_FOLDER,
  NEOVIM_PROGRAM,
  NPM_FOLDER,
  PROTO_FOLDER,
  PROTO_PROGRAM,
  PYTHON_FOLDER,
  PYTHON_PROGRAM,
  SPACE_FOLDER,
  SPACE_PROGRAM,
  SPARKPLUG_FOLDER,
  TYPES_FOLDER,
  TYPES_PROGRAM,
} from "../../scripts/test/peers.mjs";

export type Peer =
  | "npm"
  | "typedoc"
  | "PyPI"
  | "mypy"
  | "micropython"
  | "neovim"
  | "cantools"
  | "spacepackets"
  | "protobuf"
  | "sparkplug"
  | "data"
  | "python3"
  | "octave-cli"
  | "rustc"
  | "protoc";

/** False when all are there (run the test), else the reason for skipping it. */
export function needsPeers(...peers: readonly Peer[]): false | string {
  const missing = peers.filter((peer) => !present(peer));
  if (missing.length === 0) return false;
  return `needs ${missing.map((peer) => REASONS[peer]).join(" and ")}`;
}

const REASONS: Readonly<Record<Peer, string>> = {
  npm: "packages from npm (npm run peers)",
  typedoc: "typedoc (npm run peers)",
  PyPI: "packages from PyPI (npm run peers)",
  mypy: "mypy (npm run peers)",
  neovim: "Neovim (npm run peers)",
  micropython: "MicroPython (npm run peers)",
  cantools: "cantools (npm run peers)",
  spacepackets: "spacepackets (npm run peers)",
  protobuf: "Google's protobuf (npm run peers)",
  sparkplug: "sparkplug-client (npm run peers)",
  data: "pandas, PyTables and others (STRUCTLINE_PEERS=data npm run peers)",
  python3: "python3",
  "octave-cli": "GNU Octave (Debian package octave)",
  rustc: "rustc",
  protoc: "protoc (Debian package protobuf-compiler)",
};

function present(peer: Peer): boolean {
  if (peer === "npm") return isInstalled(NPM_FOLDER);
  if (peer === "typedoc") return isInstalled(API_FOLDER);
  if (peer === "PyPI") return isInstalled(PYTHON_FOLDER);
  if (peer === "neovim") return isInstalled(NEOVIM_FOLDER);
  if (peer === "micropython") return isInstalled(MICROPYTHON_FOLDER);
  if (peer === "mypy") return isInstalled(TYPES_FOLDER);
  if (peer === "data") return isInstalled(DATA_FOLDER);
  if (peer === "cantools") return isInstalled(CAN_FOLDER);
  if (peer === "spacepackets") return isInstalled(SPACE_FOLDER);
  if (peer === "protobuf") return isInstalled(PROTO_FOLDER);
  if (peer === "sparkplug") return isInstalled(SPARKPLUG_FOLDER);
  return spawnSync(peer, ["--version"], { stdio: "ignore" }).status === 0;
}

/** Loads a package from npm that is installed beside the project. */
export const peerRequire = createRequire(join(NPM_FOLDER, "index.js"));

/** Loads from the packages of an edge node of Sparkplug. */
export const sparkplugRequire = createRequire(join(SPARKPLUG_FOLDER, "index.js"));

export {
  CAN_PROGRAM,
  DATA_PROGRAM,
  MICROPYTHON_PROGRAM,
  NEOVIM_PROGRAM,
  PROTO_PROGRAM,
  PYTHON_PROGRAM,
  SPACE_PROGRAM,
  TYPES_PROGRAM,
};

/** Runs a program with the text as standard input. @returns its standard output @throws with its standard error */
export function run(program: string, args: readonly string[], input = "", cwd?: string): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
    ...(cwd === undefined ? {} : { cwd }),
  });
  if (status !== 0)
    throw new Error(`${program} ${args.join(" ")} ended with ${status}: ${error ?? stderr.slice(-4000)}`);
  return stdout;
}
