import type { TFunction } from 'i18next'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { clockText, countText, positionText } from '../../core/format.ts'
import { chosenBy } from '../../core/strike-choice.ts'
import type { HeldStrike } from '../../core/strike-columns.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useShell } from '../../shell/shell-store.ts'
import { useShownStrikes } from '../../shell/shown-strikes.ts'
import { useNow } from '../../shell/use-now.ts'
import { StrikeGlyph } from './strike-glyph.tsx'
import { strikeId } from './strike-id.ts'
import styles from './strike-list.module.css'
import { strikeSourceOf } from './strike-source.ts'

const SHOWN_MAX = 40
const MINUTE_MS = 60_000
const POLARITY_WORDS = { '-1': 'negative', '0': 'unknown', '1': 'positive' } as const

interface Listed {
  strikes: HeldStrike[]
  all: number
}

/** The newest strikes in view as buttons: what the pointer does on the map, for the keyboard. */
export function StrikeList({ words }: { words: TFunction }) {
  const { t } = useTranslation('lightning')
  const source = strikeSourceOf(useContract())
  const { columns } = useShownStrikes()
  const nowMs = useNow()
  const windowMinutes = useShell((state) => state.windowMinutes)
  const choice = useShell((state) => state.strikeChoice)
  const shownAtMs = useShell((state) => state.shownAtMs)
  const selected = useShell((state) => (state.selection?.kind === 'strike' ? state.selection.id : null))
  const [isUsed, setIsUsed] = useState(false)
  const held = useRef<Listed>({ strikes: [], all: 0 })

  // Nothing moves away from under whoever is in the list.
  if (!isUsed) {
    const endMs = shownAtMs ?? nowMs
    const sinceMs = endMs - windowMinutes * MINUTE_MS
    const chosen = { ...chosenBy(choice), ...(shownAtMs !== null && { untilMs: endMs }) }
    held.current = {
      strikes: columns
        .latest(SHOWN_MAX, sinceMs, source.view, chosen)
        .map((sequence) => columns.at(sequence)!)
        .sort((a, b) => b.timeMs - a.timeMs),
      all: columns.countSince(sinceMs, source.view, chosen),
    }
  }
  const { strikes, all } = held.current
  if (strikes.length === 0) return <p className={styles.note}>{words('list.none')}</p>
  return (
    <>
      <p className={styles.note}>{words('list.newest', { shown: countText(strikes.length), all: countText(all) })}</p>
      <ul
        className={styles.list}
        aria-label={words('list.title')}
        onFocus={() => setIsUsed(true)}
        onBlur={() => setIsUsed(false)}
      >
        {strikes.map((strike) => {
          const id = strikeId(strike)
          const position = positionText(strike.lat, strike.lon, 2)
          const time = clockText(strike.timeMs, 'UTC', true)
          return (
            <li key={id}>
              <button
                type="button"
                className={styles.strike}
                aria-pressed={id === selected}
                aria-label={words('list.entry', {
                  time,
                  polarity: t(POLARITY_WORDS[`${strike.polarity}`]),
                  position,
                })}
                onClick={() => useShell.getState().select({ kind: 'strike', id })}
              >
                <StrikeGlyph polarity={strike.polarity} />
                <span>{time} UTC</span>
                <span className={styles.position}>{position}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </>
  )
}
