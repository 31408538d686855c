/** What stands on the page while nothing came: where to send, a line to try, a header to begin with. */

import type { MeasurementDescription } from "../../../api/measurement-catalogue.ts";
import type { Overview } from "./api.ts";
import { copyFrom } from "./clipboard.ts";
import { button, element } from "./dom.ts";

const HEADER = `// headers/first.h, listed in channels.ini
#include <stdint.h>

struct struct_probe {
  uint8_t  length;
  uint8_t  ID;
  uint16_t voltage;  // @rule: name=volts; expr=voltage / 100; unit=V
  int16_t  celsius;  // @rule: name=temperature; expr=celsius / 10; unit=°C
} probe = {6, 1};
`;

export class FirstSteps {
  readonly root = element("section", { class: "first-steps", "aria-label": "First steps" });

  constructor() {
    this.root.hidden = true;
  }

  /** Goes away by itself when the first message has come. */
  show(overview: Overview, drawn: readonly MeasurementDescription[]): void {
    const isWanted = !drawn.some(({ stored }) => stored);
    if (isWanted && this.root.hidden) this.root.replaceChildren(...steps(overview, drawn));
    this.root.hidden = !isWanted;
  }
}

function steps({ measurements }: Overview, drawn: readonly MeasurementDescription[]): HTMLElement[] {
  const { origin, hostname } = location;
  const ports = new Map(
    measurements.flatMap(({ group, udpPort }) => (udpPort === undefined ? [] : [[group, udpPort]])),
  );
  const udp = [...ports].map(([channel, port]) =>
    element("li", {}, `UDP channel ${channel}: `, element("code", {}, `${hostname}:${port}`)),
  );
  const curl = `curl -H 'Content-Type: application/json' -d '{"temperature": 21.5}' ${origin}/api/lab/test/desk/node-1/data`;
  return [
    element("h2", {}, drawn.length === 0 ? "Nothing has been sent yet" : "Waiting for the first message"),
    element("p", {}, "This page becomes panels by itself when the first message comes. It listens here:"),
    element(
      "ul",
      {},
      ...udp,
      element("li", {}, "HTTP: ", element("code", {}, `POST ${origin}/api/<realm>/<network>/<gateway>/<node>/data`)),
      element("li", {}, "MQTT: ", element("code", {}, "<realm>/<network>/<gateway>/<node>/data.json")),
    ),
    element("h3", {}, "Try it with one line"),
    snippet(curl),
    element("h3", {}, "Or begin with a header of the firmware"),
    element(
      "p",
      {},
      "Each struct with a length and an ID becomes a panel, each rule a unit. List the file in channels.ini and run npm run gen.",
    ),
    snippet(HEADER),
  ];
}

function snippet(text: string): HTMLElement {
  const shown = element("pre", { tabindex: "0" }, text);
  const copy = button("Copy", { class: "copy" }, () => {
    void copyFrom(shown).then((isCopied) => {
      copy.textContent = isCopied ? "Copied" : "Selected";
      setTimeout(() => {
        copy.textContent = "Copy";
      }, 1500);
    });
  });
  return element("div", { class: "snippet" }, shown, copy);
}
