/** Words that every JavaScript object inherits, where a stranger may write any word: each is answered like any other unknown one. */

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import mqtt from "mqtt";
import { Lab, type ServiceProcess } from "../../support/lab.ts";

const INHERITED = ["constructor", "__proto__", "toString", "hasOwnProperty", "valueOf"];
const DATA = "/api/yard/a/b/c/data";

let lab: Lab;
let service: ServiceProcess;

before(async () => {
  lab = new Lab({ ini: "[lab]\nchannels =\n", headers: {} });
  service = await lab.start();
});
after(() => lab.remove());

async function answerTo(path: string, init?: RequestInit): Promise<string> {
  const response = await fetch(`${service.url}${path}`, init);
  return `${response.status} ${await response.text()}`;
}

/** The same question with each word, and with one that nothing inherits. */
async function assertLikeAnyOther(ask: (word: string) => Promise<string>): Promise<void> {
  const expected = await ask("unheard");
  for (const word of INHERITED) assert.equal((await ask(word)).replaceAll(word, "unheard"), expected, word);
}

test("as a media type, a suffix of an export, a precision, an epoch", async () => {
  const post = (type: string) =>
    answerTo(DATA, { method: "POST", headers: { "Content-Type": type.toLowerCase() }, body: '{"x":1}' });
  await assertLikeAnyOther(async (word) => (await post(word)).replace(word.toLowerCase(), word));
  await assertLikeAnyOther(async (word) => (await answerTo(`${DATA}.${word}`)).replace(word.toLowerCase(), word));
  await assertLikeAnyOther((word) => answerTo(`/write?db=lab&precision=${word}`, { method: "POST", body: "m v=1 1" }));
  const databases = encodeURIComponent("SHOW DATABASES");
  await assertLikeAnyOther((word) => answerTo(`/query?q=${databases}&epoch=${word}`));
});

test("as the last part of a topic: each message is acknowledged, and none is taken for a packed body", async () => {
  const client = await mqtt.connectAsync(`mqtt://127.0.0.1:${service.mqttPort}`);
  for (const word of INHERITED) await client.publishAsync(`yard/a/b/${word}/${word}`, '{"x":1}', { qos: 1 });
  await client.endAsync();
  const { rejects } = await service.json<{ rejects: { source: string; code: string }[] }>("/rejects");
  const codes = rejects.filter(({ source }) => source === "mqtt").map(({ code }) => code);
  assert.deepEqual(codes, [], "none is read as a packed body, which these are not");
});

test("as a database: the states of all devices are still answered", async () => {
  for (const word of INHERITED) {
    assert.equal(await answerTo(`/write?db=${word}`, { method: "POST", body: "m v=1" }), "204 ", word);
    await service.settled();
  }
  const { devices } = await service.json<{ devices: Record<string, unknown[]> }>("/read/state");
  for (const word of INHERITED) assert.equal(Object.hasOwn(devices, word) && devices[word]?.length, 1, word);
});
