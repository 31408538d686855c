/** Dialogs of the whole page, loaded when they are opened. */

import { loadPart } from "../data/load-part.ts";

const dialogs = () => loadPart(() => import("./page-dialogs.tsx"));

export const showKeys = (): void => void dialogs().then(({ openKeys }) => openKeys());
export const askZone = (): void => void dialogs().then(({ openZone }) => openZone());
