/** Topics of Sparkplug: `spBv1.0/<group>/<kind>/<edge>` and `…/<device>`. Pure. */

export const NAMESPACE = "spBv1.0";

export interface SparkplugTopic {
  readonly group: string;
  readonly kind: "NBIRTH" | "NDATA" | "NDEATH" | "DBIRTH" | "DDATA" | "DDEATH";
  readonly edge: string;
  /** Absent in those of the edge node itself. */
  readonly device: string | undefined;
}

const FORM = /^spBv1\.0\/([^/]+)\/(?:(N(?:BIRTH|DATA|DEATH))\/([^/]+)|(D(?:BIRTH|DATA|DEATH))\/([^/]+)\/([^/]+))$/;

export function topicIn(text: string): SparkplugTopic | undefined {
  const [, group = "", node, edge = "", device, edgeOfDevice = "", name] = FORM.exec(text) ?? [];
  if (group === "") return undefined;
  const kind = (node ?? device) as SparkplugTopic["kind"];
  return { group, kind, edge: edge || edgeOfDevice, device: name };
}

export function deviceTopic({ group, edge }: SparkplugTopic, device: string): string {
  return `${NAMESPACE}/${group}/DDEATH/${edge}/${device}`;
}
