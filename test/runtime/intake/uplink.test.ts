import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted } from "../../../runtime/intake/intake.ts";
import { formatNs } from "../../../runtime/model/clock.ts";
import { decodeDeviceMessage } from "../../support/device-messages.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";

function decode(body: unknown) {
  const payload = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const message = {
    source: "http",
    sender: "",
    contentType: "application/json",
    receivedNs: 1_800_000_000_000_001_000n,
  } as const;
  const { points, rejections, ignored } = decodeDeviceMessage(
    { ...message, address: "ttn/channel/dev-7/data", payload },
    { realms: [] },
  );
  const [point] = points;
  const row = point && Object.fromEntries(point.columns.map(({ name }, index) => [name, point.values[index]]));
  return {
    row,
    at: point?.timeSource === "payload" ? formatNs(point.timeNs) : point?.timeSource,
    ignored,
    errors: rejections.map(({ error }) => error.message),
  };
}

const FULL = {
  end_device_ids: { device_id: "dev-7", application_ids: { application_id: "app" }, dev_eui: "70B3D57ED0001234" },
  correlation_ids: ["as:up:01"],
  received_at: "2026-01-31T12:00:00.123456789Z",
  uplink_message: {
    f_port: 2,
    f_cnt: 1234,
    frm_payload: "AQID",
    decoded_payload: { temperature_1: 22.5, relative_humidity_2: 48, gps: { lat: 52.1, lon: 13.2 } },
    rx_metadata: [
      { gateway_ids: { gateway_id: "gw-roof", eui: "B827EBFFFE000001" }, rssi: -71, channel_rssi: -71, snr: 9.25 },
      { gateway_ids: { gateway_id: "gw-cellar" }, rssi: -112 },
      { gateway_ids: { gateway_id: "gw-roof" }, rssi: -80, snr: 5 },
    ],
    settings: {
      data_rate: { lora: { bandwidth: 125000, spreading_factor: 7 } },
      frequency: "868300000",
      timestamp: 2463457000,
    },
    received_at: "2026-01-31T11:59:59.9Z",
  },
};

test("The Things Stack: full message [D29]", () => {
  assert.deepEqual(decode(FULL), {
    row: {
      device_id: "dev-7",
      bw: 125,
      sf: 7,
      freq: 868.3,
      counter: 1234,
      gtw_count: 3,
      "gw_gw-roof_rssi": -71,
      "gw_gw-roof_snr": 9.25,
      "gw_gw-cellar_rssi": -112,
      temperature_1: 22.5,
      relative_humidity_2: 48,
      "gps.lat": 52.1,
      "gps.lon": 13.2,
    },
    at: "2026-01-31T12:00:00.123456789Z",
    ignored: undefined,
    errors: [],
  });
});

test("The Things Stack: minimal and filtered bodies [D29]", () => {
  assert.deepEqual(decode({ uplink_message: { decoded_payload: { t: 1 } } }).row, { t: 1 });
  assert.equal(decode({ uplink_message: { decoded_payload: { t: 1 } } }).at, "receipt");
  assert.deepEqual(decode({ t: 1, h: 2 }).row, { t: 1, h: 2 });
});

test("the network's time counts; a member of the payload named like a time is a value, whatever it is [D54, D57]", () => {
  const { uplink_message } = FULL;
  const withTime = (time: unknown, name = "time") =>
    decode({ ...FULL, uplink_message: { ...uplink_message, decoded_payload: { t: 1, [name]: time } } });
  for (const time of ["2026-01-31T10:00:00Z", 4, null, "noon", { h: 1 }, [1, 2], true]) {
    for (const name of ["time", "timestamp", "date", "ts"]) {
      const { at, errors } = withTime(time, name);
      assert.deepEqual([at, errors], ["2026-01-31T12:00:00.123456789Z", []], `${name} = ${JSON.stringify(time)}`);
    }
  }
  assert.equal(withTime(4).row?.["payload.time"], 4);
  assert.equal(withTime(4, "timestamp").row?.["timestamp"], 4);
});

test("any part may be missing or have another shape [D29]", () => {
  const parts = ["settings", "rx_metadata", "f_cnt", "decoded_payload"] as const;
  for (const part of parts) {
    for (const value of [undefined, null, 5, "x", [], {}, [5, null, { gateway_ids: 7 }]]) {
      const { errors, row } = decode({ ...FULL, uplink_message: { ...FULL.uplink_message, [part]: value } });
      assert.deepEqual(errors, [], `${part} = ${JSON.stringify(value)}`);
      assert.equal(row?.["device_id"], "dev-7");
    }
  }
  assert.deepEqual(decode({ uplink_message: {} }).errors, ["Uplink has no values"]);
});

