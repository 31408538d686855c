/** An InfluxDB as configured. */

export interface InfluxSettings {
  readonly kind: "influxdb";
  /** `auto` detects it. */
  readonly version: "auto" | "1" | "2" | "3";
  /** `http://host:8086` */
  readonly url: string;
  readonly username: string | undefined;
  readonly password: string | undefined;
  readonly token: string | undefined;
  readonly org: string | undefined;
}
