/** What to do before the first message: the listeners, and three ways to send one. */

import type { JSX } from "preact";
import { useRef, useState } from "preact/hooks";
import { copyFrom } from "../app/clipboard.ts";
import type { Overview } from "../data/api.ts";
import { say } from "../text/words.ts";

const HEADER = `#include <stdint.h>
struct struct_probe {
  uint8_t  length;
  uint8_t  ID;
  uint16_t voltage;  // @rule: name=volts; expr=voltage / 100; unit=V
} probe = {4, 1};
`;
const COPIED_MS = 1500;

export function Steps({ overview, isEmpty }: { readonly overview: Overview; readonly isEmpty: boolean }): JSX.Element {
  const { origin, port, protocol, hostname } = location;
  const ports = new Map(
    overview.measurements.flatMap(({ group, udpPort }) => (udpPort === undefined ? [] : [[group, udpPort]])),
  );
  const udp = [...ports].map(([channel, number]) => `, UDP ${number} (${channel})`);
  const listens = `HTTP ${port === "" ? (protocol === "https:" ? "443" : "80") : port}${udp.join("")}`;
  return (
    <>
      <p class="listening">
        <span class="dot" aria-hidden="true" />
        <strong>{isEmpty ? say("Listening, nothing received yet") : say("Waiting for the first message")}</strong>
        <small>{`${listens}. ${say("Panels appear here when a message arrives.")}`}</small>
      </p>
      <div class="ways">
        <Way title={say("One line over HTTP")} about={say("The quickest way. Any JSON with numbers becomes a chart.")}>
          {`curl -H 'Content-Type: application/json' \\\n  -d '{"temperature": 21.5}' \\\n${origin}/api/lab/test/desk/node-1/data`}
        </Way>
        <Way title="MQTT" about={say("For devices with MQTT. The topic is the address.")}>
          {`mosquitto_pub -h ${hostname} \\\n  -t lab/test/desk/node-1/data.json \\\n  -m '{"temperature": 21.5}'`}
        </Way>
        <Way
          title={say("A header of your firmware")}
          about={say(
            "Each struct becomes a panel, each rule a unit. List the file in channels.ini, then run structline gen (in a clone: npm run gen).",
          )}
        >
          {HEADER}
        </Way>
      </div>
      <p class="hint">
        {say("No device yet?")} <code>structline demo</code> {say("starts a simulated rig.")}{" "}
        <a href="docs/">{say("Documentation")}</a>
      </p>
    </>
  );
}

function Way(props: { readonly title: string; readonly about: string; readonly children: string }): JSX.Element {
  const { title, about, children } = props;
  const text = useRef<HTMLPreElement>(null);
  const [label, setLabel] = useState(say("Copy"));
  const copy = async () => {
    setLabel((await copyFrom(text.current!)) ? say("Copied") : say("Selected"));
    setTimeout(() => setLabel(say("Copy")), COPIED_MS);
  };
  return (
    <article>
      <h2>{title}</h2>
      <p>{about}</p>
      <pre ref={text} tabIndex={0} role="region" aria-label={title}>
        {children}
      </pre>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>
    </article>
  );
}
