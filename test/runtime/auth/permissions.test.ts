/** Which realm a name belongs to, and who may use it. */

import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { Account } from "../../../runtime/auth/account.ts";
import { Credential, generationOf } from "../../../runtime/auth/credential.ts";
import { topicPermissions } from "../../../runtime/auth/mqtt-access.ts";
import { RealmMap } from "../../../runtime/auth/realm-map.ts";
import { UserDirectory } from "../../../runtime/auth/user-directory.ts";
import { OWN_ADDRESSING } from "../../../runtime/intake/addressing.ts";
import { parsePath } from "../../../runtime/model/address.ts";

const NOBODY = { name: "ida", read: [], write: [], admin: false, tokens: [] };

function reader(read: readonly string[], known: readonly string[]): Account {
  return new Account({ ...NOBODY, read: [...read] }, new RealmMap([...known, ...read]));
}

for (const [permitted, others, database, expected] of [
  [["lab"], [], "lab_rig", true],
  [["lab"], [], "lab", true],
  [["lab"], [], "labor_rig", false],
  [["mqttkit-1"], [], "mqttkit_1_testdrive", true],
  [["mqttkit"], ["mqttkit-1"], "mqttkit_1_testdrive", false],
  [["mqttkit-1"], ["mqttkit"], "mqttkit_1_testdrive", true],
  [["a-b"], ["a.b"], "a_b_c", false],
  [["a-b", "a.b"], [], "a_b_c", true],
  [["lab"], [], "LAB_rig", false],
  [["lab"], ["LAB"], "lab_rig", false],
  [["*"], ["lab"], "lab_rig", true],
  [[], ["lab"], "lab_rig", false],
] as const) {
  test(`a user who may read ${permitted.join(", ") || "nothing"}, beside ${others.join(", ") || "nobody"}: database ${database} ${expected}`, () => {
    assert.equal(reader(permitted, others).mayDatabase("read", database), expected);
  });
}

test("no two users with different realms may both write one database (property)", () => {
  const separator = fc.constantFrom("_", "-", ".", " ");
  const words = fc.array(fc.constantFrom("a", "b"), { minLength: 3, maxLength: 6 });
  const cut = fc.record({ at: fc.integer({ min: 1, max: 2 }), separator });
  fc.assert(
    fc.property(words, cut, cut, (parts, mine, hers) => {
      const [my, her] = [mine, hers].map(({ at, separator: between }) => {
        const [realm, network] = [parts.slice(0, at).join(between), parts.slice(at).join(between)];
        return { realm, database: parsePath(`${realm}/${network}/g/d/data`, []).address?.database ?? "" };
      }) as [{ realm: string; database: string }, { realm: string; database: string }];
      fc.pre(my.realm !== her.realm);
      assert.equal(my.database, her.database);
      const map = new RealmMap([my.realm, her.realm]);
      const mayWrite = [my.realm, her.realm].map((realm) =>
        new Account({ ...NOBODY, write: [realm] }, map).mayDatabase("write", my.database),
      );
      assert.ok(mayWrite.includes(false), `${my.realm} and ${her.realm} share ${my.database}`);
    }),
    { seed: 8, numRuns: 2000 },
  );
});

test("an administrator may do everything", () => {
  const root = new Account({ ...NOBODY, admin: true }, new RealmMap(["lab"]));
  assert.deepEqual([root.may("write", "lab"), root.mayAll("read"), root.mayDatabase("read", "x")], [true, true, true]);
});

test("MQTT topics by realm; a writer may read its own errors, nobody may publish any", () => {
  const users = new UserDirectory();
  users.replace([{ ...NOBODY, password: "hash", read: ["r"], write: ["r", "w"] }]);
  const credential = new Credential(users, { user: "ida", by: "password", generation: generationOf("hash") });
  const { mayPublish, mayRead, maySubscribe } = topicPermissions(credential, {
    realms: () => [],
    addressing: OWN_ADDRESSING,
    published: () => [],
  });
  const table = [
    "r/n/g/d/data.json",
    "w/n/g/d/data.json",
    "w/n/g/d/error.json",
    "x/n/g/d/data.json",
    "$SYS/x",
    "r",
  ].map((topic) => [topic, mayPublish(topic), mayRead(topic), maySubscribe(topic)]);
  assert.deepEqual(table, [
    ["r/n/g/d/data.json", true, true, true],
    ["w/n/g/d/data.json", true, false, false],
    ["w/n/g/d/error.json", false, true, true],
    ["x/n/g/d/data.json", false, false, false],
    ["$SYS/x", false, false, false],
    ["r", true, true, true],
  ]);
  assert.deepEqual(["#", "+/n", "r/#", "r/+/error.json", "w/#"].map(maySubscribe), [false, false, true, true, false]);
  users.replace([]);
  assert.deepEqual([mayPublish("r/n/g/d/data.json"), mayRead("r/x"), maySubscribe("r/x")], [false, false, false]);
});
