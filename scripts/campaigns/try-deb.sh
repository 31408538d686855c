#!/usr/bin/env bash
# Installs, upgrades and removes the Debian package in a copy-on-write view of this machine's root, in network and process
# namespaces of its own: `npm run campaigns -- try-deb [BINARY_FOLDER]`. Nothing of it stays. Needs root on Debian.
set -euo pipefail
cd "$(dirname "$0")/../.."
if [ "${1:-}" != inside ]; then
  [ "$(id -u)" = 0 ] && [ -x /usr/bin/dpkg-deb ] || { echo "try-deb: skipped, needs root on Debian"; exit 0; }
  work=$(mktemp -d)
  trap 'rm -rf "$work"' EXIT
  binary=${1:-$work/binary}
  [ -n "${1:-}" ] || node scripts/run.cjs build/binary --out "$binary" > /dev/null
  for version in 1.0.0 1.0.1; do node scripts/run.cjs build/deb --out "$work/debs" --version $version --binary "$binary" > /dev/null; done
  unshare --mount-proc --net --pid --fork --propagation private bash "$0" inside "$work"
  exit
fi

work=$2
root=$work/root
mkdir -p "$work/layer" "$root"
mount -t tmpfs tmpfs "$work/layer"
mkdir "$work/layer/upper" "$work/layer/work"
mount -t overlay overlay -o "lowerdir=/,upperdir=$work/layer/upper,workdir=$work/layer/work" "$root"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
mkdir -p "$root/debs"
cp "$work"/debs/*.deb "$root/debs"
ip link set lo up

# No Node on the path: the package brings its own.
run() { chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
hide_node() { for node in /usr/bin/node /usr/local/bin/node; do rm -f "$root$node"; done; }
ok() { echo "ok    $*"; }
fail() { echo "FAIL  $*"; exit 1; }
service() {
  run setpriv --reuid=structline --regid=structline --init-groups structline --config /etc/structline/channels.ini > "$work/service.log" 2>&1 &
  for _ in $(seq 300); do curl -s -o "$work/health" http://127.0.0.1:24642/health && return; sleep 0.1; done
  cat "$work/service.log"; fail "the service does not answer"
}
stop() {
  pkill -TERM -u "$(run id -u structline)" -x structline || true
  for _ in $(seq 300); do pgrep -u "$(run id -u structline)" -x structline > /dev/null || return 0; sleep 0.1; done
  fail "the service does not stop"
}
rows() { curl -s "http://127.0.0.1:24642/read/rows?database=a_b&measurement=c_d_sensors"; }

hide_node
run dpkg --install "/debs/structline_1.0.0_$(dpkg --print-architecture).deb" > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail install; }
[ "$(run structline --version)" != "" ] && ok "installed: $(run structline --version)"
run test -f /etc/structline/generated/index.ts && ok "its sample lab is compiled"
run test -f /usr/share/man/man1/structline.1.gz && run bash -c '. /usr/share/bash-completion/completions/structline; COMP_WORDS=(structline g); COMP_CWORD=1; _structline; [ "${COMPREPLY[*]}" = gen ]' && ok "a manual page, and the shell completes commands" || fail manual
run channel-message list-channels | grep -q lab-rig && ok "channel-message finds the installed configuration" || fail channel-message
run structline check > /dev/null && ok "structline check finds it, too" || fail check
service
grep -q '"state":"ok"' "$work/health" && ok "the service runs as its own user" || { cat "$work/health"; fail health; }
curl -s --fail -H 'Content-Type: application/json' -d '{"n": 42}' http://127.0.0.1:24642/api/a/b/c/d/data > /dev/null && ok "a reading is taken"
stop
echo "; mine" >> "$root/etc/structline/channels.ini"
run dpkg --install "/debs/structline_1.0.1_$(dpkg --print-architecture).deb" > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail upgrade; }
run dpkg-query -W -f '${Version}\n' structline | grep -q 1.0.1 && ok "upgraded to 1.0.1"
tail -n 1 "$root/etc/structline/channels.ini" | grep -q mine && ok "the upgrade keeps the configuration"
service
rows | grep -q 42 && ok "the upgrade keeps the data" || { rows; fail "the data is gone"; }
stop
run dpkg --remove structline > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail remove; }
[ ! -e "$root/usr/bin/structline" ] && ok "removed"
[ -e "$root/var/lib/structline/telemetry.duckdb" ] && ok "removing keeps the data"
run dpkg --purge structline > "$work/dpkg.log" 2>&1 || { cat "$work/dpkg.log"; fail purge; }
[ ! -e "$root/var/lib/structline" ] && [ ! -e "$root/etc/structline/generated" ] && ok "purged"
! run getent passwd structline > /dev/null && ok "its user is gone"
