/**
 * The least that draws the series of `page.ts` in a browser: uPlot, a chart for each column of the panels in view, drawn when they have
 * new rows and a row is a pixel, as the page does it.
 */

import uPlot from "uplot";
import { WampClient } from "../../runtime/dashboards/page/browser/data/wamp-client.ts";

const RANGE_MS = 60_000;
const WIDTH = 600;
const HEIGHT = 120;
const COLUMNS = ["volts", "amps", "rpm"];

const panels = new Map();
const seen = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries)
    for (const panel of panels.values()) if (panel.root === target) panel.isSeen = isIntersecting;
});

function panelOf(measurement) {
  const known = panels.get(measurement);
  if (known !== undefined) return known;
  const root = document.createElement("section");
  root.className = "panel";
  document.body.append(root);
  const plots = COLUMNS.map(() => {
    const series = [{}, { stroke: "#24629f", width: 1.5 }];
    const options = { width: WIDTH, height: HEIGHT, series, legend: { show: false }, cursor: { show: false }, ms: 1 };
    return new uPlot(options, [[], []], root);
  });
  const panel = { rows: [[], [], [], []], plots, root, isNew: false, isSeen: false, drawnMs: 0 };
  panels.set(measurement, panel);
  seen.observe(root);
  return panel;
}

function onEvent({ kwargs: { measurement, time, values } }) {
  const panel = panelOf(measurement);
  const [times, ...columns] = panel.rows;
  times.push(Date.parse(time));
  for (const [i, name] of COLUMNS.entries()) columns[i].push(values[name]);
  const old = times.findIndex((ms) => ms > Date.now() - RANGE_MS);
  if (old > 200) for (const column of panel.rows) column.splice(0, old);
  panel.isNew = true;
}

const url = `ws://${location.host}/ws`;
const client = new WampClient({ url, realm: "lab", onEvent, onState() {}, onAnswered() {} });
client.subscribe([{ uri: new URLSearchParams(location.search).get("topic"), match: "exact" }]);
client.start();

function frame() {
  requestAnimationFrame(frame);
  const now = Date.now();
  for (const panel of panels.values()) {
    if (!panel.isNew || !panel.isSeen || now - panel.drawnMs < RANGE_MS / WIDTH) continue;
    Object.assign(panel, { isNew: false, drawnMs: now });
    for (const [i, plot] of panel.plots.entries())
      plot.batch(() => {
        plot.setData([panel.rows[0], panel.rows[i + 1]], false);
        plot.setScale("x", { min: now - RANGE_MS, max: now });
      });
  }
}
frame();
