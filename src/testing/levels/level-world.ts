import type { Row } from '../../contract/watch/alarms.ts'
import type { Level } from '../../contract/watch/levels.ts'
import type { PlaceState } from '../../contract/watch/place-states.ts'
import { LevelEngine, type PlaceMemory } from '../../core/levels/level-engine.ts'
import { ladderMemoryOf } from '../../core/levels/level-memory.ts'
import type { Gaps } from '../../core/levels/level-state.ts'
import type { OutlookAt } from '../../core/levels/nowcast-trigger.ts'
import { placeStateOf, rowOf } from '../../core/levels/row.ts'
import type { Place } from '../../core/places/place.ts'
import { MINUTE_MS } from '../../core/time/durations.ts'

/** A strike at some km from the place, and when it arrives; Unix ms. */
export interface WorldStrike {
  timeMs: number
  km: number
  arrivesMs?: number
}

/** A time without data, and when it was backfilled; Unix ms. */
export interface WorldGap {
  fromMs: number
  toMs: number
  backfilledMs?: number
}

export interface WorldNowcast {
  atMs: number
  /** Whether the nowcast meets the expectation of a level; null without a nowcast. */
  isMet: boolean
}

export interface LevelWorldOptions {
  levels: readonly Level[]
  strikes?: readonly WorldStrike[]
  gaps?: readonly WorldGap[]
  nowcasts?: readonly WorldNowcast[]
  fromMs: number
  toMs: number
  hours?: string
  /** The process is down between these moments, and then backfills. */
  down?: { fromMs: number; toMs: number }
  /** Continue as a page does: from the last sent state alone, without the memory of the engine. */
  continues?: boolean
  /** Called after each second. */
  each?: (nowMs: number, stateAt: (nowMs: number) => PlaceState) => void
}

export const PLACE_ID = 'golf-east'
const AT = { lat: 14.5, lon: 121 }
/** Older nowcast results are ignored. */
const NOWCAST_GAP_MS = 2 * MINUTE_MS

export function placeWith(levels: readonly Level[], over: Partial<Place> = {}): Place {
  return {
    id: PLACE_ID,
    name: 'East Golf Course',
    nameZh: null,
    geometry: { type: 'Point', coordinates: [AT.lon, AT.lat] },
    ringsKm: [5],
    holdMin: 30,
    group: null,
    timeZone: null,
    hours: null,
    stated: { levels },
    ...over,
  }
}

export function levelOf(id: string, km: number, holdMin: number, over: Partial<Level> = {}): Level {
  return { id, name: id, km, holdMin, strikes: 1, withinMin: 10, ...over }
}

