#!/bin/sh
# A bill of materials of what is shipped: pg 8.16.3 is a dependency, @types/pg 8.15.5 a development dependency that needs pg-protocol and
# pg-types, too. `npm ls --omit=dev --all` of npm 11.19.1 has all 14 packages of pg; `npm sbom --omit=dev` has six of them: what a
# development dependency shares with production is left out, with all below it, and neither an error nor an exit code says so. Without
# `--omit` the bill has all, and marks what is only for development (cdx:npm:package:development).
# Needs node and python3. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts npm@11.19.1 >/dev/null
npm=$PWD/node_modules/npm/bin/npm-cli.js
mkdir app
cd app
echo '{ "name": "app", "version": "1.0.0", "dependencies": { "pg": "8.16.3" }, "devDependencies": { "@types/pg": "8.15.5" } }' >package.json
node "$npm" install --silent --no-audit --no-fund --package-lock-only
node "$npm" ls --all --omit=dev --package-lock-only --parseable | sed -n 's#.*node_modules/##p' | sort >needed
node "$npm" sbom --sbom-format=cyclonedx --package-lock-only --omit=dev >bill.json
node "$npm" sbom --sbom-format=cyclonedx --package-lock-only >whole.json
cat >compare.py <<'END'
import json
needed = open("needed").read().split()
names = lambda file: {part["name"] for part in json.load(open(file))["components"]}
print("npm ls --omit=dev:", len(needed), "packages")
print("npm sbom --omit=dev:", len(names("bill.json")), "packages; not there:", *sorted(set(needed) - names("bill.json")))
tools = [p["name"] for p in json.load(open("whole.json"))["components"]
         if any(q["name"] == "cdx:npm:package:development" for q in p.get("properties", []))]
print("npm sbom:", len(names("whole.json")), "packages; for development:", *sorted(tools))
END
python3 compare.py | tee out
grep -q '^npm sbom --omit=dev: 6 packages; not there: pg-int8 pg-protocol pg-types ' out
grep -q '^npm ls --omit=dev: 14 packages$' out
