#!/bin/sh
# protobufjs and groups of proto2, which Google's compiler accepts: a group in a oneof is refused with "field must be a Field", a oneof in a
# group with "illegal token 'oneof'", and the field of the group 'BigGroup' is called bigGroup, where Google's is biggroup.
# Seen with protobufjs 8.8.1 and protoc of grpcio-tools 1.85.1; fails if that changes.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund protobufjs@8.8.1
python3 -m venv venv
venv/bin/pip install --quiet --disable-pip-version-check grpcio-tools==1.85.1
echo 'syntax = "proto2"; message A { oneof x { int32 a = 1; group B = 2 { } } }' >in_oneof.proto
echo 'syntax = "proto2"; message C { optional group D = 1 { oneof x { int32 a = 1; } } }' >with_oneof.proto
echo 'syntax = "proto2"; message E { optional group BigGroup = 1 { } }' >name.proto
cat >read.js <<'END'
const { loadSync } = require("protobufjs");
for (const name of ["in_oneof", "with_oneof", "name"])
  try {
    const root = loadSync(`${name}.proto`);
    console.log(`protobufjs ${name}:`, root.nestedArray.map(({ fields }) => Object.keys(fields).join()).join());
  } catch (error) {
    console.log(`protobufjs ${name}:`, error.message);
  }
END
{
  node read.js
  venv/bin/python -m grpc_tools.protoc -I. --python_out=. in_oneof.proto with_oneof.proto name.proto
  venv/bin/python -c 'import in_oneof_pb2, with_oneof_pb2, name_pb2
for name, kind in (("in_oneof", in_oneof_pb2.A), ("with_oneof", with_oneof_pb2.C), ("name", name_pb2.E)):
    print("protoc " + name + ":", ",".join(kind.DESCRIPTOR.fields_by_name))'
} | sed 's/ (.*//' | tee out
cat >expected <<'END'
protobufjs in_oneof: field must be a Field
protobufjs with_oneof: illegal token 'oneof'
protobufjs name: bigGroup
protoc in_oneof: a,b
protoc with_oneof: d
protoc name: biggroup
END
cmp expected out