/** Runs an engine each second, as the server does, and returns its rows. */
export function runLevels(options: LevelWorldOptions) {
  const { levels, strikes = [], gaps = [], nowcasts = [], fromMs, toMs, down } = options
  const place = placeWith(levels, { hours: options.hours ?? null })
  const rows: Row[] = []
  const ids = new Set<string>()
  const repeated: string[] = []
  const memories = new Map<string, string>()
  let sent: PlaceState | null = null
  const isUp = (ms: number) => !down || ms < down.fromMs || ms >= down.toMs
  const arrivesAt = ({ timeMs, arrivesMs }: WorldStrike) => Math.ceil((arrivesMs ?? timeMs) / 1_000) * 1_000
  /** Strikes of a gap that is backfilled arrive at the backfill. */
  const lostIn = ({ timeMs }: WorldStrike) => gaps.find((gap) => timeMs >= gap.fromMs && timeMs < gap.toMs)
  const byArrival = Map.groupBy(
    strikes.flatMap((strike) => {
      const gap = lostIn(strike)
      if (gap && gap.backfilledMs === undefined) return []
      return [{ strike, atMs: gap ? gap.backfilledMs! : arrivesAt(strike) }]
    }),
    ({ atMs }) => atMs,
  )
  const byMoment = Map.groupBy(nowcasts, ({ atMs }) => atMs)
  let engine = open()

  function open(): LevelEngine {
    if (options.continues && sent) {
      const lightning = ladderMemoryOf(sent, levels)
      return new LevelEngine({ stored: () => ({ lightning }) })
    }
    const text = memories.get(PLACE_ID)
    return new LevelEngine({ stored: () => (text === undefined ? undefined : (JSON.parse(text) as PlaceMemory)) })
  }
  const changes = [
    ...gaps.flatMap(({ fromMs, toMs, backfilledMs = fromMs }) => [fromMs, toMs, backfilledMs]),
    ...nowcasts.flatMap(({ atMs }) => [atMs, atMs + NOWCAST_GAP_MS]),
  ]
  let asked: { nowMs: number; nextMs: number; gaps: Gaps } | null = null
  /** The engine asks several times a second, and the gaps change a few times in a world. */
  function gapsAt(nowMs: number): Gaps {
    if (!asked || nowMs < asked.nowMs || (nowMs > asked.nowMs && nowMs >= asked.nextMs)) {
      asked = { nowMs, nextMs: Math.min(...changes.filter((ms) => ms >= nowMs)), gaps: knownGaps(nowMs) }
    }
    return asked.gaps
  }
  function knownGaps(nowMs: number): Gaps {
    const known = gaps.filter(
      (gap) => gap.fromMs < nowMs && !(gap.backfilledMs !== undefined && gap.backfilledMs <= nowMs),
    )
    const lightning = known.map((gap) => ({
      fromMs: gap.fromMs,
      toMs: gap.toMs > nowMs ? Number.POSITIVE_INFINITY : gap.toMs,
    }))
    return { lightning, nowcast: [...lightning, ...nowcastGaps(nowMs)].sort((a, b) => a.fromMs - b.fromMs) }
  }
  function nowcastGaps(nowMs: number) {
    const times = nowcasts.map(({ atMs }) => atMs).filter((atMs) => atMs <= nowMs)
    return times.flatMap((atMs, i) => {
      const nextMs = times[i + 1] ?? Number.POSITIVE_INFINITY
      const from = atMs + NOWCAST_GAP_MS
      return Math.min(nextMs, nowMs) > from ? [{ fromMs: from, toMs: nextMs }] : []
    })
  }
  function keep(changes: Parameters<typeof rowOf>[0][], nowMs: number): void {
    const observed = { now: gapsAt(nowMs).lightning.at(-1)?.toMs !== Number.POSITIVE_INFINITY, since: null }
    for (const change of changes) {
      const row = rowOf(change, { observed, stops: [], simulated: false, link: null })
      if (ids.has(row.id)) {
        repeated.push(row.id)
        continue
      }
      ids.add(row.id)
      rows.push(row)
    }
    for (const [id, memory] of engine.takeChanges()) {
      if (memory) memories.set(id, JSON.stringify(memory))
      else memories.delete(id)
    }
  }
  function tell({ timeMs, km }: WorldStrike, nowMs: number): void {
    const lat = AT.lat + km / 110.643
    const lon = AT.lon
    keep(engine.strike(timeMs, lat, lon, nowMs, gapsAt(nowMs)), nowMs)
  }
  function restart(nowMs: number): void {
    engine = open()
    keep(engine.setPlaces([place], nowMs, gapsAt(nowMs)), nowMs)
    const known = strikes
      .filter((strike) => arrivesAt(strike) <= nowMs && strike.timeMs > nowMs - 40 * MINUTE_MS)
      .filter((strike) => {
        const gap = lostIn(strike)
        return !gap || (gap.backfilledMs !== undefined && gap.backfilledMs <= nowMs)
      })
    for (const strike of known.sort((a, b) => a.timeMs - b.timeMs)) tell(strike, nowMs)
    keep(engine.settle(nowMs, gapsAt(nowMs)), nowMs)
  }

  keep(engine.setPlaces([place], fromMs, gapsAt(fromMs)), fromMs)
  for (let nowMs = fromMs; nowMs <= toMs; nowMs += 1_000) {
    if (!isUp(nowMs)) continue
    if (down && nowMs === Math.ceil(down.toMs / 1_000) * 1_000) restart(nowMs)
    for (const { strike } of byArrival.get(nowMs) ?? []) tell(strike, nowMs)
    for (const nowcast of byMoment.get(nowMs) ?? []) {
      const at: OutlookAt = () => ({ chanceWithin: () => (nowcast.isMet ? 1 : 0), arrival: null })
      keep(engine.nowcast(new Map([[PLACE_ID, at]]), nowMs, gapsAt(nowMs)), nowMs)
    }
    keep(engine.tick(nowMs, gapsAt(nowMs)), nowMs)
    if (options.continues && !isUp(nowMs + 1_000)) sent = stateAt(nowMs)
    options.each?.(nowMs, stateAt)
  }
  function stateAt(nowMs: number) {
    return placeStateOf(engine.subjects.get(PLACE_ID)!, 'lightning', {
      gaps: gapsAt(nowMs),
      atMs: nowMs,
      observed: { now: true, since: null },
      stops: [],
    })
  }
  return { rows, repeated, stateAt }
}
