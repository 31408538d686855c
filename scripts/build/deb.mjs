/**
 * `npm run build:deb [-- --out DIR] [--version VERSION] [--binary DIR]`: a Debian package of the programs without Node: unit, account,
 * `/etc/structline/channels.ini`, and data in `/var/lib/structline` that upgrades keep. `--binary` uses the output of
 * `build:binary`.
 */

import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { gzipSync } from "node:zlib";
import { buildBinary } from "./binary.mjs";
import { manualFiles } from "./manual.mjs";
import { ROOT } from "./setup.mjs";

const HOME = "usr/lib/structline";
const packageJson = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));

/** @returns path of the package */
export async function buildDeb({ out, version = packageJson.version, binary }) {
  if (!existsSync("/usr/bin/dpkg-deb")) throw new Error("dpkg-deb is not here; a Debian package is made on Debian");
  const architecture = execFileSync("dpkg", ["--print-architecture"], { encoding: "utf8" }).trim();
  const tree = mkdtempSync(join(tmpdir(), "structline-deb-"));
  chmodSync(tree, 0o755);
  try {
    if (binary === undefined) {
      say("building the program without Node (some minutes) …");
      await buildBinary(join(tree, HOME));
    } else cpSync(binary, join(tree, HOME), { recursive: true });
    for (const extra of ["headers", "channels.ini", "docs", "channel-message"])
      rmSync(join(tree, HOME, extra), { recursive: true });
    fill(tree, { version, architecture });
    mkdirSync(out, { recursive: true });
    const file = join(out, `structline_${version}_${architecture}.deb`);
    say("packing …");
    execFileSync("dpkg-deb", ["--root-owner-group", "-Zxz", "-z1", "--build", tree, file], { stdio: "pipe" });
    return file;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}

function say(step) {
  console.error(`build:deb: ${step}`);
}

function fill(tree, { version, architecture }) {
  const debian = join(ROOT, "deploy/debian");
  const folder = (path) => {
    mkdirSync(join(tree, path), { recursive: true });
    return join(tree, path);
  };
  symlinkSync("structline", join(folder(HOME), "channel-message"));
  writeFileSync(join(folder("usr/bin"), "structline"), STRUCTLINE, { mode: 0o755 });
  writeFileSync(join(tree, "usr/bin/channel-message"), CHANNEL_MESSAGE, { mode: 0o755 });
  cpSync(join(ROOT, "examples"), folder("usr/share/doc/structline/examples"), { recursive: true });
  writeFileSync(join(folder("lib/systemd/system"), "structline.service"), unit());
  cpSync(join(debian, "channels.ini"), join(folder("etc/structline"), "channels.ini"));
  cpSync(join(ROOT, "headers/rig.h"), join(folder("etc/structline/headers"), "rig.h"));
  cpSync(join(ROOT, "docs"), folder("usr/share/doc/structline"), { recursive: true });
  const licenses = join(tree, HOME, "THIRD-PARTY-LICENSES.txt");
  const own = readFileSync(join(ROOT, "LICENSE"), "utf8");
  writeFileSync(join(tree, "usr/share/doc/structline/copyright"), `${own}\n${readFileSync(licenses, "utf8")}`);
  rmSync(licenses);
  for (const [path, text] of Object.entries(manualFiles(version))) {
    const packed = path.startsWith("man/");
    const file = join(folder(dirname(`usr/share/${path}`)), basename(path));
    writeFileSync(packed ? `${file}.gz` : file, packed ? gzipSync(text, { level: 9 }) : text);
  }
  const control = folder("DEBIAN");
  writeFileSync(join(control, "conffiles"), "/etc/structline/channels.ini\n/etc/structline/headers/rig.h\n");
  for (const script of ["postinst", "prerm", "postrm"]) cpSync(join(debian, script), join(control, script));
  for (const script of ["postinst", "prerm", "postrm"]) chmodSync(join(control, script), 0o755);
  const [size] = execFileSync("du", ["-sk", tree], { encoding: "utf8" }).split("\t");
  writeFileSync(
    join(control, "control"),
    `Package: structline
Version: ${version}
Architecture: ${architecture}
Maintainer: structline <structline@localhost>
Installed-Size: ${size}
Depends: libc6, libstdc++6, passwd
Section: science
Priority: optional
Description: ${packageJson.description}
 Headers of a firmware become a telemetry service: every binary message is
 decoded, scaled, stored, published and drawn. JSON and CSV over HTTP and MQTT,
 LoRaWAN webhooks and events are taken as well.
`,
  );
}

/** Takes the installed service's configuration, unless a folder or the environment names another one. */
const INSTALLED = `if [ -z "$SVC_CONFIG" ] && [ ! -f channels.ini ]; then
  export SVC_CONFIG=/etc/structline/channels.ini
fi`;

const CHANNEL_MESSAGE = `#!/bin/sh
${INSTALLED}
exec /usr/lib/structline/channel-message "$@"
`;

/** Commands that work with a running service do so with the installed one; others begin in their folder. */
const STRUCTLINE = `#!/bin/sh
case "$1" in
gen | check | reload | command)
${INSTALLED.replace(/^/gm, "  ")}
  ;;
esac
exec /usr/lib/structline/structline "$@"
`;

/** The unit of deploy/ with the package's program and account. */
function unit() {
  const text = readFileSync(join(ROOT, "deploy/structline.service"), "utf8");
  return text
    .replace(/^# structline as a system service\..*$/m, "# structline as a system service.")
    .replace(/^Documentation=.*$/m, "Documentation=file:///usr/share/doc/structline")
    .replace(/^ExecStart=.*$/m, "ExecStart=/usr/bin/structline --config /etc/structline/channels.ini")
    .replace(/^# An account of its own,.*$/m, "# An account of its own; its data stays when the package goes.")
    .replace(/^DynamicUser=yes$/m, "User=structline\nGroup=structline");
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: {
      out: { type: "string", default: join(ROOT, "build") },
      version: { type: "string" },
      binary: { type: "string" },
    },
  });
  const out = resolve(process.env["INIT_CWD"] ?? process.cwd(), values.out);
  console.log(await buildDeb({ ...values, out }));
}
