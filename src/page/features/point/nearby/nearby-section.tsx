import { useMemo, useState } from 'react'
import type { LatLon } from '../../../../core/geo/geo.ts'
import { MINUTE_MS } from '../../../../core/time/durations.ts'
import { StrokesStats } from '../../../airport/strokes-stats.tsx'
import { useFormat } from '../../../i18n/format.ts'
import { useLive } from '../../../live/server-connection.ts'
import { knownShare } from '../../../live/strikes/known-share.ts'
import { strikesNear } from '../../../live/strikes/strikes-near.ts'
import { useNow } from '../../../live/time/use-now.ts'
import { usePage } from '../../../state/page-store.ts'
import { Section } from '../../../ui/panel.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import styles from '../panel/point-panel.module.css'
import { usePointWords } from '../panel/use-point-words.ts'
import { NearbyFires } from './nearby-fires.tsx'

/** Update interval of strikes around a place. */
const LOOK_EVERY_MS = 5_000

/** Maximum missing part of a window that counts as complete. */
const SLACK_MS = 30_000

const RADII_KM = [10, 25, 50, 100, 200]
const RADIUS_FIRST_KM = 50

export function NearbySection({ at }: { at: LatLon }) {
  const t = usePointWords()
  const [radiusKm, setRadiusKm] = useState(RADIUS_FIRST_KM)
  return (
    <Section title={t('nearby')} note={<span className={styles.radiusUnit}>{t('radiusUnit')}</span>}>
      <Segmented<number>
        label={t('radius')}
        value={radiusKm}
        options={RADII_KM.map((km) => ({ value: km, label: String(km) }))}
        onChange={setRadiusKm}
      />
      <div className={styles.nearby}>
        <NearbyStrikes at={at} radiusKm={radiusKm} />
        <NearbyFires at={at} radiusKm={radiusKm} />
      </div>
    </Section>
  )
}

/** Strikes in memory around a place, within the window of the map. */
function NearbyStrikes({ at: { lat, lon }, radiusKm }: { at: LatLon; radiusKm: number }) {
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
