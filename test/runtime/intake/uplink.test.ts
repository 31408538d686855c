import assert from "node:assert/strict";
import { test } from "node:test";
import { accepted } from "../../../runtime/intake/intake.ts";
import { formatNs } from "../../../runtime/model/clock.ts";
import { decodeDeviceMessage } from "../../support/device-messages.ts";
import { MemoryIntake } from "../../support/memory-intake.ts";

function decode(body: unknown) {
  const payload = Buffer.from(typeof body === "string" ? body : JSON.stringify(body));
  const message = { source: "http", sender: "", contentType: "application/json", receivedNs: 1000n } as const;
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

test("a time in the payload takes precedence over the network server's [D29]", () => {
  const { uplink_message } = FULL;
  const withTime = (time: unknown) =>
    decode({ ...FULL, uplink_message: { ...uplink_message, decoded_payload: { t: 1, time } } }).at;
  assert.equal(withTime("2026-01-31T10:00:00Z"), "2026-01-31T10:00:00.000000000Z");
  assert.equal(withTime(null), "2026-01-31T12:00:00.123456789Z");
  const text = JSON.stringify(FULL).replace('"temperature_1":22.5', '"time":1700000000123456789');
  assert.equal(decode(text).at, "2023-11-14T22:13:20.123456789Z");
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

test("values from the device take precedence over metadata of that name", () => {
  const row = decode({ ...FULL, uplink_message: { ...FULL.uplink_message, decoded_payload: { counter: 5 } } }).row;
  assert.equal(row?.["counter"], 5);
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
