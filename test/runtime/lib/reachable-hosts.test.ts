import assert from "node:assert/strict";
import type { NetworkInterfaceInfo } from "node:os";
import { test } from "node:test";
import { reachableHosts } from "../../../runtime/lib/reachable-hosts.ts";

function of(family: "IPv4" | "IPv6", address: string, internal = false): NetworkInterfaceInfo {
  const rest = { address, netmask: "", mac: "", cidr: null, internal };
  return family === "IPv4" ? { family, ...rest } : { family, scopeid: 0, ...rest };
}

const INTERFACES = () => ({
  lo: [of("IPv4", "127.0.0.1", true), of("IPv6", "::1", true)],
  eth0: [of("IPv4", "192.0.2.7"), of("IPv6", "fe80::1"), of("IPv6", "2001:db8::7")],
});

test("a listener on all addresses names those under which others reach it", () => {
  assert.deepEqual(reachableHosts("0.0.0.0", INTERFACES), ["127.0.0.1", "192.0.2.7"]);
  assert.deepEqual(reachableHosts("::", INTERFACES), ["127.0.0.1", "192.0.2.7", "[2001:db8::7]"]);
});

test("a listener on one address names that one", () => {
  assert.deepEqual(reachableHosts("127.0.0.1", INTERFACES), ["127.0.0.1"]);
  assert.deepEqual(reachableHosts("::1", INTERFACES), ["[::1]"]);
});
