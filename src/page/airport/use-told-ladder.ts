import type { PlaceState } from '../../contract/watch/place-states.ts'
import type { HoldTimer } from '../../core/airports/lightning-hold-timer.ts'
import { levelStrings } from '../i18n/level-strings.ts'
import { useWords } from '../i18n/use-words.ts'
import { usePlaceLevels } from '../live/levels/use-levels.ts'
import { usePage } from '../state/page-store.ts'
import type { LevelTeller } from './level-words.ts'

/** A lightning ladder that has something to tell, and the words for it. */
export interface ToldLadder {
  state: PlaceState
  /** The whole second, Unix ms. */
  nowMs: number
  teller: LevelTeller
}

/**
 * The lightning ladder of an airport or a place where it tells more than its rings do. Null while it is not known, and where none of
 * its levels is triggered or possible, no work is stopped and nothing struck in a ring: then the rings tell what was not detected,
 * and for how long.
 */
export function useToldLadder(id: string, holdTimer: HoldTimer | null): ToldLadder | null {
  const t = useWords('levels', levelStrings)
  const lang = usePage((page) => page.lang)
  const read = usePlaceLevels(id)
  if (read.kind !== 'told') return null
  const { lightning, own, nowMs } = read
  const told = { state: lightning, nowMs, teller: { t, lang } }
  if (lightning.state !== 'off' || lightning.stops.length > 0) return told
  const isStruck = holdTimer?.rings.some(({ hold }) => hold.kind === 'struck')
  // Rings of one's own go on where the levels have ended.
  return isStruck && (own?.state ?? 'off') === 'off' ? told : null
}
