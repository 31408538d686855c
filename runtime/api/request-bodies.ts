/** Schemas of request bodies. Loaded with the first body: otherwise a service need not load zod. */

import * as z from "zod";

/** Either letters by ID, or all that match a filter. */
const SELECTION = z.strictObject({
  ids: z.array(z.number().int().positive()).optional(),
  all: z.literal(true).optional(),
  address: z.string().optional(),
  code: z.string().optional(),
});

const REPLAY = z.strictObject({
  from: z.string().max(100).optional(),
  to: z.string().max(100).optional(),
  struct: z.string().max(256).optional(),
  schema: z.string().max(100).optional(),
  apply: z.boolean().optional(),
  examples: z.number().int().min(0).max(1000).optional(),
});

/** Undefined if the body is invalid, or has more than `maxIds` IDs. */
export function readSelection(body: unknown, maxIds: number): z.infer<typeof SELECTION> | undefined {
  const { data } = SELECTION.safeParse(body);
  if (data === undefined || (data.ids === undefined) === (data.all === undefined)) return undefined;
  return data.ids !== undefined && data.ids.length > maxIds ? undefined : data;
}

/** A jump of the clock. */
const JUMP = z.strictObject({ id: z.int().positive() });

/** Undefined if the body is invalid. */
export function readJump(body: unknown): z.infer<typeof JUMP> | undefined {
  return JUMP.safeParse(body).data;
}

/** Undefined if the body is invalid. */
export function readReplay(body: unknown): z.infer<typeof REPLAY> | undefined {
  return REPLAY.safeParse(body).data;
}
