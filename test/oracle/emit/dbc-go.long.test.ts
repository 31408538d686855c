/** `<channel>.dbc`, read by a parser in Go, which takes less than cantools does: symbols of `NS_` after a tab only. */

import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileText } from "../../support/compiled-channels.ts";
import { type GoModule, needsGoModule, runGo } from "../../support/go-module.ts";
import { sampleHeaders } from "../../support/sample-headers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { emitSample } from "./messages.ts";

const PARSER: GoModule = { path: "go.einride.tech/can", version: "v0.17.0" };

const MAIN = `package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"${PARSER.path}/pkg/dbc"
)

func main() {
	all, _ := io.ReadAll(os.Stdin)
	for index, text := range strings.Split(string(all), "\\x00") {
		parser := dbc.NewParser(fmt.Sprint(index), []byte(text))
		if err := parser.Parse(); err != nil {
			fmt.Println(err)
			continue
		}
		signals := 0
		for _, definition := range parser.Defs() {
			if message, ok := definition.(*dbc.MessageDef); ok {
				signals += len(message.Signals)
			}
		}
		fmt.Println(signals)
	}
}
`;

test("a parser in Go finds all signals of the sample headers", { skip: needsGoModule(PARSER) }, async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "main.go"), MAIN);
  const channels = await Promise.all(sampleHeaders().map((header) => emitSample(header, ["dbc"])));
  const texts = channels.map(({ files }) => fileText(files, /\.dbc$/));
  const expected = texts.map((text) => String(text.match(/^ SG_ /gm)?.length ?? 0));
  assert.deepEqual(runGo(folder, PARSER, texts.join("\0")).trimEnd().split("\n"), expected);
});
