/** Keys in realms and in sections of vendors' topics: the definition of Protobuf bodies. */

import { accessSync, constants } from "node:fs";
import type { ConfigurationFile } from "../../config/configuration-file.ts";
import type { Surroundings } from "../../config/key.ts";
import { addedKeys, partOf } from "../../config/part.ts";
import { parseMapTopics } from "../../realms/topic-maps.ts";

const FILE = {
  key: "proto",
  parse: protoFile,
  meaning:
    "The `.proto` file of [Protobuf bodies](devices.md#protobuf); files that it imports are found beside it or above.",
  example: "telemetry.proto",
} as const;
const MESSAGE = {
  key: "message",
  meaning: "Their message. Default: the only one of the file that no other contains.",
  example: "plant.Telemetry",
} as const;

export const REALM_PROTO = addedKeys({ section: "realm-<name>", keys: [FILE, MESSAGE] });
export const MAP_PROTO = addedKeys({ section: "map-<name>", keys: [FILE, MESSAGE] });

/** A definition where the configuration names it. */
export interface Definition {
  /** `[map-mesh]` */
  readonly section: string;
  readonly file: string;
  readonly message?: string;
}

export interface ProtobufSettings {
  readonly realms: ReadonlyMap<string, Definition>;
  /** By topic, with `+`. */
  readonly topics: ReadonlyMap<string, Definition>;
}

export const PROTO = partOf([], (file): ProtobufSettings => {
  const realms = file.names("realm-").flatMap((section): [string, Definition][] => {
    const definition = definitionIn(file, section, REALM_PROTO);
    return definition === undefined ? [] : [[section.slice("realm-".length), definition]];
  });
  const topics = file.names("map-").flatMap((section): [string, Definition][] => {
    const definition = definitionIn(file, section, MAP_PROTO);
    return definition === undefined ? [] : topicsOf(file, section).map((topic) => [topic, definition]);
  });
  return { realms: new Map(realms), topics: new Map(topics) };
});

function definitionIn(
  file: ConfigurationFile,
  section: string,
  keys: typeof REALM_PROTO | typeof MAP_PROTO,
): Definition | undefined {
  const reader = file.section(keys as typeof MAP_PROTO, section);
  const [path, message] = [reader.get("proto"), reader.get("message")];
  if (path === undefined && message !== undefined)
    reader.problem("message", "message: there is no 'proto' that it could be of");
  return path === undefined ? undefined : { section, file: path, ...(message !== undefined && { message }) };
}

/** The core reports a wrong topic. */
function topicsOf(file: ConfigurationFile, section: string): readonly string[] {
  try {
    return parseMapTopics(file.written(section, "topic") ?? "");
  } catch {
    return [];
  }
}

function protoFile(text: string, at: Surroundings): string {
  const path = at.path(text);
  try {
    accessSync(path, constants.R_OK);
  } catch (cause) {
    throw new Error(`the file ${path} cannot be read`, { cause });
  }
  return path;
}
