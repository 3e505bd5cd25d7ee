import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Outcome } from '../../../contract/watch/deliveries.ts'
import { doublingMs } from '../../../core/time/backoff.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import { messageOf } from '../../../core/util/message-of.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Delivery } from '../../history/watch-store.ts'
import { Busy } from './busy.ts'

const FAILING_AFTER = 3
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 10 * 60_000
/** Back-off of a failing channel, or of one that requests a pause without a duration. */
const PROBE_FIRST_MS = 1_000
const PROBE_LAST_MS = 60_000
/** A new delivery ends a back-off this long after the last attempt. */
const NEW_AFTER_MS = 5_000
/** From this many failed attempts on, the newest delivery of the lane is tried after each. */
const REFUSED_AFTER = 3
/** A longer requested pause is cut to this: alarms become outdated. */
const PAUSE_MAX_MS = 10 * 60_000
/** From the alarm to giving up. */
const TRIED_FOR_MS = DAY_MS
const DELIVERIES_WAITING_MAX = 20_000
const TOO_MANY = 'the queue of this channel is full'

/** A queued delivery in memory. */
export interface Queued extends Delivery {
  /** Subject of its row; see `subjectOf`. */
  subject: string | null
  /** Signature of the state that it reports. */
  signature: string
  /** Begin of the day of retries, Unix ms. */
  sinceMs: number
  /** Repeats an accepted message. */
  isRepeat?: boolean
  /** Between two rows: tried once, neither stored nor logged. */
  isUpdate?: boolean
  /** Signature known to the receiver after this delivery, if later steps were filtered out. */
  passedOn?: string
}

/** Decision about the next delivery. */
export type Verdict =
  | { now: 'send' }
  /** The delivery keeps its position and waits for this time, ms. */
  | { now: 'wait'; waitMs: number }
  | { now: 'finish'; outcome: Exclude<Outcome, 'accepted'>; why: string | null }
  /** It is removed; its content is sent later. */
  | { now: 'hold' }

type Lane = Queued[]

export interface DeliveryQueueDeps {
  /**
   * Resolves with the receipt, if any; calls `passOn` if a receiver has it before that, and `release` if none has it
   * yet but deliveries of other places must not wait.
   */
  send(delivery: Queued, passOn: () => void, release: () => void): Promise<string | undefined>
  verdictOn(delivery: Queued): Verdict
  /** The receiver has the content: called before `finished` if the receipt comes later. */
  taken(delivery: Queued): void
  finished(delivery: Queued, outcome: Outcome, said: string | null): void
  held(delivery: Queued): void
  /** An attempt failed and will be retried. */
  failed(delivery: Queued, why: string): void
  clock: Clock
  random: Random
}

