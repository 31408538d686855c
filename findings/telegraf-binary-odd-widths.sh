#!/bin/sh
# Telegraf's parser `binary` takes integers of fewer bits than their type has, and two things go wrong without an error:
# little-endian bytes are put at the wrong end of the type (three bytes A1 B2 C3 as a uint32 of 24 bits are 0xC3B2A100, not 0xC3B2A1),
# and a negative big-endian number keeps no sign (FF FF FE as an int32 of 24 bits is 16777214, not -2).
# Seen with github.com/influxdata/telegraf v1.37.2 and Go 1.26; needs go. Fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'chmod -R u+w "$folder"; rm -rf "$folder"' EXIT
cd "$folder"
export GOFLAGS=-mod=mod GOPATH="$folder/go" GOCACHE="$folder/cache"
cat >main.go <<'END'
package main

import (
	"fmt"

	"github.com/influxdata/telegraf/plugins/parsers/binary"
)

func read(order, kind string, bytes []byte, want int64) {
	entry := binary.Entry{Name: "v", Type: kind, Bits: uint64(8 * len(bytes))}
	parser := &binary.Parser{Endianness: order, Configs: []binary.Config{{MetricName: "m", Entries: []binary.Entry{entry}}}}
	if err := parser.Init(); err != nil {
		panic(err)
	}
	metrics, err := parser.Parse(bytes)
	if err != nil {
		panic(err)
	}
	value, _ := metrics[0].GetField("v")
	fmt.Printf("%s %s, % X: %v, is %d\n", order, kind, bytes, value, want)
}

func main() {
	read("le", "uint32", []byte{0xA1, 0xB2, 0xC3}, 0xC3B2A1)
	read("be", "uint32", []byte{0xA1, 0xB2, 0xC3}, 0xA1B2C3)
	read("le", "int32", []byte{0xFE, 0xFF, 0xFF}, -2)
	read("be", "int32", []byte{0xFF, 0xFF, 0xFE}, -2)
}
END
go mod init probe >/dev/null 2>&1
go get github.com/influxdata/telegraf/plugins/parsers/binary@v1.37.2 >/dev/null 2>&1
go run . | tee out
printf '%s\n' \
  "le uint32, A1 B2 C3: 3283263744, is 12825249" \
  "be uint32, A1 B2 C3: 10597059, is 10597059" \
  "le int32, FE FF FF: -512, is -2" \
  "be int32, FF FF FE: 16777214, is -2" | cmp - out
