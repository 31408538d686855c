/** Cost of malicious bodies compared with plain rows of the same size. `node --import tsx scripts/bench/csv-attacks.ts [KiB]` */

import { CsvChunks } from "../../runtime/sources/http/csv-chunks.ts";

const bytes = Number(process.argv[2] ?? 256) * 1024;

const BODIES = {
  "plain rows": { text: "20.5,55.5\n", partBytes: 65_536 },
  "a row without end, 50 bytes at a time": { text: "1", partBytes: 50 },
  "rows between stray quotes": { text: 'x","y\n', partBytes: 65_536 },
  "nothing but quotes": { text: '"', partBytes: 65_536 },
};

let baseline = 0;
for (const [name, { text, partBytes }] of Object.entries(BODIES)) {
  const body = Buffer.from(`## a,b\n${text.repeat(Math.ceil(bytes / text.length))}`);
  // Allow rows of any length here; otherwise long ones would be refused at once.
  const chunks = new CsvChunks({ chunkBytes: 32 * 1024, maxRowBytes: bytes + 100 });
  const begin = performance.now();
  let pieces = 0;
  for (let at = 0; at < body.length; at += partBytes) {
    for (const _ of chunks.push(body.subarray(at, at + partBytes))) pieces++;
  }
  for (const _ of chunks.end()) pieces++;
  const ms = performance.now() - begin;
  baseline ||= ms;
  console.log(`${name}: ${ms.toFixed(1)} ms, ${(ms / baseline).toFixed(1)} times plain rows (${pieces} pieces)`);
}
