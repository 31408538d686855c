/** The texts of decoding epochs beside the log, sound and damaged. */

import assert from "node:assert/strict";
import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import { EpochTexts, epochNumber } from "../../../runtime/journal/epoch-texts.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("a damaged text counts as lost, and the same configuration writes it again", async () => {
  const directory = temporaryFolder();
  const text = '{"realms":[],"channels":[]}';
  const epoch = { number: epochNumber(text), text };
  const opened = async () => {
    const texts = new EpochTexts(directory);
    await texts.open(new Set([epoch.number]));
    return texts;
  };
  await (await opened()).keep(epoch);
  const [name] = await readdir(join(directory, "epochs"));
  for (const damaged of ["", text.slice(0, 9), "{}", text.replace("[]", "{}")]) {
    await writeFile(join(directory, "epochs", name!), damaged);
    const texts = await opened();
    assert.equal(await texts.text(epoch.number), undefined);
    await texts.keep(epoch);
    assert.equal(await (await opened()).text(epoch.number), text);
  }
});
