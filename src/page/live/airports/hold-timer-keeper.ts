import { type Watch, watchOf } from '../../../core/airports/hold-time.ts'
import {
  HOLD_TIMER_KEPT_MS,
  type HoldTimer,
  HoldTimers,
  WATCH_MS,
  wholeSecond,
} from '../../../core/airports/lightning-hold-timer.ts'
import { ruleOf } from '../../../core/airports/rings.ts'
import { MINUTE_MS, SECOND_MS } from '../../../core/time/durations.ts'
import type { Span } from '../../../core/time/spans.ts'
import type { Unsubscribe } from '../../../core/util/emitter.ts'
import type { PageState } from '../../state/page-store.ts'
import { usePlaces } from '../places/place-store.ts'
import type { ReportStore } from '../reports/report-store.ts'
import type { ServerAccess } from '../server-access.ts'
import type { LiveStrikeStore } from '../strikes/live-strike-store.ts'

/** Strikes are processed in slices, for at most this share of the time, so that clicks and frames have a turn in between. */
const SLICE = 500
const WORK_SHARE = 0.25
const WORK_AT_ONCE_MS = { least: 8, most: 40 }
const EXPIRE_EVERY_MS = MINUTE_MS
/** The age of a reading on a page without timers, as if hidden. */
const LATE_MS = 2 * SECOND_MS

export interface HoldTimerDeps {
  server: Pick<ServerAccess, 'strikes' | 'clock' | 'config'>
  strikes: Pick<LiveStrikeStore, 'columns' | 'observed' | 'heardMs' | 'isLoading' | 'isUnread'>
  reports: Pick<ReportStore, 'airports' | 'subscribe'>
  page: {
    getState(): Pick<PageState, 'rings' | 'holdMinutes' | 'ownRules'>
    subscribe(listener: (state: PageState, before: PageState) => void): Unsubscribe
  }
}

/** Timers that have processed held strikes up to a sequence number. */
interface Progress {
  timers: HoldTimers
  cursor: number
  /** Up to which change of old records. */
  revisions: number
}

/** The hold timer of every airport and other guarded place, kept strike by strike and read once a second. */
export class HoldTimerKeeper {
  readonly #deps: HoldTimerDeps
  readonly #ticked: () => void
  readonly #read = new Map<string, HoldTimer | null>()
  #current: Progress | null = null
  /** Timers of later airports and rings: they replace the current ones once they have caught up. */
  #next: Progress | null = null
  /** Airports, rings or old records changed after the newest timers were created. */
  #isOutdated = true
  /** The current timers have not processed all strikes yet: they are incomplete. */
  #isBehind = false
  #cancelWork: Unsubscribe | null = null
  #workedMs = 0
  #second = 0
  #struck: readonly string[] | null = null
  readonly #watches = new Map<number, Watch>()

  /** `ticked` is called at each new reading: once a second, and when rings, airports or the hold time change. */
  constructor(deps: HoldTimerDeps, ticked: () => void) {
    this.#deps = deps
    this.#ticked = ticked
  }

