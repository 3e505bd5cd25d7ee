import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Delivery } from '../../history/watch-store.ts'
import { Busy } from './busy.ts'

const FAILING_AFTER = 3
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 10 * 60_000
/** A channel that fails, or asks for a pause without saying how long, is tried no more often. */
const PROBE_FIRST_MS = 1_000
const PROBE_LAST_MS = 60_000
/** A longer pause than that is not kept: an alarm is news for a while. */
const PAUSE_MAX_MS = 10 * 60_000
/** From the alarm to giving it up. */
const TRIED_FOR_MS = DAY_MS
const DELIVERIES_WAITING_MAX = 20_000
const TOO_MANY = 'too many wait for this channel'

type Lane = Delivery[]

export interface DeliveryQueueDeps {
  /** Answers the receipt where there is one; calls `passOn` where the next may go out before that. */
  send(delivery: Delivery, passOn: () => void): Promise<string | undefined>
  /** Null where it may still go out; else why it is given up. */
  isOver(delivery: Delivery): string | null
  /** So long after it was raised it goes out, and only where nobody has seen to it by then, ms. */
  afterMs: number
  isSeen(delivery: Delivery): boolean
  /** Hears of what nobody needs any more. */
  dropped(delivery: Delivery): void
  delivered(delivery: Delivery, receipt: string | undefined): void
  /** Hears of each failure; the delivery says whether it is given up. */
  failed(delivery: Delivery, why: string): void
  clock: Clock
  random: Random
}

