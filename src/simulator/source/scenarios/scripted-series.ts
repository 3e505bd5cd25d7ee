/** One of a series of storms that follow each other. */
export interface Turn {
  index: number
  /** Since it began. */
  sinceMs: number
  /** 0 to 1; concurrent strengths add up to 1. */
  strength: number
}

/**
 * Concurrent storms of a series with one every `everyMs`: it grows within `fadeMs` while the previous one fades, so
 * that the total strength is constant.
 */
export function turnsAt(ms: number, everyMs: number, fadeMs: number): Turn[] {
  const index = Math.floor(ms / everyMs)
  const sinceMs = ms - index * everyMs
  if (sinceMs >= fadeMs) return [{ index, sinceMs, strength: 1 }]
  const strength = Math.sin((Math.PI / 2) * (sinceMs / fadeMs)) ** 2
  return [
    { index, sinceMs, strength },
    { index: index - 1, sinceMs: sinceMs + everyMs, strength: 1 - strength },
  ]
}
