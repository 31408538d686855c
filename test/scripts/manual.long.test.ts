/** Man pages and completion scripts of the Debian package, read by the programs that they are for. */

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { manualFiles } from "../../scripts/build/manual.mjs";

const files = manualFiles("1.2.3");

test("groff formats the man pages without a warning, and they contain every command", (t) => {
  if (spawnSync("groff", ["--version"]).error !== undefined) return t.skip("groff is not installed");
  for (const [name, words] of Object.entries({
    structline: ["structline 1.2.3", "GEN", "--keep-going", "CLUSTER", "--no-tls", "until a run without errors"],
    "channel-message": ["SIMULATE", "--target=<udp://host:port>", "0x05022a0021"],
  })) {
    const input = files[`man/man1/${name}.1`] ?? assert.fail(`no page of ${name}`);
    const set = spawnSync("groff", ["-man", "-ww", "-Tutf8", "-P-c"], { input, encoding: "utf8" });
    assert.deepEqual([set.status, set.stderr], [0, ""]);
    const text = set.stdout
      .replace(/.\u0008/g, "")
      .replaceAll("‐", "-")
      .replaceAll("−", "-");
    for (const word of words) assert.ok(text.includes(word), `${name}.1 says ${word}`);
  }
});

test("bash completes commands and their options", (t) => {
  if (spawnSync("bash", ["--version"]).error !== undefined) return t.skip("bash is not installed");
  const complete = (...words: string[]) => {
    const ask = `COMP_WORDS=(structline "$@"); COMP_CWORD=$#; _structline; printf '%s\\n' "\${COMPREPLY[@]}"`;
    const script = `${files["bash-completion/completions/structline"]}\n${ask}`;
    const { stdout, stderr } = spawnSync("bash", ["-c", script, "bash", ...words], { encoding: "utf8" });
    assert.equal(stderr, "");
    return stdout.trim().split("\n");
  };
  assert.deepEqual(complete("cl"), ["cluster"]);
  assert.ok(complete("").includes("gen"), `${complete("")}`);
  assert.deepEqual(complete("gen", "--st"), ["--standalone", "--strict"]);
  assert.deepEqual(complete("cluster", "init", "--n"), ["--name", "--no-tls"]);
  assert.deepEqual(complete("$(touch x)", "--"), [""]);
});