/**
 * Queue of one channel: one delivery at a time, in order per place, places in turn. Failures are retried for a day,
 * with a back-off for a channel that fails altogether. A requested pause stops all. Delivery is at least once, unless a
 * receiver keeps refusing it and accepts a later one of its subject.
 */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #ready = new Set<string>()
  readonly #waiting = new Set<string>()
  readonly #timers = new Set<() => void>()
  /** At most one of each lane. */
  readonly #sending = new Set<Queued>()
  /** The delivery that blocks all lanes. */
  #blocking: Queued | null = null
  #isPumping = false
  #stopWaiting: (() => void) | null = null
  #failures = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY // monotonic
  /** The same once a delivery is added. */
  #newNotBeforeMs = Number.NEGATIVE_INFINITY
  #closed = false

  constructor(deps: DeliveryQueueDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#waiting.size
  }

  has(alarmId: string): boolean {
    return this.#waiting.has(alarmId)
  }

  add(deliveries: readonly Queued[]): void {
    for (const delivery of deliveries) {
      if (this.#waiting.has(delivery.alarm.id)) continue
      if (this.#waiting.size >= DELIVERIES_WAITING_MAX) {
        this.#deps.finished(delivery, 'given-up', TOO_MANY)
        continue
      }
      const key = keyOf(delivery)
      const lane = heldOrMade(this.#lanes, key, () => [])
      lane.push(delivery)
      this.#waiting.add(delivery.alarm.id)
      this.#wake(key)
      if (!delivery.isUpdate) this.#notBeforeMs = Math.min(this.#notBeforeMs, this.#newNotBeforeMs)
    }
    this.#pump()
  }

  /** The newest delivery of a subject. */
  last(subject: string): Queued | null {
    return this.#lanes.get(laneOf(subject))?.findLast((each) => each.subject === subject) ?? null
  }

  /** The delivery of a subject in progress, and the queued ones, in order. */
  of(subject: string): { sending: Queued | null; waiting: Queued[] } {
    const lane = this.#lanes.get(laneOf(subject)) ?? []
    const sending = [...this.#sending].find((each) => each.subject === subject) ?? null
    return { sending, waiting: lane.filter((each) => each.subject === subject && each !== sending) }
  }

  remove(subject: string): Queued[] {
    const { waiting } = this.of(subject)
    const lane = this.#lanes.get(laneOf(subject))
    if (!lane || waiting.length === 0) return []
    const wasFirst = lane[0]
    for (const each of waiting) {
      lane.splice(lane.indexOf(each), 1)
      this.#waiting.delete(each.alarm.id)
    }
    if (lane.length === 0) this.#drop(laneOf(subject))
    // The wait of the previous first delivery does not apply to the next.
    else if (lane[0] !== wasFirst) this.#wake(laneOf(subject))
    this.#pump()
    return waiting
  }

  acknowledge(alarm: Alarm): void {
    if (!this.#waiting.has(alarm.id)) return
    for (const lane of this.#lanes.values()) {
      const found = lane.find((delivery) => delivery.alarm.id === alarm.id)
      if (found) found.alarm = alarm
    }
  }

  close(): void {
    this.#closed = true
    for (const cancel of this.#timers) cancel()
  }

  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    while (!this.#closed && this.#blocking === null) {
      const [key] = this.#ready
      if (key === undefined || this.#mustWait()) break
      this.#ready.delete(key)
      const lane = this.#lanes.get(key)
      if (lane) this.#attempt(key, lane)
    }
    this.#isPumping = false
  }

  /** Whether the channel is in a back-off or pause; a timer resumes it. */
  #mustWait(): boolean {
    const waitMs = this.#notBeforeMs - this.#deps.clock.monotonicMs()
    this.#stopWaiting?.()
    this.#stopWaiting = waitMs > 0 ? this.#later(waitMs, () => this.#pump()) : null
    return waitMs > 0
  }

  #attempt(key: string, lane: Lane): void {
    const { verdictOn, finished, held } = this.#deps
    const delivery = lane[0]!
    const verdict = verdictOn(delivery)
    if (verdict.now === 'wait') {
      this.#laneLater(verdict.waitMs, key)
      return
    }
    if (verdict.now !== 'send') {
      this.#end(key, lane, delivery, () =>
        verdict.now === 'hold' ? held(delivery) : finished(delivery, verdict.outcome, verdict.why),
      )
      return
    }
    void this.#send(key, lane, delivery)
  }

  async #send(key: string, lane: Lane, delivery: Queued): Promise<void> {
    const { send, taken, finished } = this.#deps
    this.#ready.delete(key)
    this.#sending.add(delivery)
    this.#blocking = delivery
    let hasPassedOn = false
    const release = () => {
      if (this.#blocking !== delivery || this.#closed) return
      this.#blocking = null
      this.#pump()
    }
    const passOn = () => {
      if (hasPassedOn || this.#closed) return
      hasPassedOn = true
      taken(delivery)
      this.#succeeded(key, lane, delivery)
    }
    let receipt: string | undefined
    try {
      receipt = await send(delivery, passOn, release)
    } catch (error) {
      if (!this.#closed) this.#failed(key, lane, delivery, error)
      return
    }
    if (this.#closed) return
    this.#waiting.delete(delivery.alarm.id)
    if (!hasPassedOn) taken(delivery)
    finished(delivery, 'accepted', receipt ?? null)
    if (!hasPassedOn) this.#succeeded(key, lane, delivery)
    hasPassedOn = true
  }

  #ended(delivery: Queued): void {
    this.#sending.delete(delivery)
    if (this.#blocking === delivery) this.#blocking = null
  }

  #succeeded(key: string, lane: Lane, delivery: Queued): void {
    this.#ended(delivery)
    this.#failures = 0
    this.#notBeforeMs = Number.NEGATIVE_INFINITY
    const older = lane.slice(0, lane.indexOf(delivery))
    lane.splice(older.length, 1)
    for (const each of older) {
      if (each.subject === null || each.subject !== delivery.subject) continue
      lane.splice(lane.indexOf(each), 1)
      this.#waiting.delete(each.alarm.id)
      this.#deps.finished(each, 'superseded', null)
    }
    this.#goOn(key, lane)
  }

  #failed(key: string, lane: Lane, delivery: Queued, error: unknown): void {
    const why = messageOf(error)
    const nowMs = this.#deps.clock.monotonicMs()
    const wasReleased = this.#blocking !== delivery
    this.#ended(delivery)
    // A delivery that was released does not count as a failure of the channel.
    if (!wasReleased) this.#failures++
    const isFailing = !wasReleased && this.#failures >= FAILING_AFTER
    if (error instanceof Busy) {
      const pauseMs = this.#backOff(this.#failures - 1, PROBE_FIRST_MS, PROBE_LAST_MS)
      this.#notBeforeMs = nowMs + Math.min(PAUSE_MAX_MS, Math.max(error.pauseMs ?? 0, pauseMs))
      this.#newNotBeforeMs = this.#notBeforeMs
    } else if (isFailing) {
      this.#notBeforeMs = nowMs + this.#backOff(this.#failures - FAILING_AFTER, PROBE_FIRST_MS, PROBE_LAST_MS)
      this.#newNotBeforeMs = nowMs + NEW_AFTER_MS
    }
    this.#tryAgain(key, lane, delivery, { why, isOfChannel: error instanceof Busy || isFailing })
    if (!(error instanceof Busy)) this.#tryNewest(key, lane, delivery)
    this.#pump()
  }

  /** A failure of the channel is not the delivery's fault: it waits only as long as the channel. */
  #tryAgain(key: string, lane: Lane, delivery: Queued, of: { why: string; isOfChannel: boolean }): void {
    const { failed, finished, clock } = this.#deps
    const { why, isOfChannel } = of
    const at = lane.indexOf(delivery)
    const attempts = delivery.attempts + 1
    const delayMs = isOfChannel ? 0 : this.#backOff(attempts - 1, RETRY_FIRST_MS, RETRY_LAST_MS)
    const nextMs = Math.floor(clock.now() + delayMs)
    const next = { ...delivery, attempts, nextMs }
    if (delivery.isUpdate || nextMs - delivery.sinceMs > TRIED_FOR_MS) {
      this.#end(key, lane, delivery, () => finished(next, 'given-up', why))
      return
    }
    lane[at] = next
    failed(next, why)
    if (isOfChannel) this.#ready.add(key)
    else if (at === 0) this.#laneLater(delayMs, key)
  }

  /**
   * A receiver may refuse one message for good. The newest message has the whole state: it must not wait until the
   * first one, which has just failed, is given up.
   */
  #tryNewest(key: string, lane: Lane, failed: Queued): void {
    const newest = lane.at(-1)
    const isFirst = lane[0]?.alarm.id === failed.alarm.id
    if (!newest || !isFirst || lane.length === 1 || failed.attempts + 1 < REFUSED_AFTER || this.#blocking) return
    if (this.#deps.verdictOn(newest).now === 'send') void this.#send(key, lane, newest)
  }

  #laneLater(delayMs: number, key: string): void {
    this.#later(delayMs, () => {
      this.#wake(key)
      this.#pump()
    })
  }

  /** The lane may have ended, or its first delivery be in progress. */
  #wake(key: string): void {
    const isSending = [...this.#sending].some((each) => keyOf(each) === key)
    if (this.#lanes.has(key) && !isSending) this.#ready.add(key)
  }

  #end(key: string, lane: Lane, delivery: Queued, tell: () => void): void {
    lane.splice(lane.indexOf(delivery), 1)
    this.#waiting.delete(delivery.alarm.id)
    tell()
    this.#goOn(key, lane)
  }

  #goOn(key: string, lane: Lane): void {
    if (lane.length > 0) this.#ready.add(key)
    else this.#drop(key)
    this.#pump()
  }

  #drop(key: string): void {
    this.#lanes.delete(key)
    this.#ready.delete(key)
  }

  #backOff(times: number, firstMs: number, lastMs: number): number {
    return doublingMs(Math.max(0, times), firstMs, lastMs) * (0.75 + this.#deps.random() / 2)
  }

  /** Returns a function that cancels it. */
  #later(delayMs: number, run: () => void): () => void {
    const stop = () => {
      this.#timers.delete(stop)
      cancel()
    }
    const cancel = this.#deps.clock.after(delayMs, () => {
      this.#timers.delete(stop)
      run()
    })
    this.#timers.add(stop)
    return stop
  }
}

/** Deliveries of one place, or of one feed, keep their order; others need none. */
function keyOf({ alarm: { place, id }, subject }: Queued): string {
  return place?.id ?? (subject === null ? id : laneOf(subject))
}

/** The place of a subject, or the whole subject of a feed. */
function laneOf(subject: string): string {
  return subject.startsWith('/') ? subject : subject.slice(0, subject.lastIndexOf('/'))
}
