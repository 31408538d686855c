/** The page's grid has fine rows, so that columns leave no gaps. */

/** Row height of the grid in the style sheet, pixels. */
const ROW_HEIGHT = 2;
const PANEL_GAP = 12;

/** Rows of the page's grid for an element of this height. */
export function rowsFor(height: number): string {
  return String(Math.ceil((Math.round(height) + PANEL_GAP) / ROW_HEIGHT));
}
