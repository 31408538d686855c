/** All parts. A new one is a folder here, and its line. */

import { ALARMS_PART } from "./alarms/part.ts";
import { ARCHIVE } from "./archive/part.ts";
import { BROKER } from "./broker/part.ts";
import { CAN } from "./can/part.ts";
import { CAPTURES } from "./captures/part.ts";
import { CLUSTER_PART } from "./cluster/part.ts";
import { CODECS } from "./codecs/part.ts";
import { COLUMNS } from "./columns/part.ts";
import { COMMANDS_PART } from "./commands/part.ts";
import { DOCS } from "./docs/part.ts";
import { FOXGLOVE } from "./foxglove/part.ts";
import { GRAFANA_PART } from "./grafana/part.ts";
import { INFLUXDB } from "./influxdb/part.ts";
import { INFLUXQL_QUERY } from "./influxql/part.ts";
import { KOTORI } from "./kotori/part.ts";
import { LINES } from "./lines/part.ts";
import { LORAWAN } from "./lorawan/part.ts";
import type { LeftOutPart, PartKind } from "./part-kind.ts";
import { PICTURES } from "./pictures/part.ts";
import { POSTGRES } from "./postgres/part.ts";
import { PROTOBUF } from "./protobuf/part.ts";
import { PUBLISH_PART } from "./publish/part.ts";
import { REJECTS } from "./rejects/part.ts";
import { RELEASES_PART } from "./releases/part.ts";
import { REPLAY } from "./replay/part.ts";
import { ROUTER } from "./router/part.ts";
import { RUNS } from "./runs/part.ts";
import { S3_PART } from "./s3/part.ts";
import { SERIAL } from "./serial/part.ts";
import { SIMULATE } from "./simulate/part.ts";
import { SPARKPLUG } from "./sparkplug/part.ts";
import { SQL } from "./sql/part.ts";
import { STATES } from "./states/part.ts";
import { TIMES } from "./times/part.ts";
import { USERS } from "./users/part.ts";

/** What this build does not have: a build with `--without` writes it here. */
export const LEFT_OUT: readonly LeftOutPart[] = [];

export const PARTS: readonly PartKind[] = [
  CLUSTER_PART,
  SIMULATE,
  REJECTS,
  ARCHIVE,
  USERS,
  CAPTURES,
  SERIAL,
  CAN,
  BROKER,
  POSTGRES,
  INFLUXDB,
  S3_PART,
  COMMANDS_PART,
  LORAWAN,
  LINES,
  PROTOBUF,
  SPARKPLUG,
  KOTORI,
  ROUTER,
  ALARMS_PART,
  PUBLISH_PART,
  FOXGLOVE,
  INFLUXQL_QUERY,
  SQL,
  RELEASES_PART,
  REPLAY,
  TIMES,
  CODECS,
  COLUMNS,
  RUNS,
  PICTURES,
  STATES,
  GRAFANA_PART,
  DOCS,
];
