import { type Watch, watchOf } from '../../../core/airports/hold-time.ts'
import {
  HOLD_TIMER_KEPT_MS,
  type HoldTimer,
  HoldTimers,
  WATCH_MS,
  wholeSecond,
} from '../../../core/airports/lightning-hold-timer.ts'
import { ruleOf } from '../../../core/airports/rings.ts'
import { MINUTE_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import { Emitter, type Unsubscribe } from '../../../core/util/emitter.ts'
import { type PageState, usePage } from '../../state/page-store.ts'
import { type ReportStore, reportStore } from '../reports/report-store.ts'
import type { ServerConnection } from '../server-connection.ts'
import { type LiveStrikeStore, liveStrikesOf } from '../strikes/live-strike-store.ts'

/** Held strikes are gone through in pieces of this many when airports or rings change, so that no frame waits. */
const SLICE = 10_000
const EXPIRE_EVERY_MS = MINUTE_MS

interface KeeperDeps {
  connection: Pick<ServerConnection, 'strikes' | 'clock'>
  memory: Pick<LiveStrikeStore, 'columns' | 'observed' | 'heardMs'>
  reports: Pick<ReportStore, 'airports' | 'subscribe'>
  page: {
    getState(): Pick<PageState, 'rings' | 'holdMinutes' | 'ownRules'>
    subscribe(listener: (state: PageState, before: PageState) => void): Unsubscribe
  }
}

/** Clocks that have gone through what is held up to a sequence number. */
interface Progress {
  clocks: HoldTimers
  cursor: number
  /** Up to which change of old records. */
  revisions: number
}

/** The lightning clock of every airport, kept strike by strike and read once a second. Lives outside React. */
export class HoldTimerKeeper {
  readonly #deps: KeeperDeps
  readonly #ticks = new Emitter<void>()
  readonly #read = new Map<string, HoldTimer | null>()
  #current: Progress | null = null
  #next: Progress | null = null
  #second = 0
  #version = 0
  readonly #watches = new Map<number, Watch>()

  constructor(deps: KeeperDeps) {
    this.#deps = deps
  }

  attach(): () => void {
    const { connection, memory, reports, page } = this.#deps
    const stops = [
      memory.columns.subscribe(() => {
        if (this.#current) this.#catchUp(this.#current)
      }),
      reports.subscribe((changed) => {
        if (changed === null) this.#begin()
      }),
      page.subscribe((state, before) => {
        if (state.rings !== before.rings || state.ownRules !== before.ownRules) this.#begin()
        if (state.holdMinutes !== before.holdMinutes) this.#tick()
      }),
      // Timers of a hidden page rest; its socket does not.
      connection.strikes.subscribe(() => this.#tickOnce()),
      connection.clock.every(1_000, () => this.#tickOnce()),
    ]
    this.#begin()
    return () => {
      for (const stop of stops) stop()
      this.#next = null
    }
  }

  /** Hears of each new reading: once a second, and when rings, airports or the hold time change. */
  readonly subscribe = (listener: () => void): Unsubscribe => this.#ticks.subscribe(listener)

  /** Grows with each new reading. */
  readonly version = (): number => this.#version

  /** The whole second of the present reading, Unix ms. */
  nowMs(): number {
    return this.#second
  }

  /** The present reading of an airport, the same object until the next; null where it is not listed, or not yet. */
  read(icao: string): HoldTimer | null {
    const known = this.#read.get(icao)
    if (known !== undefined) return known
    const holdMs = ruleOf(icao, this.#deps.page.getState()).holdMinutes * MINUTE_MS
    const clock = this.#current?.clocks.read(icao, this.#watchNow(holdMs), this.#second, holdMs) ?? null
    this.#read.set(icao, clock)
    return clock
  }

  /** What was watched up to the present second; the same for every airport of that hold time. */
  #watchNow(holdMs: number): Watch {
    const known = this.#watches.get(holdMs)
    if (known) return known
    const { memory } = this.#deps
    const nowMs = this.#second
    const sinceMs = nowMs - WATCH_MS
    const missing: Span[] = memory.observed.missing(sinceMs, nowMs, memory.heardMs(nowMs))
    const { cutToMs } = memory.columns
    // Strikes that were let go for want of room count as not watched.
    if (cutToMs !== null && cutToMs > sinceMs) missing.unshift({ fromMs: sinceMs, toMs: Math.min(cutToMs, nowMs) })
    const watch = watchOf(missing, nowMs, holdMs, WATCH_MS)
    this.#watches.set(holdMs, watch)
    return watch
  }

  #tickOnce(): void {
    if (wholeSecond(this.#deps.connection.clock.now()) !== this.#second) this.#tick()
  }

  #tick(): void {
    const nowMs = this.#deps.connection.clock.now()
    this.#second = wholeSecond(nowMs)
    this.#deps.connection.strikes.reachBack(WATCH_MS)
    if (this.#second % EXPIRE_EVERY_MS === 0) this.#current?.clocks.expire(nowMs)
    this.#watches.clear()
    this.#read.clear()
    this.#version++
    this.#ticks.emit()
  }

  /** Begins clocks for the airports and rings of now; those of before go on until the new ones have caught up. */
  #begin(): void {
    const { connection, memory, reports, page } = this.#deps
    const places = reports.airports()
    if (places.length === 0) return
    const { rings, ownRules } = page.getState()
    const own = new Map(Object.entries(ownRules).map(([icao, rule]) => [icao, rule.rings]))
    const clocks = new HoldTimers(places, rings, own)
    const { columns } = memory
    const cursor = columns.firstSince(connection.clock.now() - HOLD_TIMER_KEPT_MS)
    const next = { clocks, cursor, revisions: columns.revisions }
    this.#next = next
    const step = () => {
      if (this.#next !== next) return
      this.#catchUp(next, SLICE)
      if (this.#next !== next) return
      if (next.cursor < columns.end) {
        connection.clock.after(0, step)
        return
      }
      this.#current = next
      this.#next = null
      this.#tick()
    }
    step()
  }

  #catchUp(progress: Progress, atMost = Number.POSITIVE_INFINITY): void {
    const { columns } = this.#deps.memory
    // Of what was counted, records gave way to better ones of the same stroke.
    const isRemembered = columns.revisedSince(progress.revisions, (sequence) => {
      if (sequence >= progress.cursor) return
      const gone = (_: number, timeMs: number, lat: number, lon: number) =>
        progress.clocks.remove(sequence, timeMs, lat, lon)
      columns.visit(sequence, sequence + 1, gone, { records: true })
    })
    progress.revisions = columns.revisions
    const first = Math.max(progress.cursor, columns.first)
    const end = Math.min(columns.end, first + atMost)
    const sinceMs = this.#deps.connection.clock.now() - HOLD_TIMER_KEPT_MS
    columns.visit(first, end, (sequence, timeMs, lat, lon) => {
      if (timeMs > sinceMs) progress.clocks.add(sequence, timeMs, lat, lon)
    })
    progress.cursor = end
    if (!isRemembered) this.#begin()
  }
}

const keepers = new WeakMap<object, HoldTimerKeeper>()

/** The clocks that go by the strikes of this contract. */
export function holdTimerKeeperOf(connection: ServerConnection): HoldTimerKeeper {
  let keeper = keepers.get(connection)
  if (!keeper) {
    keeper = new HoldTimerKeeper({ connection, memory: liveStrikesOf(connection), reports: reportStore, page: usePage })
    keepers.set(connection, keeper)
  }
  return keeper
}
