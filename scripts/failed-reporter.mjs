/** A reporter for `node --test`: prints the files with a test that failed, each on a line. */

// biome-ignore lint/style/noDefaultExport: it is what Node asks a reporter for
export default async function* failed(events) {
  const files = new Set();
  for await (const { type, data } of events) if (type === "test:fail" && data.file !== undefined) files.add(data.file);
  for (const file of files) yield `${file}\n`;
}
