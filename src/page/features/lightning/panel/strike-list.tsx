import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { clockText, countText, positionText } from '../../core/format.ts'
import { chosenBy } from '../../core/strike-choice.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { LISTED_MAX, ThingsInView } from '../../shell/things-in-view.tsx'
import { StrikeGlyph } from './strike-glyph.tsx'
import { strikeId } from './strike-id.ts'
import { strikeSourceOf } from './strike-source.ts'
import './words.ts'

const MINUTE_MS = 60_000
const POLARITY_WORDS = { '-1': 'negative', '0': 'unknown', '1': 'positive' } as const

/** The newest strikes in view. */
export function StrikeList({ words }: { words: TFunction }) {
  const { t } = useTranslation('lightning')
  const source = strikeSourceOf(useContract())
  const { columns } = useShownStrikes()

  function look() {
    const { shownAtMs, windowMinutes, strikeChoice } = useShell.getState()
    const endMs = shownAtMs ?? source.nowMs()
    const sinceMs = endMs - windowMinutes * MINUTE_MS
    const chosen = { ...chosenBy(strikeChoice), ...(shownAtMs !== null && { untilMs: endMs }) }
    const strikes = columns
      .latest(LISTED_MAX, sinceMs, source.view, chosen)
      .map((sequence) => columns.at(sequence)!)
      .sort((a, b) => b.timeMs - a.timeMs)
    const things = strikes.map((strike) => {
      const position = positionText(strike.lat, strike.lon, 2)
      const time = clockText(strike.timeMs, 'UTC', true)
      return {
        kind: 'strike',
        id: strikeId(strike),
        at: strike,
        said: t(POLARITY_WORDS[`${strike.polarity}`]),
        content: (
          <>
            <StrikeGlyph polarity={strike.polarity} />
            <span>{time} UTC</span>
            <span>{position}</span>
          </>
        ),
      }
    })
    return { things, all: columns.countSince(sinceMs, source.view, chosen) }
  }

  return (
    <ThingsInView
      title={words('list.title')}
      look={look}
      note={(shown, all) => words('list.newest', { shown: countText(shown), all: countText(all) })}
      none={words('list.none')}
    />
  )
}
