/** The page of an export by a device's address: one plot of the table inside the page. Loads and requests nothing. */

import uPlot from "uplot";
import type { PlotTable } from "../../../../api/plot-table.ts";

const COLOURS = ["#0b6bcb", "#c2410c", "#15803d", "#7e22ce", "#be123c", "#0e7490", "#a16207", "#4d4d4d"];
/** Height of the heading and the legend. */
const AROUND_PX = 140;

const { times, series } = JSON.parse(document.querySelector("#data")?.textContent ?? "{}") as PlotTable;
const size = () => ({ width: innerWidth - 32, height: Math.max(240, innerHeight - AROUND_PX) });
const rows = series[0]?.values.length ?? 0;
const plot = new uPlot(
  {
    ...size(),
    scales: { x: { time: times !== undefined } },
    series: [
      { label: times === undefined ? "row" : "time" },
      ...series.map(({ name }, index) => ({
        label: name,
        stroke: COLOURS[index % COLOURS.length] as string,
        spanGaps: true,
        points: { show: rows < 200 },
      })),
    ],
  },
  [
    times === undefined ? Array.from({ length: rows }, (_none, row) => row) : [...times],
    ...series.map(({ values }) => [...values]),
  ],
  document.body,
);
addEventListener("resize", () => plot.setSize(size()));
