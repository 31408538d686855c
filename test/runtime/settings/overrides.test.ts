/** Keys from options and variables, beside the file's. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { parseSettings } from "../../../runtime/settings/load-settings.ts";
import { pendingRestarts, withLine } from "../../../runtime/settings/written-keys.ts";

const FILE = "[lab]\nchannels =\n[http]\nlisten = 127.0.0.1:1\n";

function read(environment: NodeJS.ProcessEnv, set: readonly string[] = [], text = FILE) {
  return parseSettings(text, { file: "/lab/channels.ini", shown: "channels.ini", environment, set });
}

test("an option replaces a variable, and a variable the file's key", () => {
  assert.equal(read({}).http.listen.port, 1);
  assert.equal(read({ STRUCTLINE__HTTP__LISTEN: "127.0.0.1:2" }).http.listen.port, 2);
  assert.equal(read({ STRUCTLINE__HTTP__LISTEN: "127.0.0.1:2" }, ["http.listen=127.0.0.1:3"]).http.listen.port, 3);
});

test("sections that the file lacks, and names with a hyphen, can be given; an empty value is the default", () => {
  assert.equal(read({ STRUCTLINE__WAMP__REALM: "plant" }).wamp.realm, "plant");
  assert.equal(read({}, ["wamp.realm=a=b"]).wamp.realm, "a=b");
  assert.equal(read({}, ["wamp.realm="], `${FILE}[wamp]\nrealm = plant\n`).wamp.realm, "lab");
  const unknown = () => read({ STRUCTLINE__REALM_PLANT__NO_KEY: "1" }, [], `${FILE}[realm-plant]\n`);
  assert.throws(unknown, /^ConfigError: STRUCTLINE__REALM_PLANT__NO_KEY: \[realm-plant\] has no key 'no_key'/m);
});

test("variables in values are replaced, and secrets stay hidden", () => {
  assert.equal(read({ NAME: "plant" }, ["wamp.realm=$" + "{NAME}"]).wamp.realm, "plant");
  const { keys } = read({}, ["wamp.url=ws://user:secret@127.0.0.1:1/ws"]);
  assert.doesNotMatch(keys.get("[wamp] url")?.shown ?? "secret", /secret/);
});

test("a mistake names its option or variable, and not the file", () => {
  const said = (environment: NodeJS.ProcessEnv, ...set: string[]) => {
    try {
      read(environment, set);
      return "";
    } catch (error) {
      return (error as Error).message;
    }
  };
  assert.match(said({}, "http.listen=nowhere"), /^--set http\.listen: listen: /);
  assert.match(said({ STRUCTLINE__HTTP__LISTEN: "nowhere" }), /^STRUCTLINE__HTTP__LISTEN: listen: /);
  assert.match(
    said({ STRUCTLINE__HTP__LISTEN: "x" }),
    /^STRUCTLINE__HTP__LISTEN: there is no section \[htp\] \(did you/,
  );
  assert.match(said({}, "http.listn=x"), /^--set http\.listn: \[http\] has no key 'listn' \(did you mean 'listen'\?\)/);
  assert.match(said({}, "listen=x"), /^--set: 'listen=x' is not of the form section\.key=value$/);
  assert.equal(said({ STRUCTLINE_TOKEN: "x", STRUCTLINE__: "x" }), "");
});

test("messages about a key name where it comes from, and a reload sees a change", () => {
  const [before, after] = [read({}, ["mqtt.listen=127.0.0.1:1"]), read({}, ["mqtt.listen=127.0.0.1:2"])];
  assert.equal(withLine(before, "[mqtt] listen cannot be used"), "[mqtt] listen (--set mqtt.listen) cannot be used");
  assert.match(
    pendingRestarts(before, after).join(),
    /^\[mqtt\] listen was changed and needs a restart; '127\.0\.0\.1:1' runs$/,
  );
});
