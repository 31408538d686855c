/** mathjs as one instance: it makes each of its functions when it is first asked for, where importing them makes all at once. */

import { all, create } from "mathjs";

if (all === undefined) throw new Error("mathjs has no functions");

export const math = create(all);
