import { useMemo } from 'react'
import type { LatLon } from '../../core/geo.ts'
import { useContract } from '../../shell/contract-context.ts'
import { useFormat } from '../../shell/format.ts'
import { useShell } from '../../shell/shell-store.ts'
import { strikeMemoryOf } from '../../shell/strike-memory.ts'
import { strikesNear } from '../../shell/strikes-near.ts'
import { StrokesStats } from '../../shell/strokes-stats.tsx'
import { useNow } from '../../shell/use-now.ts'
import styles from './point-panel.module.css'
import { usePointWords } from './use-point-words.ts'

const MINUTE_MS = 60_000
/** What struck around a place is gone through so often. */
const LOOK_EVERY_MS = 5_000
/** A window short of this much is not called short. */
const SLACK_MS = 30_000

/** The strikes that the page holds around a place, over the window that the map shows. */
export function NearbyStrikes({ at: { lat, lon }, radiusKm }: { at: LatLon; radiusKm: number }) {
  const t = usePointWords()
  const format = useFormat()
  const contract = useContract()
  const minutes = useShell((state) => state.windowMinutes)
  const nowMs = useNow()
  const lookMs = Math.floor(nowMs / LOOK_EVERY_MS) * LOOK_EVERY_MS
  const memory = strikeMemoryOf(contract)
  const sinceMs = lookMs - minutes * MINUTE_MS
  const { total, nearest } = useMemo(
    () => strikesNear(memory.columns, { lat, lon }, { radiusKm, sinceMs }),
    [memory, lat, lon, radiusKm, sinceMs],
  )
  const observedMs = memory.observed.observedMs(sinceMs, lookMs, memory.heardMs(lookMs))
  const isShort = observedMs < minutes * MINUTE_MS - SLACK_MS
  return (
    <>
      <StrokesStats
        km={radiusKm}
        total={total}
        note={t(total === 0 ? 'noStrike' : 'inMinutes', { minutes })}
        nearest={nearest}
        when={(timeMs) => t('ago', { age: format.age(nowMs - timeMs) })}
      />
      {isShort ? (
        <p className={styles.source}>{t('observed', { n: Math.floor(observedMs / MINUTE_MS), m: minutes })}</p>
      ) : null}
    </>
  )
}
