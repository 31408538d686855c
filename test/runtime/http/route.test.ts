/** A route's row is all there is to say of it: path, checks, permission, description. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { Hono } from "hono";
import { type Caller, EVERYBODY } from "../../../runtime/http/caller.ts";
import {
  count,
  inPath,
  integer,
  NUMBER_IN_PATH,
  oneOf,
  query,
  several,
  word,
} from "../../../runtime/http/parameters.ts";
import { administrators, USERS, writersOfAll } from "../../../runtime/http/permission.ts";
import { addRoute, answerOptions, declarationsOf, page, type Route, routed } from "../../../runtime/http/route.ts";
import { user } from "../../support/callers.ts";

const LIMIT = count("limit", "At most so many", 10, { minimum: 1, maximum: 100, default: 7 });
const SCALE = count("scale", "Pixels", 2, { minimum: 1, maximum: 4 });
const ORDER = oneOf("order", "Order", ["up", "down"]);
const answers = ["application/json"];
const told = { answers, errors: [], summary: "", may: USERS };

const ROUTES: readonly Route<{ readonly name: string }>[] = [
  {
    ...told,
    method: "get",
    path: "/rows",
    parameters: [LIMIT, SCALE, ORDER, several(query("column", "Column", []), ["t"])],
    handle: (context, { name }) => {
      const asked = new URL(context.req.url).searchParams;
      const read = [integer(asked, LIMIT), integer(asked, SCALE) ?? "none", word(asked, ORDER)];
      return context.json([name, ...read, ...asked.getAll("column")]);
    },
  },
  {
    ...told,
    method: "get",
    path: "/rows/{id}",
    parameters: [inPath("id", "Its number", 1, NUMBER_IN_PATH)],
    handle: (context) => context.json([context.req.param("id") ?? null]),
  },
  {
    ...told,
    method: "delete",
    path: "/rows",
    may: administrators("Only administrators may delete rows"),
    handle: (context) => context.json([]),
  },
  { ...told, method: "get", path: "/open", others: "allowed", handle: (context) => context.json([]) },
];

for (const [path, status, answer] of [
  ["/rows", 200, '["lab",7,"none","up"]'],
  ["/rows?limit=100&scale=4&order=down&column=x&column=y", 200, '["lab",100,4,"down","x","y"]'],
  [
    "/rows?limt=5",
    400,
    /^There is no parameter 'limt' \(did you mean 'limit'\?\); known are limit, scale, order, column$/,
  ],
  ["/rows?limit=0", 400, "Parameter 'limit' has to be an integer from 1 to 100"],
  ["/rows?limit=101", 400, "Parameter 'limit' has to be an integer from 1 to 100"],
  ["/rows?scale=big", 400, "Parameter 'scale' has to be an integer from 1 to 4"],
  ["/rows?order=upp", 400, "Parameter 'order' has to be one of up, down (did you mean 'up'?)"],
  ["/rows/7", 200, '["7"]'],
  ["/rows/7?x", 400, "There is no parameter 'x'; there are none here"],
  ["/rows/seven", 404, "404 Not Found"],
  ["/open?anything=1", 200, "[]"],
] as const) {
  test(`GET ${path}`, async () => {
    const response = await routed(ROUTES, { name: "lab" }).request(path);
    const text = await response.text();
    if (typeof answer === "string") assert.equal(text, answer);
    else assert.match(text, answer);
    assert.equal(response.status, status);
  });
}

test("a route for administrators refuses others with its sentence, and answers are never cached", async () => {
  for (const [caller, status, text] of [
    [undefined, 200, "[]"],
    [EVERYBODY, 200, "[]"],
    [user({}), 403, "Only administrators may delete rows"],
    [user({ isKnown: false, isAdmin: true }), 401, "Credentials are required"],
  ] as const) {
    const api = routed(ROUTES, { name: "lab", ...(caller && { caller: () => caller }) });
    const response = await api.request("/rows", { method: "DELETE" });
    assert.deepEqual([response.status, await response.text()], [status, text]);
    assert.equal(response.headers.get("Cache-Control"), "no-store");
  }
});

test("an application knows what its routes declare, through mounts, and what is declared nowhere", () => {
  const app = new Hono();
  app.route("/", routed(ROUTES, { name: "lab" }));
  addRoute(app, page("/docs"), (context) => context.text(""));
  app.get("/forgotten", (context) => context.text(""));
  const { operations, undeclared } = declarationsOf(app);
  assert.deepEqual(
    operations.map(({ method, path }) => `${method} ${path}`),
    ["get /rows", "get /rows/{id}", "delete /rows", "get /open"],
  );
  assert.deepEqual(undeclared, ["GET /forgotten"]);
});

test("if a permission ends while data are read, the answer says whether the credential ended or the right", async () => {
  for (const [then, status] of [
    [user({}), 403],
    [user({ isKnown: false }), 401],
  ] as const) {
    let caller: Caller = user({ mayAll: () => true });
    const read: Route<object> = {
      ...told,
      method: "get",
      path: "/all",
      may: writersOfAll("Only who may write to all realms"),
      handle: (context, _, { insist }) => {
        caller = then;
        insist();
        return context.text("");
      },
    };
    const following: Caller = {
      ...caller,
      mayAll: (right) => caller.mayAll(right),
      get isKnown() {
        return caller.isKnown;
      },
    };
    const response = await routed([read], { caller: () => following }).request("/all");
    assert.equal(response.status, status);
  }
});

test("OPTIONS says what a path takes", async () => {
  const app = new Hono();
  app.use(async (_, next) => next());
  app.notFound((context) => answerOptions(app, context));
  addRoute(app, { ...told, method: "post", path: "/rows" }, (context) => context.text("written"));
  app.route("/", routed(ROUTES, { name: "here" }));
  const asked = async (path: string, method = "OPTIONS") => {
    const { status, headers } = await app.request(path, { method });
    return [status, headers.get("allow")];
  };
  assert.deepEqual(await asked("/rows"), [204, "GET, HEAD, POST, DELETE, OPTIONS"]);
  assert.deepEqual(await asked("/nowhere"), [404, null]);
  assert.deepEqual(await asked("/rows", "PUT"), [404, null]);
});
