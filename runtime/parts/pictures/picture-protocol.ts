/** Messages between the service and the process that draws a picture. */

import type { PictureOrder } from "./picture-order.ts";

export type PictureFormat = "png" | "svg";

export interface DrawOrder extends PictureOrder {
  readonly format: PictureFormat;
  readonly theme: "light" | "dark";
}

/**
 * The picture itself comes through standard output. `refused`: the request is invalid; `missing`: the package that a PNG
 * needs is not installed.
 */
export type DrawAnswer =
  | { readonly answer: "done" }
  | { readonly answer: "refused" | "missing" | "failed"; readonly message: string };
