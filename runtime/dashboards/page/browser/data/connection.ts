/** Whether the service answers, also with an error. No DOM. */

import { computed, signal } from "@preact/signals";

/** By the browser's clock; undefined while it answers. */
export const goneSinceMs = signal<number | undefined>(undefined);

/** `gone`: its state is unknown. */
export const connection = computed(() => (goneSinceMs.value === undefined ? "there" : "gone"));

export function answered(): void {
  goneSinceMs.value = undefined;
}

/** @param error of a request to the service */
export function failed(error: unknown): void {
  if (!(error instanceof Error && error.name === "AnswerError")) goneSinceMs.value ??= Date.now();
}
