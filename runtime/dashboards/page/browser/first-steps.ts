/** Shown on the page before the first message: the listeners, and three ways to send a first message. */

import type { MeasurementDescription } from "../../../model/measurement.ts";
import type { Overview } from "./api.ts";
import { copyFrom } from "./clipboard.ts";
import { button, element } from "./dom.ts";
import { say } from "./words.ts";

const HEADER = `#include <stdint.h>
struct struct_probe {
  uint8_t  length;
  uint8_t  ID;
  uint16_t voltage;  // @rule: name=volts; expr=voltage / 100; unit=V
} probe = {4, 1};
`;

export class FirstSteps {
  readonly root = element("section", { class: "first-steps", "aria-label": say("First steps") });

  constructor() {
    this.root.hidden = true;
  }

  /** Disappears when the first message has arrived. */
  show(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    const isWanted = !drawn.some(({ stored }) => stored);
    if (isWanted && this.root.hidden) this.root.replaceChildren(...steps(overview, drawn));
    this.root.hidden = !isWanted;
    document.body.classList.toggle("at-first", isWanted && drawn.length === 0);
  }
}

function steps({ measurements }: Overview, drawn: readonly MeasurementDescription[]): HTMLElement[] {
  const { origin, port, protocol } = location;
  const ports = new Map(
    measurements.flatMap(({ group, udpPort }) => (udpPort === undefined ? [] : [[group, udpPort]])),
  );
  const udp = [...ports].map(([channel, number]) => `, UDP ${number} (${channel})`);
  const listens = `HTTP ${port === "" ? (protocol === "https:" ? "443" : "80") : port}${udp.join("")}`;
  return [
    element(
      "p",
      { class: "listening" },
      element("span", { class: "dot", "aria-hidden": "true" }),
      element(
        "strong",
        {},
        drawn.length === 0 ? say("Listening, nothing received yet") : say("Waiting for the first message"),
      ),
      element("small", {}, `${listens}. ${say("Panels appear here when a message arrives.")}`),
    ),
    element(
      "div",
      { class: "ways" },
      way(
        say("One line over HTTP"),
        say("The quickest way. Any JSON with numbers becomes a chart."),
        `curl -H 'Content-Type: application/json' \\\n  -d '{"temperature": 21.5}' \\\n${origin}/api/lab/test/desk/node-1/data`,
      ),
      way(
        "MQTT",
        say("For devices with MQTT. The topic is the address."),
        `mosquitto_pub -h ${location.hostname} \\\n  -t lab/test/desk/node-1/data.json \\\n  -m '{"temperature": 21.5}'`,
      ),
      way(
        say("A header of your firmware"),
        say(
          "Each struct becomes a panel, each rule a unit. List the file in channels.ini, then run structline gen (in a clone: npm run gen).",
        ),
        HEADER,
      ),
    ),
    element(
      "p",
      { class: "hint" },
      `${say("No device yet?")} `,
      element("code", {}, "structline demo"),
      ` ${say("starts a simulated rig.")} `,
      element("a", { href: "docs/" }, say("Documentation")),
    ),
  ];
}

function way(title: string, about: string, text: string): HTMLElement {
  const shown = element("pre", { tabindex: "0", role: "region", "aria-label": title }, text);
  const copy = button(say("Copy"), {}, () => {
    void copyFrom(shown).then((isCopied) => {
      copy.textContent = isCopied ? say("Copied") : say("Selected");
      setTimeout(() => {
        copy.textContent = say("Copy");
      }, 1500);
    });
  });
  return element("article", {}, element("h2", {}, title), element("p", {}, about), shown, copy);
}
