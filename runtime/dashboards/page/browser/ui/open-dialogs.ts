/** Dialogs of the whole page, loaded when they are opened. */

const dialogs = () => import("./page-dialogs.tsx");

export const showKeys = (): void => void dialogs().then(({ openKeys }) => openKeys());
export const askZone = (): void => void dialogs().then(({ openZone }) => openZone());
