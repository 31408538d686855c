/** What a layout has to be that is saved. Loaded with the first one, since it brings zod. */

import * as z from "zod";

/** The page reads each part as if anybody had written it; here only the outline has to be right. */
const LAYOUT = z.strictObject({
  title: z.string().max(200).optional(),
  automatic: z.boolean().optional(),
  order: z.array(z.string()).max(10_000),
  panels: z.record(z.string(), z.record(z.string(), z.unknown())),
  added: z.record(z.string(), z.strictObject({ database: z.string(), measurement: z.string() })),
});

export function readLayout(body: unknown): { layout?: z.infer<typeof LAYOUT>; problem?: string } {
  const { success, data, error } = LAYOUT.safeParse(body);
  return success ? { layout: data } : { problem: z.prettifyError(error) };
}
