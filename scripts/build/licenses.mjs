/** Licences of other people's packages in what we ship, from the bundler's own lists. */

import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

const RULE = `\n${"-".repeat(72)}\n\n`;

/** @returns the packages' folders, relative to the clone, of files that a bundle contains */
export function packageFolders(files) {
  const found = Array.from(files, (file) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll("\\", "/"))?.[0]);
  return [
    ...new Set(found.filter((path) => path !== undefined).map((path) => path.slice(path.indexOf("node_modules/")))),
  ];
}

/** The files that are part of a build's output; an imported file of which nothing is left is not. */
export function filesIn({ outputs }) {
  return Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
}

/** Remembers in `files` what the builds with it put into their outputs. */
export function recorder(files) {
  return {
    name: "licences",
    setup({ onEnd }) {
      onEnd(({ metafile }) => {
        if (metafile !== undefined) for (const file of filesIn(metafile)) files.add(file);
      });
    },
  };
}

/** Name, version, licence and its text of each package. @throws for a package that tells no licence */
export function licenseTexts(folders) {
  const parts = [...folders].sort().map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8"));
    if (license === undefined) throw new Error(`${name} ${version} tells no licence, and is part of what we ship`);
    const file = readdirSync(join(ROOT, folder)).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
    const text = file === undefined ? "" : `\n${readFileSync(join(ROOT, folder, file), "utf8").trim()}\n`;
    return `${name} ${version}: ${license}\n${text}`;
  });
  return parts.join(RULE);
}

/** What is part of the sources, and was made from data of others. */
const DATA = `Data that are part of structline's programs and its page.

The time zones are those of IANA's Time Zone Database, the coastlines those of Natural Earth; both are in the public domain.
`;

export function licensesOfPrograms(folders) {
  return [DATA, `Packages that are part of structline's programs and its page.\n\n${licenseTexts(folders)}`].join(RULE);
}

/** @param folders of the packages beside the programs */
export function licensesOfBinary(programs, folders) {
  const beside = `Packages beside the programs.\n\n${licenseTexts(folders)}`;
  return [programs, beside, `Node.js ${process.version}, which is part of the executables.\n\n${nodeLicense()}`].join(
    RULE,
  );
}

/** Node's licence names its own packages too. It lies where the running Node was installed. */
function nodeLicense() {
  const prefix = dirname(dirname(process.execPath));
  const places = [
    join(prefix, "LICENSE"),
    join(dirname(process.execPath), "LICENSE"),
    join(prefix, "share/doc/node/LICENSE"),
    join(prefix, "share/doc/nodejs/LICENSE"),
    // Debian's own package
    join(prefix, "share/doc/nodejs/copyright"),
  ];
  const found = places.find((path) => existsSync(path));
  if (found === undefined) throw new Error(`the licence of Node is in none of ${places.join(", ")}`);
  return readFileSync(found, "utf8").trim();
}
