/** Dialogs of the whole page, loaded when they are opened. */

const dialogs = () => import("./page-dialogs.ts");

export const showKeys = (): void => void dialogs().then(({ openKeys }) => openKeys());
export const askZone = (): void => void dialogs().then(({ openZone }) => openZone());
