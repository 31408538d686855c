/** Libraries of Java from Maven Central, kept with the other peers. */

import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { NPM_FOLDER } from "../../scripts/test/peers.mjs";

export interface JavaPeer {
  readonly name: string;
  readonly version: string;
  /** Of one group and version. */
  readonly group: string;
  readonly artifacts: readonly string[];
}

function folderOf({ name, version }: JavaPeer): string {
  return join(dirname(NPM_FOLDER), `${name}-${version}`);
}

export function classPathOf(peer: JavaPeer): string {
  return join(folderOf(peer), "lib/*");
}

/** False if the libraries are there, after installing them with Maven if possible; else the reason. */
export function needsMaven(peer: JavaPeer): false | string {
  const { group, artifacts, version } = peer;
  const folder = folderOf(peer);
  if (existsSync(join(folder, "installed"))) return false;
  mkdirSync(folder, { recursive: true });
  const dependencies = artifacts.map(
    (artifact) =>
      `<dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  );
  const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>
<groupId>peer</groupId><artifactId>peer</artifactId><version>1</version><dependencies>${dependencies.join("")}</dependencies></project>`;
  writeFileSync(join(folder, "pom.xml"), pom);
  const options = { cwd: folder, encoding: "utf8", timeout: 300_000 } as const;
  const { status } = spawnSync("mvn", ["-q", "dependency:copy-dependencies", "-DoutputDirectory=lib"], options);
  if (status !== 0) return `needs java, mvn and ${group}:${artifacts[0]}:${version} from Maven Central`;
  writeFileSync(join(folder, "installed"), "");
  return false;
}
