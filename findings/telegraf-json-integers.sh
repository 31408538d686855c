#!/bin/sh
# What Telegraf's JSON parsers make of integers beyond 2^53, without an error: `json` rounds them to a float; `json_v2` with type `int`
# wraps 2^64-1 to -1, with `uint` wraps -1 to 2^64-1, and with `string` gives the rounded number in exponents. Only the type that fits is
# exact. Seen with github.com/influxdata/telegraf v1.37.2 and Go 1.26; needs go. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOFLAGS=-mod=mod GOPATH="$folder/go" GOCACHE="$folder/cache"
cat >main.go <<'END'
package main

import (
	"fmt"

	"github.com/influxdata/telegraf"
	"github.com/influxdata/telegraf/plugins/parsers/json"
	"github.com/influxdata/telegraf/plugins/parsers/json_v2"
	"github.com/influxdata/telegraf/testutil"
)

func show(name string, parser telegraf.Parser) {
	metrics, err := parser.Parse([]byte(`{"odd": 9007199254740993, "all": 18446744073709551615, "minus": -1}`))
	if err != nil {
		panic(err)
	}
	for _, field := range []string{"odd", "all", "minus"} {
		value, _ := metrics[0].GetField(field)
		if float, ok := value.(float64); ok {
			value = fmt.Sprintf("%.0f", float)
		}
		fmt.Printf("%s %s %v\n", name, field, value)
	}
}

func main() {
	first := &json.Parser{MetricName: "m"}
	if err := first.Init(); err != nil {
		panic(err)
	}
	show("json", first)
	for _, kind := range []string{"int", "uint", "string"} {
		fields := []json_v2.DataSet{{Path: "odd", Type: kind}, {Path: "all", Type: kind}, {Path: "minus", Type: kind}}
		second := &json_v2.Parser{DefaultMetricName: "m", Configs: []json_v2.Config{{Fields: fields}}, Log: testutil.Logger{}}
		if err := second.Init(); err != nil {
			panic(err)
		}
		show("json_v2 "+kind, second)
	}
}
END
go mod init probe >/dev/null 2>&1
go get github.com/influxdata/telegraf@v1.37.2 github.com/influxdata/telegraf/plugins/parsers/json@v1.37.2 \
  github.com/influxdata/telegraf/plugins/parsers/json_v2@v1.37.2 github.com/influxdata/telegraf/testutil@v1.37.2 >/dev/null 2>&1
go run . | tee out
printf '%s\n' \
  "json odd 9007199254740992" "json all 18446744073709551616" "json minus -1" \
  "json_v2 int odd 9007199254740993" "json_v2 int all -1" "json_v2 int minus -1" \
  "json_v2 uint odd 9007199254740993" "json_v2 uint all 18446744073709551615" "json_v2 uint minus 18446744073709551615" \
  "json_v2 string odd 9.007199254740992e+15" "json_v2 string all 1.8446744073709552e+19" "json_v2 string minus -1" | cmp - out
