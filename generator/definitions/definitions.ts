/** The list of formats that `init --from` reads. A new one is a folder here, and its line. */

import { COSMOS_DEFINITION } from "./cosmos/cosmos-definition.ts";
import { DBC_DEFINITION } from "./dbc/dbc-definition.ts";
import type { DefinitionKind } from "./definition.ts";
import { KAITAI_DEFINITION } from "./kaitai/kaitai-definition.ts";
import { XTCE_DEFINITION } from "./xtce/xtce-definition.ts";

export const DEFINITIONS: readonly DefinitionKind[] = [
  DBC_DEFINITION,
  COSMOS_DEFINITION,
  XTCE_DEFINITION,
  KAITAI_DEFINITION,
];

export function definitionOf(fileName: string, text: string): DefinitionKind | undefined {
  return DEFINITIONS.find(({ recognises }) => recognises(fileName, text));
}
