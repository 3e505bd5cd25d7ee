import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { chosenBy } from '../../../../core/strikes/strike-display-options.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { clockText, positionText } from '../../../../core/util/format.ts'
import { FeaturesInViewList, LISTED_MAX } from '../../../desk/panels/features-in-view-list.tsx'
import { useServerConnection } from '../../../live/server-connection.ts'
import { knownShare } from '../../../live/strikes/known-share.ts'
import { useShownStrikes } from '../../../live/strikes/use-shown-strikes.ts'
import { usePage } from '../../../state/page-store.ts'
import { mapBox } from '../layer/map-box.ts'
import { POLARITY_KEYS, StrikeGlyph } from '../row/strike-glyph.tsx'
import { strikeId } from './strike-id.ts'
import '../words.ts'

export function StrikeList({ words }: { words: TFunction }) {
  const { t } = useTranslation('lightning')
  const { clock } = useServerConnection()
  const held = useShownStrikes()
  const { columns } = held

  function look() {
    const { shownAtMs, windowMinutes, strikeDisplay } = usePage.getState()
    const endMs = shownAtMs ?? clock.now()
    const sinceMs = endMs - windowMinutes * MINUTE_MS
    const chosen = { ...chosenBy(strikeDisplay), ...(shownAtMs !== null && { untilMs: endMs }) }
    const strikes = columns
      .latest(LISTED_MAX, sinceMs, mapBox(), chosen)
      .map((sequence) => columns.at(sequence)!)
      .sort((a, b) => b.timeMs - a.timeMs)
    const things = strikes.map((strike) => {
      const position = positionText(strike.lat, strike.lon, 2)
      const time = clockText(strike.timeMs, 'UTC', true)
      return {
        kind: 'strike',
        id: strikeId(strike),
        at: strike,
        said: columns.knowsPolarity ? t(POLARITY_KEYS[`${strike.polarity}`]) : '',
        content: (
          <>
            <StrikeGlyph polarity={strike.polarity} />
            <span>{time} UTC</span>
            <span>{position}</span>
          </>
        ),
      }
    })
    const isKnown = knownShare(held, sinceMs, endMs) === 'all'
    const none = words(isKnown ? 'list.none' : 'list.noneKnown')
    return { things, none, all: columns.countSince(sinceMs, mapBox(), chosen) }
  }

  return (
    <FeaturesInViewList
      title={words('list.title')}
      look={look}
      note={(counts) => words('list.newest', counts)}
      none={words('list.none')}
    />
  )
}
