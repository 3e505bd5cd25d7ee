import { pino } from 'pino'
import type { StrikeRecord } from '../../contract/lightning.ts'
import { formatUtc, parseInstantMs } from '../../contract/time.ts'
import { STORM_PERIOD_MS } from '../../core/storms/storm-cells.ts'
import { RATE_MINUTES } from '../../core/storms/storm-grid.ts'
import { MINUTE_MS, SECOND_MS } from '../../core/time/durations.ts'
import { createSqliteHistory } from '../../server/history/sqlite/sqlite-history.ts'
import { CROSSING } from '../../simulator/source/scenarios/scripted-crossing.ts'
import { createStormField } from '../../simulator/source/storms/storms.ts'
import { createStrikeMaker } from '../../simulator/source/storms/strikes.ts'
import { createFakeClock } from './fake-clock.ts'

const BATCH_S = 10
/** The script is always computed for this moment, and then shifted: its content never changes. */
const SCRIPT_STARTS_MS = Date.UTC(2026, 6, 1, 8)
const STORM_MINUTES = 15
const STORM_AGO_MS = 180 * MINUTE_MS
const STORM_RECORDS_PER_S = 60
/** Recent activity is low and continuous. */
const LATE_AGO_MS = 100 * MINUTE_MS
const LATE_RECORDS_PER_S = 6

/** Known facts of the past, by construction. */
export interface ScriptedPast {
  /** The evaluated moment of the storm `crossing`, aligned to ten minutes, with the script's values. */
  storm: { atMs: number; lat: number; lon: number; strokesPerMin: number; headingDeg: number; speedKmh: number }
  /** The history starts here. */
  beginsMs: number
  /** Unobserved from the storm to this moment. */
  watchedAgainMs: number
}

/** Writes a past into the folder of a server that is still to start: a scripted storm three hours ago, and the last 100 minutes. */
export async function writeScriptedPast(dir: string, nowMs: number): Promise<ScriptedPast> {
  const atMs = Math.floor((nowMs - STORM_AGO_MS) / (10 * MINUTE_MS)) * 10 * MINUTE_MS
  const beginsMs = atMs - STORM_MINUTES * MINUTE_MS
  const watchedAgainMs = Math.floor((nowMs - LATE_AGO_MS) / MINUTE_MS) * MINUTE_MS
  const shiftMs = beginsMs - SCRIPT_STARTS_MS
  const past = await openPast(dir, beginsMs)

  const world = (scenario: 'crossing' | 'summer_afternoon', recordsPerSecond: number) => {
    const storms = createStormField({ seed: 1, scenario, startedAtMs: SCRIPT_STARTS_MS, recordsPerSecond })
    return { storms, maker: createStrikeMaker({ seed: 1, storms, polarity: 'documented_like', stalls: false }) }
  }
  const take = ({ maker }: ReturnType<typeof world>, toMs: number) =>
    past.take((second) => maker.batch(second - shiftMs / SECOND_MS).map((record) => moved(record, shiftMs)), toMs)

  const crossing = world('crossing', STORM_RECORDS_PER_S)
  await take(crossing, atMs + MINUTE_MS) // all strikes up to this time have arrived
  await past.goTo(watchedAgainMs)
  await take(world('summer_afternoon', LATE_RECORDS_PER_S), nowMs - (nowMs % (BATCH_S * SECOND_MS)))
  // As on a server: the storm is final long before it is read.
  await past.seal(watchedAgainMs)
  await past.close()

  const line = (ms: number) => crossing.storms.cellsAt(ms - shiftMs).filter(({ id }) => id.startsWith('crossing-'))
  let strokes = 0
  for (let ms = atMs - STORM_PERIOD_MS; ms < atMs; ms += SECOND_MS) {
    strokes += line(ms).reduce((sum, cell) => sum + cell.strokesPerSecond, 0)
  }
  const { lat, lon } = line(atMs)[Math.floor(CROSSING.cells / 2)]!
  const { headingDeg, speedKmh } = CROSSING
  return {
    storm: { atMs, lat, lon, strokesPerMin: strokes / RATE_MINUTES, headingDeg, speedKmh },
    beginsMs,
    watchedAgainMs,
  }
}

/** A past under way in the folder of a server that is still to start. */
export async function openPast(dir: string, fromMs: number) {
  const clock = createFakeClock(fromMs)
  const log = pino({ level: 'silent' })
  const history = createSqliteHistory({ dir, name: 'simulated.sqlite', hours: 72, clock, log })
  await history.memory.learnedSimulated(true)
  /** In whole milliseconds, unlike any clock. */
  let atMs = fromMs
  let taken = 0
  async function goTo(ms: number) {
    atMs = ms
    await clock.advance(ms - clock.now())
  }
  return {
    goTo,
    /** Continues to `toMs`, with the strikes of each whole second since 1970. */
    async take(batch: (second: number) => StrikeRecord[], toMs: number) {
      while (atMs < toMs) {
        const fromMs = atMs
        const seconds = Array.from({ length: BATCH_S }, (_, i) => batch(fromMs / SECOND_MS + i))
        const records = seconds.flat()
        taken += records.length
        await goTo(fromMs + BATCH_S * SECOND_MS)
        await history.write({ kind: 'observed', feed: 'lightning', fromMs, toMs: atMs }, { kind: 'strikes', records })
      }
    },
    /** As on a server: an old minute is final before it is read. A history without strikes has none. */
    async seal(ms: number) {
      while (taken > 0 && !(await history.strikes.isSealed(ms / MINUTE_MS))) await history.maintain()
    },
    close: () => history.close(),
  }
}

/** The same strike at another time. */
function moved(record: StrikeRecord, byMs: number): StrikeRecord {
  const instant = (text: string | null | undefined) => {
    const ms = parseInstantMs(text ?? null)
    return ms === null ? text : formatUtc(ms + byMs)
  }
  return {
    ...record,
    time: BigInt(record.time) + BigInt(byMs) * 1_000_000n,
    obser_datetime: instant(record.obser_datetime),
    arrived_at: instant(record.arrived_at),
  }
}
