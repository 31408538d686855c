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
  /** How often all was undone: what was typed since is gone, too. */
  readonly undone: number;
}

export const settings = signal<OpenSettings | undefined>(undefined);

export function openSettings({ id }: Panel): void {
  settings.value = { id, before: layout.settings(id), undoing: new Map(), undone: 0 };
}

export function closeSettings(): void {
  settings.value = undefined;
}

export function undoSettings(): void {
  if (settings.value === undefined) return;
  const { id, before, undoing, undone } = settings.value;
  settings.value = { ...settings.value, undone: undone + 1 };
  layout.replace(id, before);
  const all = [...undoing.values()];
  undoing.clear();
  void Promise.all(all.map((undo) => undo())).catch((error: Error) => report(error.message));
}
