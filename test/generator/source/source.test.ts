import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { parseChannel } from "../../../generator/messages/parse-channel.ts";
import { decodeText } from "../../../generator/source/decode-text.ts";
import { folderReader } from "../../../generator/source/folder-reader.ts";
import { MAX_HEADER_BYTES, memoryReader } from "../../../generator/source/header-reader.ts";
import { sourceFile, spanOf } from "../../../generator/source/source-file.ts";
import { planOf } from "../../support/channel-plan.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

test("line ends become LF and a byte order mark is removed", () => {
  assert.equal(decodeText(Buffer.from("\uFEFFa\r\nb\rc\n")), "a\nb\nc\n");
});

test("invalid UTF-8 is read as Latin-1, byte by byte", () => {
  assert.equal(decodeText(Buffer.from([0xb0, 0x43, 0xc2, 0xb0, 0x43, 0xe2, 0x82])), "°C°Câ\u0082");
  assert.equal(
    decodeText(Buffer.from([0xed, 0xa0, 0x80, 0xc0, 0xaf, 0xf4, 0x90, 0x80, 0x80])),
    "í\u00a0\u0080À¯ô\u0090\u0080\u0080",
  );
});

test("positions count lines and columns from 1, and the hash is that of the bytes", () => {
  const file = sourceFile("a.h", "headers/a.h", Buffer.from("ab\r\ncd"));
  assert.deepEqual(spanOf(file, 3, 5), {
    file: "headers/a.h",
    start: { line: 2, column: 1 },
    end: { line: 2, column: 3 },
  });
  assert.equal(file.sha256, createHash("sha256").update("ab\r\ncd").digest("hex"));
});

test("files outside the include path are not read: parent folders, absolute paths, links", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "headers", "sub"), { recursive: true });
  writeFileSync(join(folder, "secret.h"), "secret");
  writeFileSync(join(folder, "headers", "a.h"), "a");
  symlinkSync(join(folder, "secret.h"), join(folder, "headers", "link.h"));
  symlinkSync(folder, join(folder, "headers", "up"));
  symlinkSync(join(folder, "headers", "a.h"), join(folder, "headers", "inside.h"));
  const reader = folderReader([join(folder, "headers")], folder);
  const kinds = [
    "a.h",
    "sub/../a.h",
    "inside.h",
    "../secret.h",
    "sub/../../secret.h",
    join(folder, "secret.h"),
    "link.h",
    "up/secret.h",
    "a\0.h",
    "C:a.h",
  ];
  assert.deepEqual(
    kinds.map((name) => reader.read(name).kind),
    ["file", "file", "file", "outside", "outside", "outside", "outside", "outside", "outside", "outside"],
  );
});

test("the reasons for unreadable files are distinguished", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "sub"));
  writeFileSync(join(folder, "large.h"), Buffer.alloc(MAX_HEADER_BYTES + 1));
  writeFileSync(join(folder, "a.h"), "int a;");
  const reader = folderReader([folder], join(folder, ".."));
  assert.equal(reader.read("none.h").kind, "missing");
  assert.equal(reader.read("a.h/b.h").kind, "missing");
  assert.equal(reader.read("sub").kind, "unreadable");
  assert.equal(reader.read("large.h").kind, "too-large");
  assert.deepEqual(reader.list(), ["a.h", "large.h"]);
  assert.deepEqual(folderReader([join(folder, "none")], folder).list(), []);
});

test("'../x.h' may lead into another folder of the include path, by one name", () => {
  const folder = temporaryFolder();
  for (const path of ["fw/inc/a.h", "fw/lib/x.h", "fw/lib/y/z.h", "fw/secret.h"]) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  const reader = folderReader([join(folder, "fw/inc"), join(folder, "fw/lib")], folder);
  const read = (name: string) => {
    const result = reader.read(name);
    return result.kind === "file" ? [result.file.name, result.file.path] : result.kind;
  };
  assert.deepEqual(read("../lib/x.h"), ["1:/x.h", "fw/lib/x.h"]);
  assert.deepEqual(read("../lib/x.h"), read("x.h"));
  assert.deepEqual(read("../lib/y/../y/z.h"), ["1:/y/z.h", "fw/lib/y/z.h"]);
  assert.deepEqual(read("1:/../inc/a.h"), ["a.h", "fw/inc/a.h"]);
  assert.deepEqual(["../secret.h", "../lib/../secret.h", "1:/../secret.h"].map(read), Array(3).fill("outside"));
});

