/** Section `[versions]`, which the compiler's programs read, too. */

import { RELEASES } from "../../channels/keys.ts";
import { partOf } from "../../config/part.ts";

export const RELEASE_SETTINGS = partOf([], (file) => file.part(RELEASES));

export type ReleaseSettings = ReturnType<typeof RELEASE_SETTINGS.read>;
