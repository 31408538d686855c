/** The settings that are open: changes are shown at once, and undone unless they are confirmed. */

import { signal } from "@preact/signals";
import { layout, report } from "../app/page.ts";
import type { Panel } from "../panel/panel.tsx";
import type { PanelSettings } from "../panel/panel-settings.ts";

interface OpenSettings {
  /** Of the panel: one that was removed and has returned is a new object. */
  readonly id: string;
  readonly before: PanelSettings;
  /** What "Undo all" does beside the layout: one entry for each field whose limits were changed. */
  readonly undoing: Map<string, () => Promise<void>>;
}

export const settings = signal<OpenSettings | undefined>(undefined);

export function openSettings({ id }: Panel): void {
  settings.value = { id, before: layout.settings(id), undoing: new Map() };
}

export function closeSettings(): void {
  settings.value = undefined;
}

export function undoSettings(): void {
  if (settings.value === undefined) return;
  const { id, before, undoing } = settings.value;
  layout.replace(id, before);
  const all = [...undoing.values()];
  undoing.clear();
  void Promise.all(all.map((undo) => undo())).catch((error: Error) => report(error.message));
}
