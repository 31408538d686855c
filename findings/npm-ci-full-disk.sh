#!/bin/sh
# npm 11.19.1 on a disk that becomes full: `npm ci` prints a warning for each file that it could not write (TAR_ENTRY_ERROR ENOSPC), says
# "added 2 packages" and ends with 0. Files of the packages are empty or short then. With --loglevel=error it says nothing of it. A script
# that goes by the exit code builds with what is there.
# Needs node, and a system that lets a user mount in a namespace of its own (unshare -rm). Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund --ignore-scripts npm@11.19.1 >/dev/null
npm=$PWD/node_modules/npm/bin/npm-cli.js
mkdir app disk
cd app
echo '{ "name": "app", "version": "1.0.0", "dependencies": { "typescript": "5.9.3", "semver": "7.7.3" } }' >package.json
node "$npm" install --silent --no-audit --no-fund --package-lock-only
cd ..
cat >in-namespace.sh <<'END'
mount -t tmpfs -o size=10m none disk
cp app/package.json app/package-lock.json disk
cd disk
for level in warn error; do
  code=0
  node "$1" ci --no-audit --no-fund --loglevel=$level >../said 2>&1 || code=$?
  echo "--loglevel=$level: exit $code, $(grep -c 'TAR_ENTRY_ERROR ENOSPC' ../said) warnings of ENOSPC, '$(tail -n 1 ../said)'"
  echo "free: $(df -k . | tail -n 1 | awk '{ print $4 }') kB; lib/typescript.js has $(stat -c %s node_modules/typescript/lib/typescript.js 2>/dev/null || echo no) bytes"
  rm -rf node_modules
done
END
unshare -rm sh -eu in-namespace.sh "$npm" | sed "s/ in [0-9.]*m\?s'/'/" | tee out
grep -qE "^--loglevel=warn: exit 0, [1-9][0-9]* warnings of ENOSPC, 'added 2 packages'" out
grep -q "^--loglevel=error: exit 0, 0 warnings of ENOSPC, 'added 2 packages'" out
