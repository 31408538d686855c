/** Schemas of request bodies. Loaded with the first body: otherwise a service need not load zod. */

import * as z from "zod";
import { MOST_LETTERS } from "../model/reject-details.ts";

/** Either letters by ID, or all that match a filter. */
export const SELECTION = z
  .strictObject({
    ids: z.array(z.number().int().positive()).max(MOST_LETTERS).optional(),
    all: z.literal(true).optional(),
    address: z.string().optional(),
    code: z.string().optional(),
  })
  .refine(({ ids, all }) => (ids === undefined) !== (all === undefined));

export const REPLAY = z.strictObject({
  from: z.string().max(100).optional(),
  to: z.string().max(100).optional(),
  struct: z.string().max(256).optional(),
  schema: z.string().max(100).optional(),
  apply: z.boolean().optional(),
  examples: z.number().int().min(0).max(1000).optional(),
});

/** A jump of the clock. */
export const JUMP = z.strictObject({ id: z.int().positive() });

/** A column of texts that becomes one of numbers. */
export const COLUMN = z.strictObject({
  database: z.string().min(1).max(1000),
  measurement: z.string().min(1).max(4096),
  column: z.string().min(1).max(4096),
  decimal: z.literal("comma").optional(),
  apply: z.boolean().optional(),
  drop: z.boolean().optional(),
});