test("the network's columns keep their names, and the payload's members have their own [D57]", () => {
  const payload = { counter: 5, device_id: 4711, freq: 1, bw: 2, sf: 3, gtw_count: 4, "gw_gw-roof_rssi": 6 };
  const { row } = decode({ ...FULL, uplink_message: { ...FULL.uplink_message, decoded_payload: payload } });
  const bare = decode({ ...FULL, uplink_message: { ...FULL.uplink_message, decoded_payload: {} } }).row;
  const own = Object.entries(payload).map(([name, value]) => [`payload.${name}`, value]);
  assert.deepEqual(row, { ...bare, ...Object.fromEntries(own) });
});

test("other webhook events are counted, not stored [D29]", () => {
  const ids = { end_device_ids: { device_id: "dev-7" }, received_at: "2026-01-31T12:00:00Z" };
  const others: readonly (readonly [object, string])[] = [
    [{ ...ids, join_accept: { session_key_id: "x" } }, "join_accept"],
    [{ ...ids, downlink_ack: {} }, "downlink_ack"],
    [{ ...ids, downlink_queued: {} }, "downlink_queued"],
    [{ ...ids, location_solved: {} }, "location_solved"],
    [ids, "unknown"],
    [{ deviceInfo: { devEui: "01" }, devAddr: "00" }, "join"],
    [{ deviceInfo: { devEui: "01" }, acknowledged: true, queueItemId: "x" }, "ack"],
    [{ deviceInfo: { devEui: "01" }, margin: 10, batteryLevel: 50 }, "status"],
    [{ deviceInfo: { devEui: "01" }, level: "ERROR", code: "X" }, "log"],
    [{ deviceInfo: { devEui: "01" }, queueItemId: "x", gatewayId: "y" }, "txack"],
  ];
  assert.deepEqual(
    others.map(([body]) => decode(body)),
    others.map(([, event]) => ({ row: undefined, at: undefined, ignored: [event], errors: [] })),
  );
});

test("events of a network server are counted for each source, also beside telemetry [D29]", async () => {
  const { core, activity, clock } = new MemoryIntake();
  const about = { source: "http", address: "ttn/channel/dev-7/data", sender: "", contentType: "application/json" };
  const join = { end_device_ids: { device_id: "dev-7" }, join_accept: {} };
  for (const body of [join, [join, { temperature: 1 }]]) {
    const { readings } = await accepted(core, {
      ...about,
      receivedNs: clock.nowNs(),
      payload: Buffer.from(JSON.stringify(body)),
    });
    assert.equal(readings, Array.isArray(body) ? 1 : 0);
  }
  assert.deepEqual(
    Array.from(activity.sources(), ({ source, received, ignored }) => ({ source, received, ignored })),
    [{ source: "http", received: 2, ignored: 2 }],
  );
});

test("ChirpStack v4 uplink", () => {
  const body = {
    deduplicationId: "3ac7e3c4-4401-4b8d-9386-a5c902f9202d",
    time: "2026-01-31T12:00:00.433777+00:00",
    deviceInfo: { tenantName: "ChirpStack", applicationName: "app", deviceName: "dev-7", devEui: "0101010101010101" },
    devAddr: "00189440",
    adr: true,
    dr: 1,
    fCnt: 4,
    fPort: 1,
    confirmed: false,
    data: "qg==",
    object: { temperatureSensor: { 1: 22.5 }, ok: true },
    rxInfo: [{ gatewayId: "0016c001f153a14c", uplinkId: 4217106255, rssi: -36, snr: 10.5, crcStatus: "CRC_OK" }],
    txInfo: { frequency: 867100000, modulation: { lora: { bandwidth: 125000, spreadingFactor: 11 } } },
  };
  assert.deepEqual(decode(body), {
    row: {
      device_id: "dev-7",
      bw: 125,
      sf: 11,
      freq: 867.1,
      counter: 4,
      gtw_count: 1,
      gw_0016c001f153a14c_rssi: -36,
      gw_0016c001f153a14c_snr: 10.5,
      "temperatureSensor.1": 22.5,
      ok: 1,
    },
    at: "2026-01-31T12:00:00.433777000Z",
    ignored: undefined,
    errors: [],
  });
});
