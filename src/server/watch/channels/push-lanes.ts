import type { Alarm } from '../../../contract/watch/alarms.ts'
import { doublingMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS, HOUR_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { PushSubscription } from '../push/subscriptions.ts'
import { Busy } from './busy.ts'

/** Concurrent requests; fewer for lagging browsers. */
const AT_ONCE = 64
const LAGGARDS_AT_ONCE = 8
/** Concurrent requests per host and person. */
const EACH_AT_ONCE = 2
const PATIENCE_MS = 3_000
/** After this many consecutive failures a browser lags: only its newest alarm is retried, and no delivery waits for it. */
const LAGGING_AFTER = 3
const RETRY_FIRST_MS = 1_000
const PAUSE_MAX_MS = 60_000
/** An older alarm is outdated. */
const RETRIED_FOR_MS = HOUR_MS
/** A browser that lags this long, while others succeed, is removed. */
const DROPPED_AFTER_MS = DAY_MS
/** Queued alarms per browser; the oldest are dropped. */
const ALARMS_WAITING_MAX = 100

/** Result of an alarm at a browser: `gone` if its push service reports the subscription as gone. */
export type Outcome = 'taken' | 'gone' | { why: string }

interface Item {
  alarm: Alarm
  sinceMs: number // monotonic
  /** Null once no delivery waits for it. */
  outcome: PromiseWithResolvers<Outcome> | null
}

interface Lane {
  subscription: PushSubscription
  /** Key of the limit per host and person. */
  of: string
  waiting: Item[]
  /** Consecutive failures, and the time of the first, monotonic ms. */
  failures: number
  failingSinceMs: number
  /** Ends the pause before the next attempt. */
  retry: (() => void) | null
}

interface PushLanesDeps {
  /** Resolves to whether the subscription still exists; rejects with the reason of a failure. */
  send(subscription: PushSubscription, alarm: Alarm, signal: AbortSignal): Promise<boolean>
  /** Removes a browser that has lagged for too long. */
  drop(id: string): void
  clock: Clock
}

const isLagging = ({ failures }: Lane) => failures >= LAGGING_AFTER

/** Sends alarms to each browser in order, and to browsers concurrently, so that none waits for another. */
export class PushLanes {
  readonly #deps: PushLanesDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #ready = new Set<Lane>()
  readonly #running = new Set<Lane>()
  readonly #ends = new Set<() => void>()
  #isClosed = false
  #takenMs = Number.NEGATIVE_INFINITY // monotonic

  constructor(deps: PushLanesDeps) {
    this.#deps = deps
  }

  /** Whether deliveries skip waiting for a browser. */
  isLagging(id: string): boolean {
    const lane = this.#lanes.get(id)
    return lane !== undefined && isLagging(lane)
  }

  /** Removes all other browsers. */
  keep(subscriptions: readonly PushSubscription[]): void {
    const ids = new Set(subscriptions.map(({ id }) => id))
    for (const [id, lane] of this.#lanes) {
      if (ids.has(id)) continue
      this.#lanes.delete(id)
      this.#ready.delete(lane)
      lane.retry?.()
      leaveOut(lane, { why: 'the subscription was removed' })
    }
  }

  /** Queues an alarm for a browser; a queued one is not added again. */
  add(subscription: PushSubscription, alarm: Alarm): Promise<Outcome> {
    const { id, viewer, endpoint } = subscription
    const lane = heldOrMade(this.#lanes, id, () => {
      return {
        subscription,
        of: `${viewer} ${new URL(endpoint).host}`,
        waiting: [],
        failures: 0,
        failingSinceMs: 0,
        retry: null,
      }
    })
    lane.subscription = subscription
    const known = lane.waiting.find((item) => item.alarm.id === alarm.id)
    if (known) {
      known.outcome ??= Promise.withResolvers()
      this.#hasten(lane)
      return known.outcome.promise
    }
    const item = { alarm, sinceMs: this.#deps.clock.monotonicMs(), outcome: Promise.withResolvers<Outcome>() }
    lane.waiting.push(item)
    // The first may be in progress.
    if (lane.waiting.length > ALARMS_WAITING_MAX)
      leaveOut(lane, { from: 1, to: 2, why: 'the queue of this browser is full' })
    if (lane.waiting.length === 1) this.#ready.add(lane)
    this.#hasten(lane)
    return item.outcome.promise
  }

  close(): void {
    this.#isClosed = true
    for (const end of this.#ends) end()
    for (const lane of this.#lanes.values()) lane.retry?.()
    this.#lanes.clear()
    this.#ready.clear()
  }

  /** A new delivery ends the pause of a lagging browser. */
  #hasten(lane: Lane): void {
    if (lane.retry && isLagging(lane)) {
      lane.retry()
      lane.retry = null
      this.#ready.add(lane)
    }
    this.#pump()
  }

  #pump(): void {
    for (const lane of this.#ready) {
      if (!this.#hasRoomFor(lane)) continue
      this.#ready.delete(lane)
      void this.#attempt(lane)
    }
  }

  #hasRoomFor(lane: Lane): boolean {
    const running = [...this.#running]
    const like = running.filter((other) => isLagging(other) === isLagging(lane)).length
    if (like >= (isLagging(lane) ? LAGGARDS_AT_ONCE : AT_ONCE)) return false
    return running.filter(({ of }) => of === lane.of).length < EACH_AT_ONCE
  }

  async #attempt(lane: Lane): Promise<void> {
    const { clock, send } = this.#deps
    const item = lane.waiting[0]!
    this.#running.add(lane)
    let outcome: Outcome
    let pauseMs = 0
    try {
      outcome = (await this.#inTime((signal) => send(lane.subscription, item.alarm, signal))) ? 'taken' : 'gone'
    } catch (error) {
      outcome = { why: messageOf(error) }
      if (error instanceof Busy) pauseMs = Math.min(PAUSE_MAX_MS, error.pauseMs ?? 0)
    }
    this.#running.delete(lane)
    if (this.#isClosed) return
    if (typeof outcome === 'object') {
      if (lane.failures === 0) lane.failingSinceMs = clock.monotonicMs()
      lane.failures++
      this.#afterFailure(lane, outcome.why, pauseMs)
    } else {
      lane.failures = 0
      if (outcome === 'taken') this.#takenMs = clock.monotonicMs()
      lane.waiting.shift()
      if (lane.waiting.length > 0) this.#ready.add(lane)
      item.outcome?.resolve(outcome)
    }
    this.#pump()
  }

  #afterFailure(lane: Lane, why: string, pauseMs: number): void {
    const { clock, drop } = this.#deps
    const [tried] = lane.waiting
    if (!tried) return
    const nowMs = clock.monotonicMs()
    if (isLagging(lane)) {
      const isLate = nowMs - lane.failingSinceMs >= DROPPED_AFTER_MS
      if (isLate && this.#takenMs > lane.failingSinceMs) drop(lane.subscription.id)
      if (lane.waiting.length > 1) {
        leaveOut(lane, { to: lane.waiting.length - 1, why })
        this.#ready.add(lane)
        return
      }
      tried.outcome?.resolve({ why })
      tried.outcome = null
      if (nowMs - tried.sinceMs >= RETRIED_FOR_MS) {
        lane.waiting = []
        return
      }
    }
    const waitMs = Math.max(pauseMs, doublingMs(lane.failures - 1, RETRY_FIRST_MS, PAUSE_MAX_MS))
    lane.retry = clock.after(waitMs, () => {
      lane.retry = null
      this.#ready.add(lane)
      this.#pump()
    })
  }

  /** Aborts on a timeout. */
  async #inTime(run: (signal: AbortSignal) => Promise<boolean>): Promise<boolean> {
    const control = new AbortController()
    const late = Promise.withResolvers<never>()
    const end = () => {
      control.abort()
      late.reject(new Error('no response within the timeout'))
    }
    const cancel = this.#deps.clock.after(PATIENCE_MS, end)
    this.#ends.add(end)
    try {
      return await Promise.race([run(control.signal), late.promise])
    } finally {
      this.#ends.delete(end)
      cancel()
    }
  }
}

/** Removes alarms from a lane, oldest first. */
function leaveOut({ waiting }: Lane, of: { from?: number; to?: number; why: string }): void {
  const { from = 0, to = waiting.length, why } = of
  for (const { outcome } of waiting.splice(from, to - from)) outcome?.resolve({ why })
}