/**
 * What is still to go out by one channel: one at a time, in order for each place, the places in turn. What fails is tried again for
 * a day, with growing breaks; where the other side asks for a pause, nothing goes out until it is over.
 */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #ready = new Set<string>()
  readonly #held = new Set<string>()
  readonly #timers = new Set<() => void>()
  #isPumping = false
  #isSending = false
  #isWaiting = false
  #failures = 0
  #notBeforeMs = Number.NEGATIVE_INFINITY // monotonic
  #closed = false

  constructor(deps: DeliveryQueueDeps) {
    this.#deps = deps
  }

  get size(): number {
    return this.#held.size
  }

  add(deliveries: readonly Delivery[]): void {
    for (const delivery of deliveries) {
      if (this.#held.has(delivery.alarm.id)) continue
      if (this.#held.size >= DELIVERIES_WAITING_MAX) {
        this.#deps.failed({ ...delivery, dead: TOO_MANY }, TOO_MANY)
        continue
      }
      const key = keyOf(delivery.alarm)
      const lane = heldOrMade(this.#lanes, key, () => [])
      lane.push(delivery)
      this.#held.add(delivery.alarm.id)
      if (lane.length === 1) this.#ready.add(key)
    }
    this.#pump()
  }

  /** Somebody has seen to an alarm. */
  acknowledge(alarm: Alarm): void {
    const lane = this.#held.has(alarm.id) && this.#lanes.get(keyOf(alarm))
    if (!lane) return
    const at = lane.findIndex((delivery) => delivery.alarm.id === alarm.id)
    if (at >= 0) lane[at] = { ...lane[at]!, alarm }
  }

  close(): void {
    this.#closed = true
    for (const cancel of this.#timers) cancel()
  }

  #pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    while (!this.#closed && !this.#isSending) {
      const [key] = this.#ready
      if (key === undefined || this.#mustWait()) break
      this.#ready.delete(key)
      void this.#attempt(key, this.#lanes.get(key)!)
    }
    this.#isPumping = false
  }

  /** Whether the channel has to be left alone for now; it is gone on with later. */
  #mustWait(): boolean {
    const waitMs = this.#notBeforeMs - this.#deps.clock.monotonicMs()
    if (waitMs > 0 && !this.#isWaiting) {
      this.#isWaiting = true
      this.#later(waitMs, () => {
        this.#isWaiting = false
        this.#pump()
      })
    }
    return waitMs > 0
  }

  async #attempt(key: string, lane: Lane): Promise<void> {
    const { send, isOver, delivered, failed, afterMs, isSeen, dropped, clock } = this.#deps
    const delivery = lane[0]!
    if (afterMs > 0 && isSeen(delivery)) {
      this.#end(key, lane, () => dropped(delivery))
      return
    }
    const waitMs =
      afterMs > 0 && delivery.alarm.stage !== 'test' ? Date.parse(delivery.alarm.at) + afterMs - clock.now() : 0
    if (waitMs > 0) {
      this.#laneLater(waitMs, key)
      return
    }
    const over = isOver(delivery)
    if (over !== null) {
      this.#end(key, lane, () => failed({ ...delivery, dead: over }, over))
      return
    }
    this.#isSending = true
    let hasPassedOn = false
    const passOn = () => {
      if (hasPassedOn || this.#closed) return
      hasPassedOn = true
      this.#succeeded(key, lane)
    }
    let receipt: string | undefined
    try {
      receipt = await send(delivery, passOn)
    } catch (error) {
      if (!this.#closed) this.#failed(key, lane, error)
      return
    }
    if (this.#closed) return
    this.#held.delete(delivery.alarm.id)
    delivered(delivery, receipt)
    passOn()
  }

  #succeeded(key: string, lane: Lane): void {
    this.#isSending = false
    this.#failures = 0
    this.#notBeforeMs = Number.NEGATIVE_INFINITY
    lane.shift()
    this.#goOn(key, lane)
  }

  #failed(key: string, lane: Lane, error: unknown): void {
    const why = error instanceof Error ? error.message : 'it failed'
    const nowMs = this.#deps.clock.monotonicMs()
    this.#isSending = false
    this.#failures++
    if (error instanceof Busy) {
      const pauseMs = this.#backOff(this.#failures - 1, PROBE_FIRST_MS, PROBE_LAST_MS)
      this.#notBeforeMs = nowMs + Math.min(PAUSE_MAX_MS, Math.max(error.pauseMs ?? 0, pauseMs))
    } else if (this.#failures >= FAILING_AFTER) {
      this.#notBeforeMs = nowMs + this.#backOff(this.#failures - FAILING_AFTER, PROBE_FIRST_MS, PROBE_LAST_MS)
    }
    this.#tryAgain(key, lane, why, error instanceof Busy)
  }

  /** It is not the fault of a delivery that the channel is busy: it waits no longer than the channel does. */
  #tryAgain(key: string, lane: Lane, why: string, isBusy: boolean): void {
    const { failed, clock } = this.#deps
    const delivery = lane[0]!
    const attempts = delivery.attempts + 1
    const delayMs = isBusy ? 0 : this.#backOff(attempts - 1, RETRY_FIRST_MS, RETRY_LAST_MS)
    const nextMs = Math.floor(clock.now() + delayMs)
    const isLate = nextMs - Date.parse(delivery.alarm.at) > TRIED_FOR_MS
    const next = { ...delivery, attempts, nextMs, dead: isLate ? why : null }
    if (isLate) {
      this.#end(key, lane, () => failed(next, why))
      return
    }
    lane[0] = next
    failed(next, why)
    if (isBusy) this.#ready.add(key)
    else this.#laneLater(delayMs, key)
    this.#pump()
  }

  #laneLater(delayMs: number, key: string): void {
    this.#later(delayMs, () => {
      this.#ready.add(key)
      this.#pump()
    })
  }

  #end(key: string, lane: Lane, tell: () => void): void {
    this.#held.delete(lane.shift()!.alarm.id)
    tell()
    this.#goOn(key, lane)
  }

  #goOn(key: string, lane: Lane): void {
    if (lane.length > 0) this.#ready.add(key)
    else this.#lanes.delete(key)
    this.#pump()
  }

  #backOff(times: number, firstMs: number, lastMs: number): number {
    return Math.min(lastMs, firstMs * 2 ** Math.max(0, times)) * (0.75 + this.#deps.random() / 2)
  }

  #later(delayMs: number, run: () => void): void {
    const cancel = this.#deps.clock.after(delayMs, () => {
      this.#timers.delete(cancel)
      run()
    })
    this.#timers.add(cancel)
  }
}

/** What is of no place has no order to keep. */
function keyOf({ place, id }: Alarm): string {
  return place?.id ?? id
}
