import { useMemo } from 'react'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { StrokesStats } from '../../../airport/strokes-stats.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useLive } from '../../../live/server-connection.ts'
import { knownShare } from '../../../live/strikes/known-share.ts'
import { strikesNear } from '../../../live/strikes/strikes-near.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'

/** Update interval of strikes around a place. */
const LOOK_EVERY_MS = 5_000
/** A window short of this much is not called short. */
const SLACK_MS = 30_000

/** The strikes that the page holds around a place, over the window that the map shows. */
export function NearbyStrikes({ at: { lat, lon }, radiusKm }: { at: LatLon; radiusKm: number }) {
  const t = usePointWords()
  const format = useFormat()
  const { strikes, shownStrikes } = useLive()
  const minutes = usePage((state) => state.windowMinutes)
  const nowMs = useNow()
  const lookMs = Math.floor(nowMs / LOOK_EVERY_MS) * LOOK_EVERY_MS
  const sinceMs = lookMs - minutes * MINUTE_MS
  const { total, nearest } = useMemo(
    () => strikesNear(strikes.columns, { lat, lon }, { radiusKm, sinceMs }),
    [strikes, lat, lon, radiusKm, sinceMs],
  )
  const observedMs = strikes.observed.observedMs(sinceMs, lookMs, strikes.heardMs(lookMs))
  const share = knownShare(shownStrikes.live, sinceMs, lookMs)
  const isShort = share !== 'loading' && observedMs < minutes * MINUTE_MS - SLACK_MS
  return (
    <>
      <StrokesStats
        km={radiusKm}
        total={total}
        note={t(total === 0 && share === 'all' ? 'noStrike' : 'inMinutes', { minutes })}
        share={share}
        nearest={nearest}
        when={(timeMs) => t('ago', { age: format.age(nowMs - timeMs) })}
      />
      {isShort ? (
        <p className={styles.source}>{t('observed', { n: Math.floor(observedMs / MINUTE_MS), m: minutes })}</p>
      ) : null}
    </>
  )
}
