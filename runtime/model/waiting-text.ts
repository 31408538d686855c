/** `1 message waits`, `7 messages wait`: in the status of logs and stores. */
export function waitingText(messages: number): string {
  return messages === 1 ? "1 message waits" : `${messages} messages wait`;
}
