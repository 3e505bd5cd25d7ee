import type { Row } from '../../../contract/watch/alarms.ts'
import type { LadderKind, PlaceState } from '../../../contract/watch/place-states.ts'
import { secondEnd } from '../../../core/airports/hold-time.ts'
import { WATCH_MS, wholeSecond } from '../../../core/airports/lightning-hold-timer.ts'
import { type EngineChange, LevelEngine, type PlaceMemory, type Subject } from '../../../core/levels/level-engine.ts'
import { ladderMemoryOf } from '../../../core/levels/level-memory.ts'
import { type Gaps, NO_GAPS } from '../../../core/levels/level-state.ts'
import { placeStateOf, privateId, rowOf } from '../../../core/levels/row.ts'
import { commonPlace, laddersOf, type Place } from '../../../core/places/place.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import { GAP_MIN_MS, gapsAmong } from '../../../core/time/gaps.ts'
import { inTurns } from '../../../core/time/in-turns.ts'
import { isoOf } from '../../../core/time/iso.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { LiveData } from '../live-data.ts'
import { keyOf, ownKeyOf, useLevels } from './level-store.ts'

/** Longer than any hold time. */
const LOOK_BACK_MS = 40 * MINUTE_MS
/** Maximum wait for the history of strikes. */
const WAITS_AT_MOST_MS = 12 * SECOND_MS
/** Maximum delay of a strike: its row may be earlier than the silence of the server. */
const LATE_MS = MINUTE_MS
/** Earlier strikes that are replayed in one go: some milliseconds, with thousands of places. */
const REPLAYED_AT_ONCE = 2_000

/** The present subjects of the page. */
export interface Evaluated {
  places: readonly Place[]
  /** Start of the server's silence, Unix ms: these are all places then, and rows are reported. Null while it is reachable. */
  fromMs: number | null
}

/**
 * The server's level engine on the page, with the strikes and reports of the page: used while the server is silent, and for rings of
 * the viewer that it does not evaluate yet. Continues from the server's last states, and offers its own in `useLevels.local`. `tell`
 * receives rows, with the same ids as on the server, while the server is silent. Returns a function that stops it.
 */
