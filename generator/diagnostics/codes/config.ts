/** Family 5xx: the configuration file and the generator's own files. */

import type { DiagnosticKind } from "../diagnostic.ts";

export const CONFIG = {
  E501: {
    severity: "error",
    title: "mistake in the configuration file",
    explanation:
      "The configuration cannot be used as it is written; the message names the key or section. docs/configuration.md describes all of them.",
    example: "[lab]\nchannels = lab-rgi\n\n[lab-rig]\nudp_port = 8888",
    message: (details: { readonly message: string }) => details.message,
  },
  E502: {
    severity: "error",
    title: "output cannot be written",
    explanation: "The output folder, or a file in it, refused to be read, written or removed. Nothing else is wrong.",
    example: "npm run gen -- --out /usr/include",
    message: (details: { readonly path: string; readonly reason: string }) =>
      `cannot write '${details.path}': ${details.reason}`,
    hint: () => "name another folder with --out, or change the folder's permissions",
  },
  E503: {
    severity: "error",
    title: "another run is at work in the output folder",
    explanation:
      "Two runs never write into one folder at the same time. The second waits for the first, and gives up after two minutes.",
    example: "npm run gen & npm run gen",
    message: (details: { readonly path: string; readonly holder: string }) =>
      `'${details.path}' is held by another run (${details.holder})`,
    hint: (details: { readonly path: string }) => `wait for it to end; if there is none, remove '${details.path}'`,
  },
  E504: {
    severity: "error",
    title: "generated file is not current",
    explanation:
      "With --check nothing is written. This file is not what the headers and the configuration give: it is missing, differs, or is left over.",
    example: "npm run gen -- --check",
    message: (details: { readonly path: string; readonly state: "missing" | "different" | "left over" }) =>
      details.state === "missing"
        ? `'${details.path}' has not been generated`
        : details.state === "different"
          ? `'${details.path}' differs from what the headers give`
          : `'${details.path}' is left over: nothing gives it any more`,
    hint: () => "run 'npm run gen' and commit the result",
  },
  E505: {
    severity: "error",
    title: "two versions that nothing tells apart",
    explanation:
      "Two versions of a channel (`versions =`) lay out one ID differently, and a message of one could be one of the other: their lengths meet, no field is tagged `@version` in both, and no sender is pinned with `device.<address> =`. One would be decoded as the other without a word.",
    example: "[lab-rig]\nversions = v1: v1/rig.h, v2: rig.h",
    message: (details: {
      readonly channel: string;
      readonly id: number;
      readonly name: string;
      readonly versions: readonly string[];
      readonly size: number;
    }) =>
      `channel '${details.channel}': a ${details.name} (ID ${details.id}) of ${details.size} bytes may be of version ${details.versions.join(" or ")}`,
    hint: () =>
      "tag a field that differs with '@version: 1' in one header and '@version: 2' in the other, or pin senders with 'device.10.0.7.12 = v1'",
  },
  W506: {
    severity: "warning",
    title: "compiler flag that is not known",
    explanation:
      "The flag may change where fields lie, and is not followed. Flags that only optimise, warn or find files are passed over without a word.",
    example: "[lab-rig]\ncflags = -mms-bitfields",
    message: (details: { readonly channel: string; readonly flag: string }) =>
      `channel '${details.channel}': the compiler flag '${details.flag}' is not known`,
    hint: () => "leave it out of 'cflags' if it changes no layout",
  },
} as const satisfies Record<string, DiagnosticKind>;
