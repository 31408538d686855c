/** The schema of a saved layout. Loaded with the first one, since it needs zod. */

import * as z from "zod";
import { schemaProblem } from "../../lib/schema-problem.ts";

/** It is written as JSON again. */
const MOST_LEVELS = 100;

/** The page validates each part; only the outline must be valid here. */
const LAYOUT = z.strictObject({
  title: z.string().max(200).optional(),
  automatic: z.boolean().optional(),
  device: z.strictObject({ database: z.string(), measurement: z.string() }).optional(),
  order: z.array(z.string()).max(10_000),
  panels: z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .refine((panels) => !isDeeper(panels, MOST_LEVELS), `more than ${MOST_LEVELS} levels`),
  added: z.record(z.string(), z.strictObject({ database: z.string(), measurement: z.string() })),
});

function isDeeper(value: unknown, most: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return most === 0 || Object.values(value).some((inner) => isDeeper(inner, most - 1));
}

export function readLayout(body: unknown): { layout?: z.infer<typeof LAYOUT>; problem?: string } {
  const { success, data, error } = LAYOUT.safeParse(body);
  return success ? { layout: data } : { problem: schemaProblem(error.issues[0], "the layout") };
}