export function openLocalEngine(deps: {
  live: Pick<LiveData, 'strikes' | 'reports'>
  clock: Clock
  locationErrorKm: number
  /** The same object while unchanged. */
  evaluated(nowMs: number): Evaluated
  tell(rows: readonly Row[]): void
}): Unsubscribe {
  const { live, clock, locationErrorKm, evaluated, tell } = deps
  const { columns, observed } = live.strikes
  const openedMs = clock.monotonicMs()
  let engine: LevelEngine | null = null
  let of: Evaluated | null = null
  let now: { atMs: number; gaps: Gaps } = { atMs: 0, gaps: NO_GAPS }
  let cursor = 0
  let isSettled = false
  let isReplaying = false
  let isStopped = false

  /** Before the first data of this page the end of the last gap is the server's. */
  function gapsAt(nowMs: number): Gaps {
    const beginMs = nowMs - LOOK_BACK_MS
    const ofPage = gapsAmong(observed.missing(beginMs, nowMs, live.strikes.heardMs(nowMs)), nowMs)
    const feed = useLevels.getState().lightning
    const toMs = feed?.now && feed.since !== null ? Date.parse(feed.since) : null
    const ofServer = toMs === null ? [] : [{ fromMs: toMs - GAP_MIN_MS, toMs }]
    const since = ofPage.filter((gap) => !feed || gap.fromMs > beginMs || gap.toMs > nowMs)
    const lightning = [...ofServer, ...since].sort((a, b) => a.fromMs - b.fromMs)
    const withoutNowcast = { fromMs: of?.fromMs ?? nowMs, toMs: Number.POSITIVE_INFINITY }
    return { lightning, nowcast: [...lightning, withoutNowcast] }
  }

  /** Adds strikes of [first, end), each as if known when it struck, or at the latest now. */
  function takeStrikes(by: LevelEngine, [first, end]: readonly [number, number]): EngineChange[] {
    const { atMs: nowMs, gaps } = now
    const struck: { timeMs: number; lat: number; lon: number }[] = []
    const take = (_: number, timeMs: number, lat: number, lon: number) => void struck.push({ timeMs, lat, lon })
    columns.visit(Math.max(first, columns.first), end, take, { records: true })
    return struck
      .filter(({ timeMs }) => timeMs > nowMs - LOOK_BACK_MS)
      .sort((a, b) => a.timeMs - b.timeMs)
      .flatMap(({ timeMs, lat, lon }) => by.strike(timeMs, lat, lon, Math.min(secondEnd(timeMs), nowMs), gaps))
  }

  /** Adds the strikes and reports since the last call, and advances to now. */
  function advance(by: LevelEngine, places: readonly Place[]): EngineChange[] {
    const { end } = columns
    const struck = by.subjects.size > 0 ? takeStrikes(by, [cursor, end]) : []
    cursor = end
    const airports = [...new Set(places.map(({ id, at }) => at ?? id))]
    const reported = airports.flatMap((icao) => {
      const report = live.reports.latest(icao)
      return report ? by.report(report, now.atMs) : []
    })
    return [...struck, ...reported, ...by.tick(now.atMs, now.gaps)]
  }

  /** Replays the strikes of the look-back period, in order and in turns; null if the engine was stopped meanwhile. */
  function replay(by: LevelEngine): Promise<EngineChange[] | null> {
    const turns: [number, number][] = []
    if (by.subjects.size > 0) {
      columns.forRunsByTime(columns.firstSince(now.atMs - LOOK_BACK_MS), columns.end, (first, end) => {
        for (let from = first; from < end; from += REPLAYED_AT_ONCE) {
          turns.push([from, Math.min(end, from + REPLAYED_AT_ONCE)])
        }
      })
    }
    const each = (turn: [number, number]) => takeStrikes(by, turn)
    return inTurns(turns, each, { atOnce: 1, clock, isOver: () => isStopped })
  }

  /**
   * Continues from the server's states with the strikes and reports of this page. The previous engine's states are
   * shown until then.
   */
  async function begin({ places, fromMs }: Evaluated): Promise<void> {
    const begun = new LevelEngine({ stored: sentStatesOf, errorKm: locationErrorKm })
    begun.setPlaces(places, now.atMs, now.gaps)
    cursor = columns.end
    const replayed = await replay(begun)
    if (!replayed) return
    engine = begun
    const changes = [...replayed, ...advance(begun, places)]
    useLevels.setState({ local: { isOfAll: fromMs !== null, read: (id) => statesOf(begun, id) } })
    if (fromMs === null) return
    const found = changes.map((change) => ({ row: rowFor(begun, change), of: change.subject[change.ladder] }))
    // Of each ladder that is on the last step up, also if that was before the silence.
    const up = new Map(found.filter(({ row }) => row.step === 'up').map(({ row, of }) => [of, row]))
    const isTold = ({ row, of }: (typeof found)[number]) =>
      Date.parse(row.at) >= fromMs - LATE_MS || (!of.isOff && up.get(of) === row)
    tell(found.filter(isTold).map(({ row }) => row))
  }

  function statesOf(by: LevelEngine, id: string) {
    const atMs = wholeSecond(clock.now())
    const gaps = gapsAt(atMs)
    const stateOf = (subjectId: string, ladder: LadderKind): PlaceState | null => {
      const subject = by.subjects.get(subjectId)
      if (!subject || subject[ladder].levels.length === 0) return null
      const stops = useLevels.getState().told.get(keyOf('lightning', id))?.stops ?? []
      return placeStateOf(subject, ladder, { gaps, atMs, observed: observedOf(by, subject, ladder, gaps), stops })
    }
    const own = stateOf(privateId('', id), 'lightning')
    return { lightning: stateOf(id, 'lightning'), weather: stateOf(id, 'weather'), own }
  }

  function observedOf(by: LevelEngine, subject: Subject, ladder: LadderKind, gaps: Gaps): PlaceState['observed'] {
    if (ladder === 'weather') return by.reportsOf(subject)
    const open = gaps.lightning.find(({ toMs }) => toMs === Number.POSITIVE_INFINITY)
    return open ? { now: false, since: isoOf(open.fromMs) } : { now: true, since: null }
  }

  function rowFor(by: LevelEngine, change: EngineChange): Row {
    const observed = observedOf(by, change.subject, change.ladder, now.gaps)
    // The page says of all its data whether they are simulated.
    return rowOf(change, { observed, stops: [], simulated: false, link: null })
  }

  function tick(): void {
    const atMs = wholeSecond(clock.now())
    isSettled ||= !live.strikes.isLoading(atMs - WATCH_MS, atMs) || clock.monotonicMs() - openedMs >= WAITS_AT_MOST_MS
    // A replay always ends: otherwise frequent changes would keep a slow page without levels.
    if (!isSettled || isReplaying) return
    const wanted = evaluated(atMs)
    const isOther = wanted !== of
    of = wanted
    now = { atMs, gaps: gapsAt(atMs) }
    if (isOther || !engine) {
      isReplaying = true
      void begin(wanted).finally(() => {
        isReplaying = false
      })
      return
    }
    const by = engine
    const changes = advance(by, wanted.places)
    if (wanted.fromMs !== null && changes.length > 0) tell(changes.map((change) => rowFor(by, change)))
  }

  const stop = clock.every(SECOND_MS, tick)
  return () => {
    isStopped = true
    stop()
    useLevels.setState({ local: null })
  }
}

/** The last states of a place from the server, as stored state of an engine. */
function sentStatesOf(place: Place): PlaceMemory {
  const { told } = useLevels.getState()
  const keyOfLadder = place.own ? ownKeyOf : keyOf
  const memoryOf = (ladder: LadderKind) => {
    const state = told.get(keyOfLadder(ladder, commonPlace(place).id))
    return state && ladderMemoryOf(state, laddersOf(place)[ladder])
  }
  return { lightning: memoryOf('lightning'), weather: memoryOf('weather') }
}
