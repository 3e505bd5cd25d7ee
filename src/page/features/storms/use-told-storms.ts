import { useState } from 'react'
import type { StormsNow } from '../../live/storms/watch-storms.ts'

/** The map lets words that change fade in anew: each second, those of the busiest storms would never stand still. */
const TELL_EVERY_MS = 10_000

/** The storms as the map's words tell of them: as they were found when ten seconds began, while outlines go with each look. */
export function useToldStorms(now: StormsNow): StormsNow {
  const [told, setTold] = useState(now)
  const span = ({ atMs }: StormsNow) => Math.floor(atMs / TELL_EVERY_MS)
  const isDue = span(told) !== span(now) || (told.storms.length === 0 && now.storms.length > 0)
  if (isDue) setTold(now)
  return isDue ? now : told
}
