import { useState } from 'react'
import type { StormsNow } from '../../live/storms/watch-storms.ts'

/** The map lets words that change fade in anew: each second, those of the busiest storms would never stand still. */
const TELL_EVERY_MS = 10_000

const spanOf = ({ atMs }: StormsNow) => Math.floor(atMs / TELL_EVERY_MS)

/**
 * The storms as the map's words tell of them: as they were found when ten seconds began, while outlines go with each look.
 * In the first ten seconds of a time that is shown, strikes may still be loading: words go with each look, too.
 */
export function useToldStorms(now: StormsNow): StormsNow {
  const [held, setHeld] = useState({ told: now, sinceMs: now.atMs })
  const spans = spanOf(now) - spanOf(held.told)
  const sinceMs = spans === 0 || spans === 1 ? held.sinceMs : now.atMs
  const isDue = spans !== 0 || now.atMs - sinceMs < TELL_EVERY_MS
  if (!isDue || now === held.told) return held.told
  setHeld({ told: now, sinceMs })
  return now
}