  /** Starts the timers; returns a function that stops them. */
  start(): Unsubscribe {
    const { server, strikes, reports, page } = this.#deps
    const stops = [
      strikes.columns.subscribe(this.#work),
      reports.subscribe((changed) => {
        if (changed === null) this.#beginAnew()
      }),
      page.subscribe((state, before) => {
        if (state.rings !== before.rings || state.ownRules !== before.ownRules) this.#beginAnew()
        if (state.holdMinutes !== before.holdMinutes) this.#tick()
      }),
      usePlaces.subscribe((state, before) => {
        if (state.guarded !== before.guarded) this.#beginAnew()
      }),
      // Timers of a hidden page rest; its socket does not.
      server.strikes.subscribe(() => {
        if (server.clock.now() - this.#second >= LATE_MS) this.#tick()
      }),
      server.clock.every(SECOND_MS, () => this.#tickOnce()),
      () => this.#cancelWork?.(),
    ]
    this.#work()
    return () => {
      for (const stop of stops) stop()
    }
  }

  nowMs(): number {
    return this.#second
  }

  read(icao: string): HoldTimer | null {
    const known = this.#read.get(icao)
    if (known !== undefined) return known
    const minutes = usePlaces.getState().byId.get(icao)?.holdMin ?? ruleOf(icao, this.#deps.page.getState()).holdMinutes
    const holdMs = minutes * MINUTE_MS
    const timer = this.#current?.timers.read(icao, this.#watchNow(holdMs), this.#second, holdMs) ?? null
    this.#read.set(icao, timer)
    return timer
  }

  latestRecord(id: string, km: number): { atMs: number; km: number } | null {
    return this.#current?.timers.latestRecord(id, km) ?? null
  }

  watched(): Watch {
    return this.#watchNow(WATCH_MS)
  }

  struck(): readonly string[] {
    this.#struck ??= this.#current?.timers.struckSince(this.#second - WATCH_MS) ?? []
    return this.#struck
  }

  readAtRest(holdMinutes: number): HoldTimer | null {
    const holdMs = holdMinutes * MINUTE_MS
    return this.#current?.timers.readAtRest(this.#watchNow(holdMs), this.#second, holdMs) ?? null
  }

  /** Coverage up to the present second; equal for all airports with this hold time. */
  #watchNow(holdMs: number): Watch {
    const known = this.#watches.get(holdMs)
    if (known) return known
    const { strikes } = this.#deps
    const nowMs = this.#second
    const sinceMs = nowMs - WATCH_MS
    const missing: Span[] = strikes.observed.missing(sinceMs, nowMs, strikes.heardMs(nowMs))
    const { cutToMs } = strikes.columns
    // Time of strikes that were dropped from the full store counts as not observed.
    if (cutToMs !== null && cutToMs > sinceMs) missing.unshift({ fromMs: sinceMs, toMs: Math.min(cutToMs, nowMs) })
    const isLoading = this.#isBehind || strikes.isLoading(nowMs - holdMs, nowMs)
    const isUnread = strikes.isUnread(nowMs - holdMs, nowMs)
    const watch = watchOf(missing, nowMs, holdMs, { lookBackMs: WATCH_MS, isLoading, isUnread })
    this.#watches.set(holdMs, watch)
    return watch
  }

  #tickOnce(): void {
    if (wholeSecond(this.#deps.server.clock.now()) !== this.#second) this.#tick()
  }

  #tick(): void {
    const nowMs = this.#deps.server.clock.now()
    this.#second = wholeSecond(nowMs)
    this.#deps.server.strikes.reachBack(WATCH_MS)
    if (this.#second % EXPIRE_EVERY_MS === 0) this.#current?.timers.expire(nowMs)
    this.#watches.clear()
    this.#struck = null
    this.#read.clear()
    this.#ticked()
  }

  /** In another task: loading and showing thousands of places fills the present one. */
  #beginAnew(): void {
    this.#isOutdated = true
    this.#workSoon()
  }

  #workSoon(): void {
    this.#cancelWork ??= this.#deps.server.clock.after(0, this.#work)
  }

  /**
   * Processes strikes for a while. Timers that were begun always catch up before others are begun: otherwise frequent
   * changes would keep a slow page without timers.
   */
  readonly #work = (): void => {
    const { clock } = this.#deps.server
    const before = { timers: this.#current, isBehind: this.#isBehind }
    this.#cancelWork?.()
    this.#cancelWork = null
    if (this.#isOutdated && !this.#next) this.#begin()
    const sinceMs = clock.monotonicMs()
    const { least, most } = WORK_AT_ONCE_MS
    const untilMs = sinceMs + Math.max(least, Math.min(most, (sinceMs - this.#workedMs) * WORK_SHARE))
    let behind = this.#behind()
    while (behind) {
      this.#catchUp(behind)
      behind = this.#behind()
      if (clock.monotonicMs() >= untilMs) break
    }
    this.#workedMs = clock.monotonicMs()
    if (!behind && this.#next) {
      this.#current = this.#next
      this.#next = null
    }
    this.#isBehind = behind !== null && behind === this.#current
    if (behind || this.#isOutdated) this.#workSoon()
    if (this.#current !== before.timers || this.#isBehind !== before.isBehind) this.#tick()
  }

  #behind(): Progress | null {
    const { end } = this.#deps.strikes.columns
    if (this.#current && this.#current.cursor < end) return this.#current
    return this.#next && this.#next.cursor < end ? this.#next : null
  }

  /** Begins timers for the present airports and rings. */
  #begin(): void {
    const { server, strikes, reports, page } = this.#deps
    this.#isOutdated = false
    const guarded = usePlaces.getState().places
    const places = [
      ...reports.airports(),
      ...guarded.map(({ id, geometry, shape }) => ({ icao: id, ...shape.middle, geometry })),
    ]
    if (places.length === 0) return
    const { rings, ownRules } = page.getState()
    const own = new Map([
      ...Object.entries(ownRules).map(([icao, rule]) => [icao, rule.rings] as const),
      ...guarded.map(({ id, ringsKm }) => [id, ringsKm] as const),
    ])
    const levelsKm = [...usePlaces.getState().guarded.values()].map(({ ringsKm }) => ringsKm)
    const timers = new HoldTimers(places, rings, own, server.config.locationErrorKm ?? 0, levelsKm)
    const { columns } = strikes
    const cursor = columns.firstSince(server.clock.now() - HOLD_TIMER_KEPT_MS)
    const begun = { timers, cursor, revisions: columns.revisions }
    if (this.#current) this.#next = begun
    else this.#current = begun
  }

  #catchUp(progress: Progress): void {
    const { columns } = this.#deps.strikes
    // Counted records may have been replaced by better ones of the same stroke.
    const isRemembered = columns.revisedSince(progress.revisions, (sequence) => {
      if (sequence >= progress.cursor) return
      const gone = (_: number, timeMs: number, lat: number, lon: number) => progress.timers.remove(timeMs, lat, lon)
      columns.visit(sequence, sequence + 1, gone, { records: true })
    })
    progress.revisions = columns.revisions
    const first = Math.max(progress.cursor, columns.first)
    const end = Math.min(columns.end, first + SLICE)
    const sinceMs = this.#deps.server.clock.now() - HOLD_TIMER_KEPT_MS
    const add = (_: number, timeMs: number, lat: number, lon: number, isStroke: boolean) => {
      if (timeMs > sinceMs) progress.timers.add(timeMs, lat, lon, isStroke)
    }
    columns.visit(first, end, add, { records: true })
    progress.cursor = end
    if (!isRemembered) this.#isOutdated = true
  }
}
