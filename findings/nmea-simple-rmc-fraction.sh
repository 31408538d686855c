#!/usr/bin/env bash
# The npm package nmea-simple 3.3.0 keeps the fraction of a second in GGA with any number of digits, in RMC only with two. Receivers of MediaTek's
# kind send three: at ten fixes a second all of a second get the same time from RMC, without an error.
#
# Seen on 2026-11-30 with Node 20.20. Needs node and npm. Exits 1 if that is no longer so.
set -euo pipefail
folder="$(mktemp -d)"
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund nmea-simple@3.3.0
cat >read.cjs <<'JS'
const { parseNmeaSentence } = require("nmea-simple");

function sentence(body) {
  const sum = [...body].reduce((all, letter) => all ^ letter.charCodeAt(0), 0);
  return `$${body}*${sum.toString(16).toUpperCase().padStart(2, "0")}`;
}

const shown = (date) => date.toISOString().slice(11);
for (const time of ["123519.25", "123519.2", "123519.250"]) {
  const gga = parseNmeaSentence(sentence(`GPGGA,${time},4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,`));
  const rmc = parseNmeaSentence(sentence(`GPRMC,${time},A,4807.038,N,01131.000,E,022.4,084.4,301126,003.1,W`));
  console.log(`${time}: GGA ${shown(gga.time)}, RMC ${shown(rmc.datetime)}`);
}
JS
node read.cjs | tee out
cmp out - <<'END' || { echo "the behaviour has changed"; exit 1; }
123519.25: GGA 12:35:19.250Z, RMC 12:35:19.250Z
123519.2: GGA 12:35:19.200Z, RMC 12:35:19.000Z
123519.250: GGA 12:35:19.250Z, RMC 12:35:19.000Z
END
