import type { Alarm } from '../../../contract/watch/alarms.ts'
import type { Clock } from '../../../core/time/clock.ts'
import { DAY_MS } from '../../../core/time/durations.ts'
import { heldOrMade } from '../../../core/util/held-or-made.ts'
import type { Random } from '../../../core/util/random.ts'
import type { Delivery } from '../../history/watch-store.ts'

/** So many go out by one channel at a time, each of another place; one where the channel has failed of late. */
const AT_ONCE = 8
const FAILING_AFTER = 3
const RETRY_FIRST_MS = 1_000
const RETRY_LAST_MS = 10 * 60_000
/** A channel that fails is tried by one delivery, and no more often. */
const PROBE_FIRST_MS = 1_000
const PROBE_LAST_MS = 60_000
/** From the alarm to giving it up. */
const TRIED_FOR_MS = DAY_MS
const DELIVERIES_WAITING_MAX = 20_000
const TOO_MANY = 'too many wait for this channel'

type Lane = Delivery[]

export interface DeliveryQueueDeps {
  /** Answers the receipt where there is one. */
  send(delivery: Delivery): Promise<string | undefined>
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
 * What is still to go out by one channel: in order for each place, places beside each other. What fails is tried again for a
 * day, with growing breaks.
 */
export class DeliveryQueue {
  readonly #deps: DeliveryQueueDeps
  readonly #lanes = new Map<string, Lane>()
  readonly #ready = new Set<string>()
  readonly #held = new Set<string>()
  readonly #timers = new Set<() => void>()
  #active = 0
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
    const isFailing = this.#failures >= FAILING_AFTER
    while (!this.#closed && this.#active < (isFailing ? 1 : AT_ONCE)) {
      const [key] = this.#ready
      if (key === undefined) return
      const waitMs = isFailing ? this.#notBeforeMs - this.#deps.clock.monotonicMs() : 0
      if (waitMs > 0) {
        this.#later(waitMs, () => this.#pump())
        return
      }
      this.#ready.delete(key)
      void this.#attempt(key, this.#lanes.get(key)!)
    }
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
    this.#active++
    let why: string | null = null
    let receipt: string | undefined
    try {
      receipt = await send(delivery)
    } catch (error) {
      why = error instanceof Error ? error.message : 'it failed'
    }
    this.#active--
    if (this.#closed) return
    if (why === null) {
      this.#failures = 0
      this.#end(key, lane, () => delivered(delivery, receipt))
      return
    }
    this.#failures++
    this.#notBeforeMs =
      clock.monotonicMs() + this.#backOff(this.#failures - FAILING_AFTER, PROBE_FIRST_MS, PROBE_LAST_MS)
    this.#tryAgain(key, lane, why)
  }

  #tryAgain(key: string, lane: Lane, why: string): void {
    const { failed, clock } = this.#deps
    const delivery = lane[0]!
    const attempts = delivery.attempts + 1
    const delayMs = this.#backOff(attempts - 1, RETRY_FIRST_MS, RETRY_LAST_MS)
    const nextMs = Math.floor(clock.now() + delayMs)
    const isLate = nextMs - Date.parse(delivery.alarm.at) > TRIED_FOR_MS
    const next = { ...delivery, attempts, nextMs, dead: isLate ? why : null }
    if (isLate) {
      this.#end(key, lane, () => failed(next, why))
      return
    }
    lane[0] = next
    failed(next, why)
    this.#laneLater(delayMs, key)
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
