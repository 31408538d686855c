/** Kaitai Struct's own compiler with Go as target, as an oracle: a typed language, whose 64-bit integers are exact. */

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ColumnValue } from "../../../runtime/codec/struct-codec.ts";
import { type GoModule, needsGoModule, runGo } from "../../support/go-module.ts";
import { peerRequire } from "../../support/peers.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { type Definition, definitionOf, type Parsed, seenBy } from "./kaitai.ts";
import { differences, type EmittedChannel, type SampleMessage } from "./messages.ts";

const RUNTIME: GoModule = { path: "github.com/kaitai-io/kaitai_struct_go_runtime", version: "v0.11.0" };

/** False, or why the test is skipped. */
export function needsGo(): false | string {
  return needsGoModule(RUNTIME);
}

export interface GoCase {
  readonly channel: EmittedChannel;
  readonly messages: readonly SampleMessage[];
}

export async function goDifferences(cases: readonly GoCase[]): Promise<string[]> {
  const folder = temporaryFolder();
  const definitions = cases.map(({ channel }) => definitionOf(channel));
  for (const [index, definition] of definitions.entries()) await writeParser(folder, index, definition);
  writeFileSync(join(folder, "main.go"), mainText(definitions.map(rootOf)));
  const input = cases
    .flatMap(({ channel, messages }, index) =>
      messages.map((message) => `${index} ${Buffer.from(channel.frame(message)).toString("hex")}`),
    )
    .join("\n");
  const lines = runGo(folder, RUNTIME, input).trimEnd().split("\n");
  return cases.flatMap(({ messages }, index) =>
    messages.flatMap((message) => {
      const root = JSON.parse(lines.shift() ?? "", exact) as Parsed;
      if (root["error"] !== undefined) return [`${message.codec.name}: ${String(root["error"])}`];
      const { raw, stored } = seenBy(root, message, definitions[index]!);
      return differences(withPlainTexts(message), { raw: plainTexts(raw), stored }, { relative: 1e-15 });
    }),
  );
}

// How many replacement characters stand for broken UTF-8 is up to the decoder.
function plainTexts<Values extends Readonly<Record<string, ColumnValue>>>(values: Values): Values {
  const plain = ([name, value]: [string, ColumnValue]) =>
    [name, typeof value === "string" ? value.replace(/\uFFFD+/g, "\uFFFD") : value] as const;
  return Object.fromEntries(Object.entries(values).map(plain)) as Values;
}

function withPlainTexts(message: SampleMessage): SampleMessage {
  return { ...message, raw: plainTexts(message.raw) };
}

async function writeParser(folder: string, index: number, definition: Definition): Promise<void> {
  const files = await peerRequire("kaitai-struct-compiler").compile("go", definition, null, false);
  mkdirSync(join(folder, `p${index}`));
  for (const [name, written] of Object.entries(files as Readonly<Record<string, string>>)) {
    // Version 0.11.0 returns nil for an enum that is read by another instance, which Go does not compile.
    const text = written.replaceAll("return nil, err", "return v, err");
    const body = /^package /m.test(text)
      ? text.replace(/^package .*$/m, `package p${index}`)
      : `package p${index}\n${text}`;
    writeFileSync(join(folder, `p${index}`, name.replace(/^.*\//, "")), body);
  }
}

function rootOf(definition: Definition): string {
  return definition.meta.id.replace(/(^|_)(\w)/g, (_, _before, letter: string) => letter.toUpperCase());
}

/** Integers arrive as texts, so that none loses digits. */
function exact(_name: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || !("#" in value)) return value;
  const text = String(value["#"]);
  if (/[.eN]|Inf/.test(text)) return Number(text.replace("Inf", "Infinity").replace("+", ""));
  const whole = BigInt(text);
  return Number.isSafeInteger(Number(whole)) ? Number(whole) : whole;
}

/** Prints each frame's object with all its instances. */
function mainText(roots: readonly string[]): string {
  const imports = roots.map((_, index) => `\t"peer/p${index}"`).join("\n");
  const makers = roots.map((root, index) => `\t\tfunc() reader { return p${index}.New${root}() },`).join("\n");
  return `package main

import (
	"bufio"
	"bytes"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"reflect"
	"strconv"
	"strings"

	"${RUNTIME.path}/kaitai"
${imports}
)

type reader interface{}

func lower(name string) string { return strings.ToLower(name[:1]) + name[1:] }

func number(text string) any { return map[string]string{"#": text} }

func plain(value reflect.Value) any {
	switch value.Kind() {
	case reflect.Interface, reflect.Pointer:
		if value.IsNil() {
			return nil
		}
		if value.Kind() == reflect.Pointer && value.Elem().Kind() == reflect.Struct {
			return object(value)
		}
		return plain(value.Elem())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return number(strconv.FormatInt(value.Int(), 10))
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return number(strconv.FormatUint(value.Uint(), 10))
	case reflect.Float32:
		return number(strconv.FormatFloat(value.Float(), 'e', -1, 64))
	case reflect.Float64:
		return number(strconv.FormatFloat(value.Float(), 'e', -1, 64))
	case reflect.Bool:
		return value.Bool()
	case reflect.String:
		return value.String()
	case reflect.Slice:
		all := []any{}
		for i := 0; i < value.Len(); i++ {
			all = append(all, plain(value.Index(i)))
		}
		return all
	}
	return nil
}

func object(pointer reflect.Value) any {
	members := map[string]any{}
	value := pointer.Elem()
	for i := 0; i < value.NumField(); i++ {
		if field := value.Type().Field(i); field.IsExported() {
			members[lower(field.Name)] = plain(value.Field(i))
		}
	}
	for i := 0; i < pointer.NumMethod(); i++ {
		method := pointer.Type().Method(i)
		if method.Type.NumIn() != 1 || method.Type.NumOut() != 2 {
			continue
		}
		if results := pointer.Method(i).Call(nil); results[1].IsNil() {
			members[lower(method.Name)] = plain(results[0])
		}
	}
	return members
}

func main() {
	makers := []func() reader{
${makers}
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<28)
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for lines.Scan() {
		index, text, _ := strings.Cut(lines.Text(), " ")
		at, _ := strconv.Atoi(index)
		frame, _ := hex.DecodeString(text)
		root := reflect.ValueOf(makers[at]())
		read := root.MethodByName("Read")
		arguments := []reflect.Value{reflect.ValueOf(kaitai.NewStream(bytes.NewReader(frame))), reflect.Zero(read.Type().In(1)), root}
		if failure := read.Call(arguments)[0]; !failure.IsNil() {
			fmt.Fprintf(out, "{\\"error\\":%q}\\n", fmt.Sprint(failure.Interface()))
			continue
		}
		shown, _ := json.Marshal(object(root))
		out.Write(shown)
		out.WriteByte('\\n')
	}
}
`;
}
