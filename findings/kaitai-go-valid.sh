#!/usr/bin/env bash
# kaitai-struct-compiler 0.11.0 (npm) with the Go runtime v0.11.0: a field with `valid: expr:` whose expression does not mention `_`
# becomes Go that does not build: the variable made for `_` is declared and not used. The same definition with `_` in it builds.
#
# Seen on 2026-11-28 with Go 1.26: "declared and not used: _it". Needs node, npm and go. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOFLAGS=-mod=mod GOPATH="$folder/go" GOCACHE="$folder/cache"
npm install --silent --no-audit --no-fund --prefix . kaitai-struct-compiler@0.11.0 js-yaml@4.1.0 >/dev/null
cat > compile.cjs <<'JS'
const compiler = require("kaitai-struct-compiler");
const yaml = require("js-yaml");
const { mkdirSync, writeFileSync } = require("node:fs");
const text = (expression) => `
meta: { id: probe, endian: le }
seq:
  - { id: kind, type: u1 }
  - { id: size, type: u1, valid: { expr: "${expression}" } }
`;
(async () => {
  for (const [name, expression] of [["without", "kind < 9"], ["with", "_ < 9"]]) {
    const files = await compiler.compile("go", yaml.load(text(expression)), null, false);
    mkdirSync(name, { recursive: true });
    for (const [path, source] of Object.entries(files)) writeFileSync(`${name}/${path.split("/").pop()}`, `package probe\n${source.replace(/^package .*$/m, "")}`);
  }
})();
JS
node compile.cjs
go mod init probe >/dev/null 2>&1
go get github.com/kaitai-io/kaitai_struct_go_runtime@v0.11.0 >/dev/null 2>&1
echo "with '_' in the expression:"
go build ./with && echo "builds"
echo "without:"
if go build ./without 2> said.txt; then
  echo "builds: the behaviour has changed"
  exit 1
fi
cat said.txt
grep -q "declared and not used: _it" said.txt