test("other include folders supply missing headers, and nothing outside them is read", () => {
  const folder = temporaryFolder();
  for (const [path, text] of [
    ["own/a.h", "own"],
    ["sdk/a.h", "sdk"],
    ["sdk/b.h", "b"],
    ["secret.h", "secret"],
  ] as const) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const reader = folderReader([join(folder, "own"), join(folder, "sdk")], folder);
  const read = (name: string) => {
    const result = reader.read(name);
    return result.kind === "file" ? [result.file.name, result.file.path] : result.kind;
  };
  assert.deepEqual(read("a.h"), ["a.h", "own/a.h"]);
  assert.deepEqual(read("b.h"), ["1:/b.h", "sdk/b.h"]);
  assert.deepEqual(read("1:/a.h"), ["1:/a.h", "sdk/a.h"]);
  assert.deepEqual(["1:/../secret.h", "2:/a.h", "0:/b.h"].map(read), ["outside", "missing", "missing"]);
});

test("a symbolic link leads from one include folder into another, and not elsewhere", () => {
  const folder = temporaryFolder();
  for (const path of ["fw/inc/a.h", "fw/arch/types.h", "secret/types.h"]) {
    mkdirSync(join(folder, path, ".."), { recursive: true });
    writeFileSync(join(folder, path), path);
  }
  symlinkSync("../arch", join(folder, "fw/inc/arch"));
  symlinkSync("../../secret", join(folder, "fw/inc/other"));
  const read = (folders: readonly string[], name: string) => {
    const result = folderReader(
      folders.map((each) => join(folder, each)),
      folder,
    ).read(name);
    return result.kind === "file" ? result.file.text : result.kind;
  };
  assert.equal(read(["fw/inc"], "arch/types.h"), "outside");
  assert.equal(read(["fw/inc", "fw/arch"], "arch/types.h"), "fw/arch/types.h");
  assert.equal(read(["fw/inc", "fw/arch", "fw/none"], "other/types.h"), "outside");
});

test("a header that two include folders reach has one name, for which '#pragma once' holds", () => {
  const folder = temporaryFolder();
  mkdirSync(join(folder, "fw/ctrl"), { recursive: true });
  const files = {
    "a.h": '#include "ctrl/all.h"\n#include <part.h>\ntypedef struct { part_t p; } msg_t;\n',
    "ctrl/all.h": '#pragma once\n#include "part.h"\n',
    "ctrl/part.h": "#pragma once\ntypedef struct { uint8_t x; } part_t;\n",
  };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, "fw", name), text);
  const reader = folderReader([join(folder, "fw"), join(folder, "fw/ctrl")], folder);
  const names = ["ctrl/part.h", "part.h", "1:/part.h"].map((name) => {
    const read = reader.read(name);
    return read.kind === "file" ? read.file.name : read.kind;
  });
  assert.deepEqual(names, Array(3).fill("ctrl/part.h"));
  const span = { file: "channels.ini", start: { line: 1, column: 1 }, end: { line: 1, column: 1 } };
  const messages = [{ id: 1, idText: "1", struct: "msg_t", checkExtra: undefined, span }];
  const { value, diagnostics } = parseChannel(planOf({ headerFiles: ["a.h"], messages }), reader);
  assert.deepEqual([value.messages.length, diagnostics.map(({ code }) => code)], [1, []]);
});

test("headers in memory follow the same rules", () => {
  const reader = memoryReader({ "a.h": "int a;" });
  assert.deepEqual(
    ["a.h", "./a.h", "b.h", "../a.h", "/a.h"].map((name) => reader.read(name).kind),
    ["file", "file", "missing", "outside", "outside"],
  );
});
