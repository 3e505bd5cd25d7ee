/** Takes all steps of what is done in steps; the answer is what comes of it. */
export function resultOf<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
