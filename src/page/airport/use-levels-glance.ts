import { useTranslation } from 'react-i18next'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import { addWords } from '../i18n/add-words.ts'
import { usePlaceLevels, useSnoozeOf } from '../live/levels/use-levels.ts'
import { usePlaces } from '../live/places/place-store.ts'
import { useLightningLine } from '../live/use-line-state.ts'
import { usePage } from '../state/page-store.ts'
import type { Tone } from '../ui/badge.tsx'
import { ladderTone } from './level-tone.ts'
import { headlineText, type LevelTeller, ruleText, snoozeText } from './level-words.ts'
import { isOutsideHours } from './outside-hours.ts'

addWords(import.meta.glob('../../locales/*/levels.json', { eager: true, import: 'default' }))

/** A lightning ladder, and the words for it. */
export interface LadderGlance {
  state: PlaceState
  /** The whole second, Unix ms. */
  nowMs: number
  teller: LevelTeller
  /** The page evaluates it, because the server is silent. */
  isOfPage: boolean
}

export interface LevelsGlance {
  tone: Tone
  text: string
  /** Source of the rule, and who evaluates it if not the server; empty while nothing is on or possible. */
  title: string
  /** End of a snooze and its author; empty without a snooze. */
  snoozed: string
  /** Null while unknown. */
  ladder: LadderGlance | null
}

/**
 * The headline of the levels of an airport or a place: the same words in chips, panels, on board and wall. `zone`: the
 * only time zone of a wall.
 */
export function useLevelsGlance(id: string, zone?: string): LevelsGlance {
  const { t } = useTranslation('levels')
  const lang = usePage((state) => state.lang)
  const read = usePlaceLevels(id)
  const { isFresh, kind } = useLightningLine()
  const snooze = useSnoozeOf(id)
  const place = usePlaces(({ byId }) => byId.get(id))
  if (read.kind === 'none') return { tone: 'unknown', text: t('unwatched'), title: '', snoozed: '', ladder: null }
  if (read.kind === 'loading') {
    const text = t(isFresh || kind === 'connecting' ? 'loading' : 'noData')
    return { tone: 'unknown', text, title: '', snoozed: '', ladder: null }
  }
  const { lightning, nowMs, by, silentSinceMs } = read
  const teller = { t, lang, ...(zone !== undefined && { zone }) }
  const isOfPage = by === 'page' && silentSinceMs !== null
  return {
    tone: ladderTone(lightning),
    text:
      lightning.level === null && isOutsideHours(place, nowMs) ? t('outside') : headlineText(lightning, nowMs, teller),
    // Most readers, each second, need neither.
    get title() {
      const level = lightning.levels.find((each) => each.id === lightning.level)
      const rule = level && lightning.rule ? ruleText(lightning.rule, level.holdMin, id, teller) : null
      return [rule, by === 'page' ? t('byPage') : null].filter((each) => each !== null).join(' · ')
    },
    get snoozed() {
      return snoozeText(snooze, nowMs, teller)
    },
    ladder: { state: lightning, nowMs, teller, isOfPage },
  }
}
