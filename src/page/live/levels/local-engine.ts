import type { Row } from '../../../contract/watch/alarms.ts'
import { GAP_MIN_MS } from '../../../core/levels/earliest-end.ts'
import { type EngineChange, LevelEngine } from '../../../core/levels/level-engine.ts'
import type { Gaps } from '../../../core/levels/level-state.ts'
import { rowOf } from '../../../core/levels/row.ts'
import type { Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { LiveData } from '../live-data.ts'

/** Longer than any hold time. */
const LOOK_BACK_MS = 40 * MINUTE_MS
/** Maximum wait for the history. */
const WAITS_AT_MOST_MS = 12 * SECOND_MS

/** The second of a moment, at its end. */
const secondOf = (ms: number) => Math.ceil(ms / SECOND_MS) * SECOND_MS

/**
 * The server's level engine on the page, for a few places, with the strikes and reports of the page: used while the
 * server is unreachable. `tell` receives rows with the same ids as on the server; of earlier rows, those of levels
 * still on; each second, possibly none. Returns a function that stops it.
 */
export function runLocalEngine(deps: {
  live: Pick<LiveData, 'strikes' | 'reports'>
  clock: Clock
  locationErrorKm: number
  simulated: boolean
  /** The places to evaluate; the same array while unchanged. */
  places(): readonly Place[]
  tell(rows: readonly Row[], nowMs: number): void
}): Unsubscribe {
  const { live, clock, locationErrorKm, simulated, places, tell } = deps
  const { columns, observed } = live.strikes
  const openedMs = clock.monotonicMs()
  let engine: LevelEngine | null = null
  let list: readonly Place[] = []
  let cursor = 0
  let overdueAt = 0
  let isSettled = false
  const heard = new Map<string, number>()

  function gapsAt(nowMs: number): Gaps {
    const missing = observed.missing(nowMs - LOOK_BACK_MS, nowMs, live.strikes.heardMs(nowMs))
    const long = missing.filter(({ fromMs, toMs }) => toMs - fromMs >= GAP_MIN_MS)
    const lightning = long.map(({ fromMs, toMs }) => ({
      fromMs,
      toMs: toMs >= nowMs ? Number.POSITIVE_INFINITY : toMs,
    }))
    return { lightning, nowcast: lightning }
  }

  /** Adds new strikes, each as if known when it struck, or now at the latest. */
  function takeStrikes(by: LevelEngine, nowMs: number, gaps: Gaps): EngineChange[] {
    const struck: { timeMs: number; lat: number; lon: number }[] = []
    const take = (_: number, timeMs: number, lat: number, lon: number) => void struck.push({ timeMs, lat, lon })
    columns.visit(Math.max(cursor, columns.first), columns.end, take, { records: true })
    cursor = columns.end
    return struck
      .filter(({ timeMs }) => timeMs > nowMs - LOOK_BACK_MS)
      .sort((a, b) => a.timeMs - b.timeMs)
      .flatMap(({ timeMs, lat, lon }) => by.strike(timeMs, lat, lon, Math.min(secondOf(timeMs), nowMs), gaps))
  }

  function takeReports(by: LevelEngine, nowMs: number): EngineChange[] {
    return [...new Set(list.map(({ id, at }) => at ?? id))].flatMap((icao) => {
      const report = live.reports.latest(icao)
      if (!report || heard.get(icao) === report.obsTimeMs) return []
      heard.set(icao, report.obsTimeMs)
      return by.report(report, nowMs)
    })
  }

  function begin(nowMs: number): LevelEngine {
    const begun = new LevelEngine({ errorKm: locationErrorKm, reportOf: live.reports.latest })
    const gaps = gapsAt(nowMs)
    begun.setPlaces(list, nowMs, gaps)
    heard.clear()
    cursor = columns.firstSince(nowMs - LOOK_BACK_MS)
    const before = [...takeStrikes(begun, nowMs, gaps), ...takeReports(begun, nowMs), ...begun.tick(nowMs, gaps)]
    tell(
      stillOn(before).map((change) => rowFor(begun, change, gaps)),
      nowMs,
    )
    return begun
  }

  function rowFor({ subjects }: LevelEngine, change: EngineChange, gaps: Gaps): Row {
    const isWeather = change.kind !== 'levels' || change.ladder === 'weather'
    const now = isWeather
      ? !subjects.get(change.subject.place.id)?.reports?.isOverdue
      : gaps.lightning.every(({ toMs }) => toMs !== Number.POSITIVE_INFINITY)
    return rowOf(change, { observed: { now, since: null }, stops: [], simulated, link: null })
  }

  function tick(): void {
    const nowMs = Math.floor(clock.now() / SECOND_MS) * SECOND_MS
    isSettled ||=
      !live.strikes.isLoading(nowMs - LOOK_BACK_MS, nowMs) || clock.monotonicMs() - openedMs >= WAITS_AT_MOST_MS
    if (!isSettled) return
    const wanted = places()
    if (wanted !== list || !engine) {
      list = wanted
      engine = begin(nowMs)
      return
    }
    const gaps = gapsAt(nowMs)
    const changes = [...takeStrikes(engine, nowMs, gaps), ...takeReports(engine, nowMs), ...engine.tick(nowMs, gaps)]
    if (nowMs - overdueAt >= MINUTE_MS) {
      overdueAt = nowMs
      changes.push(...engine.lookForOverdue(nowMs))
    }
    const by = engine
    tell(
      changes.map((change) => rowFor(by, change, gaps)),
      nowMs,
    )
  }

  return clock.every(SECOND_MS, tick)
}

/** Of each ladder that is on the last step up. */
function stillOn(changes: readonly EngineChange[]): EngineChange[] {
  const ups = new Map<string, EngineChange>()
  for (const change of changes) {
    if (change.kind !== 'levels' || change.moment.step !== 'up') continue
    if (!change.subject[change.ladder].isOff) ups.set(`${change.ladder} ${change.subject.place.id}`, change)
  }
  return [...ups.values()]
}
