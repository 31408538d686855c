/** Epoch ms that go on when the computer's clock is set. No DOM. */
export function steadyMs(): number {
  return performance.timeOrigin + performance.now();
}
