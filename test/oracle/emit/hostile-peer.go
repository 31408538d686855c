// Prints what a parser of Protocol Buffers reads in rig.proto: comments and options; and the comments in kaitai.txt, as Go.
package main

import (
	"context"
	"encoding/json"
	"go/parser"
	"go/token"
	"os"

	"github.com/bufbuild/protocompile"
	"google.golang.org/protobuf/reflect/protoreflect"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	compiler := protocompile.Compiler{
		Resolver:       protocompile.WithStandardImports(&protocompile.SourceResolver{}),
		SourceInfoMode: protocompile.SourceInfoStandard,
	}
	files, err := compiler.Compile(context.Background(), "rig.proto")
	must(err)
	said := map[string]any{}
	messages := files[0].Messages()
	for index := 0; index < messages.Len(); index++ {
		fields := messages.Get(index).Fields()
		for at := 0; at < fields.Len(); at++ {
			field := fields.Get(at)
			options := map[string]string{}
			field.Options().ProtoReflect().Range(func(kind protoreflect.FieldDescriptor, value protoreflect.Value) bool {
				options[string(kind.FullName())] = value.String()
				return true
			})
			comment := files[0].SourceLocations().ByDescriptor(field).LeadingComments
			said[string(field.Name())] = map[string]any{"comment": comment, "options": options}
		}
	}
	comments := []string{}
	parsed, err := parser.ParseFile(token.NewFileSet(), "kaitai.txt", nil, parser.ParseComments)
	must(err)
	for _, group := range parsed.Comments {
		comments = append(comments, group.Text())
	}
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{"proto": said, "kaitai": comments}))
}
