import { useQuery } from '@tanstack/react-query'
import { ANOTHER_STRIKE_PATH, anotherStrikeSchema } from '../../../../contract/verification/another-strike.ts'
import type { HoldTimer } from '../../../../core/airports/lightning-hold-timer.ts'
import { HOUR_MS } from '../../../../core/time/durations.ts'
import { useWords } from '../../../i18n/use-words.ts'
import { useServerConnection } from '../../../live/server-connection.ts'
import styles from '../hold-timer.module.css'
import { againStrings } from './again-strings.ts'
import { againTold, struckRing } from './again-words.ts'

/** While a count-down runs: how likely another strike is after so many quiet minutes, and what going on would have cost and missed. */
export function AnotherStrike({ icao, holdTimer }: { icao: string; holdTimer: HoldTimer }) {
  const t = useWords('again', againStrings)
  const { ask, config } = useServerConnection()
  const ring = struckRing(holdTimer)
  const query = { place: icao, ring: String(ring?.km ?? '') }
  const { data } = useQuery({
    queryKey: ['another strike', query],
    queryFn: ({ signal }) => ask(ANOTHER_STRIKE_PATH, anotherStrikeSchema, { query, product: 'lightning', signal }),
    // It is counted anew each hour.
    staleTime: HOUR_MS,
    enabled: ring !== undefined && config.delivery === 'relay',
  })
  const told = data && ring ? againTold(data, ring, holdTimer.holdMs, t) : null
  return told ? <p className={styles.text}>{told}</p> : null
}
