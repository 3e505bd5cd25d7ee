/** Runs a generator to its end and returns its result. */
export function resultOf<T>(steps: Iterator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}
