/** A mathjs instance that creates its functions on first use. Importing them would create all at once. */

import { all, create } from "mathjs";

if (all === undefined) throw new Error("mathjs has no functions");

export const math = create(all);
