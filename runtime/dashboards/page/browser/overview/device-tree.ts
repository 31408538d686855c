/** The folders of devices as a tree by the levels of their addresses. No DOM. */

import { classOf, type Device, type DeviceGroup } from "./device-board.ts";

/** Between the levels of a folder's name. */
const LEVEL = " / ";

export interface Branch {
  /** The same after a restart: the levels from the root. */
  readonly path: string;
  /** Its own level, and those below it that have nothing beside them. */
  readonly name: string;
  readonly branches: readonly Branch[];
  /** Its own devices, if it has any. */
  readonly group: DeviceGroup | undefined;
  /** With those of its branches. */
  readonly count: number;
  /** The worst state in it that somebody has to look at. */
  readonly worst: "alarm" | "warn" | "";
}

interface Level {
  readonly levels: Map<string, Level>;
  group: DeviceGroup | undefined;
}

/** In the order of the list. */
export function treeOf(groups: readonly DeviceGroup[]): readonly Branch[] {
  const root = newLevel();
  for (const group of groups) {
    let at = root;
    for (const name of group.name.split(LEVEL)) {
      const known = at.levels.get(name) ?? newLevel();
      at.levels.set(name, known);
      at = known;
    }
    at.group = group;
  }
  return branchesOf(root, "");
}

function newLevel(): Level {
  return { levels: new Map(), group: undefined };
}

function branchesOf({ levels }: Level, above: string): Branch[] {
  return [...levels].map(([name, level]) => branchOf(name, level, `${above}${name}`));
}

function branchOf(name: string, level: Level, path: string): Branch {
  const [only] = level.levels;
  if (level.group === undefined && level.levels.size === 1 && only !== undefined)
    return branchOf(`${name}${LEVEL}${only[0]}`, only[1], `${path}${LEVEL}${only[0]}`);
  const { group } = level;
  const branches = branchesOf(level, `${path}${LEVEL}`);
  const own = group?.devices ?? [];
  return {
    path,
    name,
    branches,
    group,
    count: branches.reduce((sum, { count }) => sum + count, own.length),
    worst: worstOf([...branches.map(({ worst }) => worst), ...own.map(stateOf)]),
  };
}

function stateOf(device: Device): Branch["worst"] {
  const state = classOf(device);
  return state === "alarm" || state === "warn" ? state : "";
}

function worstOf(states: readonly Branch["worst"][]): Branch["worst"] {
  if (states.includes("alarm")) return "alarm";
  return states.includes("warn") ? "warn" : "";
}
