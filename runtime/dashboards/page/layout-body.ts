/** The schema of a saved layout. Loaded with the first one, since it needs zod. */

import * as z from "zod";
import { schemaProblem } from "../../lib/schema-problem.ts";

/** The page validates each part; only the outline must be valid here. */
const LAYOUT = z.strictObject({
  title: z.string().max(200).optional(),
  automatic: z.boolean().optional(),
  device: z.strictObject({ database: z.string(), measurement: z.string() }).optional(),
  order: z.array(z.string()).max(10_000),
  panels: z.record(z.string(), z.record(z.string(), z.unknown())),
  added: z.record(z.string(), z.strictObject({ database: z.string(), measurement: z.string() })),
});

export function readLayout(body: unknown): { layout?: z.infer<typeof LAYOUT>; problem?: string } {
  const { success, data, error } = LAYOUT.safeParse(body);
  return success ? { layout: data } : { problem: schemaProblem(error.issues[0], "the layout") };
}
