/** Decodes coastlines for drawing. No DOM. */

export type Line = readonly (readonly [lon: number, lat: number])[];

export function parseCoast(text: string, stepsPerDegree: number): readonly Line[] {
  return text.split(";").map((written) => {
    const deltas = written.split(" ").map(Number);
    let [lon, lat] = [0, 0];
    const line: [number, number][] = [];
    for (let i = 0; i < deltas.length; i += 2) {
      [lon, lat] = [lon + deltas[i]!, lat + deltas[i + 1]!];
      line.push([lon / stepsPerDegree, lat / stepsPerDegree]);
    }
    return line;
  });
}
